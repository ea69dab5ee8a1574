"""Split prose into sentences, with their places: the one splitter for all texts.

A sentence ends at a full stop, an exclamation or a question mark that white space follows, or at a
line feed. Abbreviations, numbers of steps, and code between backticks are not cut.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

_CODE: Final = re.compile(r"`[^`]*`")
_END: Final = re.compile(
    r"(?:[.!?…]+[)\]\"'”’»*_]*(?=\s)|[。！？؟۔]+[」』”]?)\s*|\n\s*|(?<=\s)(?=[•‣▪●]\s)"
)
_ABBREVIATION: Final = re.compile(
    r"(?:\b(?:e\.\s?g|i\.\s?e|cf|vs|approx|resp|incl|esp|fig|sec|ver|et al|dr|mr|mrs|ms|prof)"
    r"|(?-i:(?<![\w'’])[A-Z])|\bU\.S)\.$",
    re.I,
)
_ENDS_WITH_ETC: Final = re.compile(r"\b(?:etc|inc|ltd|corp|a\.k\.a)\.$", re.I)
_STEP: Final = re.compile(r"\W*(?:step\s+)?(?:\d{1,3}|[a-z])\.$", re.I)
_LONGEST_ABBREVIATION: Final = 12


def sentence_spans(text: str) -> Iterator[tuple[int, int]]:
    """Yield where each sentence of a text begins and ends, without the white space around it."""
    masked = _CODE.sub(lambda code: "`" + "x" * (len(code.group()) - 2) + "`", text)
    start = 0
    for end in _END.finditer(masked):
        if _cuts(masked, start, end):
            yield from _trimmed(text, start, end.start() + len(end.group().rstrip()))
            start = end.end()
    yield from _trimmed(text, start, len(text))


def split_sentences(text: str) -> list[str]:
    """Return the sentences of a text."""
    return [text[start:end] for start, end in sentence_spans(text)]


def _cuts(text: str, start: int, end: re.Match[str]) -> bool:
    """Return whether a possible end is one."""
    mark = end.group().rstrip()
    if not mark or mark[0] != ".":
        return True
    following = text[end.end() : end.end() + 1]
    before = text[max(start, end.start() - _LONGEST_ABBREVIATION) : end.start() + 1]
    if _ABBREVIATION.search(before):
        return False
    if (mark.startswith("..") or _ENDS_WITH_ETC.search(before)) and following.islower():
        return False
    return not (end.start() - start < _LONGEST_ABBREVIATION and _STEP.fullmatch(before))


def _trimmed(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    stripped = text[start:end].strip()
    if stripped:
        begin = start + text[start:end].index(stripped)
        yield begin, begin + len(stripped)
