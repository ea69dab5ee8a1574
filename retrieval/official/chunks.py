"""Cut official pages into chunks, fine and regular.

A fine chunk is a run of sentences of one paragraph, an item of a list with the sentence that
introduces the list, or a row of a table with its headers. A regular chunk is a run of such under
one heading. What a chunk says stands word for word in the page; sentences stay whole.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from retrieval.chunking import Chunk
from retrieval.evidence import Granularity
from retrieval.official.pages import Block, Page
from retrieval.sentences import sentence_spans

Permalink = Callable[[str, tuple[int, int]], str]
"""Makes the link to lines of a file of the source."""

_LEAST_WORDS: Final = 3
"""A block with fewer ("Request:", "Example:") says nothing by itself."""


class ChunkSizes(NamedTuple):
    """About how many characters a chunk has, and how many it repeats of the one before."""

    size: int
    overlap: int


class _Unit(NamedTuple):
    """What is never cut: a sentence, or a row of a table."""

    text: str
    introduction: str | None
    introduced_by: object
    """What tells whether two units have the same introduction."""
    block: int
    lines: tuple[int, int]


def official_chunks(
    pages: Iterable[Page],
    granularity: Granularity,
    sizes: ChunkSizes,
    permalink: Permalink,
    commit: str | None,
) -> Iterator[Chunk]:
    """Yield the chunks of the pages of a version, page by page, in order."""
    for page in pages:
        for number, (block, pack) in enumerate(_packs(page, granularity, sizes)):
            text = _rendered(pack)
            lines = pack[0].lines[0], max(unit.lines[1] for unit in pack)
            heading = block.heading.replace("`", "")
            yield Chunk(
                id=f"official:{page.path}#{number}",
                corpus="official",
                page=page.path,
                heading=heading,
                text=text,
                embedded=text if granularity == "fine" else f"{heading}: {text}",
                lines=lines,
                permalink=permalink(page.file, lines),
                commit=commit,
            )


def _packs(
    page: Page, granularity: Granularity, sizes: ChunkSizes
) -> Iterator[tuple[Block, list[_Unit]]]:
    pack: list[_Unit] = []
    for unit in _units(page, granularity):
        block = page.blocks[unit.block]
        if pack:
            before = page.blocks[pack[-1].block]
            apart = (
                unit.block != pack[-1].block
                if granularity == "fine"
                else block.headings != before.headings
            )
            length = sum(len(other.text) + 1 for other in pack) + len(unit.text)
            if apart or length > sizes.size:
                yield before, pack
                pack = [] if apart else _tail(pack, sizes.overlap)
        pack.append(unit)
    if pack:
        yield page.blocks[pack[-1].block], pack


def _units(page: Page, granularity: Granularity) -> Iterator[_Unit]:
    introducing = {block.introduced_by for block in page.blocks if block.kind == "item"}
    for i, block in enumerate(page.blocks):
        if block.kind in ("code", "header") or not block.quotable:
            continue
        if block.kind == "row":
            yield _Unit(block.said, None, None, i, block.lines)
            continue
        if len(block.said.split()) < _LEAST_WORDS:
            continue
        spans = list(sentence_spans(block.text))
        if granularity == "fine" and i in introducing:
            spans = spans[:-1]  # each item says it
        by = block.introduction if block.introduced_by is None else block.introduced_by
        for start, end in spans:
            lines = block.lines_of(start, end)
            yield _Unit(block.text[start:end], block.introduction, by, i, lines)


def _rendered(pack: Sequence[_Unit]) -> str:
    """Return what a chunk says; an introduction is said once, unless it is itself in the chunk."""
    said: set[object] = {None}
    parts: list[str] = []
    for unit in pack:
        if unit.introduction and unit.introduced_by not in said:
            parts.append(unit.introduction)
        said |= {unit.introduced_by, unit.block}
        parts.append(unit.text)
    return " ".join(parts)


def _tail(pack: Sequence[_Unit], overlap: int) -> list[_Unit]:
    tail: list[_Unit] = []
    for unit in reversed(pack):
        if sum(len(other.text) + 1 for other in [unit, *tail]) - 1 > overlap:
            break
        tail.insert(0, unit)
    return tail
