"""The source of a page line by line: its title, what became of each line, lines joined to text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final, Literal

from retrieval.official.pages import LineCounts, SkipReason

LineKind = Literal["text", "code"] | SkipReason

_FRONT_MATTER: Final = re.compile(r"\A---[ \t]*\n(?:.*\n)*?---[ \t]*(?:\n|\Z)")
_TITLE: Final = re.compile(r"^title:\s*[\"']?(.+?)[\"']?\s*$", re.M)
_BARE_MARKUP: Final = re.compile(r"[\s>*+_=|:-]*|\s*\d+[.)]\s*")
_LINK_TARGET: Final = re.compile(r"[\s>]*\[[^\]]+\]:")


class Accounting:
    """What becomes of each line of a source; lines are counted from 0 here."""

    def __init__(self, source: str) -> None:
        self._lines = source.split("\n")
        self._kinds: list[LineKind | None] = [None] * len(self._lines)

    def set(self, start: int, end: int, kind: LineKind) -> None:
        """Say what the lines from `start` to before `end` are."""
        for line in range(start, min(end, len(self._kinds))):
            self._kinds[line] = kind

    def fill(self, kind: LineKind) -> None:
        """Say what all lines are of which nothing was said."""
        self._kinds = [known or kind for known in self._kinds]

    def line(self, number: int) -> str:
        """Return a line of the source."""
        return self._lines[number]

    def counts(self) -> LineCounts:
        """Return the counts of the lines that are not blank."""
        found: Counter[LineKind] = Counter(
            kind or _left_over(line)
            for line, kind in zip(self._lines, self._kinds, strict=True)
            if line.strip()
        )
        text, code = found.pop("text", 0), found.pop("code", 0)
        skipped: dict[SkipReason, int] = {
            reason: count for reason, count in found.items() if reason not in ("text", "code")
        }
        return LineCounts(text, code, skipped)


def _left_over(line: str) -> SkipReason:
    """Return why a line is in no token: rules of tables, empty quotes and targets of links."""
    if _BARE_MARKUP.fullmatch(line) or _LINK_TARGET.match(line):
        return "markup"
    return "not understood"


def take_title(source: str, path: str, account: Accounting) -> tuple[str, str]:
    """Return the title of a page (its path where it has none), and the source without front matter.

    The front matter is blanked, so that lines keep their numbers.
    """
    matter = _FRONT_MATTER.match(source)
    if matter is None:
        return path, source
    account.set(0, matter.group().rstrip("\n").count("\n") + 1, "front matter")
    body = "\n" * matter.group().count("\n") + source[matter.end() :]
    named = _TITLE.search(matter.group())
    if named is None:
        return path, body
    line = source.count("\n", 0, named.start())
    account.set(line, line + 1, "text")
    return named.group(1), body


def joined_lines(lines: Sequence[str]) -> tuple[str, tuple[int, ...]]:
    """Return lines as one text, white space made single, and where in it each line begins."""
    text = ""
    starts: list[int] = []
    for line in (" ".join(line.split()) for line in lines):
        starts.append(len(text) + 1 if text else 0)
        text = f"{text} {line}" if text and line else text or line
    return text, tuple(starts)
