"""A page of a document: which of its text is evidence.

Running headers and footers, page numbers and lists of references stand on a page and say nothing
of their own: they are found, and left out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

_EDGE: Final = 2
"""Lines at the top and at the bottom of a page that may be running ones."""

_LONGEST_RUNNING: Final = 120
_PAGE_NUMBER: Final = re.compile(
    r"[\s|\[(–—-]*(?:page|p\.|seite)?\s*(?:\d{1,4}|[ivxlc]{1,7})(?:\s*(?:/|of|von)\s*\d{1,4})?[\s|\])–—-]*",
    re.I,
)
_REFERENCES: Final = re.compile(
    r"[#\s*]*(?:\d{1,2}\.?\d?\.?\s+)?(?:references(?: cited)?|bibliography|works cited|literature"
    r"(?: cited)?|cited literature|sources|endnotes|notes and references|further reading)[\s*:.]*",
    re.I,
)
_HEADING: Final = re.compile(
    r"#{1,6}\s+\S|\s*(?i:appendix|annex|glossary|acknowledge?ments?)\b|[A-Z][A-Z ]{3,40}$"
)
_ENTRY: Final = re.compile(
    r"\s*(?:\[\w{1,12}\]\s|\d{1,3}\.\s+[A-Z]|[A-Z][\w'’-]+,\s+(?:[A-Z]\.|[A-Z][a-z]+))"
)
_ENTRY_SIGNS: Final = (
    re.compile(r"\b(?:19|20)\d\d[a-z]?\b"),
    re.compile(r"[A-Z][\w'’-]+,\s+[A-Z]\.|\b[A-Z]\.\s*(?:[A-Z]\.\s*)?[A-Z][a-z]+|\bet al\b"),
    re.compile(
        r"\bdoi\b|https?://|\barxiv\b|\bpp?\.\s*\d|\bvol\.|\bjournal\b|\bproceedings\b|\bproc\."
        r"|\bpress\b|\bedition\b|\bisbn\b|\bretrieved\b|\btransactions\b|\d+\s*\(\d+\)",
        re.I,
    ),
)
_FEWEST_ENTRIES: Final = 3
_LONGEST_ENTRY: Final = 600


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a page that is not blank: `text[start:end]`."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class PageEvidence:
    """What of a page is evidence, in order, as (start, end), and what was left out."""

    spans: tuple[tuple[int, int], ...]
    references: bool
    """Whether a list of references was left out."""


def page_evidence(text: str, running: frozenset[str]) -> PageEvidence:
    """Return the spans of a page that are evidence.

    `running` are the edges of the pages around it, as `page_edges` gives them.
    """
    lines = _lines(text)
    furniture = _furniture(lines, running)
    body = [line for number, line in enumerate(lines) if number not in furniture]
    listed = _reference_lines(body)
    spans: list[tuple[int, int]] = []
    joined = False
    kept = {line.start for number, line in enumerate(body) if number not in listed}
    for line in lines:
        if line.start not in kept:
            joined = False
        elif joined:
            spans[-1] = (spans[-1][0], line.end)
        else:
            spans.append((line.start, line.end))
            joined = True
    return PageEvidence(tuple(spans), bool(listed))


def page_edges(text: str) -> list[str]:
    """Return the first and last lines of a page, alike where only the page number differs."""
    lines = _lines(text)
    return [_alike(line.text) for line in (*lines[:_EDGE], *lines[-_EDGE:])]


def _lines(text: str) -> list[Line]:
    return [
        Line(match.start(), match.end(), match.group())
        for match in re.finditer(r"[^\n]+", text)
        if match.group().strip()
    ]


def _alike(line: str) -> str:
    """Return a line without what changes from page to page."""
    return re.sub(r"\d+", "#", " ".join(line.lower().split()))


def _furniture(lines: Sequence[Line], running: frozenset[str]) -> set[int]:
    """Return the places of the lines at the edges that run through the document, or only number it.

    A page keeps at least one line: what is all there is, is its text.
    """
    edges = [*range(min(_EDGE, len(lines))), *range(max(_EDGE, len(lines) - _EDGE), len(lines))]
    found = {
        place
        for place in edges
        if _PAGE_NUMBER.fullmatch(lines[place].text)
        or (len(lines[place].text) <= _LONGEST_RUNNING and _alike(lines[place].text) in running)
    }
    return found if len(found) < len(lines) else set()


def _reference_lines(lines: Sequence[Line]) -> set[int]:
    """Return the places of the lines of lists of references."""
    found: set[int] = set()
    place = 0
    while place < len(lines):
        if _REFERENCES.fullmatch(lines[place].text) and _entries_follow(lines, place + 1):
            end = place + 1
            while end < len(lines) and not _ends_references(lines, end):
                end += 1
            found.update(range(place, end))
            place = end
        else:
            place += 1
    return found or _continued(lines)


def _continued(lines: Sequence[Line]) -> set[int]:
    """Return the lines of a list of references that began on a page before: from the top on."""
    starts = _entry_starts(lines)
    if len(starts) < _FEWEST_ENTRIES or starts[0] > _EDGE + 1:
        return set()
    end = next((n for n in range(starts[0], len(lines)) if _ends_references(lines, n)), len(lines))
    listed = [start for start in starts if start < end]
    widest = max((b - a for a, b in zip(listed, [*listed[1:], end], strict=True)), default=0)
    # In running text, what looks like an entry now and then is none.
    if len(listed) < _FEWEST_ENTRIES or widest > 8:
        return set()
    return set(range(end))


def _entries_follow(lines: Sequence[Line], place: int) -> bool:
    """Return whether an entry stands soon after a heading that says so."""
    starts = _entry_starts(lines[place : place + 12])
    return bool(starts) or place >= len(lines)


def _entry_starts(lines: Sequence[Line]) -> list[int]:
    return [
        place
        for place, line in enumerate(lines)
        if _ENTRY.match(line.text) and _is_entry(lines, place)
    ]


def _is_entry(lines: Sequence[Line], place: int) -> bool:
    """Return whether what begins in a line has two of: a year, authors, where it was published."""
    text = " ".join(line.text for line in lines[place : place + 4])[:_LONGEST_ENTRY]
    return sum(bool(sign.search(text)) for sign in _ENTRY_SIGNS) >= 2


def _ends_references(lines: Sequence[Line], place: int) -> bool:
    text = lines[place].text
    return bool(_HEADING.match(text)) and not _REFERENCES.fullmatch(text) and not _ENTRY.match(text)
