"""The dialect of Markdown that documents about MCP are written in, as tokens of whole blocks.

CommonMark with tables. Lines that carry no prose are taken out: tags and comments of MDX, imports,
the fences of containers (`:::note`) and the heads of admonitions (`!!! note`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.token import Token

MAX_NESTING: Final = 100
"""Levels of blocks in blocks, two for a list; what is deeper is not read."""

_MAX_TAG_LINES: Final = 30
_MAX_TAG: Final = 4000

_FRONT_MATTER: Final = re.compile(r"\A\ufeff?(---|\+\+\+)[ \t]*\r?\n.*?^\1[ \t]*\r?$", re.S | re.M)
_TITLE: Final = re.compile(r"^title\s*[:=]\s*(?P<title>\S.*?)\s*$", re.M | re.I)
_COMPONENT: Final = re.compile(r"^[ \t]*(?:</?[A-Z]|import\s|!!! |\?\?\?\+? |===? \")", re.M)
_TAG_ALONE: Final = re.compile(r"(?:</?[A-Z][\w.]*(?:\s[^<>]*)?/?>\s*)+")
_IMPORT: Final = re.compile(r"(?:import\s.*['\"];?|export\s+(?:const|default|function)\s.*)\s*")
_MARKER: Final = re.compile(r":::.*|(?:!!!|\?\?\?\+?|===?)\s+[\"\w].*")


@dataclass(frozen=True)
class Syntax:
    """A document as the tokens of its blocks; the map of each counts lines from 0."""

    tokens: list[Token]
    labels: frozenset[str]
    """Names of link references that the document defines, folded."""
    title: str | None
    """The title in its front matter."""


def parse(content: str) -> Syntax:
    """Return the blocks of a document, in order."""
    matter = _FRONT_MATTER.match(content)
    title = _TITLE.search(matter.group()) if matter else None
    # Blanks in the place of the front matter keep all offsets as they are.
    body = re.sub(r"[^\r\n]", " ", matter.group()) + content[matter.end() :] if matter else content
    env: dict[str, Any] = {}
    tokens = _parser(indented_code=not _COMPONENT.search(body)).parse(body, env)
    return Syntax(
        tokens=tokens,
        labels=frozenset(env.get("references", ())),
        title=title["title"].strip("\"'") if title else None,
    )


def _parser(*, indented_code: bool) -> MarkdownIt:
    """Return a parser of blocks only.

    What is indented inside a component or an admonition is prose: a document that has any has no
    indented code.
    """
    parser = MarkdownIt("commonmark", {"maxNesting": MAX_NESTING}).enable("table")
    parser.core.ruler.enableOnly(["normalize", "block"])
    if not indented_code:
        parser.disable("code")
    interrupts = ["paragraph", "reference", "blockquote", "list"]
    parser.block.ruler.before("table", "no_prose", _no_prose, {"alt": interrupts})
    return parser


def _no_prose(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Pass over lines that carry no prose."""
    begin = state.bMarks[start] + state.tShift[start]
    after = _after_marker(state, start, begin)
    if after is None and state.src.startswith("<", begin):
        after = _after_tag(state, start, end, begin)
    if after is None and state.src.startswith("{/*", begin):
        after = _after_comment(state, start, end, begin)
    if after is None:
        return False
    if not silent:
        state.line = after
    return True


def _after_marker(state: StateBlock, start: int, begin: int) -> int | None:
    if not state.src.startswith((":", "!", "?", "=", "import ", "export "), begin):
        return None
    text = state.src[begin : state.eMarks[start]]
    if not (_IMPORT.fullmatch(text) or _MARKER.fullmatch(text)):
        return None
    # "text\n===" is a heading: what underlines it is no marker, for it has no words.
    return start + 1


def _after_tag(state: StateBlock, start: int, end: int, begin: int) -> int | None:
    """Return the line after a component's tag, which may span lines and stands alone on them."""
    if not state.src[begin + 1 : begin + 3].lstrip("/")[:1].isupper():
        return None
    for line in range(start, min(end, start + _MAX_TAG_LINES)):
        text = state.src[begin : state.eMarks[line]]
        if state.isEmpty(line) or len(text) > _MAX_TAG:
            return None
        if text.rstrip().endswith(">"):
            return line + 1 if _TAG_ALONE.fullmatch(text) else None
    return None


def _after_comment(state: StateBlock, start: int, end: int, begin: int) -> int | None:
    closing = state.src.find("*/}", begin, state.eMarks[end - 1])
    if closing < 0:
        return None
    line = next(n for n in range(start, end) if state.eMarks[n] >= closing + 3)
    return line + 1 if not state.src[closing + 3 : state.eMarks[line]].strip() else None
