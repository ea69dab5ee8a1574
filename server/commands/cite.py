"""Command `cite`."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

import typer

from retrieval.errors import InputError
from server import printing
from server.commands.common import AsJson, Exit, JudgeOption, counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graphs.check_citation import CitationState
    from nodes.citations import CitationLabel
    from server.cited_files import CheckedCitation, CitedFile

EXIT_OF: Final[dict[CitationLabel, Exit]] = {
    "supported": Exit.DONE,
    "contradicted": Exit.NOT_ACCURATE,
    "not_mentioned": Exit.NOT_ACCURATE,
    "undecided": Exit.NO_ANSWER,
}


class FailOn(StrEnum):
    """What makes a citation a finding: its label; `never` leaves the exit code alone."""

    CONTRADICTED = "contradicted"
    NOT_MENTIONED = "not_mentioned"
    UNDECIDED = "undecided"
    NEVER = "never"


Format = Literal["text", "json"]

_WRONG: Final = (FailOn.CONTRADICTED, FailOn.NOT_MENTIONED)


def cite(
    claim: Annotated[
        str | None, typer.Argument(help="What the page is to bear out; - reads stdin.")
    ] = None,
    document: Annotated[
        str | None, typer.Option("--doc", metavar="NAME", help="The cited document, by its name.")
    ] = None,
    page: Annotated[
        str | None,
        typer.Option(
            metavar="N",
            help="The page: its printed number, like 12 or ii; where no page has that, its place.",
        ),
    ] = None,
    folder: Annotated[
        Path | None,
        typer.Option(help="Folder of the documents; default: as CITATION_BACKEND and others say."),
    ] = None,
    check: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FILE",
            help="Check every citation of a Markdown file or a folder of them; - for stdin. May be "
            "given several times.",
        ),
    ] = None,
    judge: JudgeOption = "settings",
    form: Annotated[
        Format, typer.Option("--format", help="With --check: text: a line a finding; json: all.")
    ] = "text",
    fail_on: Annotated[
        list[FailOn] | None,
        typer.Option(
            metavar="LABEL",
            help="With --check: a label that counts as a finding: contradicted, not_mentioned, "
            "undecided; or never. May be given several times. Default: the first two.",
            show_default=False,
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    r"""Check a claim against the page it cites, or with --check all citations of files.

    Exits 0 if the page bears the claim out, 1 if not, 2 if undecided or bad input.

    With --check it finds \[report.pdf, p. 12], (report.pdf#page=12) and
    \[text](report.pdf#page=12), checks the sentence before each, and prints a line
    for each finding: path:line:column: label: citation: message. Exits 0 without
    findings, 1 with findings, 2 if a citation or a file could not be checked.
    """
    import asyncio  # noqa: PLC0415

    from retrieval.settings import read_source_settings  # noqa: PLC0415
    from retrieval.sources.registry import open_sources  # noqa: PLC0415
    from server.cited_files import check_cited_files  # noqa: PLC0415
    from server.documents import find_files  # noqa: PLC0415
    from server.runner import Runner  # noqa: PLC0415

    if folder and not folder.is_dir():
        raise InputError(f"there is no folder {folder}; give --folder the one with the documents")
    given = {"folder": folder, "backend": "files"} if folder else {}
    settings = read_source_settings(**given)
    files = find_files(check or ())
    said, place = _place(claim, document, page, files)
    with printing.progress() as progress, open_sources(settings) as sources:
        runner = Runner(progress=progress, sources=sources)
        if place:
            state = asyncio.run(runner.check_citation(said, *place, judge))
            raise typer.Exit(_print_one(state, as_json=as_json))
        inside = settings.folder if settings.chosen_backend == "files" else None
        checked = asyncio.run(check_cited_files(runner, files, judge, inside, progress))
    as_json = as_json or form == "json"
    raise typer.Exit(_print_files(checked, list(fail_on or _WRONG), as_json=as_json))


def _place(
    claim: str | None, document: str | None, page: str | None, files: Sequence[Path]
) -> tuple[str, tuple[str, str] | None]:
    """Return the claim and the place of the one citation to check; None where files are given.

    Raises:
        InputError: there is too much or too little.

    """
    from server.batch import read_text  # noqa: PLC0415
    from server.documents import STDIN  # noqa: PLC0415

    given = [value is not None for value in (claim, document, page)]
    if files and not any(given):
        return "", None
    if files or claim is None or document is None or page is None:
        raise InputError("give a claim with --doc NAME and --page N, or --check FILE alone")
    return read_text(STDIN) if claim == "-" else claim, (document, page)


def _print_one(state: CitationState, *, as_json: bool) -> Exit:
    from nodes.citations import page_name  # noqa: PLC0415
    from server.results.citation import citation_result  # noqa: PLC0415

    verdict = state["verdict"]
    if as_json:
        printing.json_out(citation_result(verdict).model_dump(mode="json"))
    else:
        printing.out(state["text"])
        place = f"{verdict['document']}, {page_name(verdict['page'], verdict['page_label'])}"
        sure = f", confidence {verdict['confidence']:.0%}" if verdict["confidence"] else ""
        printing.message_out(f"{place}{sure}, judged by {verdict['judge']}")
        for note in verdict["notes"]:
            printing.message_out(f"Note: {note}.")
    return EXIT_OF[verdict["label"]]


def _print_files(checked: Sequence[CitedFile], labels: Sequence[str], *, as_json: bool) -> Exit:
    from server.cited_files import findings  # noqa: PLC0415

    labels = [] if FailOn.NEVER in labels else labels
    if as_json:
        printing.json_out(_values(checked, labels))
    else:
        _print_lines(checked, [*_WRONG, *labels])
    found = sum(len(findings(file, labels)) for file in checked)
    printing.message_out(_summary(checked, found))
    if any(file.failed for file in checked):
        return Exit.NO_ANSWER
    return Exit.NOT_ACCURATE if found else Exit.DONE


def _print_lines(checked: Sequence[CitedFile], shown: Sequence[str]) -> None:
    from server.cited_files import citation_line, findings  # noqa: PLC0415

    for file in checked:
        if file.error:
            printing.error_out(file.error.kind, f"{file.path}: {file.error}", as_json=False)
        wrong = findings(file, shown)
        for item in file.citations:
            if item.error or item in wrong:
                printing.out(citation_line(file.path, item))


def _values(checked: Sequence[CitedFile], labels: Sequence[str]) -> dict[str, Any]:
    from server.cited_files import count, findings  # noqa: PLC0415

    files: list[dict[str, Any]] = []
    for file in checked:
        wrong = findings(file, labels)
        values: dict[str, Any] = {"path": str(file.path)}
        if file.error:
            values["error"] = _error(file.error)
        values["citations"] = [
            _citation(item) | {"finding": item in wrong} for item in file.citations
        ]
        files.append(values)
    return {"files": files, "counts": dict(count(checked))}


def _citation(item: CheckedCitation) -> dict[str, Any]:
    from server.results.citation import citation_result  # noqa: PLC0415

    values: dict[str, Any] = {"citation": item.source, "span": dict(item.span)}
    if item.verdict:
        return values | citation_result(item.verdict).model_dump(mode="json")
    values |= {"claim": item.citation.claim, "pdf_name": item.citation.document}
    return values | ({"error": _error(item.error)} if item.error else {})


def _error(error: InputError) -> dict[str, str]:
    return {"kind": error.kind, "message": str(error)}


def _summary(checked: Sequence[CitedFile], found: int) -> str:
    from server.cited_files import count  # noqa: PLC0415

    counts = count(checked)
    failed = sum(bool(item.error) for file in checked for item in file.citations)
    failed += sum(file.error is not None for file in checked)
    words = [f"{counts[label]} {label.replace('_', ' ')}" for label in EXIT_OF]
    could_not = f"; {failed} could not be checked" if failed else ""
    return (
        f"{counted(len(checked), 'file')}, {counted(counts.total(), 'citation')} "
        f"({', '.join(words)}), {counted(found, 'finding')}{could_not}"
    )
