"""Quotes: where words stand in a text that breaks its lines, or writes its signs, otherwise."""

from __future__ import annotations

import re
from typing import Final

_SAME: Final[dict[str, str]] = {
    "'": "['‘’]",
    "‘": "['‘’]",
    "’": "['‘’]",
    '"': '["“”]',
    "“": '["“”]',
    "”": '["“”]',
    **dict.fromkeys("-‐‑‒–—−", "[-‐‑‒–—−]"),
    "...": r"(?:\.\.\.|…)",
}
"""Signs that are written one way or the other."""

_MARKS: Final = "`*_"
"""Marks of Markdown, which a quote may leave out."""


def find_quote(quote: str, text: str) -> tuple[int, int] | None:
    """Return where a quote stands in a text as (start, end), or None.

    White space, typography, case, and marks of Markdown make no difference.
    """
    exact = text.find(quote)
    if quote.strip() and exact >= 0:
        return exact, exact + len(quote)
    words = ["".join(char for char in word if char not in _MARKS) for word in quote.split()]
    pattern = rf"[\s{_MARKS}]+".join(_pattern(word) for word in words if word)
    match = re.search(pattern, text, re.I) if pattern else None
    return (match.start(), match.end()) if match else None


def _pattern(word: str) -> str:
    signs: list[str] = re.findall(r"\.{3}|.", word.replace("…", "..."))
    return f"[{_MARKS}]*".join(_SAME[sign] if sign in _SAME else re.escape(sign) for sign in signs)
