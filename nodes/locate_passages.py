"""Node: cut the cited page into the passages that are evidence."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from typing_extensions import TypedDict

from nodes.citations import CitedPage, Passage
from nodes.reading.page import page_evidence
from nodes.reading.prose import sentences

PASSAGE_SIZE: Final = 1_000
"""Characters of a passage: what the prose judge was fitted on."""


class Input(TypedDict):
    """What the node reads."""

    cited: CitedPage
    running: list[str]
    notes: list[str]


class Update(TypedDict):
    """What the node changes."""

    passages: list[Passage]
    notes: list[str]


def locate_passages(state: Input) -> Update:
    """Return all of the page but its running lines, page numbers and lists of references."""
    found = passages_of(state["cited"]["text"], state["running"])
    notes = list(state["notes"])
    if found.references:
        notes.append("the list of references on the page is not taken for evidence")
    return Update(passages=found.passages, notes=notes)


class Located(NamedTuple):
    """The passages of a page, and whether a list of references is left out."""

    passages: list[Passage]
    references: bool


def passages_of(text: str, running: Iterable[str]) -> Located:
    """Return the passages of a page, in reading order; a sentence is never cut."""
    evidence = page_evidence(text, frozenset(running))
    passages: list[Passage] = []
    for start, end in evidence.spans:
        open_start, open_end = start, start
        for first, last in sentences(text[start:end]):
            if start + last - open_start > PASSAGE_SIZE and open_end > open_start:
                passages.append(_passage(text, open_start, open_end))
                open_start = start + first
            open_end = start + last
        if open_end > open_start:
            passages.append(_passage(text, open_start, open_end))
    return Located(passages, evidence.references)


def _passage(text: str, start: int, end: int) -> Passage:
    return Passage(start=start, end=end, text=text[start:end])
