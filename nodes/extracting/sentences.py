"""The sentences of a document, with their places."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from nodes.documents import ClaimKind
from nodes.reading.markdown import Block, BlockKind, Document
from nodes.reading.names import dates
from retrieval.sentences import sentence_spans

LONGEST: Final = 1500
"""A sentence of more characters is no statement that a reader could check."""
_LONG: Final = 400
"""A sentence of more characters is cut at semicolons, each part a statement by itself."""

OPPOSED: Final = re.compile(
    r"\W*(?:dos?|pros?|cons?|(?:dis)?advantages?|benefits?|drawbacks?|strengths?|weaknesses"
    r"|limitations?|(?P<dont>don['’]?ts?|do not|avoid|never))\W*",
    re.I,
)
"""The headers of a table that sets what is good against what is bad."""

_KINDS: Final[dict[BlockKind, ClaimKind]] = {
    "heading": "heading",
    "paragraph": "sentence",
    "list_item": "list_item",
    "table_row": "table_row",
}


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence, one row of a table, or a cell where each cell states something."""

    block: Block
    kind: ClaimKind
    text: str
    """As it is read, without markup."""
    source: str
    """As it stands in the document: `content[start:end]`."""
    start: int
    end: int
    is_first: bool
    is_last: bool
    """Its place in the block."""
    column: int | None = None
    """The column that it is the cell of."""


def read_sentences(document: Document) -> Iterator[Sentence]:
    """Yield the sentences of all blocks but code, in order."""
    for block in document.blocks:
        if block.kind == "table_row":
            yield from _row(block, document.content)
        elif block.kind != "code":
            yield from _prose(block, document.content)


def _prose(block: Block, content: str) -> Iterator[Sentence]:
    spans = [(0, len(block.text.text))] if block.kind == "heading" else _spans(block.text.text)
    for number, (first, after) in enumerate(spans):
        text = block.text.text[first:after]
        start, end = block.text.starts[first], block.text.ends[after - 1]
        yield Sentence(
            block=block,
            kind="question" if text.endswith("?") else _KINDS[block.kind],
            text=text,
            source=content[start:end],
            start=start,
            end=end,
            is_first=number == 0,
            is_last=number == len(spans) - 1,
        )


def _spans(text: str) -> list[tuple[int, int]]:
    return [part for start, end in sentence_spans(text) for part in _shorter(text, start, end)]


def _shorter(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    if end - start <= _LONG:
        yield start, end
        return
    for match in re.finditer(r"[^;]+;?", text[start:end]):
        part = match.group()
        if part.strip(" ;"):
            begin = start + match.start() + len(part) - len(part.lstrip())
            yield begin, start + match.start() + len(part.rstrip())


def _speaking_columns(headers: tuple[str, ...]) -> list[int]:
    """Return the columns whose cells are statements by themselves."""
    if headers and all(map(OPPOSED.fullmatch, headers)):
        return list(range(len(headers)))
    return [number for number, header in enumerate(headers) if len(dates(header)) == 1]


def _row(block: Block, content: str) -> Iterator[Sentence]:
    """Yield a row; where its columns state something each, the cells in them."""
    columns = _speaking_columns(block.headers)
    if len(columns) < 2:
        starts, ends = block.text.starts, block.text.ends
        source = content[starts[0] : ends[-1]]
        yield Sentence(
            block,
            "table_row",
            block.text.text,
            source,
            starts[0],
            ends[-1],
            is_first=True,
            is_last=True,
        )
        return
    for number, column in enumerate(columns):
        cell = block.cells[column] if column < len(block.cells) else None
        if cell and cell.text:
            yield Sentence(
                block=block,
                kind="table_row",
                text=cell.text,
                source=content[cell.starts[0] : cell.ends[-1]],
                start=cell.starts[0],
                end=cell.ends[-1],
                is_first=number == 0,
                is_last=number == len(columns) - 1,
                column=column,
            )
