"""Command `versions`."""

from __future__ import annotations

from server import printing
from server.commands.common import AsJson


def versions(as_json: AsJson = False) -> None:
    """List the specification versions."""
    import asyncio  # noqa: PLC0415

    from server.results.versions import versions_result  # noqa: PLC0415
    from server.runner import Runner  # noqa: PLC0415

    state = asyncio.run(Runner().versions())
    if as_json:
        printing.json_out(versions_result(state).model_dump(mode="json"))
    else:
        printing.out(state["text"])
