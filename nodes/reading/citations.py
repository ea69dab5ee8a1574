"""Find what a Markdown text cites, and the sentence that each citation is to bear out.

Three forms are read: `[report.pdf, p. 12]`, `(report.pdf#page=12)`, `[text](report.pdf#page=12)`.
The first means the number that is printed on the page; `#page=` its place, as PDF viewers take it.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final
from urllib.parse import unquote

from nodes.reading.markdown import Block, Document
from nodes.reading.prose import plain, sentences

MOST_PAGES: Final = 20
"""Pages that one citation may name; a longer range gives one more, and no further."""

_MARK: Final = re.compile(
    r"!?\[(?P<inside>[^\[\]]{0,500})\](?:\((?P<target>[^()]{1,500})\))?|\((?P<bare>[^()]{1,500})\)"
)
_SEE: Final = r"\s*(?:(?:see|cf\.?|e\.g\.,?)\s+)?"
_PAGE: Final = r"(?:\d{1,6}|[ivxlcdm]{1,8}|[A-Z]{1,3}-?\d{1,5})"
_RANGE: Final = rf"{_PAGE}(?:\s*[-–—]\s*{_PAGE})?"
_PRINTED: Final = re.compile(
    rf"{_SEE}(?P<name>[^\s,;][^,;]{{0,300}}\.[A-Za-z][A-Za-z0-9]{{0,8}})\s*,\s*(?:pp?\.?|pages?)\s*"
    rf"(?P<pages>{_RANGE}(?:\s*(?:,|&|and)\s*{_RANGE})*)\s*"
)
_PLACED: Final = re.compile(
    rf"{_SEE}<?(?P<name>[^\s#<>:][^#<>:]{{0,300}})#page=(?P<pages>\d{{1,6}})>?"
    r"(?:\s+(?:\"[^\"]*\"|'[^']*'))?\s*"
)
_REFERENCE: Final = re.compile(
    r"\s*(?:pp?\.?\s*\S+|pages?\s+\S+|[\d*†‡§^]+|(?:the\s+)?(?:sources?|refs?|references?|pdf|here|link)"
    r"|\S+\.[A-Za-z]\w{1,5}(?:,?\s*(?:pp?\.?|pages?)\s*\S+)?)\s*",
    re.I,
)
"""Text of a link that only points, and says nothing of the sentence around it."""

_EMPTIED: Final = re.compile(r"\s*[\[(]\s*[;,]?\s*[\])]")
_LOOSE: Final = re.compile(r"\s+(?=[.,;:!?)])")
_JOINT: Final = re.compile(r"[\s,;:–—-]*(?:\b(?:and|but|while|whereas|or|then)\b)?\s*", re.I)
_BETWEEN_CELLS: Final = ", "
_FEWEST_WORDS: Final = 3
_TITLE_WORDS: Final = 4


@dataclass(frozen=True, slots=True)
class Citation:
    """A place that a text cites, and what for."""

    start: int
    end: int
    """Where the citation stands: `content[start:end]`."""
    claim: str
    """What it is to bear out; empty where nothing stands before or after it."""
    document: str
    pages: tuple[int | str, ...]
    """The place as a number, the printed number as a text; several for a range."""

    @property
    def is_link(self) -> bool:
        """Whether the document is named as a link names it, and not as its source does."""
        return isinstance(self.pages[0], int)


@dataclass(frozen=True, slots=True)
class _Target:
    document: str
    pages: tuple[int | str, ...]


@dataclass(frozen=True, slots=True)
class _Mark:
    """A citation in a block, which may name several places."""

    start: int
    end: int
    targets: tuple[_Target, ...]
    label: str
    """Text of a link that is part of the sentence; else empty."""


@dataclass(frozen=True, slots=True)
class _Seen:
    """What a reader sees of a block, and where each character of it begins in the document."""

    text: str
    starts: Sequence[int]

    def between(self, start: int, end: int) -> tuple[int, int]:
        """Return which of the characters come from a stretch of the document."""
        return bisect_left(self.starts, start), bisect_left(self.starts, end)


def find_citations(document: Document) -> list[Citation]:
    """Return the citations of a document, in order; those in code and comments are none."""
    found: list[Citation] = []
    before = ""
    for block in document.blocks:
        seen = _seen(block)
        marks = list(_marks(document.content, block, seen))
        text, places = _without(seen, marks)
        spans = sentences(text)
        claims = _claims(text, spans, places, marks) if spans else [before] * len(marks)
        found += [
            Citation(mark.start, mark.end, claim, target.document, target.pages)
            for mark, claim in zip(marks, claims, strict=True)
            for target in mark.targets
        ]
        if spans and block.kind != "heading":
            before = _cleaned(text[slice(*spans[-1])])
    return found


def _seen(block: Block) -> _Seen:
    """Return what a reader sees of a block; the cells of a row as one sentence."""
    text: list[str] = []
    starts: list[int] = []
    for cell in block.cells or (block.text,):
        if text and cell.text:
            text.append(_BETWEEN_CELLS)
            starts += [cell.starts[0]] * len(_BETWEEN_CELLS)
        text.append(cell.text)
        starts += cell.starts
    return _Seen("".join(text), starts)


def _marks(content: str, block: Block, seen: _Seen) -> Iterator[_Mark]:
    """Yield the citations of a block that a reader sees."""
    ticks = list(accumulate((char == "`" for char in seen.text), initial=0))
    for match in _MARK.finditer(content, block.start, block.end):
        first, after = seen.between(match.start(), match.end())
        if first == after or ticks[first] % 2 or match.group().startswith("!"):
            continue
        linked = _read(_PLACED, match["target"] or match["bare"] or "")
        targets = linked or _read(_PRINTED, match["inside"] or "")
        if targets:
            label = (match["inside"] or "") if linked else ""
            kept = not _only_points(label, content[block.start : match.start()], targets)
            yield _Mark(match.start(), match.end(), targets, label if kept else "")


def _read(form: re.Pattern[str], text: str) -> tuple[_Target, ...]:
    """Return the places that a text names, parted by semicolons."""
    found = (form.fullmatch(part) for part in text.split(";"))
    return tuple(_target(match, printed=form is _PRINTED) for match in found if match)


def _target(match: re.Match[str], *, printed: bool) -> _Target:
    if printed:
        return _Target(plain(match["name"]), tuple(_printed_pages(match["pages"])))
    return _Target(unquote(match["name"]).removeprefix("./"), (int(match["pages"]),))


def _printed_pages(text: str) -> list[str]:
    """Return the printed numbers that a text like `12`, `ii` or `3, 112-14` names."""
    pages: list[str] = []
    for part in re.split(r"\s*(?:,|&|\band\b)\s*", text):
        ends = re.fullmatch(r"(\d+)\s*[-–—]\s*(\d+)", part)
        pages += _range(*ends.groups()) if ends else [part]
    return pages[: MOST_PAGES + 1]


def _range(first: str, last: str) -> list[str]:
    """Return the numbers from one to another; what goes backwards is no range but a number."""
    if len(last) < len(first):  # 112-14 is 112-114
        last = first[: len(first) - len(last)] + last
    numbers = range(int(first), min(int(last), int(first) + MOST_PAGES) + 1)
    return [str(number) for number in numbers] or [f"{first}-{last}"]


def _only_points(label: str, before: str, targets: Sequence[_Target]) -> bool:
    """Return whether the text of a link is no part of the sentence around it."""
    names = {target.document.rpartition("/")[2].casefold() for target in targets}
    pointing = _REFERENCE.fullmatch(label) or label.strip().casefold() in names
    return bool(pointing) or before.rstrip(" ").endswith(("(", "["))


def _without(seen: _Seen, marks: Sequence[_Mark]) -> tuple[str, list[int]]:
    """Return the text of a block without its citations, and how much of it is before each."""
    kept: list[str] = []
    places: list[int] = []
    at = length = 0
    for mark in marks:
        start, end = seen.between(mark.start, mark.end)
        kept.append(seen.text[at : end if mark.label else start])
        length += len(kept[-1])
        places.append(length)
        at = end
    kept.append(seen.text[at:])
    return "".join(kept), places


def _claims(
    text: str, spans: Sequence[tuple[int, int]], places: Sequence[int], marks: Sequence[_Mark]
) -> list[str]:
    """Return for each citation what it is to bear out: the sentence before it, or its part."""
    owners = [_owner(text, spans, place, mark) for place, mark in zip(places, marks, strict=True)]
    cited: dict[int, list[int]] = defaultdict(list)
    for owner, place in zip(owners, places, strict=True):
        cited[owner].append(min(place, spans[owner][1]))
    return [
        _part(text, spans[owner], cited[owner], min(place, spans[owner][1]))
        for owner, place in zip(owners, places, strict=True)
    ]


def _owner(text: str, spans: Sequence[tuple[int, int]], place: int, mark: _Mark) -> int:
    """Return which sentence a citation belongs to: the last that begins before it."""
    owner = max(bisect_left(spans, (place, 0)) - 1, 0)
    said = text[slice(*spans[owner])].strip(" .")
    # A short text of a link that stands after a sentence is the title of what is cited.
    is_title = said == plain(mark.label) and len(said.split()) <= _TITLE_WORDS
    return owner - 1 if is_title and owner else owner


def _part(text: str, span: tuple[int, int], cited: Sequence[int], place: int) -> str:
    """Return the sentence, or where it cites several times, what it says since the time before."""
    start, end = span
    before = max((cut for cut in cited if _says(text[cut:place])), default=start)
    goes_on = any(_says(text[place:cut]) for cut in cited)
    part = text[before : place if goes_on else end]
    if _says(text[start:before]):
        part = part[_joint(part) :]
    part = _cleaned(part)
    return part if len(part.split()) >= _FEWEST_WORDS else _cleaned(text[start:end])


def _says(text: str) -> bool:
    return re.search(r"\w", text) is not None


def _joint(part: str) -> int:
    match = _JOINT.match(part)
    return match.end() if match else 0


def _cleaned(text: str) -> str:
    """Return a sentence on one line, without the brackets and blanks that citations left."""
    return _LOOSE.sub("", _EMPTIED.sub("", plain(text))).strip(" ,;")
