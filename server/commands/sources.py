"""Commands `sources list` and `sources check`."""

from __future__ import annotations

from typing import Annotated, Final

import typer

from retrieval.errors import InputError
from server import printing
from server.commands.common import AsJson, Exit

sources = typer.Typer(
    help="The back ends that documents are cited from.", no_args_is_help=True, add_completion=False
)

_SIGNS: Final = {"passed": "✓", "failed": "✗", "not tried": "○"}


@sources.command("list")
def list_backends(as_json: AsJson = False) -> None:
    """List the back ends, shipped and installed, and which one the settings choose."""
    from retrieval.settings import read_source_settings  # noqa: PLC0415
    from retrieval.sources.registry import backends  # noqa: PLC0415

    chosen = read_source_settings().chosen_backend
    items = [
        {"name": item.name, "package": item.package, "chosen": item.name == chosen}
        for item in backends().values()
    ]
    if as_json:
        printing.json_out({"items": items})
        return
    for item in items:
        mark = "  (chosen)" if item["chosen"] else ""
        printing.out(f"{item['name']}  from {item['package']}{mark}")


@sources.command()
def check(
    backend: Annotated[str, typer.Argument(help="A name that `sources list` prints.")],
    documents: Annotated[
        list[str] | None,
        typer.Option("--doc", help="A document to check with; may be given several times."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Check that a back end, set up as it is, does all that it must; nothing is written.

    Exits 0 if nothing failed, 1 if something did, 2 if it could not be asked.
    """
    from retrieval.settings import read_source_settings  # noqa: PLC0415
    from retrieval.sources.conformance import look_at, run_checks  # noqa: PLC0415
    from retrieval.sources.registry import open_lookup  # noqa: PLC0415

    lookup = open_lookup(read_source_settings(backend=backend))
    known = look_at(lookup, documents or ())
    if not known:
        raise InputError(f"{backend} lists no document that can be read; name one with --doc")
    outcomes = run_checks(lookup, known)
    if as_json:
        names = [document.name for document in known]
        checks = [outcome._asdict() for outcome in outcomes]
        printing.json_out({"backend": backend, "documents": names, "checks": checks})
    else:
        for outcome in outcomes:
            detail = f": {outcome.detail}" if outcome.detail else ""
            printing.out(f"{_SIGNS[outcome.result]} {outcome.result}: {outcome.check}{detail}")
    failed = any(outcome.result == "failed" for outcome in outcomes)
    raise typer.Exit(Exit.NOT_ACCURATE if failed else Exit.DONE)
