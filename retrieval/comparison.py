"""Compare two versions: features and tables first, then each requirement and fact by topic."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from typing_extensions import TypedDict

from retrieval.catalogue import TOPICS, Catalogue, Topic
from retrieval.changes import KINDS, Change, ChangeKind, Headline, turned, turned_headline
from retrieval.choices import one_of
from retrieval.entry_changes import entry_changes
from retrieval.errors import LimitError
from retrieval.headlines import headlines
from retrieval.levels import strength
from retrieval.tables import Tables
from retrieval.versions import VERSIONS, SpecVersion, resolve_version

MOST_CHANGES: Final = 2_000


class KindCount(TypedDict):
    """How many changes of a kind a topic has."""

    topic: Topic
    kind: ChangeKind
    count: int


class Comparison(TypedDict):
    """What is not the same in two versions."""

    from_version: SpecVersion
    to_version: SpecVersion
    topic: Topic | None
    headlines: list[Headline]
    """Features first, then rows of tables, then other news of the changelogs."""
    changes: list[Change]
    """Requirements and facts by topic; as many as were asked for, the weightiest."""
    counts: list[KindCount]
    """How many there are of all, by topic and kind."""


@dataclass(frozen=True, slots=True)
class ComparisonRequest:
    """Which versions are compared, and what of it is wanted."""

    from_version: SpecVersion
    to_version: SpecVersion
    topic: Topic | None
    kinds: frozenset[ChangeKind]
    limit: int
    notes: tuple[str, ...]
    """What the caller should know of how the versions were read."""

    @classmethod
    def parse(
        cls,
        from_version: str | None,
        to_version: str | None,
        topic: str | None = None,
        kinds: Iterable[str] | None = None,
        limit: int = MOST_CHANGES,
    ) -> ComparisonRequest:
        """Read a request from a caller's words; case does not count.

        Raises:
            UnknownVersionError: there is no such version.
            LimitError: both are one version, there is no such topic or kind, or the limit is out
                of range.

        """
        before, after = resolve_version(from_version), resolve_version(to_version)
        if before.version == after.version:
            raise LimitError("toVersion", "another version than fromVersion", after.version)
        if not 1 <= limit <= MOST_CHANGES:
            raise LimitError("limit", f"from 1 to {MOST_CHANGES:,}", str(limit))
        wanted: list[ChangeKind | None] = [one_of("kind", kind, KINDS) for kind in kinds or ()]
        chosen: frozenset[ChangeKind] = frozenset(kind for kind in wanted if kind)
        return cls(
            from_version=before.version,
            to_version=after.version,
            topic=one_of("topic", topic, TOPICS),
            kinds=chosen or frozenset(KINDS),
            limit=limit,
            notes=tuple(read.note for read in (before, after) if read.note),
        )

    @property
    def upward(self) -> bool:
        """Whether it goes from an older version to a newer one."""
        return VERSIONS.index(self.from_version) < VERSIONS.index(self.to_version)


def compare_versions(catalogue: Catalogue, tables: Tables, wanted: ComparisonRequest) -> Comparison:
    """Return what is not the same in the two versions.

    Both directions are one comparison, read from either end: what the one adds the other removes.
    """
    older, newer = wanted.from_version, wanted.to_version
    if not wanted.upward:
        older, newer = newer, older
    found = list(entry_changes(catalogue, older, newer))
    told = headlines(catalogue, tables, older, newer)
    if not wanted.upward:
        found = [turned(change) for change in found]
        told = [turned_headline(headline) for headline in told]
    changes = [
        c for c in found if c["kind"] in wanted.kinds and wanted.topic in (None, *_topics(c))
    ]
    return Comparison(
        from_version=wanted.from_version,
        to_version=wanted.to_version,
        topic=wanted.topic,
        headlines=[
            h for h in told if h["kind"] in wanted.kinds and wanted.topic in (None, *h["topics"])
        ],
        changes=_weightiest(changes, wanted.limit),
        counts=_counts(changes),
    )


def _topics(change: Change) -> set[str]:
    """Return the topics of all that a change is about: ids begin with theirs."""
    entries = (*change["before"], *change["after"])
    return {change["topic"], *(entry["id"].partition(".")[0] for entry in entries)}


def _weightiest(changes: Sequence[Change], limit: int) -> list[Change]:
    """Return the weightiest changes, by topic and in each by kind and level."""
    kept = sorted(changes, key=lambda c: (*_weight(c), TOPICS.index(c["topic"])))[:limit]
    return sorted(kept, key=lambda c: (TOPICS.index(c["topic"]), *_weight(c)))


def _weight(change: Change) -> tuple[int, int]:
    """Return how far down a change comes: by kind, then the strongest duties first."""
    levels = [strength(entry["level"]) for entry in (*change["before"], *change["after"])]
    return KINDS.index(change["kind"]), -max(levels)


def _counts(changes: Iterable[Change]) -> list[KindCount]:
    counted = Counter((change["topic"], change["kind"]) for change in changes)
    return [
        KindCount(topic=topic, kind=kind, count=counted[topic, kind])
        for topic in TOPICS
        for kind in KINDS
        if counted[topic, kind]
    ]
