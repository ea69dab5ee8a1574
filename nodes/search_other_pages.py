"""Node: look on the other pages of the document for what the cited page does not say."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from langgraph.runtime import Runtime
from typing_extensions import TypedDict

from nodes.citations import CitedPage, Elsewhere
from nodes.context import JudgeChoice, RunContext
from nodes.judging.port import CitationJudge
from nodes.judging.prose.screening import shared_words
from nodes.locate_passages import passages_of
from nodes.reading.page import page_edges
from nodes.reading.prose import plain
from retrieval.errors import FactCheckError
from retrieval.sources.reader import MOST_OTHER_PAGES, SourcePage, Sources

MOST_JUDGED: Final = 3
"""Other pages that are judged: those that share most words with the claim."""


class Input(TypedDict):
    """What the node reads."""

    claim: str
    cited: CitedPage
    notes: list[str]


class Update(TypedDict):
    """What the node changes."""

    elsewhere: list[Elsewhere]
    notes: list[str]


async def search_other_pages(
    state: Input,
    runtime: Runtime[RunContext],
    *,
    sources: Callable[[], Sources],
    judges: Callable[[JudgeChoice], CitationJudge],
) -> Update:
    """Return the pages that bear the claim out; where the source fails, a note says so.

    What was found on the cited page stands, whatever becomes of this.
    """
    from anyio.to_thread import run_sync  # noqa: PLC0415

    judge = judges((runtime.context or RunContext()).judge)
    try:
        pages, total = await run_sync(_other_pages, sources, state["cited"])
    except FactCheckError as error:
        note = f"the other pages were not searched: {error}"
        return Update(elsewhere=[], notes=[*state["notes"], note])
    if total is None:
        note = "the other pages were not searched: the source cannot tell how many there are"
        return Update(elsewhere=[], notes=[*state["notes"], note])
    likely = await run_sync(_likeliest, state["claim"], pages)
    found = await asyncio.gather(*(_borne_out(state["claim"], p, pages, judge) for p in likely))
    notes = list(state["notes"])
    if total > MOST_OTHER_PAGES + 1:
        notes.append(f"of {total} pages, the {MOST_OTHER_PAGES} nearest were searched")
    return Update(
        elsewhere=sorted(filter(None, found), key=lambda item: (-item["confidence"], item["page"])),
        notes=notes,
    )


async def _borne_out(
    claim: str, page: SourcePage, pages: Iterable[SourcePage], judge: CitationJudge
) -> Elsewhere | None:
    """Return a page with the words that bear the claim out; None where none do."""
    passages = passages_of(page.text, _running_lines(page, pages)).passages
    judgement = await judge.judge(claim, passages) if passages else None
    if judgement is None or judgement["label"] != "supported":
        return None
    return Elsewhere(
        page=page.number,
        label=page.label,
        quote=plain(judgement["quote"] or ""),
        confidence=judgement["confidence"],
    )


def _other_pages(
    sources: Callable[[], Sources], cited: CitedPage
) -> tuple[list[SourcePage], int | None]:
    """Return the other pages that have text, and how many pages there are in all."""
    source = sources()
    total = source.page_count(cited["document"])
    if total is None:
        return [], None
    return list(source.other_pages(cited["document"], cited["number"])), total


def _likeliest(claim: str, pages: Sequence[SourcePage]) -> list[SourcePage]:
    """Return the pages that share most with a claim, the likeliest first."""
    scores = shared_words(claim, [page.text for page in pages])
    likely = [place for place in range(len(pages)) if scores[place] > 0]
    likely.sort(key=lambda place: -scores[place])
    return [pages[place] for place in likely[:MOST_JUDGED]]


def _running_lines(page: SourcePage, pages: Iterable[SourcePage]) -> set[str]:
    return {
        edge
        for other in pages
        if 0 < abs(other.number - page.number) <= 2
        for edge in page_edges(other.text)
    }
