"""The sentences of an official page, with the levels that they set.

An item of a list is joined with the sentence that introduces the list, and takes its level where it
has none of its own: "Servers MUST:" speaks for each item below it. A row of a table is one
sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from retrieval.levels import Level, normative_levels
from retrieval.official.pages import Block, Page
from retrieval.sentences import sentence_spans
from retrieval.versions import SpecVersion

_TELLS_KEY_WORDS: Final = re.compile(r"\b(?:key ?words|RFC ?2119|BCP ?14)\b", re.I)
_MENTION: Final = re.compile(r"\b[A-Z]{3,} to (?:MUST|SHOULD|MAY)\b|\b(?:MUST|SHOULD|MAY)-\w+")
"""Speaks of a level without setting it: a change "from SHOULD to MUST", "SHOULD-constrained"."""
_ASIDE: Final = re.compile(r"\balthough\b.*")
"""What an introduction grants beside the list, and not to its items."""

_FORBIDS: Final = re.compile(r"(?:Don't|Don’t|Do not|Never)\b")
_OPPOSITE: Final[dict[Level, Level]] = {"MUST": "MUST NOT", "SHOULD": "SHOULD NOT"}


class OfficialSentence(NamedTuple):
    """A sentence of an official page."""

    version: SpecVersion
    page: str
    heading: str
    """The nearest heading above it; the page's title where there is none."""
    ordinal: int
    """Its place among all sentences of the page, from 1."""
    text: str
    """What it says: an item of a list begins with the sentence that introduces the list."""
    alone: str
    """The same without that introduction."""
    levels: tuple[Level, ...]
    """The levels that it sets, each once; none where it is not normative."""
    lines: tuple[int, int]
    """First and last line of the source, from 1."""


def page_sentences(page: Page, version: SpecVersion) -> Iterator[OfficialSentence]:
    """Yield the sentences of a page, in order; code is none."""
    items: dict[int, list[Block]] = {}
    for block in page.blocks:
        if block.kind == "item" and block.introduced_by is not None:
            items.setdefault(block.introduced_by, []).append(block)
    ordinal = 0
    for i, block in enumerate(page.blocks):
        if block.kind == "code":
            continue
        hands_on = _hands_on(block, items.get(i, []))
        for text, alone, levels, lines in _block_sentences(block, hands_on):
            ordinal += 1
            yield OfficialSentence(
                version, page.path, block.heading, ordinal, text, alone, levels, lines
            )


def first_sentence(text: str) -> str:
    """Return the first sentence of a paragraph, or "" where it has none."""
    return next((text[start:end] for start, end in sentence_spans(text)), "")


def last_sentence(text: str) -> str:
    """Return the last sentence of a paragraph, or "" where it has none."""
    return "".join(text[start:end] for start, end in list(sentence_spans(text))[-1:])


def levels_set(text: str) -> tuple[Level, ...]:
    """Return the levels that a sentence sets, each once."""
    unique: dict[Level, None] = dict.fromkeys(normative_levels(_MENTION.sub("", text)))
    if len(unique) > 3 and _TELLS_KEY_WORDS.search(text):
        return ()  # the sentence that says how key words are meant
    return tuple(unique)


_Sentence = tuple[str, str, tuple[Level, ...], tuple[int, int]]


def _block_sentences(block: Block, hands_on: bool) -> Iterator[_Sentence]:
    if block.kind in ("row", "header"):
        yield block.text, block.text, levels_set(block.text), block.lines
        return
    spans = list(sentence_spans(block.text))
    for i, (start, end) in enumerate(spans):
        alone = block.text[start:end]
        levels = levels_set(alone)
        introduction = block.introduction if i == 0 else None
        if hands_on and i == len(spans) - 1:
            levels = ()  # the items carry it
        elif not levels and introduction:
            levels = _inherited(introduction, alone)
        text = f"{introduction} {alone}" if introduction else alone
        yield text, alone, levels, block.lines_of(start, end)


def _hands_on(block: Block, items: Sequence[Block]) -> bool:
    """Return whether a block gives the level of its last sentence to an item that has none."""
    return bool(items and _given(last_sentence(block.text))) and any(
        not levels_set(first_sentence(item.text)) for item in items
    )


def _inherited(introduction: str, item: str) -> tuple[Level, ...]:
    """Return the level that an item without one of its own has from its introduction."""
    if "(optional)" in item:
        return ()
    given = _given(introduction)
    return tuple(_OPPOSITE.get(level, level) for level in given) if _FORBIDS.match(item) else given


def _given(introduction: str) -> tuple[Level, ...]:
    """Return the level that an introduction gives to the items of its list."""
    return levels_set(_ASIDE.sub("", introduction))[-1:] if introduction.endswith(":") else ()
