"""Pages of what has none, such as Markdown: by form feed, else of about 3,000 characters."""

from __future__ import annotations

import re
from typing import Final

PAGE: Final = 3_000
"""Characters; about what is printed on a page."""

_LEAST: Final = PAGE // 3
"""No page is shorter than that but the last: a heading does not stand alone."""

_FORM_FEED: Final = "\f"
_PLACES_TO_CUT: Final = (re.compile(r"\n\s*\n"), re.compile(r"\n"), re.compile(r"[.!?]\s"))
"""Where a page may end, the best first: after a paragraph, a line, a sentence."""


def split_pages(text: str) -> list[str]:
    """Return the pages: what stands between form feeds where there are any.

    Else the pages together are the text, and each ends with the last paragraph that it has room
    for; with a line, a sentence or a word where a paragraph is too long.
    """
    if _FORM_FEED in text:
        return text.removesuffix(_FORM_FEED).split(_FORM_FEED)
    pages: list[str] = []
    start = 0
    while len(text) - start > PAGE:
        end = _cut(text, start)
        pages.append(text[start:end])
        start = end
    return [*pages, text[start:]]


def _cut(text: str, start: int) -> int:
    for place in _PLACES_TO_CUT:
        ends = [found.end() for found in place.finditer(text, start + _LEAST, start + PAGE)]
        if ends:
            return ends[-1]
    space = text.rfind(" ", start + _LEAST, start + PAGE)
    return space + 1 if space >= 0 else start + PAGE
