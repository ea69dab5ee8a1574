"""Requirement levels of RFC 2119 and RFC 8174, and the words that express them."""

from __future__ import annotations

import re
from typing import Final, Literal

Level = Literal["MUST", "MUST NOT", "SHOULD", "SHOULD NOT", "MAY", "none"]

NORMATIVE_WORDS: Final[dict[str, Level]] = {
    "MUST": "MUST",
    "SHALL": "MUST",
    "REQUIRED": "MUST",
    "MUST NOT": "MUST NOT",
    "SHALL NOT": "MUST NOT",
    "SHOULD": "SHOULD",
    "RECOMMENDED": "SHOULD",
    "SHOULD NOT": "SHOULD NOT",
    "NOT RECOMMENDED": "SHOULD NOT",
    "MAY": "MAY",
    "OPTIONAL": "MAY",
}
"""The key words of RFC 2119 (section 1 to 5) and the level each stands for."""

_KEY_WORD = re.compile(
    r"\b(MUST NOT|SHALL NOT|SHOULD NOT|NOT RECOMMENDED|MUST|SHALL|REQUIRED|SHOULD|RECOMMENDED"
    r"|MAY|OPTIONAL)\b"
)


def normative_levels(text: str) -> list[Level]:
    """Return the levels of the key words in `text`, in order (RFC 8174: only capitals count)."""
    return [NORMATIVE_WORDS[m.group(1)] for m in _KEY_WORD.finditer(text)]


def strength(level: Level) -> int:
    """Return how binding a level is: MUST (NOT) is 3, SHOULD (NOT) is 2, MAY is 1, none is 0."""
    return {"MUST": 3, "MUST NOT": 3, "SHOULD": 2, "SHOULD NOT": 2, "MAY": 1, "none": 0}[level]


def forbids(level: Level) -> bool:
    """Return whether the level tells what not to do."""
    return level in ("MUST NOT", "SHOULD NOT")
