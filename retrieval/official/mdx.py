"""Read a page of MDX into blocks.

A page is parsed as CommonMark with tables. Tags of components, imports and comments are no text,
and what stands inside a component (a note, a warning) is. Every line that is not blank is counted
once: as text, as code, or as skipped and why.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.tree import SyntaxTreeNode

from retrieval.errors import UnreadablePageError
from retrieval.official.lines import Accounting, LineKind, joined_lines, take_title
from retrieval.official.pages import Block, BlockKind, Heading, Page
from retrieval.official.sentences import last_sentence

_TAG_ONLY: Final = re.compile(r"(?:</?(?:[A-Z][\w.]*|div)(?:\s[^<>]*)?/?>\s*)+")
_TAG: Final = re.compile(r"</?(?:[A-Z][\w.]*|br)(?:\s[^<>]*)?/?>")
_STYLE: Final = re.compile(r"</?(?:a|b|em|i|span|strong|sub)(?:\s[^<>]*)?>|</sup>")
_POWER: Final = re.compile(r"<sup>")
_COMPONENT: Final = re.compile(r"<(/?)([A-Z][\w.]*)(?:\s[^<>]*?)?(/?)>")
_IMPORT: Final = re.compile(r"(?:import|export)\s(?:[^\"']*\sfrom\s+)?[\"'][^\"'\n]+[\"'];?", re.S)
_EXPORT: Final = re.compile(r"export\s+(?:default|const|let|function|async|class)\b")
_LONGEST_TAG: Final = 40
"""Lines that one tag or import may take: a longer one is read as text, and nothing is lost."""
_LONGEST_COMMENT: Final = 400
_DEEPEST: Final = 100
"""Levels of nesting; what is deeper is not understood, and counted."""

MdxKind = Literal["component tag", "comment", "import"]


def read_mdx(source: str, path: str, file: str) -> Page:
    """Read the source of a page.

    Raises:
        UnreadablePageError: a code fence is opened and never closed.

    """
    account = Accounting(source)
    title, body = take_title(source, path, account)
    reader = _Reader(title, file, account)
    reader.read(SyntaxTreeNode(_parser().parse(body)), None)
    return Page(path, file, title, tuple(reader.blocks), tuple(reader.headings), account.counts())


def _parser() -> MarkdownIt:
    # What is indented inside a component is prose, and "<Note>" opens no block of raw HTML.
    parser = MarkdownIt("commonmark", {"maxNesting": _DEEPEST})
    parser.enable("table").disable(["code", "html_block", "html_inline"])
    interrupts = ["paragraph", "reference", "blockquote", "list"]
    parser.block.ruler.before("table", "mdx", _mdx, {"alt": interrupts})
    return parser


def _mdx(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Take lines that are only tags, a comment or an import out of the text."""
    begin = state.bMarks[start] + state.tShift[start]
    kind = _kind_of(state.src, begin)
    if kind is None:
        return False
    last = _last_line(state, start, end, kind)
    if last is None:
        return False
    if not silent:
        token = state.push("mdx", "", 0)
        token.map = [start, last + 1]
        token.meta = {"kind": kind}
        token.content = state.src[begin : state.eMarks[last]]
        state.line = last + 1
    return True


def _kind_of(source: str, begin: int) -> MdxKind | None:
    if source.startswith(("{/*", "<!--"), begin):
        return "comment"
    if source.startswith(("import ", "export "), begin):
        return "import"
    return "component tag" if source.startswith("<", begin) else None


def _last_line(state: StateBlock, start: int, end: int, kind: MdxKind) -> int | None:
    """Return the last line of what begins at `start`, or None where it is text after all."""
    begin = state.bMarks[start] + state.tShift[start]
    if kind == "comment":
        return _comment_end(state, begin, start, end)
    for line in range(start, min(end, start + _LONGEST_TAG)):
        if state.isEmpty(line):
            return line - 1 if _EXPORT.match(state.src, begin) else None
        text = state.src[begin : state.eMarks[line]].strip()
        if kind == "import" and text.endswith(('"', "'", ";")) and _IMPORT.fullmatch(text):
            return line
        if kind == "component tag" and text.endswith(">"):
            return line if _TAG_ONLY.fullmatch(text) else None
    whole = end <= start + _LONGEST_TAG
    return end - 1 if whole and _EXPORT.match(state.src, begin) else None


def _comment_end(state: StateBlock, begin: int, start: int, end: int) -> int | None:
    closing = "*/}" if state.src.startswith("{", begin) else "-->"
    found = state.src.find(closing, begin, state.eMarks[min(end, start + _LONGEST_COMMENT) - 1])
    if found < 0:
        return None
    for line in range(start, end):
        if state.eMarks[line] >= found:
            rest = state.src[found + len(closing) : state.eMarks[line]]
            return None if rest.strip() else line
    return None


@dataclass(frozen=True, slots=True)
class _List:
    """What the items of a list take from before it."""

    introduction: str | None
    introduced_by: int | None


class _Reader:
    """Walks the tree of a page; remembers the headings and components that it is under."""

    def __init__(self, title: str, file: str, account: Accounting) -> None:
        self.blocks: list[Block] = []
        self.headings = [Heading(title, 1, 1)]
        self._file = file
        self._account = account
        self._above = [Heading(title, 0, 1)]
        self._components: list[str] = []

    def read(self, node: SyntaxTreeNode, around: _List | None) -> None:
        """Read what is below `node`; `around` is the list that it is an item of."""
        before: SyntaxTreeNode | None = None
        for child in node.children:
            if child.type == "heading":
                self._heading(child)
            elif child.type == "paragraph":
                first = node.type == "list_item" and before is None
                self._paragraph(child, around, "item" if first else "paragraph")
            elif child.type in ("bullet_list", "ordered_list"):
                self._list(child, before, around)
            elif child.type == "table":
                self._table(child)
            elif child.type == "fence":
                self._code(child)
            elif child.type == "mdx":
                self._markup(child)
            elif child.type == "hr":
                self._mark(child, "markup")
            else:
                self.read(child, around)
            before = child

    def _heading(self, node: SyntaxTreeNode) -> None:
        start, _ = self._mark(node, "text")
        heading = Heading(_text(node)[0], int(node.tag[1:]), start + 1)
        while len(self._above) > 1 and self._above[-1].depth >= heading.depth:
            self._above.pop()
        self._above.append(heading)
        self.headings.append(heading)

    def _paragraph(self, node: SyntaxTreeNode, around: _List | None, kind: BlockKind) -> None:
        start, end = self._mark(node, "text")
        text, line_starts = _text(node)
        component = _wrapper(node) or next(reversed(self._components), None)
        self._add(
            kind,
            text,
            (start + 1, end),
            introduction=around.introduction if around else None,
            introduced_by=around.introduced_by if around else None,
            component=component,
            line_starts=line_starts if len(line_starts) == end - start else (),
        )

    def _list(
        self, node: SyntaxTreeNode, before: SyntaxTreeNode | None, around: _List | None
    ) -> None:
        own = self._introduction(before, inside_an_item=around is not None)
        outer = around.introduction if around else None
        inner = _List(
            " ".join(part for part in (outer, own) if part) or None,
            len(self.blocks) - 1 if own else None,
        )
        for item in node.children:
            self.read(item, inner)

    def _introduction(self, before: SyntaxTreeNode | None, inside_an_item: bool) -> str | None:
        """Return the sentence that introduces a list, or None."""
        if before is None or before.type != "paragraph":
            return None
        last = last_sentence(_text(before)[0])
        return last if last.endswith(":") or inside_an_item else None

    def _table(self, node: SyntaxTreeNode) -> None:
        headers: list[str] = []
        for row in (child for child in node.walk() if child.type == "tr"):
            start, end = self._mark(row, "text")
            texts = [_text(cell)[0] for cell in row.children]
            self._add(
                "row" if headers else "header",
                "; ".join(text for text in texts if text),
                (start + 1, end),
                component=next(reversed(self._components), None),
                cells=_cells(headers, texts),
            )
            headers = headers or texts

    def _code(self, node: SyntaxTreeNode) -> None:
        start, end = self._mark(node, "code")
        closing = self._account.line(end - 1).strip(" \t>")
        if end - 1 == start or not closing.startswith(node.markup):
            raise UnreadablePageError(self._file, start + 1, "a code fence is never closed")
        self._add("code", node.content.rstrip("\n"), (start + 1, end))

    def _markup(self, node: SyntaxTreeNode) -> None:
        self._mark(node, node.meta["kind"])
        for closes, name, closed in _COMPONENT.findall(node.content):
            if closes and name in self._components:
                while self._components.pop() != name:
                    pass
            elif not closes and not closed:
                self._components.append(name)

    def _mark(self, node: SyntaxTreeNode, kind: LineKind) -> tuple[int, int]:
        if node.map is None:
            raise ValueError(f"a {node.type} without lines")
        self._account.set(*node.map, kind)
        return node.map

    def _add(
        self,
        kind: BlockKind,
        text: str,
        lines: tuple[int, int],
        *,
        introduction: str | None = None,
        introduced_by: int | None = None,
        component: str | None = None,
        cells: tuple[tuple[str, str], ...] = (),
        line_starts: tuple[int, ...] = (),
    ) -> None:
        headings = tuple(heading.text for heading in self._above)
        self.blocks.append(
            Block(
                kind,
                text,
                headings,
                lines,
                introduction,
                introduced_by,
                component,
                cells,
                line_starts,
            )
        )


def _cells(headers: Sequence[str], texts: Sequence[str]) -> tuple[tuple[str, str], ...]:
    named = [*headers, *[""] * (len(texts) - len(headers))]
    return tuple((header, text) for header, text in zip(named, texts, strict=False) if text)


def _text(node: SyntaxTreeNode) -> tuple[str, tuple[int, ...]]:
    """Return what is read, and where in it each source line begins.

    Code keeps its marks, links and emphasis do not.
    """
    lines = [""]
    for leaf in node.walk():
        if leaf.type == "code_inline":
            lines[-1] += f"`{leaf.content}`"
        elif leaf.type == "text":
            lines[-1] += _untagged(leaf.content)
        elif leaf.type in ("softbreak", "hardbreak"):
            lines.append("")
    return joined_lines(lines)


def _untagged(text: str) -> str:
    return _TAG.sub(" ", _STYLE.sub("", _POWER.sub("^", text)))


def _wrapper(node: SyntaxTreeNode) -> str | None:
    """Return the component that a paragraph stands in on one line: `<Note>text</Note>`."""
    first = next(_text_leaves(node), "")
    found = _COMPONENT.match(first)
    return found.group(2) if found and not found.group(1) and not found.group(3) else None


def _text_leaves(node: SyntaxTreeNode) -> Iterator[str]:
    return (leaf.content for leaf in node.walk() if leaf.type == "text")
