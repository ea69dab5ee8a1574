"""Read the schema page: HTML that TypeDoc generated, below headings in Markdown.

What is said of a type or a field becomes a block of kind `field`, introduced by its name, so that
each can be read alone. Signatures and examples are code. It is read as a stream, for the lines.
"""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Final, Literal, NamedTuple

from retrieval.official.lines import Accounting, joined_lines, take_title
from retrieval.official.pages import Block, Heading, Page

_Role = Literal["text", "name", "apart", "drop"]
"""What text in an element is: prose, the name of a field, kept apart as code is, or no text."""

_HEADING: Final = re.compile(r"^(#{1,6})[ \t]+(.*?)[ \t]*$", re.M)
_FIELD: Final = re.compile(
    r"(?:`\w+`\s*)*(?P<name>\"[^\"]+\"|\[[^\]]*\]|[\w$]+)(?P<may>\?)?:\s*(?P<type>.*)"
)
_INLINE: Final = frozenset({"a", "abbr", "b", "code", "em", "i", "span", "strong", "sub", "sup"})
_ROLES: Final[dict[str, _Role]] = {
    "pre": "apart",
    "summary": "apart",
    "aside": "apart",
    "svg": "drop",
    "button": "drop",
}
_BREAK: Final = "\x1e"
"""Stands for `<br>` in code until the source lines are counted."""

_LONGEST_TYPE: Final = 40
"""Characters of a field's type that are shown beside its name."""


class _Element(NamedTuple):
    tag: str
    role: _Role


def is_generated(source: str) -> bool:
    """Return whether a page is one that TypeDoc generated."""
    return 'class="tsd-' in source


def read_schema_page(source: str, path: str, file: str) -> Page:
    """Read the source of a schema page."""
    account = Accounting(source)
    title, body = take_title(source, path, account)
    reader = _Reader(title)
    # A heading becomes a tag that HTML has not got, on the line where it stands.
    reader.feed(_HEADING.sub(lambda m: f"<heading-{len(m[1])}>{m[2]}</heading-{len(m[1])}>", body))
    reader.close()
    for block in sorted(reader.blocks, key=lambda block: block.kind != "code"):
        account.set(block.lines[0] - 1, block.lines[1], "code" if block.kind == "code" else "text")
    for heading in reader.headings[1:]:
        account.set(heading.line - 1, heading.line, "text")
    account.fill("component tag")
    return Page(path, file, title, tuple(reader.blocks), tuple(reader.headings), account.counts())


class _Reader(HTMLParser):
    """Collects text by what it is in, and makes a block of it where that ends."""

    def __init__(self, title: str) -> None:
        super().__init__(convert_charrefs=True)
        self.blocks: list[Block] = []
        self.headings = [Heading(title, 1, 1)]
        self._above = [Heading(title, 0, 1)]
        self._open = [_Element("", "text")]
        self._fields: list[str] = []
        self._introduction: str | None = None
        self._lines: list[str] = []
        self._first_line = 1

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Open an element; one that is no part of a sentence ends the text before it."""
        if tag in _INLINE:
            self._mark_code(tag)
        elif tag == "br":
            self._add(_BREAK if self._role == "apart" else " ")
        else:
            self._flush()
            given = {name: value or "" for name, value in attrs}
            classes = given.get("class", "").split()
            if tag == "section" or tag.startswith("heading-"):
                self._fields = []
            elif "tsd-parameter" in classes:
                self._fields.append("")
            self._open.append(_Element(tag, _role(tag, classes, given, self._role)))

    def handle_endtag(self, tag: str) -> None:
        """Close an element, and those in it that were left open."""
        if tag in _INLINE:
            self._mark_code(tag)
            return
        self._flush()
        if tag not in (element.tag for element in self._open[1:]):
            return
        while self._open.pop().tag != tag:
            pass
        if tag == "section":
            self._fields = []
        elif tag == "li" and len(self._fields) > 1:
            self._fields.pop()

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take a tag that closes itself: only a line break says anything."""
        if tag == "br":
            self.handle_starttag(tag, attrs)

    def handle_data(self, data: str) -> None:
        """Collect text."""
        self._add(data)

    def close(self) -> None:
        """End the last text too."""
        super().close()
        self._flush()

    @property
    def _role(self) -> _Role:
        return self._open[-1].role

    def _mark_code(self, tag: str) -> None:
        if tag == "code" and self._role in ("text", "name"):
            self._add("`")

    def _add(self, text: str) -> None:
        if self._role == "drop":
            return
        if not self._lines:
            self._first_line = self.getpos()[0]
            self._lines = [""]
        first, *rest = text.split("\n")
        self._lines[-1] += first
        self._lines += rest

    def _flush(self) -> None:
        """Make of what was collected a heading, a field's name or a block."""
        lines, self._lines = self._lines, []
        first = self._first_line
        while lines and not lines[0].strip():
            lines = lines[1:]
            first += 1
        while lines and not lines[-1].strip():
            lines = lines[:-1]
        if not lines:
            return
        tag = self._open[-1].tag
        if tag.startswith("heading-"):
            self._heading(joined_lines(lines)[0], int(tag[-1]), first)
        elif self._role == "name":
            self._fields[-1:] = [joined_lines(lines)[0]]
        else:
            self._block(lines, first)

    def _heading(self, text: str, depth: int, line: int) -> None:
        while len(self._above) > 1 and self._above[-1].depth >= depth:
            self._above.pop()
        self._above.append(Heading(text, depth, line))
        self.headings.append(Heading(text, depth, line))

    def _block(self, lines: list[str], first: int) -> None:
        headings = tuple(heading.text for heading in self._above)
        span = first, first + len(lines) - 1
        if self._role == "apart":
            code = "\n".join(lines).replace(_BREAK, "\n").replace("\xa0", " ")
            self.blocks.append(Block("code", code, headings, span))
            return
        text, starts = joined_lines(lines)
        subject = _subject(headings, self._fields)
        in_list = self._open[-1].tag == "li"
        opening = self._introduction if in_list else None
        self.blocks.append(
            Block(
                "field" if subject else "paragraph",
                text,
                headings,
                span,
                introduction=" ".join(part for part in (subject, opening) if part) or None,
                line_starts=starts,
            )
        )
        if not in_list:
            self._introduction = text if text.endswith(":") else None


def _role(tag: str, classes: list[str], given: dict[str, str], around: _Role) -> _Role:
    if around in ("apart", "drop"):
        return around
    if "tsd-signature" in classes:
        return "apart"
    # The generator marks titles with their depth: 3 is a field, 4 "Deprecated", 5 an inner field.
    depth = given.get("data-typedoc-h")
    if depth in ("3", "5"):
        return "name"
    return "apart" if depth else _ROLES.get(tag, "text")


def _subject(headings: tuple[str, ...], fields: list[str]) -> str | None:
    """Return how the type or field is called that a text is about: "`Tool.title` (optional):"."""
    if len(headings) < 3:
        return None
    found = [_FIELD.match(field) for field in fields]
    names = [match["name"] for match in found if match]
    called = ".".join([headings[-1].strip("`"), *(name.strip('"') for name in names)])
    last = found[-1] if found else None
    if last is None:
        return f"`{called}`:"
    needs = "optional" if last["may"] else "required"
    kind = last["type"].strip()
    shown = f", `{kind}`" if 0 < len(kind) <= _LONGEST_TYPE else ""
    return f"`{called}` ({needs}{shown}):"
