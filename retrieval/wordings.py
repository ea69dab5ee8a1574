"""True and false wordings: how near a text is to what the catalogue states, and to what it denies.

An entry has several true wordings (its statement and its phrasings), a misconception several false
ones. The contrast model was tuned to tell them apart, so the nearest of each kind say more about a
text than any one passage does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING, Protocol

from retrieval.catalogue import Catalogue, Misconception, Requirement
from retrieval.embeddings import Embedder
from retrieval.versions import SpecVersion

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from retrieval.embeddings import Vectors


@dataclass(frozen=True, slots=True)
class Nearness:
    """How near a text is to all that one version states, and to all that is wrongly said of it."""

    true: Mapping[str, float]
    """Similarity to the nearest wording of each entry, by its id."""
    false: Mapping[str, float]
    """Similarity to the nearest wording of each misconception, by its id."""


class Contrast(Protocol):
    """What the local judge asks for."""

    def near(self, text: str, version: SpecVersion) -> Nearness:
        """Return how near a text is to the true and the false wordings of a version."""
        ...


class Wordings:
    """The wordings of each version as vectors of one embedder, made when they are first needed."""

    def __init__(self, catalogue: Catalogue, embedder: Embedder, prepared: Embedder) -> None:
        """Embed texts by `embedder`, and wordings by `prepared`, which looks them up first."""
        self._catalogue = catalogue
        self._embedder = embedder
        self._prepared = prepared
        self._sides: dict[SpecVersion, tuple[_Side, _Side]] = {}
        self._lock = Lock()

    def near(self, text: str, version: SpecVersion) -> Nearness:
        """Return how near a text is to the true and the false wordings of a version."""
        with self._lock:
            if version not in self._sides:
                self._sides[version] = self._read(version)
            true, false = self._sides[version]
        vector = self._embedder.embed([text])[0]
        return Nearness(true.nearest(vector), false.nearest(vector))

    def _read(self, version: SpecVersion) -> tuple[_Side, _Side]:
        entries = [(item.id, true_wordings(item)) for item in self._catalogue.in_version(version)]
        beliefs = [
            (item.id, false_wordings(item))
            for item in self._catalogue.misconceptions
            if version in item.versions
        ]
        return _side(entries, self._prepared.embed), _side(beliefs, self._prepared.embed)


def true_wordings(entry: Requirement) -> tuple[str, ...]:
    """Return every way in which an entry says what it says."""
    return entry.statement, *entry.phrasings


def false_wordings(item: Misconception) -> tuple[str, ...]:
    """Return every way in which a misconception is put."""
    return item.belief, *item.phrasings


def all_wordings(catalogue: Catalogue) -> list[str]:
    """Return every wording, true and false, of every version."""
    return [
        *(text for entry in catalogue.requirements for text in true_wordings(entry)),
        *(text for item in catalogue.misconceptions for text in false_wordings(item)),
    ]


@dataclass(frozen=True, slots=True)
class _Side:
    """The wordings of one kind: rows of vectors, those of one thing next to each other."""

    ids: tuple[str, ...]
    starts: NDArray[np.intp]
    vectors: Vectors

    def nearest(self, vector: Vectors) -> dict[str, float]:
        import numpy as np  # noqa: PLC0415 - heavy, and not needed to answer tools/list

        if not self.ids:
            return {}
        # A product by BLAS starts threads, which on a busy machine take fifty times as long.
        similarity = np.einsum("ij,j->i", self.vectors, vector)
        best = np.maximum.reduceat(similarity, self.starts)
        return dict(zip(self.ids, best.tolist(), strict=True))


def _side(
    wordings: Sequence[tuple[str, Sequence[str]]], embed: Callable[[Sequence[str]], Vectors]
) -> _Side:
    import numpy as np  # noqa: PLC0415

    counts = [len(texts) for _, texts in wordings]
    return _Side(
        ids=tuple(name for name, _ in wordings),
        starts=np.cumsum([0, *counts[:-1]]) if counts else np.array([], dtype=np.intp),
        vectors=embed([text for _, texts in wordings for text in texts]),
    )
