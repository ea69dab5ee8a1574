"""Read Markdown into the blocks that a reader sees, each with its exact place in the source.

Front matter, comments, images, the tags of HTML and MDX are left out; what stands inside a
component or an HTML element is kept. Offsets count characters of the content as it is given.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final, Literal

from markdown_it.token import Token

from nodes.reading.inline import Inline, read_inline
from nodes.reading.markdown_syntax import Syntax, parse
from nodes.reading.positions import Lines

BlockKind = Literal["heading", "paragraph", "list_item", "table_row", "code"]

LONGEST_HEADING: Final = 200
"""Of a heading, or the header of a column, no more is kept with each block that is under it."""

_TYPED_BULLET: Final = re.compile(r"[ \t]*[•‣◦▪●○∙·]\s+")
_LINES_ALONE: Final = re.compile(
    r"(?:[^\w\s(]{0,3}[A-Z0-9][^\n]{0,58}[^\n.!?:;,\\"
    r" ]\n)+[^\w\s(]{0,3}[A-Z0-9][^\n]{0,58}[^\n.!?:;,]"
)
_NO_TEXT: Final = re.compile(r"\s*<(?:!--|script\b|style\b|pre\b|textarea\b|\?|!)", re.I)
_CELL_END: Final = re.compile(r"(?<!\\)\|")
_BEFORE_ROW: Final = re.compile(r"[\s>]*(?:(?:[-*+]|\d+[.)])\s+)?")


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """One block of text, the same as no other."""

    kind: BlockKind
    """`list_item` is the first paragraph of an item; what follows in it are paragraphs."""
    start: int
    end: int
    """Its source is `content[start:end]`; for an item, without its mark."""
    unit: int
    """Where the outermost block begins that it is part of: an item of a list counts, not the list.
    """
    text: Inline
    """What is read; empty for code."""
    headings: tuple[str, ...]
    """The headings above it, outermost first."""
    lead: Block | None = None
    """What stands directly before its list: a paragraph, or the item that the list is inside."""
    headers: tuple[str, ...] = ()
    cells: tuple[Inline, ...] = ()
    """For a row of a table: the header of each column and the text of each cell."""


@dataclass(frozen=True, slots=True)
class Document:
    """A document as its blocks, in order."""

    content: str
    blocks: tuple[Block, ...]
    title: str | None
    """The title in its front matter."""
    lines: Lines

    @property
    def heading(self) -> str | None:
        """What it is called: its title, else the heading that it begins with."""
        first = self.blocks[0] if self.blocks else None
        return self.title or (first.text.text if first and first.kind == "heading" else None)


def read_markdown(content: str) -> Document:
    """Return the blocks of a document; any text is one."""
    syntax = parse(content)
    lines = Lines(content)
    return Document(content, tuple(_Reader(lines, syntax).read()), syntax.title, lines)


@dataclass
class _List:
    lead: Block | None
    item: Block | None = None
    """The block that began the current item."""
    started: bool = False


@dataclass
class _Reader:
    """Walks the tokens of a document; knows the headings, lists and tables that it is inside."""

    lines: Lines
    syntax: Syntax
    _headings: list[tuple[int, str]] = field(default_factory=list[tuple[int, str]])
    _lists: list[_List] = field(default_factory=list[_List])
    _last: Block | None = None
    """The paragraph or item that a list would belong to if it came next."""
    _headers: tuple[str, ...] = ()
    _unit: int = 0

    def read(self) -> Iterator[Block]:
        if self.syntax.title:
            self._headings.append((0, self.syntax.title[:LONGEST_HEADING]))
        tokens = self.syntax.tokens
        for index, token in enumerate(tokens):
            self._mark_unit(token)
            match token.type:
                case "bullet_list_open" | "ordered_list_open":
                    self._lists.append(_List(self._last))
                case "bullet_list_close" | "ordered_list_close":
                    self._lists.pop()
                    self._last = None
                case "list_item_open":
                    self._lists[-1].started = False
                    self._last = None
                case "blockquote_open" | "blockquote_close" | "hr":
                    self._last = None
                case "inline" if tokens[index - 1].type == "heading_open":
                    yield from self._heading(token, tokens[index - 1])
                case "inline" if tokens[index - 1].type == "paragraph_open":
                    yield from self._paragraph(token)
                case "tr_open":
                    yield from self._row(token, is_header=tokens[index + 1].type == "th_open")
                case "fence" | "code_block":
                    yield self._code(token)
                case "html_block":
                    yield from self._html(token)
                case _:
                    pass

    def _mark_unit(self, token: Token) -> None:
        is_item = token.type == "list_item_open" and token.level == 1
        is_row = token.type == "tr_open" and token.level == 2
        if token.map and (token.level == 0 or is_item or is_row):
            self._unit = self.lines.starts[token.map[0]]

    def _heading(self, token: Token, opening: Token) -> Iterator[Block]:
        source, places = self._source(token)
        text = read_inline(source, places, self.syntax.labels)
        if opening.markup == "-" and ("\n" in source or text.text.endswith((".", ":"))):
            # A paragraph that a rule was meant to follow: "---" between slides.
            yield from self._paragraph(token)
            return
        level = int(opening.tag[1])
        self._headings = [(above, name) for above, name in self._headings if above < level]
        if text.text:
            yield self._block("heading", places, text)
            self._headings.append((level, text.text[:LONGEST_HEADING]))
        self._last = None

    def _paragraph(self, token: Token) -> Iterator[Block]:
        source, places = self._source(token)
        for start, end in _parts(source):
            mark = _TYPED_BULLET.match(source, start, end)
            begin = mark.end() if mark else start
            text = read_inline(source[begin:end], places[begin:end], self.syntax.labels)
            if not text.text:
                continue
            if mark:
                yield self._block("list_item", places[begin:end], text, lead=self._last)
            else:
                yield self._text_block(places[begin:end], text)

    def _text_block(self, places: list[int], text: Inline) -> Block:
        """Return a paragraph, or what begins an item of a list."""
        current = self._lists[-1] if self._lists else None
        if current and not current.started:
            current.started = True
            block = self._block("list_item", places, text, lead=current.lead)
        else:
            block = self._block("paragraph", places, text)
        self._last = block
        return block

    def _row(self, token: Token, *, is_header: bool) -> Iterator[Block]:
        number, _ = _map(token)
        begin = self.lines.starts[number]
        cells = [
            read_inline(source, places, self.syntax.labels)
            for source, places in _cells(self.lines.line(number), begin)
        ]
        self._last = None
        if is_header:
            self._headers = tuple(cell.text[:LONGEST_HEADING] for cell in cells)
            return
        cells = cells[: len(self._headers)]
        filled = [cell for cell in cells if cell.text]
        if filled:
            joined = Inline(
                " | ".join(cell.text for cell in filled), filled[0].starts, filled[-1].ends
            )
            yield self._block(
                "table_row",
                [filled[0].starts[0], filled[-1].ends[-1] - 1],
                joined,
                headers=self._headers,
                cells=tuple(cells),
            )

    def _code(self, token: Token) -> Block:
        first, after = _map(token)
        self._last = None
        start, end = (
            self.lines.starts[first],
            self.lines.end(min(after, len(self.lines.starts)) - 1),
        )
        start = min(start + len(self.lines.line(first)) - len(self.lines.line(first).lstrip()), end)
        return self._block("code", [start, max(end, start + 1) - 1], Inline("", (), ()))

    def _html(self, token: Token) -> Iterator[Block]:
        if _NO_TEXT.match(token.content):
            return
        source, places = self._source(token)
        text = read_inline(source, places, self.syntax.labels)
        if text.text:
            yield self._text_block(places, text)

    def _source(self, token: Token) -> tuple[str, list[int]]:
        """Return the source of a block without the marks of what it is inside, and its places.

        Each line of a token's content is the end of a line of the document.
        """
        first, _ = _map(token)
        source: list[str] = []
        places: list[int] = []
        for number, line in enumerate(token.content.rstrip("\n").split("\n"), start=first):
            given = self.lines.line(number).replace("\0", "\ufffd")
            text = line.lstrip(" \t")
            begin = self.lines.starts[number] + max(given.rfind(text), 0)
            source.append(text)
            places.extend(range(begin, begin + len(text)))
            places.append(self.lines.end(number))  # the line break
        return "\n".join(source), places[:-1]

    def _block(
        self,
        kind: BlockKind,
        places: list[int],
        text: Inline,
        *,
        lead: Block | None = None,
        headers: tuple[str, ...] = (),
        cells: tuple[Inline, ...] = (),
    ) -> Block:
        return Block(
            kind=kind,
            start=places[0],
            end=places[-1] + 1,
            unit=self._unit,
            text=text,
            headings=tuple(name for _, name in self._headings),
            lead=lead,
            headers=headers,
            cells=cells,
        )


def _map(token: Token) -> tuple[int, int]:
    assert token.map is not None
    first, after = token.map
    return first, after


def _parts(source: str) -> list[tuple[int, int]]:
    """Split a paragraph at bullets that Markdown does not know, or where each line stands alone.

    Lines stand alone where each begins like a sentence and none ends like one.
    """
    begins = [match.start() for match in re.finditer(r"^", source, re.M)]
    if not _LINES_ALONE.fullmatch(source):
        begins = [start for start in begins if not start or _TYPED_BULLET.match(source, start)]
    bounds = [*begins, len(source)]
    return list(pairwise(bounds))


def _cells(line: str, begin: int) -> Iterator[tuple[str, list[int]]]:
    """Yield the source of each cell of a row, and its places."""
    prefix = _BEFORE_ROW.match(line)
    start = prefix.end() if prefix else 0
    end = len(line.rstrip())
    if line[start : start + 1] == "|":
        start += 1
    if line[:end].endswith("|") and not line[:end].endswith("\\|"):
        end -= 1
    while start <= end:
        cell_end = _CELL_END.search(line, start, end)
        stop = cell_end.start() if cell_end else end
        # In a table a bar is written with a backslash, in code as well.
        kept = [at for at in range(start, stop) if not line.startswith("\\|", at)]
        yield "".join(line[at] for at in kept), [begin + at for at in kept]
        start = stop + 1
