"""What a page of the specification is read into: blocks of text that know where they stand."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal

BlockKind = Literal["paragraph", "item", "row", "header", "field", "code"]
"""`item` is the first paragraph of a list item, `header` the first row of a table, `field` what the
schema says of a type or a field. `code` is kept apart: it is no prose and is not searched."""

SkipReason = Literal[
    "front matter", "import", "component tag", "comment", "markup", "signature", "not understood"
]
"""Why a line is in no block. `not understood` is the one that should never be there."""

READER_ID: Final = "r1"
"""Part of an index's name: raise it whenever pages are read differently."""


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of a page's text, as it is read: no emphasis, link targets or tags; code in marks."""

    kind: BlockKind
    text: str
    headings: tuple[str, ...]
    """The title of the page and the headings above, outermost first."""
    lines: tuple[int, int]
    """First and last line of the source, from 1."""
    introduction: str | None = None
    """What it needs to be understood: the sentence that introduces its list, the field it is of."""
    introduced_by: int | None = None
    """Where on the page the block that ends with that sentence is, counted from 0."""
    component: str | None = None
    """The component around it, like `Note` or `Warning`."""
    cells: tuple[tuple[str, str], ...] = ()
    """For rows: the header and the text of each cell."""
    line_starts: tuple[int, ...] = ()
    """Where in the text each source line begins; empty where that is not known."""
    quotable: bool = True
    """Whether the self-check found the text in the lines that it is said to stand in."""

    @property
    def heading(self) -> str:
        """The nearest heading above it."""
        return self.headings[-1]

    @property
    def said(self) -> str:
        """What it says by itself: with its introduction, or each cell with its header."""
        if self.kind == "row":
            return "; ".join(f"{header}: {cell}" if header else cell for header, cell in self.cells)
        return f"{self.introduction} {self.text}" if self.introduction else self.text

    def lines_of(self, start: int, end: int) -> tuple[int, int]:
        """Return the first and the last source line of `text[start:end]`."""
        if not self.line_starts:
            return self.lines
        first = sum(1 for begin in self.line_starts if begin <= start)
        last = sum(1 for begin in self.line_starts if begin < end)
        return self.lines[0] + first - 1, self.lines[0] + last - 1


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of a page, or its title."""

    text: str
    depth: int
    """1 for the title; 2 for `##`, and so on."""
    line: int


@dataclass(frozen=True, slots=True)
class LineCounts:
    """What became of the lines of a source that are not blank: each is counted once."""

    text: int = 0
    code: int = 0
    skipped: dict[SkipReason, int] = field(default_factory=dict[SkipReason, int])

    @property
    def total(self) -> int:
        """All of them."""
        return self.text + self.code + sum(self.skipped.values())


@dataclass(frozen=True, slots=True)
class Page:
    """A page of one version."""

    path: str
    """Below the version's folder, without `.mdx`, like `server/tools`."""
    file: str
    """Below the root of the source, like `docs/specification/draft/server/tools.mdx`."""
    title: str
    blocks: tuple[Block, ...]
    headings: tuple[Heading, ...]
    counts: LineCounts

    def section(self, heading: str) -> tuple[int, int] | None:
        """Return the lines from a heading (the first of that name) to the next of its depth.

        Marks of code in headings do not count.
        """
        wanted = heading.replace("`", "")
        for i, found in enumerate(self.headings):
            if found.text.replace("`", "") == wanted:
                rest = (h.line - 1 for h in self.headings[i + 1 :] if h.depth <= found.depth)
                return found.line, next(rest, max(found.line, self.last_line))
        return None

    @property
    def last_line(self) -> int:
        """The last line that is in a block or a heading."""
        ends = [block.lines[1] for block in self.blocks]
        return max([*ends, *(heading.line for heading in self.headings)], default=1)
