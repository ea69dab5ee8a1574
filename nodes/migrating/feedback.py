"""What feedback on a step asks for, as far as it can be done without a language model.

    drop u3             leave an item of the step out
    list u3             leave it to a person
    note u3             mark it by a comment in the text
    change u3: WORDS    put these words in the place of its span

One a line, or separated by semicolons. Everything else is kept as it is: a person reads it in the
history, and a language model where it writes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

Verb = Literal["drop", "list", "note", "change"]

_WISH: Final = re.compile(
    r"^\s*(?P<verb>drop|leave|ignore|skip|list|note|change|replace)\s+(?P<id>[a-z]\d+)\b"
    r"(?:\s*:\s*(?P<words>.+?)|\.)?\s*$",
    re.I,
)
_VERBS: Final[dict[str, Verb]] = {
    "drop": "drop",
    "leave": "drop",
    "ignore": "drop",
    "skip": "drop",
    "list": "list",
    "note": "note",
    "change": "change",
    "replace": "change",
}


class Wish(NamedTuple):
    """One thing that feedback asks for."""

    verb: Verb
    id: str
    words: str | None


def wishes(feedback: Sequence[str]) -> list[Wish]:
    """Return what can be done of the feedback, in order: a later wish wins over an earlier one."""
    found: dict[str, Wish] = {}
    for text in feedback:
        for line in _lines(text):
            match = _WISH.match(line)
            if match:
                verb, name = _VERBS[match["verb"].lower()], match["id"].lower()
                found[name] = Wish(verb, name, match["words"])
    return list(found.values())


def dropped(feedback: Sequence[str]) -> frozenset[str]:
    """Return the ids that the feedback leaves out."""
    return frozenset(wish.id for wish in wishes(feedback) if wish.verb == "drop")


def _lines(text: str) -> list[str]:
    """Split at line ends, and at semicolons where no words to put into the text could hold one."""
    lines: list[str] = []
    for line in text.splitlines():
        parts = [line] if ":" in line else line.split(";")
        lines += parts
    return lines
