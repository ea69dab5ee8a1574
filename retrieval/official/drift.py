"""What a new extraction changed: pages, sentences, levels, catalogue entries that lost their text.

Sentences are compared page by page. One that was reworded is paired with what it was, by the words
that both have, so that a level that changed is seen as such. Without an extraction before, only the
catalogue is compared with the text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import Final, Literal, NamedTuple

from retrieval.catalogue import Catalogue, Requirement
from retrieval.chunking import SEARCHED_PHRASINGS
from retrieval.embeddings import Embedder
from retrieval.levels import Level
from retrieval.official.pages import Page
from retrieval.official.sentences import OfficialSentence, page_sentences
from retrieval.official.store import OfficialText
from retrieval.versions import SpecVersion

Change = Literal["added", "removed", "changed", "moved"]

_SAME: Final = 0.5
"""Share of their words that two sentences must have in common to be one, reworded."""
_NEAR: Final = 0.7
_FELL: Final = 0.05
"""An entry has lost its text when its nearest sentence is less near than `_NEAR` and was nearer by
this much before."""
_FAR: Final = 0.45
"""The same where there is no extraction before: of the text that the catalogue was written on, not
one entry in a hundred is as far from every sentence of its page."""


class PageChange(NamedTuple):
    """A page that is not what it was."""

    page: str
    change: Literal["added", "removed", "changed"]


class SentenceChange(NamedTuple):
    """A sentence that is not what it was, or not where it was."""

    change: Change
    page: str
    heading: str
    before: str | None
    after: str | None
    levels_before: tuple[Level, ...]
    levels_after: tuple[Level, ...]

    @property
    def changes_level(self) -> bool:
        """Whether a requirement came, went, or became another one."""
        return self.change != "moved" and self.levels_before != self.levels_after


class LostEntry(NamedTuple):
    """A catalogue entry that no longer matches the official text."""

    entry_id: str
    page: str
    heading: str
    why: Literal["the page is gone", "the heading is gone", "no sentence says it"]
    nearest: str | None
    """The sentence of the page that is nearest, where none says it."""


@dataclass(frozen=True)
class Drift:
    """All that a new extraction changed."""

    version: SpecVersion
    pages: list[PageChange] = field(default_factory=list[PageChange])
    sentences: list[SentenceChange] = field(default_factory=list[SentenceChange])
    entries: list[LostEntry] = field(default_factory=list[LostEntry])


def find_drift(
    before: OfficialText | None, after: OfficialText, catalogue: Catalogue, embedder: Embedder
) -> Drift:
    """Compare a text with the one before it, and the catalogue with both."""
    version = after.version
    old = {page.path: page for page in before.pages} if before else {}
    new = {page.path: page for page in after.pages}
    lost = list(_without_place(catalogue, version, new))
    if before is None:
        entries = [*lost, *_far_from_text(catalogue, version, new, embedder)]
        return Drift(version, entries=entries)
    pages = list(_page_changes(old, new))
    sentences = _with_moves(
        [
            change
            for path in sorted({page.page for page in pages})
            for change in _sentence_changes(old.get(path), new.get(path), version)
        ]
    )
    changed = [page.page for page in pages if page.change == "changed"]
    lost += _fell(catalogue, version, changed, old, new, embedder)
    return Drift(version, pages, sentences, lost)


def _page_changes(old: dict[str, Page], new: dict[str, Page]) -> Iterator[PageChange]:
    for path in sorted(old.keys() | new.keys()):
        if path not in old:
            yield PageChange(path, "added")
        elif path not in new:
            yield PageChange(path, "removed")
        elif _said(old[path]) != _said(new[path]):
            yield PageChange(path, "changed")


def _said(page: Page) -> list[tuple[tuple[str, ...], str]]:
    """Return what a page says and where; lines may shift without a change."""
    return [(block.headings, block.said) for block in page.blocks]


def _sentence_changes(
    old: Page | None, new: Page | None, version: SpecVersion
) -> Iterator[SentenceChange]:
    before = list(page_sentences(old, version)) if old else []
    after = list(page_sentences(new, version)) if new else []
    matcher = SequenceMatcher(
        None, [item.text for item in before], [item.text for item in after], autojunk=False
    )
    for kind, from_start, from_end, to_start, to_end in matcher.get_opcodes():
        if kind == "equal":
            pairs = zip(before[from_start:from_end], after[to_start:to_end], strict=True)
            moved = ((was, now) for was, now in pairs if was.heading != now.heading)
            yield from (_change("moved", was, now) for was, now in moved)
        else:
            yield from _paired(before[from_start:from_end], after[to_start:to_end])


def _paired(
    before: Sequence[OfficialSentence], after: Sequence[OfficialSentence]
) -> Iterator[SentenceChange]:
    """Pair each sentence that went with the one that came in its place, if there is one."""
    left = list(after)
    for was in before:
        now = max(left, key=lambda item: _likeness(was.alone, item.alone), default=None)
        if now is not None and _likeness(was.alone, now.alone) >= _SAME:
            left.remove(now)
            yield _change("changed", was, now)
        else:
            yield _change("removed", was, None)
    for now in left:
        yield _change("added", None, now)


def _likeness(one: str, other: str) -> float:
    words, others = set(one.lower().split()), set(other.lower().split())
    return 2 * len(words & others) / (len(words) + len(others) or 1)


def _change(
    kind: Change, was: OfficialSentence | None, now: OfficialSentence | None
) -> SentenceChange:
    place = now or was
    if place is None:
        raise ValueError("a change of nothing")
    return SentenceChange(
        change=kind,
        page=place.page,
        heading=place.heading,
        before=was.text if was else None,
        after=now.text if now else None,
        levels_before=was.levels if was else (),
        levels_after=now.levels if now else (),
    )


def _with_moves(changes: list[SentenceChange]) -> list[SentenceChange]:
    """Return the changes; what went in one place and came in another, word for word, was moved."""
    came = {change.after for change in changes if change.change == "added"}
    went = {change.before: change.levels_before for change in changes if change.change == "removed"}
    both = {text for text in came if text in went}
    kept: list[SentenceChange] = []
    for change in changes:
        if change.change == "added" and change.after in both:
            levels = went[change.after]
            moved = change._replace(change="moved", before=change.after, levels_before=levels)
            kept.append(moved)
        elif change.change != "removed" or change.before not in both:
            kept.append(change)
    return kept


def _without_place(
    catalogue: Catalogue, version: SpecVersion, pages: dict[str, Page]
) -> Iterator[LostEntry]:
    for entry, page, heading in _places(catalogue, version):
        if page not in pages:
            yield LostEntry(entry.id, page, heading, "the page is gone", None)
        elif pages[page].section(heading) is None:
            yield LostEntry(entry.id, page, heading, "the heading is gone", None)


def _far_from_text(
    catalogue: Catalogue, version: SpecVersion, pages: dict[str, Page], embedder: Embedder
) -> Iterator[LostEntry]:
    for path, page in pages.items():
        for entry, heading, near, nearest in _nearness(catalogue, version, path, page, embedder):
            if near < _FAR:
                yield LostEntry(entry.id, path, heading, "no sentence says it", nearest)


def _fell(
    catalogue: Catalogue,
    version: SpecVersion,
    paths: Sequence[str],
    old: dict[str, Page],
    new: dict[str, Page],
    embedder: Embedder,
) -> Iterator[LostEntry]:
    for path in paths:
        before = _nearness(catalogue, version, path, old[path], embedder)
        after = _nearness(catalogue, version, path, new[path], embedder)
        was_near = {entry.id: near for entry, _, near, _ in before}
        for entry, heading, near, nearest in after:
            if near < _NEAR and near < was_near[entry.id] - _FELL:
                yield LostEntry(entry.id, path, heading, "no sentence says it", nearest)


_Nearness = tuple[Requirement, str, float, str]


def _nearness(
    catalogue: Catalogue, version: SpecVersion, path: str, page: Page, embedder: Embedder
) -> list[_Nearness]:
    """Return how near the nearest sentence of a page is to each entry that stands there."""
    entries = [(entry, heading) for entry, at, heading in _places(catalogue, version) if at == path]
    sentences = [sentence.text for sentence in page_sentences(page, version)]
    if not entries or not sentences:
        return [(entry, heading, 0.0, "") for entry, heading in entries]
    # Those that an index searches: their vectors are prepared.
    wordings = [(e.statement, *e.phrasings[:SEARCHED_PHRASINGS]) for e, _ in entries]
    scores = embedder.embed([text for texts in wordings for text in texts])
    scores = scores @ embedder.embed(sentences).T
    found: list[_Nearness] = []
    row = 0
    for (entry, heading), texts in zip(entries, wordings, strict=True):
        own = scores[row : row + len(texts)].max(axis=0)
        row += len(texts)
        best = int(own.argmax())
        found.append((entry, heading, float(own[best]), sentences[best]))
    return found


def _places(catalogue: Catalogue, version: SpecVersion) -> Iterator[tuple[Requirement, str, str]]:
    for entry in catalogue.in_version(version):
        place = entry.place_in(version)
        if place is not None:
            yield entry, place.page, place.heading
