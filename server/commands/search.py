"""Command `search`."""

from __future__ import annotations

from typing import Annotated

import typer

from server import printing
from server.commands.common import AsJson, SpecVersion


def search(
    query: Annotated[str, typer.Argument(help="What to look for, up to 500 characters.")],
    spec_version: SpecVersion = "latest",
    top_k: Annotated[int, typer.Option("--top-k", "-k", help="How many results, 1 to 20.")] = 5,
    as_json: AsJson = False,
) -> None:
    """Search the specification."""
    import asyncio  # noqa: PLC0415

    from server.results.search import search_result  # noqa: PLC0415
    from server.runner import Runner  # noqa: PLC0415

    with printing.progress() as progress:
        state = asyncio.run(Runner(progress=progress).search(query, spec_version, top_k))
    if as_json:
        printing.json_out(search_result(state).model_dump(mode="json"))
    else:
        printing.out(state["text"])
