"""Command `check`."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

import typer

from retrieval.errors import InputError
from server import printing
from server.commands.common import AsJson, Exit, JudgeOption, SpecVersion, counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nodes.context import JudgeChoice
    from server.documents import CheckedFile


class FailOn(StrEnum):
    """What makes a claim a finding: its label; `never` leaves the exit code alone."""

    CONTRADICTED = "contradicted"
    PARTIAL = "partial"
    NOT_MENTIONED = "not_mentioned"
    UNDECIDED = "undecided"
    NEVER = "never"


Format = Literal["text", "json", "report"]

_WRONG: Final = ("contradicted", "partial")


def check(
    paths: Annotated[
        list[Path],
        typer.Argument(metavar="PATH...", help="Markdown files, folders of them, or - for stdin."),
    ],
    spec_version: SpecVersion = "latest",
    judge: JudgeOption = "settings",
    form: Annotated[
        Format,
        typer.Option(
            "--format", help="text: a line a finding; json: all; report: the whole report."
        ),
    ] = "text",
    fail_on: Annotated[
        list[FailOn] | None,
        typer.Option(
            metavar="LABEL",
            help="A label that counts as a finding: contradicted, partial, not_mentioned, "
            "undecided; or never. May be given several times. Default: contradicted and partial.",
            show_default=False,
        ),
    ] = None,
    export_open: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Write what the checks leave open to FILE, to be judged by others."
        ),
    ] = None,
    import_judgements: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Take judgements of open claims from FILE; - reads stdin."
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Check every claim about MCP in documents.

    Prints a line for each finding: path:line:column: label: message.
    Exits 0 without findings, 1 with findings, 2 if a file could not be checked.

    Comments in a document: <!-- mcp-fact-check: ignore --> on a line or above it
    leaves out its claims, <!-- mcp-fact-check: spec-version 2025-06-18 --> names
    the version that the document is about.

    --export-open writes the claims that are left open, each with numbered evidence;
    whoever judges them writes "judgements" beside them, for --import-judgements.
    Both are for one document, and judge by the checks in code alone. Each judgement
    is checked; what does not hold is refused on stderr, and the exit code is 2.
    """
    import asyncio  # noqa: PLC0415

    from server.documents import check_files, find_files, findings  # noqa: PLC0415
    from server.judgement_files import (  # noqa: PLC0415
        read_judgements,
        take_judgements,
        write_open,
    )
    from server.runner import Runner  # noqa: PLC0415

    labels = [str(label) for label in fail_on or _WRONG]
    if FailOn.NEVER in labels:
        labels = []
    files = find_files(paths)
    chosen: JudgeChoice = "caller" if export_open or import_judgements else judge
    if chosen != judge and judge == "llm":
        raise InputError("claims are left open by the local judge only: leave out --judge llm")
    judgements = read_judgements(import_judgements, files) if import_judgements else None
    with printing.progress() as progress:
        runner = Runner(progress=progress)
        checked = asyncio.run(check_files(runner, files, spec_version, chosen, progress))
        refused = asyncio.run(take_judgements(runner, checked, judgements)) if judgements else []
    if export_open:
        write_open(export_open, checked)
    for line in refused:
        printing.message_out(line)
    if as_json or form == "json":
        printing.json_out(_values(checked, labels))
    else:
        _print(checked, [*_WRONG, *labels], whole=form == "report")
    found = sum(len(findings(file, labels)) for file in checked)
    printing.message_out(_summary(checked, found))
    if refused or any(file.error for file in checked):
        raise typer.Exit(Exit.NO_ANSWER)
    raise typer.Exit(Exit.NOT_ACCURATE if found else Exit.DONE)


def _print(checked: Sequence[CheckedFile], shown: Sequence[str], *, whole: bool) -> None:
    from server.documents import finding_line, findings  # noqa: PLC0415

    for file in checked:
        if file.error:
            printing.error_out(file.error.kind, f"{file.path}: {file.error}", as_json=False)
        elif file.state and whole:
            printing.out(f"File: {file.path}\n\n{file.state['text']}\n")
        for item in () if whole else findings(file, shown):
            printing.out(finding_line(file.path, item))


def _values(checked: Sequence[CheckedFile], labels: Sequence[str]) -> dict[str, Any]:
    from server.documents import count, findings  # noqa: PLC0415
    from server.results.check_claims import check_claims_result  # noqa: PLC0415

    files: list[dict[str, Any]] = []
    for file in checked:
        values: dict[str, Any] = {"path": str(file.path)}
        if file.error:
            values["error"] = {"kind": file.error.kind, "message": str(file.error)}
        if file.state:
            values |= check_claims_result(file.state).model_dump(mode="json")
            values["findings"] = [item["claim"]["id"] for item in findings(file, labels)]
        files.append(values)
    return {"files": files, "counts": dict(count(checked))}


def _summary(checked: Sequence[CheckedFile], found: int) -> str:
    from nodes.reporting.summary import LABELS, REPORT_LINES  # noqa: PLC0415
    from server.documents import count  # noqa: PLC0415

    counts = count(checked)
    failed = sum(file.error is not None for file in checked)
    words = [f"{counts[label]} {REPORT_LINES[label].split(' ', 1)[1].lower()}" for label in LABELS]
    could_not = f"; {failed} could not be checked" if failed else ""
    return (
        f"{counted(len(checked), 'file')}, {counted(counts.total(), 'claim')} "
        f"({', '.join(words)}), {counted(found, 'finding')}{could_not}"
    )
