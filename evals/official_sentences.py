"""The official pages as sentences, with the level that each normative one sets.

A page is MDX. It is parsed as CommonMark with tables; front matter, imports, comments and the tags
of components are left out, and what stands inside a component (a note, a warning) is kept. Code
fences and diagrams are no sentences. A row of a table is one sentence. An item of a list is joined
with the sentence that introduces the list, and takes its level where it has none of its own:
"Servers MUST:" speaks for each item below it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.tree import SyntaxTreeNode

from retrieval.levels import Level, normative_levels
from retrieval.versions import SpecVersion

_FRONT_MATTER: Final = re.compile(r"\A---\n(.*?)\n---\n", re.S)
_TITLE: Final = re.compile(r"^title:\s*[\"']?(.+?)[\"']?\s*$", re.M)
_NO_PROSE: Final = re.compile(
    r"</?(?:[A-Z][\w.]*|div)(?:\s[^<>]*)?>|\{/\*.*?\*/\}|import\s[^\n]+[\"'];?", re.S
)
_TAG: Final = re.compile(r"</?[A-Z][\w.]*(?:\s[^<>]*)?>|<br ?/?>")
_ENDS: Final = re.compile(r"(?<=[.!?])[)\"”]?\s+(?=[\"“(`*]?[A-Z`\d])")
_NO_END: Final = re.compile(r"\b(?:e\.g|i\.e|etc|vs|cf|Sec|No|Fig)\.$")
_TELLS_KEY_WORDS: Final = re.compile(r"\b(?:key ?words|RFC ?2119|BCP ?14)\b", re.I)
_MENTION: Final = re.compile(r"\b[A-Z]{3,} to (?:MUST|SHOULD|MAY)\b|\b(?:MUST|SHOULD|MAY)-\w+")
"""Speaks of a level without setting it: a change "from SHOULD to MUST", "SHOULD-constrained"."""
_ASIDE: Final = re.compile(r"\balthough\b.*")
"""What an introduction grants beside the list, and not to its items."""

_FORBIDS: Final = re.compile(r"(?:Don't|Don’t|Do not|Never)\b")
_OPPOSITE: Final[dict[Level, Level]] = {"MUST": "MUST NOT", "SHOULD": "SHOULD NOT"}


class OfficialSentence(NamedTuple):
    """A sentence of an official page."""

    version: SpecVersion
    page: str
    heading: str
    """The nearest heading above it; the page's title where there is none."""
    ordinal: int
    """Its place among all sentences of the page, from 1."""
    text: str
    """What it says: an item of a list begins with the sentence that introduces the list."""
    alone: str
    """The same without that introduction."""
    levels: tuple[Level, ...]
    """The levels that it sets, each once; none where it is not normative."""


class _Sentence(NamedTuple):
    heading: str
    text: str
    alone: str
    levels: tuple[Level, ...]


def read_version(specs: Path, version: SpecVersion) -> Iterator[OfficialSentence]:
    """Yield the sentences of all pages of a version (not of its schema page), page by page."""
    folder = specs / "docs" / "specification" / version
    for file in sorted(folder.rglob("*.mdx")):
        page = file.relative_to(folder).with_suffix("").as_posix()
        if page != "schema":
            yield from read_page(file.read_text(encoding="utf-8"), version, page)


def read_page(source: str, version: SpecVersion, page: str) -> Iterator[OfficialSentence]:
    """Yield the sentences of one page, in order."""
    title = page
    if matter := _FRONT_MATTER.match(source):
        source = source[matter.end() :]
        if named := _TITLE.search(matter.group(1)):
            title = named.group(1)
    reader = _Reader(title)
    sentences = reader.read(SyntaxTreeNode(_parser().parse(source)), None)
    for ordinal, (heading, text, alone, levels) in enumerate(sentences, start=1):
        yield OfficialSentence(version, page, heading, ordinal, text, alone, levels)


def _parser() -> MarkdownIt:
    # What is indented inside a component is prose, and "<Note>" opens no block of raw HTML.
    parser = MarkdownIt("commonmark").enable("table").disable(["code", "html_block", "html_inline"])
    interrupts = ["paragraph", "reference", "blockquote", "list"]
    parser.block.ruler.before("table", "mdx", _mdx, {"alt": interrupts})
    return parser


def _mdx(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Skip a line, or lines up to a closing bracket, that is only a tag, a comment or an import."""
    begin = state.bMarks[start] + state.tShift[start]
    if not state.src.startswith(("<", "{/*", "import "), begin):
        return False
    for line in range(start, end):
        if state.isEmpty(line):
            return False
        text = state.src[begin : state.eMarks[line]].strip()
        if not text.endswith((">", "*/}")) and not text.startswith("import "):
            continue
        if not _NO_PROSE.fullmatch(text):
            return False
        if not silent:
            state.line = line + 1
        return True
    return False


class _Reader:
    """Walks the tree of a page; remembers the heading that it is under."""

    def __init__(self, title: str) -> None:
        self._heading = title

    def read(self, node: SyntaxTreeNode, introduction: str | None) -> Iterator[_Sentence]:
        """Yield the sentences below `node`; a list takes the last line before it as its own."""
        children = node.children
        for i, child in enumerate(children):
            if child.type == "heading":
                self._heading = _text(child)
            elif child.type == "paragraph":
                following = children[i + 1] if i + 1 < len(children) else None
                yield from self._paragraph(child, introduction, following)
            elif child.type in ("bullet_list", "ordered_list"):
                before = self._before(children, i)
                opening = " ".join(part for part in (introduction, before) if part) or None
                for item in child.children:
                    yield from self.read(item, opening)
            elif child.type == "table":
                yield from self._table(child)
            elif child.children:
                yield from self.read(child, introduction)

    def _before(self, children: list[SyntaxTreeNode], at: int) -> str | None:
        """Return the sentence that introduces the list at this place, or None."""
        if at == 0 or children[at - 1].type != "paragraph":
            return None
        last = _split(_text(children[at - 1]))[-1]
        parent = children[at - 1].parent
        inside_an_item = parent is not None and parent.type == "list_item"
        return last if last.endswith(":") or inside_an_item else None

    def _paragraph(
        self, node: SyntaxTreeNode, introduction: str | None, following: SyntaxTreeNode | None
    ) -> Iterator[_Sentence]:
        sentences = _split(_text(node))
        for i, sentence in enumerate(sentences):
            first, last = i == 0, i == len(sentences) - 1
            levels = _levels(sentence)
            if last and _hands_on(sentence, following):
                levels = ()  # the items carry it
            elif not levels and introduction and first:
                levels = _inherited(introduction, sentence)
            text = f"{introduction} {sentence}" if introduction and first else sentence
            yield _Sentence(self._heading, text, sentence, levels)

    def _table(self, node: SyntaxTreeNode) -> Iterator[_Sentence]:
        for row in (child for child in node.walk() if child.type == "tr"):
            cells = [_text(cell) for cell in row.children]
            text = "; ".join(cell for cell in cells if cell)
            yield _Sentence(self._heading, text, text, _levels(text))


def _hands_on(sentence: str, following: SyntaxTreeNode | None) -> bool:
    """Return whether a sentence gives its level to an item of the list that it introduces."""
    if following is None or following.type not in ("bullet_list", "ordered_list"):
        return False
    return bool(_given(sentence)) and any(
        item.children and not _levels(_split(_text(item.children[0]))[0])
        for item in following.children
    )


def _inherited(introduction: str, item: str) -> tuple[Level, ...]:
    """Return the level that an item without one of its own has from its introduction."""
    if "(optional)" in item:
        return ()
    given = _given(introduction)
    return tuple(_OPPOSITE.get(level, level) for level in given) if _FORBIDS.match(item) else given


def _levels(text: str) -> tuple[Level, ...]:
    levels: list[Level] = normative_levels(_MENTION.sub("", text))
    unique: dict[Level, None] = dict.fromkeys(levels)
    if len(unique) > 3 and _TELLS_KEY_WORDS.search(text):
        return ()  # the sentence that says how key words are meant
    return tuple(unique)


def _given(introduction: str) -> tuple[Level, ...]:
    """Return the level that an introduction gives to the items of its list."""
    return _levels(_ASIDE.sub("", introduction))[-1:] if introduction.endswith(":") else ()


def _text(node: SyntaxTreeNode) -> str:
    """Return what is read: code with its marks, links and emphasis without."""
    parts: list[str] = []
    for leaf in node.walk():
        if leaf.type == "code_inline":
            parts.append(f"`{leaf.content}`")
        elif leaf.type == "text":
            parts.append(_TAG.sub(" ", leaf.content))
        elif leaf.type in ("softbreak", "hardbreak"):
            parts.append(" ")
    return re.sub(r"\s+", " ", "".join(parts)).strip()


def _split(text: str) -> list[str]:
    """Return the sentences of a paragraph; at least one, which may be empty."""
    sentences: list[str] = []
    for part in _ENDS.split(text):
        if sentences and _NO_END.search(sentences[-1]):
            sentences[-1] += f" {part}"
        else:
            sentences.append(part)
    return sentences
