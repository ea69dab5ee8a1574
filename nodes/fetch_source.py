"""Node: fetch the text that stands where a citation points."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import Any, Final, NotRequired

from typing_extensions import TypedDict

from nodes.citations import CitedPage
from nodes.read_request import check_length, readable
from nodes.reading.page import page_edges
from retrieval.errors import FactCheckError, InputError
from retrieval.sources.reader import SourcePage, Sources

MAX_CLAIM: Final = 5_000
"""Characters of a claim: more than a sentence or a short paragraph is no citation's claim."""

_NEIGHBOURS: Final = 4
"""Pages around the cited one, of which running headers are learned: two on either side."""


class Input(TypedDict):
    """What the node reads."""

    claim: str
    document: NotRequired[str]
    page: NotRequired[int | str]
    chunks: NotRequired[Sequence[Mapping[str, Any]]]


class Update(TypedDict):
    """What the node changes."""

    claim: str
    cited: CitedPage
    running: list[str]
    notes: list[str]


def fetch_source(state: Input, *, sources: Callable[[], Sources]) -> Update:
    """Return the text of the cited page, and what runs through the pages around it.

    The chunks that were given take the place of a source.

    Raises:
        LimitError: the claim is empty or too long.
        InputError: there is neither a document nor a chunk with text.
        CitationError: there is no such document or page, or no text on it.
        SourceConfigurationError, SourceUnavailableError, SourceFailedError: the source.

    """
    claim = check_length("claim", state["claim"], MAX_CLAIM)
    chunks = state.get("chunks")
    if chunks is not None:
        return Update(claim=claim, cited=_joined(chunks), running=[], notes=[])
    document, place = state.get("document"), state.get("page")
    if document is None or place is None:
        raise InputError("give a document and a page, or chunks of text, to judge the claim by")
    found = sources()
    page = found.read(document, place)
    return Update(
        claim=claim,
        cited=CitedPage(
            document=page.document, number=page.number, label=page.label, text=page.text
        ),
        running=_running_lines(found, page),
        notes=[],
    )


def _running_lines(sources: Sources, page: SourcePage) -> list[str]:
    """Return the edges of the pages around one; none where the source fails to give them."""
    try:
        around = list(
            islice(sources.other_pages(page.document, page.number, _NEIGHBOURS), _NEIGHBOURS)
        )
    except FactCheckError:
        return []  # the cited page is there: what is around it only helps to read it
    return sorted({edge for other in around for edge in page_edges(other.text)})


def _joined(chunks: Sequence[Mapping[str, Any]]) -> CitedPage:
    """Return chunks as one page.

    Raises:
        InputError: none of them has text.

    """
    texts = [readable(str(chunk.get("text") or "")) for chunk in chunks]
    kept = [text for text in texts if text.strip()]
    if not kept:
        raise InputError(
            "there is no text to judge the claim by; give at least one chunk like "
            '{"pdf_name": "report.pdf", "page_number": 12, "text": "..."}'
        )
    first = next(chunk for chunk, text in zip(chunks, texts, strict=True) if text.strip())
    number = first.get("page_number")
    return CitedPage(
        document=str(first.get("pdf_name") or "the text"),
        number=number if isinstance(number, int) else 1,
        label=None,
        text="\n\n".join(kept),
    )
