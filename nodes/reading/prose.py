"""Prose: where the sentences of a page stand, however its lines were broken."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

MAX_SENTENCE: Final = 450
"""Characters after which a sentence without an end is cut at a blank: tables, lists, bad text."""

_ABBREVIATION: Final = re.compile(
    r"(?:\b(?:mr|mrs|ms|dr|prof|st|vs|jr|sr|no|nos|fig|figs|eq|eqs|sec|ch|vol|pp?|ed|eds|cf|ca|approx"
    r"|e\.g|i\.e|etc|al|inc|ltd|co|corp|dept|gen|gov|sen|rep|rev|col|sgt|jan|feb|mar|apr|jun|jul|aug"
    r"|sept?|oct|nov|dec|a\.m|p\.m|u\.s|u\.k|u\.n|ph\.d)|(?:^|[\s(.])[A-Z])\.$",
    re.I,
)
_BREAK: Final = re.compile(
    # A blank line, or a line that begins an item of a list.
    r"(?P<block>(?<!\s)[^\S\n]*+\n[ \t]*+"
    r"(?:\n\s*+|(?=(?:[•‣▪*–—-]|\(?\d{1,2}[.)])[ \t]+\S)))"
    r"|(?P<end>(?<![.!?…])[.!?…]++[\"”’»)\]]*+(?:\s*+\[\s*+[\w ,–-]{1,12}\])*+)\s++"
    r"(?=[\"“‘«(\[¿¡^]*[^\Wa-z_])",
)
"""Nothing in it is tried twice at one place: time grows with the length of the text."""

_ROW: Final = r"[^\w\n]{0,3}[^\Wa-z_][^\n]{0,78}[^\s.!?:;,–—-]"
_ROWS: Final = re.compile(
    # A last line that goes on in small letters begins a sentence.
    rf"^(?:{_ROW}[ \t]*\n){{2,}}{_ROW}(?=[ \t]*(?:\n(?![^\w\n]*[a-z])|\Z))",
    re.M,
)
"""Three lines or more that each begin like a sentence and do not end like one: a table, a list."""


def sentences(text: str) -> list[tuple[int, int]]:
    """Return where each sentence stands, as (start, end); every word is in exactly one of them."""
    return [
        part
        for start, end in _blocks_and_ends(text)
        for row_start, row_end in _rows(text, start, end)
        for part in _cut(text, *_trimmed(text, row_start, row_end))
    ]


def plain(text: str) -> str:
    """Return a sentence on one line: line breaks and runs of blanks are one blank."""
    return " ".join(text.split())


def _blocks_and_ends(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for match in _BREAK.finditer(text):
        if match["end"] is not None:
            end = match.end("end")
            # Only what stands right before the full stop can be an abbreviation.
            if match["end"] == "." and _ABBREVIATION.search(text[max(start, end - 12) : end]):
                continue
            yield start, end
        else:
            yield start, match.start()
        start = match.end()
    yield start, len(text)


def _rows(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Part the rows of a table: what stands in one says nothing of what stands in another."""
    for rows in _ROWS.finditer(text, start, end):
        for line in re.finditer(r"[^\n]*\n", text[rows.start() : rows.end()]):
            yield start, rows.start() + line.end()
            start = rows.start() + line.end()
        yield start, rows.end()
        start = rows.end()
    yield start, end


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    piece = text[start:end]
    start += len(piece) - len(piece.lstrip())
    return start, start + len(piece.strip())


def _cut(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Cut what is too long to be a sentence at blanks, and drop what has no word."""
    while end - start > MAX_SENTENCE:
        blank = max(text.rfind(blank, start, start + MAX_SENTENCE) for blank in " \n\t")
        cut = blank if blank > start else start + MAX_SENTENCE
        yield start, cut
        start, end = _trimmed(text, cut, end)
    if re.search(r"\w", text[start:end]):
        yield start, end
