"""Command `claim`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from retrieval.errors import InputError
from server import printing
from server.commands.common import AsJson, Exit, JudgeOption, SpecVersion

if TYPE_CHECKING:
    from nodes.verdicts import Label

EXIT_OF: Final[dict[Label, Exit]] = {
    "supported": Exit.DONE,
    "contradicted": Exit.NOT_ACCURATE,
    "partial": Exit.NOT_ACCURATE,
    "not_mentioned": Exit.NOT_ACCURATE,
    "undecided": Exit.NO_ANSWER,
}


def claim(
    text: Annotated[
        str | None, typer.Argument(help="The claim or question; - reads stdin.")
    ] = None,
    spec_version: SpecVersion = "latest",
    judge: JudgeOption = "settings",
    batch: Annotated[
        Path | None,
        typer.Option(help="JSON lines with `claim` and optional `spec_version`; - reads stdin."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Check one claim or yes/no question, or with --batch one on each line of a file.

    Exits 0 if the claim is accurate, 1 if not, 2 if undecided or bad input.
    A batch prints one JSON result a line; it exits 0, or 2 if a line was bad.
    """
    import asyncio  # noqa: PLC0415

    from server.batch import check_batch, read_text  # noqa: PLC0415
    from server.results.quick_claim import quick_claim_result  # noqa: PLC0415
    from server.runner import Runner  # noqa: PLC0415

    if (text is None) == (batch is None):
        raise InputError("give either a claim or --batch FILE")
    with printing.progress() as progress:
        runner = Runner(progress=progress)
        if batch is not None:
            bad = asyncio.run(check_batch(runner, batch, spec_version, judge))
            raise typer.Exit(Exit.NO_ANSWER if bad else Exit.DONE)
        said = read_text(Path("-")) if text == "-" else text or ""
        state = asyncio.run(runner.quick_claim(said, spec_version, judge))
    if as_json:
        printing.json_out(quick_claim_result(state).model_dump(mode="json"))
    else:
        printing.out(state["text"])
        printing.evidence_out(state["verdict"]["evidence"], state["verdict"]["spec_version"])
    raise typer.Exit(EXIT_OF[state["verdict"]["label"]])
