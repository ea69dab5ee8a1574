"""Node: split a long document into pieces that are checked one beside the other."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final, NotRequired

from typing_extensions import TypedDict

from nodes.documents import Piece
from nodes.read_request import check_length
from nodes.reading.markdown import Block, read_markdown
from retrieval.sentences import sentence_spans

MAX_CONTENT: Final = 50_000
PIECE: Final = 2000
"""About how many characters a piece has, and up to how many a document is one piece."""


class Input(TypedDict):
    """What the node reads."""

    content: str
    use_chunking: NotRequired[bool]
    """Split also what is short."""


class Update(TypedDict):
    """What the node changes."""

    pieces: list[Piece]


def split_content(state: Input) -> Update:
    """Return the pieces of a document; together they are all of it, in order.

    A piece ends before a heading, a paragraph, an item of a list that is in no other, or a row of a
    table; a paragraph that is longer than a piece is split between sentences.

    Raises:
        LimitError: the document is empty or too long.

    """
    content = state["content"]
    check_length("content", content, MAX_CONTENT)
    if len(content) <= PIECE and not state.get("use_chunking", False):
        bounds = [0, len(content)]
    else:
        bounds = [0, *_cuts(content), len(content)]
    return Update(
        pieces=[
            Piece(index=index, start=start, end=end)
            for index, (start, end) in enumerate(pairwise(bounds))
        ]
    )


def _cuts(content: str) -> Iterator[int]:
    """Yield where a piece ends and the next begins.

    What a heading opens goes with it, so a piece that is at least half full ends before one.
    """
    start = 0
    places = [*_places(content), (len(content), False)]
    for (place, is_heading), (following, _) in pairwise(places):
        if place == start:
            continue
        is_full = following - start > PIECE
        if is_full or (is_heading and place - start > PIECE // 2):
            yield place
            start = place


def _places(content: str) -> Iterator[tuple[int, bool]]:
    """Yield each place where a piece may begin, and whether it is a heading, in order."""
    last = -1
    for block in read_markdown(content).blocks:
        if block.unit > last:
            last = block.unit
            yield last, block.kind == "heading"
        if block.kind == "paragraph" and block.end - block.start > PIECE:
            for place in _sentences(block):
                if place > last:
                    last = place
                    yield place, False


def _sentences(block: Block) -> Iterator[int]:
    """Yield where the sentences of a long paragraph begin, but for the first."""
    spans = list(sentence_spans(block.text.text))
    yield from (block.text.starts[start] for start, _ in spans[1:])
