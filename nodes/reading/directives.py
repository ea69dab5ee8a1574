"""What comments in a document ask of the check: lines to leave out, and the version it is about.

    <!-- mcp-fact-check: ignore -->                     on a line, or alone above one
    <!-- mcp-fact-check: spec-version 2025-06-18 -->    anywhere, for the whole document

The same in a comment of MDX, `{/* ... */}`. What stands in code is an example, not a wish.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from nodes.reading.positions import Lines

_COMMENT: Final = re.compile(
    r"(?:<!--|\{/\*)\s*mcp-fact-check:(?P<wish>.{0,200}?)\s*(?:-->|\*/\})", re.S
)
_FENCE: Final = re.compile(r"[\s>]*(?:[-*+]\s+|\d+[.)]\s+)?(?P<mark>`{3,}|~{3,})(?P<info>.*)")
_CODE: Final = re.compile(r"(?<!`)(`+)(?!`)(?:[^`]|(?!\1)`)*?(?<!`)\1(?!`)")


@dataclass(frozen=True, slots=True)
class Directives:
    """The wishes of a document."""

    ignored_lines: frozenset[int]
    """Lines, from 1, whose claims are left out."""
    version_name: str | None
    version_line: int
    """Where the version is named, from 1; 0 where none is."""
    unknown: tuple[tuple[int, str], ...]
    """Comments that are meant for the check and say nothing that it knows: line and words."""


def read_directives(content: str) -> Directives:
    """Read the comments of a document; the last one that names a version counts."""
    ignored: set[int] = set()
    version, version_line = None, 0
    unknown: list[tuple[int, str]] = []
    if "mcp-fact-check:" not in content:
        return Directives(frozenset(), None, 0, ())
    lines = _text_lines(content)
    for number, line in lines.items():
        for match in _COMMENT.finditer(line):
            wish = match["wish"].split()
            if wish == ["ignore"]:
                alone = not _COMMENT.sub("", line).strip()
                ignored.add(_next_line(lines, number) if alone else number)
            elif len(wish) == 2 and wish[0] == "spec-version":
                version, version_line = wish[1], number
            else:
                unknown.append((number, " ".join(wish)))
    return Directives(frozenset(ignored), version, version_line, tuple(unknown))


def _text_lines(content: str) -> dict[int, str]:
    """Return the lines that are no code, by number, with inline code blanked."""
    return {
        number: _CODE.sub(lambda code: " " * len(code.group()), line)
        for number, line in _outside_fences(content)
    }


def _outside_fences(content: str) -> Iterator[tuple[int, str]]:
    lines = Lines(content)
    opened: str | None = None
    for index in range(len(lines.starts)):
        line = lines.line(index)
        fence = _FENCE.match(line)
        if opened is None:
            # Backticks after backticks on one line are inline code, not the start of a block.
            if fence and not (fence["mark"][0] == "`" and "`" in fence["info"]):
                opened = fence["mark"]
            else:
                yield index + 1, line
        elif fence and fence["mark"].startswith(opened) and not fence["info"].strip():
            opened = None


def _next_line(lines: dict[int, str], number: int) -> int:
    """Return the line that a comment alone on its line stands above: the next that is not blank."""
    below = number + 1
    while below in lines and not lines[below].strip():
        below += 1
    return below
