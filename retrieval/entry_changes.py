"""What became of each catalogue entry from an older version to a newer one.

An entry that holds in both is the same or has moved. One that holds in the older alone was removed,
or gave way to the entries that `replaces` leads to, over all versions between. Events of changelogs
are no duties: they are left out, and so is what they alone replaced counted as removed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

from retrieval.catalogue import Catalogue, Requirement
from retrieval.changes import Aspect, Change, ChangeKind, Difference, passage
from retrieval.differences import code_names, is_event, read_signs
from retrieval.levels import forbids, strength
from retrieval.versions import SpecVersion

_SAME_DUTY: Final = 0.35
"""Part of their words that two statements share, at least, of which one is the stronger duty."""

_SAME_WORDS: Final = 0.6
"""Part of their words that two statements share where only a name was put in another's place."""

_MOST_NAMES: Final = 3
"""Names that such statements share, at most: one that names more is a list that lost a member."""

_MOST_SHOWN: Final = 3
"""Names or numbers that a difference lists at most: more is another statement, not a difference."""


def entry_changes(catalogue: Catalogue, older: SpecVersion, newer: SpecVersion) -> Iterator[Change]:
    """Yield the changes from `older` to `newer`, in the order of the catalogue."""
    before = [entry for entry in catalogue.in_version(older) if not is_event(entry)]
    after = {entry.id for entry in catalogue.in_version(newer) if not is_event(entry)}
    arrived: set[str] = set()
    for old_group, new_group in _replacements(catalogue, before, after):
        arrived.update(entry.id for entry in new_group)
        yield _replaced(old_group, new_group, older, newer)
    for entry in before:
        if entry.id in after:
            yield from _moved(entry, older, newer)
        elif not _successors(catalogue, entry.id, after):
            yield _one_sided("removed", entry, older)
    new = after - arrived - {entry.id for entry in before}
    for entry in catalogue.in_version(newer):
        if entry.id in new:
            yield _one_sided("added", entry, newer)


def _replacements(
    catalogue: Catalogue, before: list[Requirement], after: set[str]
) -> Iterator[tuple[list[Requirement], list[Requirement]]]:
    """Yield entries that gave way, and what took their place: what is linked stays together."""
    links = {
        entry.id: found
        for entry in before
        if entry.id not in after and (found := _successors(catalogue, entry.id, after))
    }
    groups: list[tuple[set[str], set[str]]] = []
    for old, found in links.items():
        touched = [group for group in groups if group[1] & found]
        groups = [group for group in groups if group not in touched]
        groups.append(
            (
                {old}.union(*(olds for olds, _ in touched)),
                found.union(*(news for _, news in touched)),
            )
        )
    for olds, news in groups:
        yield (
            [entry for entry in before if entry.id in olds],
            [entry for entry in catalogue.requirements if entry.id in news],
        )


def _successors(catalogue: Catalogue, entry_id: str, after: set[str]) -> set[str]:
    """Return the entries of `after` that took the place of this one, directly or in steps."""
    found: set[str] = set()
    ways = [entry_id]
    while ways:
        for newer in catalogue.replaced_by(ways.pop()):
            if newer in after:
                found.add(newer)
            else:
                ways.append(newer)
    return found


def _replaced(
    olds: list[Requirement], news: list[Requirement], older: SpecVersion, newer: SpecVersion
) -> Change:
    old, new = max(((o, n) for o in olds for n in news), key=lambda pair: _shared_words(*pair))
    return Change(
        kind=_kind(old, new),
        topic=new.topic,
        before=[passage(entry, older) for entry in olds],
        after=[passage(entry, newer) for entry in news],
        differences=[
            *_difference("level", {old.level}, {new.level}),
            *_difference("actor", {old.actor}, {new.actor}),
            *_difference("number", _numbers(olds), _numbers(news)),
            *_difference("name", _names(olds), _names(news)),
        ],
    )


def _kind(old: Requirement, new: Requirement) -> ChangeKind:
    """Return what became of a duty; of several that are linked, the two most alike tell.

    A plain fact, or another duty, has no strength to compare.
    """
    same = _shared_words(old, new)
    if same >= _SAME_DUTY and _comparable(old, new) and strength(old.level) != strength(new.level):
        return "strengthened" if strength(new.level) > strength(old.level) else "weakened"
    return "renamed" if same >= _SAME_WORDS and _only_renamed(old, new) else "changed"


def _comparable(old: Requirement, new: Requirement) -> bool:
    """Return whether both are duties that bind or allow, or both that forbid."""
    return "none" not in (old.level, new.level) and forbids(old.level) == forbids(new.level)


def _only_renamed(old: Requirement, new: Requirement) -> bool:
    """Return whether one name took the place of another, and nothing else changed."""
    mine, theirs = read_signs(old.statement).names, read_signs(new.statement).names
    return (
        old.level == new.level
        and len(mine - theirs) == len(theirs - mine) == 1
        and len(mine & theirs) <= _MOST_NAMES
    )


def _shared_words(old: Requirement, new: Requirement) -> float:
    mine, theirs = read_signs(old.statement).words, read_signs(new.statement).words
    return len(mine & theirs) / max(1, len(mine | theirs))


def _difference(aspect: Aspect, before: set[str], after: set[str]) -> Iterator[Difference]:
    """Yield what each side has alone, where both have something, and little enough to tell."""
    gone, came = sorted(before - after), sorted(after - before)
    if 0 < len(gone) <= _MOST_SHOWN and 0 < len(came) <= _MOST_SHOWN:
        yield Difference(aspect=aspect, before=", ".join(gone), after=", ".join(came))


def _numbers(entries: list[Requirement]) -> set[str]:
    return {number for entry in entries for number in read_signs(entry.statement).numbers}


def _names(entries: list[Requirement]) -> set[str]:
    names = {name for entry in entries for name in code_names(entry.statement)}
    return names - _numbers(entries)


def _moved(entry: Requirement, older: SpecVersion, newer: SpecVersion) -> Iterator[Change]:
    was, now = passage(entry, older), passage(entry, newer)
    differences = [
        *_difference("page", {was["page"]}, {now["page"]}),
        *_difference("heading", {was["heading"]}, {now["heading"]}),
    ]
    if differences:
        yield Change(
            kind="moved", topic=entry.topic, before=[was], after=[now], differences=differences
        )


def _one_sided(
    kind: Literal["added", "removed"], entry: Requirement, version: SpecVersion
) -> Change:
    there = [passage(entry, version)]
    return Change(
        kind=kind,
        topic=entry.topic,
        before=there if kind == "removed" else [],
        after=there if kind == "added" else [],
        differences=[],
    )
