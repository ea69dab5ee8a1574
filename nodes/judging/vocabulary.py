"""The words of a version: how telling each is, and which are not there at all.

Reading every wording of the catalogue takes longer than judging ten claims, so what comes of it
ships in `vocabulary.json`, written by `python -m evals.vocabulary`.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from pydantic import BaseModel

from nodes.reading.names import identifiers
from nodes.reading.terms import terms
from retrieval.catalogue import Catalogue, Requirement
from retrieval.versions import VERSIONS, SpecVersion
from retrieval.wordings import true_wordings

FILE: Final = files("nodes.judging") / "vocabulary.json"

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


class Words(BaseModel, frozen=True):
    """What all versions say, counted: the content of `vocabulary.json`."""

    entries: dict[SpecVersion, int]
    """How many entries hold in each version."""
    terms: dict[str, tuple[int, ...]]
    """By term, in how many entries of each version it is, in the order of `entries`."""
    names: dict[str, tuple[SpecVersion, ...]]
    """By identifier, lower case, the versions that have it."""

    def of(self, version: SpecVersion) -> Vocabulary:
        """Return the vocabulary of a version."""
        place = list(self.entries).index(version)
        total = self.entries[version]
        here = {term: counts[place] for term, counts in self.terms.items() if counts[place]}
        names = frozenset(name for name, versions in self.names.items() if version in versions)
        return Vocabulary(
            weights={
                term: 1.0 + math.log((1 + total) / (1 + count)) for term, count in here.items()
            },
            names=names,
            other_names=frozenset(self.names) - names,
            other_terms=frozenset(self.terms) - here.keys(),
        )


def count_words(catalogue: Catalogue, more: Mapping[str, Sequence[str]]) -> Words:
    """Count the words of a catalogue; `more` holds further wordings by the id of their entry."""
    read = {
        entry.id: _entry_terms(entry, more.get(entry.id, ())) for entry in catalogue.requirements
    }
    entries: dict[SpecVersion, list[Requirement]] = {
        version: list(catalogue.in_version(version)) for version in VERSIONS
    }
    counts = [
        Counter(term for entry in held for term in read[entry.id]) for held in entries.values()
    ]
    names = {version: _names(held) for version, held in entries.items()}
    return Words(
        entries={version: len(held) for version, held in entries.items()},
        terms={
            term: tuple(count[term] for count in counts)
            for term in sorted(frozenset[str]().union(*counts))
        },
        names={
            name: tuple(version for version in VERSIONS if name in names[version])
            for name in sorted(frozenset[str]().union(*names.values()))
        },
    )


@cache
def load_vocabulary(version: SpecVersion) -> Vocabulary:
    """Return the vocabulary of a version of the catalogue that ships."""
    return _load_words().of(version)


@cache
def _load_words() -> Words:
    return Words.model_validate_json(FILE.read_bytes())


def _entry_terms(entry: Requirement, more: Sequence[str]) -> frozenset[str]:
    return terms(" ".join((*true_wordings(entry), *more, *entry.identifiers)))


def _names(entries: Iterable[Requirement]) -> frozenset[str]:
    return frozenset(
        name
        for entry in entries
        for name in (
            *(item.lower() for item in entry.identifiers),
            *identifiers(entry.statement),
        )
    )
