"""Inline Markdown: from the source of one block to the text that is read, with its places.

Links give their text, code keeps one backtick on either side, images, HTML tags, comments, footnote
marks, struck-out text and invisible characters give nothing. Each step of the scan moves forward,
so time grows with the length of the source, whatever is in it.
"""

from __future__ import annotations

import re
from collections import defaultdict, deque
from collections.abc import Container
from dataclasses import dataclass, field
from html import unescape
from typing import Final, Literal

_PART: Final = re.compile(
    r"(?P<escape>\\[!-/:-@\[-`{-~])"
    r"|(?P<ticks>`+)"
    r"|(?P<comment><!--|\{/\*)"
    r"|(?P<address><(?:https?://|mailto:)[^<>\s]*>)"
    r"|(?P<tag></?[A-Za-z][\w.:-]*(?:\s[^<>]*)?/?>)"
    r"|(?P<template>\{\{[^{}\n]*\}\}|\{%[^%\n]*%\}|\{#[\w-]+\})"
    r"|(?P<entity>&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});)"
    r"|(?P<note>\[\^[^\[\]\s]+\]:?|\[![A-Z]+\])"
    r"|(?P<open>!?\[)"
    r"|(?P<close>\](?:\((?:[^()\s]|\([^()\s]*\))*(?:\s+(?:\"[^\"]{0,300}\"|'[^']{0,300}'))?\s*\)"
    r"|\[[^\[\]]*\])?)"
    r"|(?P<mark>\*+|_+|~~)"
    # Two blanks or a backslash before a line end are a line break that is meant.
    r"|(?P<break>(?: {2,}|\\)\n\s*)"
    r"|(?P<space>\s+)"
    r"|(?P<unseen>[\x00-\x08\x0e-\x1f\x7f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff"
    r"\ud800-\udfff\ufffd]+)"
)
_BLOCK_TAG: Final = re.compile(
    r"</?(?:address|article|aside|blockquote|br|center|dd|details|div|dl|dt|figure|footer|form"
    r"|h[1-6]"
    r"|header|hr|li|main|nav|ol|option|p|section|summary|table|tbody|td|tfoot|th|thead|tr|ul)\b",
    re.I,
)
_CODE_TAG: Final = re.compile(r"</?code\b", re.I)
_END_OF_COMMENT: Final = {"<!--": "-->", "{/*": "*/}"}
_MAX_NESTED: Final = 32
"""Brackets that may be open at a time; an older one is text."""

_Role = Literal["text", "code", "opens", "closes", "gone"]


@dataclass(frozen=True, slots=True)
class Inline:
    """What a reader sees of a piece of source, and where each character of it stands."""

    text: str
    """White space is one blank; a line feed is a break that its author meant."""
    starts: tuple[int, ...]
    """Offset in the document at which each character begins, with marks that open before it."""
    ends: tuple[int, ...]
    """Offset at which it ends, with marks that close after it."""


@dataclass(slots=True)
class _Part:
    """A stretch of the source, and what it gives."""

    start: int
    end: int
    text: str
    role: _Role = "text"


def read_inline(source: str, places: list[int], labels: Container[str] = ()) -> Inline:
    """Return the text of `source`, whose character `i` stands at `places[i]` in the document.

    `labels` are the names of link references, folded: only a label that is one of them is a link
    without an address.
    """
    parts = _scan(source, labels)
    _mark_emphasis(source, parts)
    return _Writer(places).write(parts)


def _scan(source: str, labels: Container[str]) -> list[_Part]:
    return _Scanner(source, labels).parts()


@dataclass
class _Scanner:
    """Cuts a source into parts, from left to right."""

    source: str
    labels: Container[str]
    _parts: list[_Part] = field(default_factory=list[_Part])
    _open: deque[int] = field(default_factory=lambda: deque[int](maxlen=_MAX_NESTED))
    """Indexes of parts that may open a link or an image."""
    _unclosed: set[str] = field(default_factory=set[str])
    """Marks that end a comment and that do not come any more."""

    def parts(self) -> list[_Part]:
        ticks = self._tick_runs()
        at = 0
        while match := _PART.search(self.source, at):
            if match.start() > at:
                self._add(at, match.start(), self.source[at : match.start()])
            at = self._read(match, ticks)
        if at < len(self.source):
            self._add(at, len(self.source), self.source[at:])
        return self._parts

    def _tick_runs(self) -> dict[int, deque[int]]:
        """Return where runs of backticks stand, by their length."""
        runs: dict[int, deque[int]] = defaultdict(deque)
        for match in re.finditer(r"`+", self.source):
            runs[len(match.group())].append(match.start())
        return runs

    def _add(self, start: int, end: int, text: str, role: _Role = "text") -> None:
        self._parts.append(_Part(start, end, text, role))

    def _read(self, match: re.Match[str], ticks: dict[int, deque[int]]) -> int:
        """Add what a match gives; return where the scan goes on."""
        start, end, text = match.start(), match.end(), match.group()
        match match.lastgroup:
            case "escape":
                self._add(start, end, text[1], "text")
            case "ticks":
                return self._code(start, end, ticks)
            case "comment":
                return self._comment(start, end)
            case "address":
                self._add(start, end, text[1:-1])
            case "tag":
                self._tag(start, end, text)
            case "entity":
                self._add(start, end, unescape(text))
            case "open":
                self._open.append(len(self._parts))
                self._add(start, end, text)
            case "close":
                return self._close(start, end)
            case "break":
                self._add(start, end, "\n")
            case "space":
                self._add(start, end, " ")
            case "mark":
                self._add(start, end, text, "text" if text == "_" else "opens")
            case _:
                self._add(start, end, "", "gone")
        return end

    def _code(self, start: int, end: int, ticks: dict[int, deque[int]]) -> int:
        """Add a code span; a run of backticks that no equal run follows is text."""
        runs = ticks[end - start]
        while runs and runs[0] < end:
            runs.popleft()
        if not runs:
            self._add(start, end, self.source[start:end])
            return end
        closing = runs.popleft()
        after = closing + end - start
        self._add(start, end, "`", "code")
        last = end
        for word in re.finditer(r"\S+", self.source[end:closing]):
            if last > end:
                self._add(last, end + word.start(), " ", "code")
            last = end + word.end()
            self._add(end + word.start(), last, word.group().replace("`", "'"), "code")
        self._add(closing, after, "`", "code")
        return after

    def _comment(self, start: int, end: int) -> int:
        ending = _END_OF_COMMENT[self.source[start:end]]
        closing = -1 if ending in self._unclosed else self.source.find(ending, end)
        if closing < 0:
            self._unclosed.add(ending)
            self._add(start, end, self.source[start:end])
            return end
        self._add(start, closing + len(ending), "", "gone")
        return closing + len(ending)

    def _tag(self, start: int, end: int, text: str) -> None:
        if _BLOCK_TAG.match(text):
            self._add(start, end, "\n")
        elif _CODE_TAG.match(text):
            self._add(start, end, "`")
        else:
            self._add(start, end, "", "closes" if text.startswith("</") else "opens")

    def _close(self, start: int, end: int) -> int:
        """Add a closing bracket: with its address where it ends a link, else as text."""
        opened = self._open.pop() if self._open else None
        if opened is None or not self._is_link(opened, start, end):
            self._add(start, start + 1, "]")
            return start + 1
        opening = self._parts[opened]
        if opening.text == "![":
            for part in self._parts[opened:]:
                part.text, part.role = "", "gone"
            self._add(start, end, "", "gone")
        else:
            opening.text, opening.role = "", "opens"
            self._add(start, end, "", "closes")
        return end

    def _is_link(self, opened: int, start: int, end: int) -> bool:
        if self.source[start:end] not in ("]", "[]"):
            return self.source[start + 1] == "(" or self._known(self.source[start + 2 : end - 1])
        return self._known(self.source[self._parts[opened].end : start])

    def _known(self, label: str) -> bool:
        return " ".join(label.split()).upper() in self.labels


def _mark_emphasis(source: str, parts: list[_Part]) -> None:
    """Tell the marks of emphasis from asterisks and underscores that are meant."""
    struck_from: int | None = None
    open_marks: dict[str, int] = defaultdict(int)
    for index, part in enumerate(parts):
        mark = source[part.start : part.end]
        if part.role == "code" or part.text != mark or mark.strip("*_~"):
            continue
        before = source[part.start - 1 : part.start]
        after = source[part.end : part.end + 1]
        part.role = _role_of(mark, before, after, bool(open_marks[mark[0]]))
        if part.role == "text":
            continue
        part.text = ""
        if mark == "~~" and part.role == "closes" and struck_from is not None:
            for struck in parts[struck_from : index + 1]:
                struck.text, struck.role = "", "gone"
        struck_from = index if mark == "~~" and part.role == "opens" else None
        open_marks[mark[0]] += 1 if part.role == "opens" else -1


def _role_of(mark: str, before: str, after: str, is_open: bool) -> _Role:
    if mark[0] == "_" and before.isalnum() and after.isalnum():
        return "text"
    if before.isdigit() and after.isdigit():
        return "text"
    if is_open and before.strip() and not (before in '([{"“‘' and after.isalnum()):
        return "closes"
    return "opens" if after.strip() else "text"


class _Writer:
    """Writes the parts as one text with places, without white space at either end."""

    def __init__(self, places: list[int]) -> None:
        self._places = places
        self._text: list[str] = []
        self._starts: list[int] = []
        self._ends: list[int] = []
        self._opened: int | None = None
        """Where marks begin that open before the next character."""

    def write(self, parts: list[_Part]) -> Inline:
        for part in parts:
            if part.role == "opens":
                self._opened = part.start if self._opened is None else self._opened
            elif part.role == "closes":
                self._close(part.end)
            elif part.text:
                self._write(part)
        while self._text and self._text[-1].isspace():
            for kept in (self._text, self._starts, self._ends):
                kept.pop()
        return Inline("".join(self._text), tuple(self._starts), tuple(self._ends))

    def _close(self, end: int) -> None:
        if self._opened is None and self._ends:
            self._ends[-1] = self._after(end)
        self._opened = None  # nothing was read since a mark opened: there is nothing to mark

    def _write(self, part: _Part) -> None:
        exact = len(part.text) == part.end - part.start
        for offset, character in enumerate(part.text):
            if character.isspace():
                self._space(part)
                continue
            first = part.start + offset if exact else part.start
            last = first + 1 if exact else part.end
            if self._opened is not None and offset == 0:
                first = self._opened
            self._put(character, first, last)
            self._opened = None

    def _space(self, part: _Part) -> None:
        """Write one blank for any white space; a break that is meant counts more than a blank."""
        self._opened = None  # a mark before white space opens nothing
        if not self._text:
            return
        if self._text[-1].isspace():
            if part.text == "\n":
                self._text[-1] = "\n"
            return
        self._put("\n" if part.text == "\n" else " ", part.start, part.end)

    def _put(self, character: str, first: int, last: int) -> None:
        self._text.append(character)
        self._starts.append(self._places[first])
        self._ends.append(self._after(last))

    def _after(self, end: int) -> int:
        return self._places[end - 1] + 1
