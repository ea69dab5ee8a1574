"""The text of an HTML page as a reader sees it."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Final

_UNSEEN: Final = frozenset(
    ("title", "script", "style", "template", "noscript", "svg", "iframe", "object")
)
# fmt: off
_BLOCKS: Final = frozenset(
    (
        "address", "article", "aside", "blockquote", "body", "caption", "dd", "div", "dl",
        "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4",
        "h5", "h6", "header", "hr", "html", "li", "main", "nav", "ol", "p", "pre",
        "section", "table", "tbody", "tfoot", "thead", "tr", "ul",
    )
)
# fmt: on
_LINES: Final = frozenset(("tr", "li", "dd", "dt"))
"""Blocks without a blank line between them."""

_CELLS: Final = frozenset(("td", "th"))
_SPACE: Final = re.compile(r"[ \t\n\r\f]+")


class _Text(HTMLParser):
    """Collects what is seen: a line for each block, cells of a row on one line."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self._unseen = 0
        self._pre = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        if tag in _UNSEEN:
            self._unseen += 1
        elif tag == "pre":
            self._pre += 1
        if tag in _BLOCKS:
            self.parts.append("\n" if tag in _LINES else "\n\n")
        if tag == "li":
            self.parts.append("- ")
        elif tag == "br":
            self.parts.append("\n")

    def handle_endtag(self, tag: str) -> None:
        if tag in _UNSEEN:
            self._unseen = max(0, self._unseen - 1)
        elif tag == "pre":
            self._pre = max(0, self._pre - 1)
        if tag in _CELLS:
            self.parts.append(" | ")
        elif tag in _BLOCKS - _LINES:
            self.parts.append("\n")

    def handle_data(self, data: str) -> None:
        if self._unseen:
            return
        if not self._pre:
            data = _SPACE.sub(" ", data)
            if not self.parts or self.parts[-1].endswith("\n"):
                data = data.removeprefix(" ")
        self.parts.append(data)


def html_text(source: str) -> str:
    """Return the text that a page shows; its title, scripts and styles are not shown."""
    parser = _Text()
    parser.feed(source)
    parser.close()
    lines = (line.rstrip(" \t").removesuffix(" |") for line in "".join(parser.parts).split("\n"))
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()
