"""Command `compare`."""

from __future__ import annotations

from typing import Annotated

import typer

from server import printing
from server.commands.common import AsJson


def compare(
    from_version: Annotated[
        str, typer.Argument(metavar="FROM", help="Version compared from; or `latest`, `draft`.")
    ],
    to_version: Annotated[
        str, typer.Argument(metavar="TO", help="Version compared to; it can be the older one.")
    ],
    topic: Annotated[
        str | None, typer.Option(help="Only this topic: tools, transports, ...")
    ] = None,
    kind: Annotated[
        str | None,
        typer.Option(
            help="Only these kinds, with commas: strengthened, weakened, changed, renamed, added, "
            "removed, deprecated, moved."
        ),
    ] = None,
    limit: Annotated[
        int | None, typer.Option(help="At most so many requirements and facts; all by default.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List what differs between two specification versions.

    Features and tables come first, then requirements and facts by topic,
    each with its place in both versions.
    """
    import asyncio  # noqa: PLC0415

    from retrieval.comparison import MOST_CHANGES  # noqa: PLC0415
    from server.results.compare_versions import comparison_result  # noqa: PLC0415
    from server.runner import Runner  # noqa: PLC0415

    kinds = [word for word in (kind or "").split(",") if word.strip()]
    most = MOST_CHANGES if limit is None else limit
    state = asyncio.run(Runner().compare_versions(from_version, to_version, topic, kinds, most))
    if as_json:
        printing.json_out(comparison_result(state).model_dump(mode="json"))
    else:
        printing.out(state["text"])
