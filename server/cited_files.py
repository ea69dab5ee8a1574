"""Check the citations of Markdown files against the pages that they name."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from retrieval.errors import InputError, LimitError
from server.batch import AT_ONCE, read_text
from server.documents import STDIN

if TYPE_CHECKING:
    from nodes.citations import CitationLabel, CitationVerdict
    from nodes.context import JudgeChoice
    from nodes.documents import Span
    from nodes.reading.citations import Citation
    from retrieval.index import BuildProgress
    from server.runner import Runner

MOST_CHARACTERS: Final = 1_000_000
"""Characters of one file: a thick book."""

_WORST_FIRST: Final = ("contradicted", "undecided", "not_mentioned")
"""Which page of a range speaks for all of them, where none bears the claim out."""


@dataclass(frozen=True, slots=True)
class CheckedCitation:
    """A citation with what became of it: a verdict, or the error that kept it from one."""

    citation: Citation
    source: str
    """The citation as it stands in the file, on one line."""
    span: Span
    verdict: CitationVerdict | None
    error: InputError | None = None


@dataclass(frozen=True, slots=True)
class CitedFile:
    """A file with its citations, or the error that it could not be read for."""

    path: Path
    citations: Sequence[CheckedCitation]
    error: InputError | None = None

    @property
    def failed(self) -> bool:
        """Whether something in it could not be checked."""
        return self.error is not None or any(item.error for item in self.citations)


async def check_cited_files(
    runner: Runner,
    files: Sequence[Path],
    judge: JudgeChoice,
    folder: Path | None,
    progress: BuildProgress,
) -> list[CitedFile]:
    """Check every citation of the files; what is wrong with one does not stop the others.

    `folder` is where the cited documents are, if they are in one.

    Raises:
        FactCheckError: what is wrong would be wrong for every citation.

    """
    checked: list[CitedFile] = []
    for path in files:
        try:
            checked.append(await _check_file(runner, path, judge, folder, progress))
        except InputError as error:
            checked.append(CitedFile(path, (), error))
    return checked


async def _check_file(
    runner: Runner, path: Path, judge: JudgeChoice, folder: Path | None, progress: BuildProgress
) -> CitedFile:
    from nodes.reading.citations import find_citations  # noqa: PLC0415
    from nodes.reading.markdown import read_markdown  # noqa: PLC0415

    content = read_text(path)
    if len(content) > MOST_CHARACTERS:
        raise LimitError(str(path), f"at most {MOST_CHARACTERS:,} characters", f"{len(content):,}")
    document = read_markdown(content)
    citations = find_citations(document)
    # A language model is waited for; more than a few at once would wait for each other.
    at_once = asyncio.Semaphore(AT_ONCE)
    done = 0

    async def check(citation: Citation) -> CheckedCitation:
        nonlocal done
        source = " ".join(content[citation.start : citation.end].split())
        span = document.lines.span(citation.start, citation.end)
        async with at_once:
            try:
                name = _document(citation, path, folder)
                verdict = await _verdict(runner, citation, name, judge)
                checked = CheckedCitation(citation, source, span, verdict)
            except InputError as error:
                checked = CheckedCitation(citation, source, span, None, error)
        done += 1
        progress(f"Checking {path}", done, len(citations))
        return checked

    return CitedFile(path, await asyncio.gather(*map(check, citations)))


async def _verdict(
    runner: Runner, citation: Citation, document: str, judge: JudgeChoice
) -> CitationVerdict:
    """Return the verdict of the page, or of a range that of the page that says most.

    Raises:
        InputError: there is no claim, or no page decides and one of them cannot be read.

    """
    from nodes.reading.citations import MOST_PAGES  # noqa: PLC0415

    if not citation.claim:
        raise InputError("there is no sentence before the citation that it could bear out")
    if len(citation.pages) > MOST_PAGES:
        raise LimitError("a citation", f"at most {MOST_PAGES} pages", "more")
    found: list[CitationVerdict] = []
    failed: InputError | None = None
    for page in citation.pages:
        try:
            state = await runner.check_citation(citation.claim, document, page, judge)
        except InputError as error:
            failed = failed or error  # a page without text does not keep the next from deciding
            continue
        if state["verdict"]["label"] == "supported":
            return state["verdict"]
        found.append(state["verdict"])
    if failed:
        raise failed
    return min(found, key=lambda verdict: _WORST_FIRST.index(verdict["label"]))


def _document(citation: Citation, path: Path, folder: Path | None) -> str:
    """Return the name of a cited document: a link is relative to the file it stands in."""
    if folder is None or not citation.is_link or path == STDIN:
        return citation.document
    inside = folder.resolve()
    try:
        target = (path.parent / citation.document).resolve()
        found = target.is_file() and target.is_relative_to(inside)
    except (OSError, ValueError):
        return citation.document  # too long a name, or no name at all: its source says so
    return target.relative_to(inside).as_posix() if found else citation.document


def findings(file: CitedFile, labels: Sequence[str]) -> list[CheckedCitation]:
    """Return the citations of a file with one of the labels."""
    return [item for item in file.citations if item.verdict and item.verdict["label"] in labels]


def count(files: Sequence[CitedFile]) -> Counter[CitationLabel]:
    """Return how many citations have each label."""
    return Counter(
        item.verdict["label"] for file in files for item in file.citations if item.verdict
    )


def citation_line(path: Path, item: CheckedCitation) -> str:
    """Return a citation as `path:line:column: label: message`, on one line."""
    place = f"{'stdin' if path == STDIN else path}:{item.span['line']}:{item.span['column']}"
    if item.verdict is None:
        assert item.error is not None
        return f"{place}: {item.error.kind}: {item.source}: {' '.join(str(item.error).split())}"
    verdict = item.verdict
    message = " ".join(f"“{verdict['claim']}”: {verdict['reasoning']}".split())
    return f"{place}: {verdict['label']}: {item.source}: {message}"
