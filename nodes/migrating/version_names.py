"""Where a text says which version it is about: there the name of the version changes with it.

What happened in a version stays true: "added in 2025-03-26" names it, and is not about the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from nodes.reading.markdown import read_markdown
from retrieval.versions import SpecVersion

_SPEAKS_OF_ITSELF: Final = re.compile(
    r"\b(?:versions?|revision|spec(?:ification)?|protocol(?:[ _-]?version)?|MCP"
    r"|Model Context Protocol)\b",
    re.I,
)
_HISTORY: Final = re.compile(
    r"\b(?:add(?:ed|s)?|introduc\w+|since|remov\w+|drop(?:ped|s)?|came|arriv\w+|until|before|after"
    r"|older|earlier|previous\w*|former\w*|replac\w+|deprecat\w+|new in|chang\w+|upgrad\w+"
    r"|migrat\w+|compar\w+|renam\w+|began|first)\b"
    r"|\b(?:from|in|with|than)\s+(?:the\s+)?(?:[\w-]+\s+){0,2}$",
    re.I,
)
_FRONT_MATTER: Final = re.compile(
    r"\A(?P<mark>---|\+\+\+)[ \t]*\r?\n.*?^(?P=mark)[ \t]*$", re.M | re.S
)
_KEY: Final = re.compile(
    r"^\s*[\"']?(?:[\w-]*(?:version|revision|protocol|spec)[\w-]*)[\"']?\s*[:=]", re.I
)
_DIRECTIVE: Final = re.compile(r"mcp-fact-check:\s*spec-version\s+$")
_SENTENCE_ENDS: Final = re.compile(r"(?<=[.!?:])\s|\n")


class Mention(NamedTuple):
    """A place where the text names its version: `content[start:end]`."""

    start: int
    end: int
    in_code: bool


def version_mentions(content: str, version: SpecVersion) -> Iterator[Mention]:
    """Yield the places that name `version` as what the text is about, and those in code.

    Whoever owns an example decides when it speaks another version.
    """
    code = [(b.start, b.end) for b in read_markdown(content).blocks if b.kind == "code"]
    front = _FRONT_MATTER.match(content)
    for match in re.finditer(rf"(?<![\w-]){re.escape(version)}(?![\w-])", content):
        start, end = match.span()
        if any(begin <= start < finish for begin, finish in code):
            yield Mention(start, end, in_code=True)
        elif front and start < front.end():
            line = content[content.rfind("\n", 0, start) + 1 : start]
            if _KEY.match(line):
                yield Mention(start, end, in_code=False)
        elif _DIRECTIVE.search(content[:start]) or _names_its_own(content, start, end):
            yield Mention(start, end, in_code=False)


def _names_its_own(content: str, start: int, end: int) -> bool:
    ends = [0, *(m.end() for m in _SENTENCE_ENDS.finditer(content, 0, start))]
    after = _SENTENCE_ENDS.search(content, end)
    sentence = content[ends[-1] : after.start() if after else len(content)]
    before = content[ends[-1] : start]
    without_links = re.sub(r"\]\([^)]*\)|https?://\S+", "", sentence)
    if content[start - 1 : start] == "/" or content[end : end + 1] == "/":
        return False  # part of an address
    return (
        version_count(without_links) == 1
        and bool(_SPEAKS_OF_ITSELF.search(before))
        and not _HISTORY.search(before)
    )


def version_count(text: str) -> int:
    """Return how many versions a text names."""
    return len(set(re.findall(r"\b20\d\d-\d\d-\d\d\b", text)))
