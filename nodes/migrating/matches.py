"""Which catalogue entries the sentences of a text are near to, in both versions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import nlargest
from typing import Final

from typing_extensions import TypedDict

from nodes.migrating.values import JudgedSentence
from retrieval.catalogue import Catalogue
from retrieval.changes import Change
from retrieval.comparison import ComparisonRequest, compare_versions
from retrieval.search import EvidenceSearch
from retrieval.tables import Tables
from retrieval.versions import SpecVersion

_KEPT: Final = 8
_SEARCHED: Final = 24
"""New entries are looked for further down: what a text leaves out is not what it is nearest to."""


_TAIL: Final = re.compile(r", (?:so|because|or|and|which|since|while)\b")
_LEAST_WORDS: Final = 5


_MOST_CHANGES: Final = 150
"""Changes that are shown of a text: of a long one, those that its sentences are nearest to."""

_NEAR: Final = 0.65
"""Similarity from which a change is shown as one that a sentence is about."""


class Near(TypedDict):
    """An entry near a sentence."""

    id: str
    similarity: float


class Matches(TypedDict):
    """What a sentence is near to, the nearest first."""

    sentence: str
    before: list[Near]
    after: list[Near]


@dataclass(frozen=True, slots=True)
class Changes:
    """What became of catalogue entries from one version to the other."""

    from_version: SpecVersion
    to_version: SpecVersion
    all: tuple[Change, ...]
    of_before: dict[str, Change]
    of_after: dict[str, Change]

    def is_new(self, entry_id: str) -> bool:
        """Return whether an entry of the target is not in the version before."""
        return entry_id in self.of_after


def read_changes(
    catalogue: Catalogue, tables: Tables, before: SpecVersion, after: SpecVersion
) -> Changes:
    """Compare two versions; what only moved to another page is the same."""
    found = compare_versions(catalogue, tables, ComparisonRequest.parse(before, after))
    changes = tuple(change for change in found["changes"] if change["kind"] != "moved")
    return Changes(
        from_version=before,
        to_version=after,
        all=changes,
        of_before={entry["id"]: change for change in changes for entry in change["before"]},
        of_after={entry["id"]: change for change in changes for entry in change["after"]},
    )


def find_matches(
    sentences: Sequence[JudgedSentence], changes: Changes, search: EvidenceSearch
) -> list[Matches]:
    """Search for every sentence in both versions."""
    asked = [_queries(item["statement"]) for item in sentences]
    if not asked:
        return []
    before = search.find_many(asked, changes.from_version, "fine", _KEPT)
    after = search.find_many(asked, changes.to_version, "fine", _SEARCHED)
    return [
        Matches(
            sentence=item["id"],
            before=[
                Near(id=found["entry_ids"][0], similarity=found["similarity"])
                for found in old
                if len(found["entry_ids"]) == 1
            ],
            after=[
                Near(id=found["entry_ids"][0], similarity=found["similarity"])
                for rank, found in enumerate(new)
                if len(found["entry_ids"]) == 1
                and (rank < _KEPT or changes.is_new(found["entry_ids"][0]))
            ],
        )
        for item, old, new in zip(sentences, before, after, strict=True)
    ]


def _queries(statement: str) -> list[str]:
    """Return a sentence and its main clause: what follows from it is about something else."""
    clause = _TAIL.split(statement, maxsplit=1)[0]
    return (
        [statement, clause]
        if _LEAST_WORDS <= len(clause.split()) < len(statement.split())
        else [statement]
    )


def relevant(matches: Sequence[Matches], changes: Changes) -> Iterator[tuple[Change, list[str]]]:
    """Yield the changes that sentences are about, each with their ids: the nearest, in order."""
    about: dict[int, list[str]] = {}
    nearest: dict[int, float] = {}
    for item in matches:
        near = [(changes.of_before.get(n["id"]), n["similarity"]) for n in item["before"]]
        near += [(changes.of_after.get(n["id"]), n["similarity"]) for n in item["after"]]
        for change, similarity in near:
            if change is None or similarity < _NEAR:
                continue
            nearest[id(change)] = max(similarity, nearest.get(id(change), 0.0))
            if item["sentence"] not in about.setdefault(id(change), []):
                about[id(change)].append(item["sentence"])
    kept = nlargest(_MOST_CHANGES, nearest, key=lambda key: nearest[key])
    for change in changes.all:
        if id(change) in kept:
            yield change, about[id(change)]
