"""The self-check of quotes: the text of a block must stand in the lines that it names.

It looks at words alone and knows nothing of how pages are read, so that it can catch the reader.
"""

from __future__ import annotations

import html
import re
from dataclasses import replace
from typing import Final

from retrieval.official.pages import Block, Page

_JSON_BREAK: Final = re.compile(r"\\[nrt]")
_JSON_ESCAPE: Final = re.compile(r"\\u([0-9a-fA-F]{4})|\\(.)")
_AUTOLINK: Final = re.compile(r"<(https?://[^<>\s]+)>")
_IN_A_WORD: Final = re.compile(r"</?(?:a|b|code|em|i|span|strong|sub)(?:\s[^<>]*)?>")
_TAG: Final = re.compile(r"</?[A-Za-z][^<>]*>")
_TARGET: Final = re.compile(
    r"\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:\s+\"[^\"]*\")?\)|\]\[[^\]]*\]"
)
_WORD: Final = re.compile(r"[^\W_]+")


def check_quotes(page: Page, source: str) -> Page:
    """Return the page, each block marked that does not stand where it says."""
    lines = source.split("\n")
    blocks = (
        block
        if block.kind == "code" or _stands(block, page, lines)
        else replace(block, quotable=False)
        for block in page.blocks
    )
    return replace(page, blocks=tuple(blocks))


def _stands(block: Block, page: Page, lines: list[str]) -> bool:
    first, last = block.lines
    where = "\n".join(lines[first - 1 : last])
    if page.file.endswith(".json"):
        where = _JSON_ESCAPE.sub(_unescaped, _JSON_BREAK.sub(" ", where))
    words = _words(where)
    parts = [cell for _, cell in block.cells] or [block.text]
    return all(_words(part) in words for part in parts)


def _words(text: str) -> str:
    plain = _TARGET.sub("] ", _TAG.sub(" ", _IN_A_WORD.sub("", _AUTOLINK.sub(r"\1", text))))
    return f" {' '.join(_WORD.findall(html.unescape(plain)))} "


def _unescaped(match: re.Match[str]) -> str:
    return chr(int(match[1], 16)) if match[1] else match[2]
