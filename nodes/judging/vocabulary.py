"""The words of a version: how telling each is, and which are not there at all."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from nodes.reading.names import identifiers
from nodes.reading.terms import terms
from retrieval.catalogue import Catalogue, Requirement
from retrieval.versions import SpecVersion

_UNKNOWN_WEIGHT: Final = 7.0
"""Weight of a term that no entry has; about that of one that a single entry has."""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Terms and identifiers of the catalogue entries of one version."""

    weights: dict[str, float]
    """Inverse document frequency of each term."""
    names: frozenset[str]
    """Identifiers of this version, lower case."""
    other_names: frozenset[str]
    """Identifiers of other versions only, lower case."""
    other_terms: frozenset[str]
    """Terms of other versions only."""

    def weight(self, term: str) -> float:
        """Return how telling a term is."""
        return self.weights.get(term, _UNKNOWN_WEIGHT)

    def share(self, part: Iterable[str], whole: Iterable[str]) -> float:
        """Return the share of weight that `part` has of `whole`; 0 where that is empty."""
        # Sets have no order of their own, and rounding depends on it; `fsum` rounds once.
        total = math.fsum(map(self.weight, whole))
        return math.fsum(map(self.weight, part)) / total if total else 0.0

    def unknown(self, claim_terms: Iterable[str]) -> frozenset[str]:
        """Return the terms that no entry of the version has."""
        return frozenset(term for term in claim_terms if term not in self.weights)


@lru_cache(maxsize=16)
def version_vocabulary(catalogue: Catalogue, version: SpecVersion) -> Vocabulary:
    """Return the vocabulary of a version."""
    entries = list(catalogue.in_version(version))
    documents = [_entry_terms(entry) for entry in entries]
    frequency = Counter(term for document in documents for term in document)
    names = _names(entries)
    return Vocabulary(
        weights={
            term: 1.0 + math.log((1 + len(entries)) / (1 + count))
            for term, count in frequency.items()
        },
        names=names,
        other_names=_names(catalogue.requirements) - names,
        other_terms=_all_terms(catalogue) - frequency.keys(),
    )


@lru_cache(maxsize=1)
def _all_terms(catalogue: Catalogue) -> frozenset[str]:
    return frozenset().union(*(_entry_terms(entry) for entry in catalogue.requirements))


@lru_cache(maxsize=8192)
def _entry_terms(entry: Requirement) -> frozenset[str]:
    return terms(" ".join((entry.statement, *entry.phrasings, *entry.identifiers)))


def _names(entries: Iterable[Requirement]) -> frozenset[str]:
    return frozenset(
        name
        for entry in entries
        for name in (
            *(item.lower() for item in entry.identifiers),
            *identifiers(entry.statement),
        )
    )
