"""True and false wordings: how near a text is to what the catalogue states, and to what it denies.

An entry has several true wordings (its statement and its phrasings), a misconception several false
ones. The contrast model was tuned to tell them apart, so the nearest of each kind say more about a
text than any one passage does. Most wordings serve nothing else: they are in
`data/wordings/<topic>.jsonl`, and nobody who opens the catalogue need read them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from threading import Lock
from typing import TYPE_CHECKING, Protocol

from retrieval.catalogue import Catalogue, Misconception, Requirement
from retrieval.embeddings import Embedder
from retrieval.errors import DataError
from retrieval.versions import SpecVersion

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from retrieval.embeddings import Vectors


class Scores(Mapping[str, float]):
    """Similarities by id: those of thousands, of which few are looked at."""

    def __init__(self, places: Mapping[str, int], values: NDArray[np.float32]) -> None:
        """`places` gives for each id its place among the values."""
        self._places = places
        self._values = values

    @classmethod
    def of(cls, similarities: Mapping[str, float]) -> Scores:
        """Return similarities as scores."""
        import numpy as np  # noqa: PLC0415 - heavy, and not needed to answer tools/list

        places = {name: place for place, name in enumerate(similarities)}
        return cls(places, np.fromiter(similarities.values(), np.float32))

    def __getitem__(self, name: str) -> float:
        return float(self._values[self._places[name]])

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)

    def highest(self) -> float:
        """Return the highest similarity; 0 where there is none."""
        return float(self._values.max(initial=0.0))

    def best(self, most: int) -> list[str]:
        """Return the ids of the highest similarities, best first."""
        import numpy as np  # noqa: PLC0415

        if most >= len(self):
            first = np.arange(len(self))
        else:
            first = np.argpartition(-self._values, most)[:most]
        names = list(self._places)
        return [names[place] for place in first[np.argsort(-self._values[first], kind="stable")]]


@dataclass(frozen=True, slots=True)
class Nearness:
    """How near a text is to all that one version states, and to all that is wrongly said of it."""

    true: Scores
    """Similarity to the nearest wording of each entry, by its id."""
    false: Scores
    """Similarity to the nearest wording of each misconception, by its id."""


class Contrast(Protocol):
    """What the local judge asks for."""

    def near(self, texts: Sequence[str], version: SpecVersion) -> list[Nearness]:
        """Return how near each text is to the true and the false wordings of a version."""
        ...


class Wordings:
    """The wordings of each version as vectors of one embedder, made when they are first needed."""

    def __init__(
        self,
        catalogue: Catalogue,
        embedder: Embedder,
        prepared: Embedder,
        more: Callable[[], Mapping[str, Sequence[str]]] = dict,
    ) -> None:
        """Embed texts by `embedder`, and wordings by `prepared`, which looks them up first.

        `more` gives further wordings, by the id of their entry or misconception.
        """
        self._catalogue = catalogue
        self._more = more
        self._embedder = embedder
        self._prepared = prepared
        self._sides: dict[SpecVersion, tuple[_Side, _Side]] = {}
        self._lock = Lock()

    def near(self, texts: Sequence[str], version: SpecVersion) -> list[Nearness]:
        """Return how near each text is to the true and the false wordings of a version."""
        with self._lock:
            if version not in self._sides:
                self._sides[version] = self._read(version)
            true, false = self._sides[version]
        vectors = self._embedder.embed(texts)
        return [Nearness(true.nearest(vector), false.nearest(vector)) for vector in vectors]

    def _read(self, version: SpecVersion) -> tuple[_Side, _Side]:
        more = self._more()
        entries = [
            (item.id, [*true_wordings(item), *more.get(item.id, ())])
            for item in self._catalogue.in_version(version)
        ]
        beliefs = [
            (item.id, [*false_wordings(item), *more.get(item.id, ())])
            for item in self._catalogue.misconceptions
            if version in item.versions
        ]
        return _side(entries, self._prepared.embed), _side(beliefs, self._prepared.embed)


def true_wordings(entry: Requirement) -> tuple[str, ...]:
    """Return the ways to say what an entry says that stand in the catalogue."""
    return entry.statement, *entry.phrasings


def false_wordings(item: Misconception) -> tuple[str, ...]:
    """Return the ways to put a misconception that stand in the catalogue."""
    return item.belief, *item.phrasings


def all_wordings(catalogue: Catalogue, more: Mapping[str, Sequence[str]]) -> list[str]:
    """Return every wording, true and false, of every version."""
    return [
        *(text for entry in catalogue.requirements for text in true_wordings(entry)),
        *(text for item in catalogue.misconceptions for text in false_wordings(item)),
        *(text for texts in more.values() for text in texts),
    ]


@cache
def load_more_wordings() -> dict[str, tuple[str, ...]]:
    """Return the wordings that stand beside the catalogue, by entry or misconception.

    Raises:
        DataError: a line is no `{"of": id, "texts": [...]}`; names file and line.

    """
    found: dict[str, tuple[str, ...]] = {}
    for file in _files():
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
            try:
                row = json.loads(line)
                found[row["of"]] = tuple(map(str.strip, row["texts"]))
            except (ValueError, TypeError, KeyError) as error:
                raise DataError(f"wordings/{file.name}, line {number}: {error!r}") from error
    return found


def _files() -> list[Traversable]:
    folder = files("retrieval") / "data" / "wordings"
    return sorted(folder.iterdir(), key=lambda file: file.name) if folder.is_dir() else []


@dataclass(frozen=True, slots=True)
class _Side:
    """The wordings of one kind: rows of vectors, those of one thing next to each other."""

    places: dict[str, int]
    """By id, its place among the starts."""
    starts: NDArray[np.intp]
    vectors: Vectors

    def nearest(self, vector: Vectors) -> Scores:
        import numpy as np  # noqa: PLC0415 - heavy, and not needed to answer tools/list

        if not self.places:
            return Scores.of({})
        # A product by BLAS starts threads, which on a busy machine take fifty times as long.
        similarity = np.einsum("ij,j->i", self.vectors, vector)
        return Scores(self.places, np.maximum.reduceat(similarity, self.starts))


def _side(
    wordings: Sequence[tuple[str, Sequence[str]]], embed: Callable[[Sequence[str]], Vectors]
) -> _Side:
    import numpy as np  # noqa: PLC0415

    counts = [len(texts) for _, texts in wordings]
    return _Side(
        places={name: place for place, (name, _) in enumerate(wordings)},
        starts=np.cumsum([0, *counts[:-1]]) if counts else np.array([], dtype=np.intp),
        vectors=embed([text for _, texts in wordings for text in texts]),
    )
