"""What the signs of a text are read from: the catalogue, the tables, and what became of entries."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from nodes.migrating.matches import Changes, Matches
from retrieval.catalogue import Catalogue, Requirement
from retrieval.changes import Change, Passage, passage
from retrieval.tables import Span, Tables
from retrieval.versions import SpecVersion

RESTS_ON: Final = 0.62
"""Similarity from which a sentence may rest on an entry."""

SAME_DUTY: Final = 0.7
"""Similarity from which a sentence and an unchanged entry speak of the same duty."""

MOST_FACTS: Final = 4


@dataclass(frozen=True, slots=True)
class Ground:
    """The two versions, without the changes that somebody left out."""

    catalogue: Catalogue
    tables: Tables
    changes: Changes
    left_out: frozenset[str] = frozenset()
    """Ids of entries whose changes somebody left out."""

    @property
    def current(self) -> SpecVersion:
        """The version that the text was written for."""
        return self.changes.from_version

    @property
    def target(self) -> SpecVersion:
        """The version that it is to be about."""
        return self.changes.to_version

    def has_changed(self, entry_id: str) -> bool:
        """Return whether an entry of the current version is another one in the target."""
        return entry_id in self.changes.of_before and entry_id not in self.left_out

    def is_new(self, entry_id: str) -> bool:
        """Return whether an entry came with the target, and counts."""
        return entry_id in self.changes.of_after and entry_id not in self.left_out

    def came(self, row: Span) -> bool:
        """Return whether a row of a table holds in the target and did not before."""
        return (
            self.target in row.versions
            and self.current not in row.versions
            and not self.left_out.intersection(row.entries)
        )

    def nearest(self, matches: Matches, least: float) -> Requirement | None:
        """Return the nearest entry of the target, where it is as near as `least`."""
        if not matches["after"] or matches["after"][0]["similarity"] < least:
            return None
        return self.catalogue.get(matches["after"][0]["id"])

    def before(self, matches: Matches, change: Change | None = None) -> tuple[Passage, ...]:
        """Return what a sentence was right by: what changed, or what is nearest."""
        if change is not None:
            return tuple(change["before"][:MOST_FACTS])
        found = [self.catalogue.get(near["id"]) for near in matches["before"][:1]]
        return tuple(passage(entry, self.current) for entry in found if entry)

    def after(self, matches: Matches, change: Change | None = None) -> tuple[Passage, ...]:
        """Return what took the place of what changed, then what is nearest in the target."""
        told = [entry["id"] for entry in change["after"][:MOST_FACTS]] if change else []
        near = [near["id"] for near in matches["after"][:3]]
        return self.passages([*told, *near])

    def passages(self, ids: Iterable[str]) -> tuple[Passage, ...]:
        """Return entries of the target by their ids, each once."""
        found = [self.catalogue.get(entry_id) for entry_id in dict.fromkeys(ids)]
        return tuple(passage(entry, self.target) for entry in found if entry)
