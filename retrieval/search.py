"""Search for evidence: queries in, passages of one spec version out, best first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from itertools import islice
from threading import Lock, local
from typing import TYPE_CHECKING, Protocol

from retrieval.catalogue import Catalogue
from retrieval.chunking import Chunk
from retrieval.embeddings import Embedder
from retrieval.evidence import Evidence, Granularity, page_link
from retrieval.levels import Level
from retrieval.lexical import searched_text
from retrieval.official.sentences import levels_set
from retrieval.store import Hit, VersionStore
from retrieval.version_index import OFFICIAL
from retrieval.versions import SpecVersion
from retrieval.wordings import Contrast

if TYPE_CHECKING:
    from retrieval.embeddings import Vectors


class EvidenceSearch(Protocol):
    """What the nodes ask for: several groups of queries, searched together."""

    def find_many(
        self,
        asked: Sequence[Sequence[str]],
        version: SpecVersion,
        granularity: Granularity,
        top_k: int,
    ) -> list[list[Evidence]]:
        """Return for each group the `top_k` passages nearest to any of its queries, best first."""
        ...

    def find_official(
        self,
        asked: Sequence[Sequence[str]],
        version: SpecVersion,
        granularity: Granularity,
        top_k: int,
    ) -> list[list[Evidence]]:
        """Return the same from the official text, word for word; nothing where it is not there."""
        ...

    def word_fits(
        self, queries: Sequence[str], version: SpecVersion, passages: Sequence[Evidence]
    ) -> list[float]:
        """Return how well the words of each passage fit the best of the queries, from 0 to 1."""
        ...

    def wording_fits(
        self, queries: Sequence[str], version: SpecVersion, passages: Sequence[Evidence]
    ) -> list[float]:
        """Return how near a known wording, true or false, of what a passage decides is, 0 to 1."""
        ...

    def similarity(self, text: str, others: Sequence[str]) -> list[float]:
        """Return the cosine similarity of a text to each of the others."""
        ...


class VectorSearch:
    """Search by vectors over the indexes, which are opened when they are first asked for."""

    def __init__(
        self,
        embedder: Embedder,
        catalogue: Catalogue,
        open_store: Callable[[SpecVersion], VersionStore],
        wordings: Contrast,
    ) -> None:
        self._embedder = embedder
        self._wordings = wordings
        self._catalogue = catalogue
        self._open_store = open_store
        self._stores: dict[SpecVersion, VersionStore] = {}
        self._lock = Lock()
        self._kept = local()  # claims are checked in several threads at once

    def find(
        self, queries: Sequence[str], version: SpecVersion, granularity: Granularity, top_k: int
    ) -> list[Evidence]:
        """Return the `top_k` passages nearest to any of the queries, best first.

        A passage found by several queries, or by several of its phrasings, is returned once.
        """
        return self.find_many([queries], version, granularity, top_k)[0]

    def find_many(
        self,
        asked: Sequence[Sequence[str]],
        version: SpecVersion,
        granularity: Granularity,
        top_k: int,
    ) -> list[list[Evidence]]:
        """Return what `find` gives for each group of queries.

        Searched together, each costs a third of what it costs alone.
        """
        # An entry has up to three vectors, so as many chunks may stand for one passage.
        return [
            [self._evidence(chunk, score, version) for chunk, score in found[:top_k]]
            for found in self._nearest(asked, version, granularity, 3 * top_k)
        ]

    def find_official(
        self,
        asked: Sequence[Sequence[str]],
        version: SpecVersion,
        granularity: Granularity,
        top_k: int,
    ) -> list[list[Evidence]]:
        """Return the official passages nearest to each group of queries; none without a text."""
        kind = OFFICIAL[granularity]
        if not self._store(version).has(kind):
            return [[] for _ in asked]
        return [
            [self._evidence(chunk, score, version) for chunk, score in found[:top_k]]
            for found in self._nearest(asked, version, kind, 2 * top_k)
        ]

    def word_fits(
        self, queries: Sequence[str], version: SpecVersion, passages: Sequence[Evidence]
    ) -> list[float]:
        """Return how well the words of each passage fit the best of the queries, by BM25.

        The passage of its collection that fits best has 1, one without any of the words 0.
        """
        fits: dict[int, float] = {}
        for official, kinds in ((True, OFFICIAL.values()), (False, OFFICIAL.keys())):
            of_corpus = [
                i for i, item in enumerate(passages) if (item["corpus"] == "official") == official
            ]
            for kind in kinds:
                left = [i for i in of_corpus if i not in fits]
                if not left:
                    break
                texts = [searched_text(passages[i]["heading"], passages[i]["text"]) for i in left]
                found = self._store(version).lexical(kind).fits(queries, texts)
                fits |= {i: fit for i, fit in zip(left, found, strict=True) if fit is not None}
        return [fits.get(i, 0.0) for i in range(len(passages))]

    def wording_fits(
        self, queries: Sequence[str], version: SpecVersion, passages: Sequence[Evidence]
    ) -> list[float]:
        """Return how near a known wording is, true or false, of what a passage decides, 0 to 1.

        A passage decides what its entries state, and each misconception that they refute: what
        shows a claim false is often worded unlike it, and the misconception like it. An official
        passage stands for the entries of its heading.
        """
        near = self._wordings.near(queries, version)

        def fit(name: str) -> float:
            true = (item.true.get(name, 0.0) for item in near)
            refuted = self._catalogue.refuted_by(name)
            false = (item.false.get(wrong.id, 0.0) for item in near for wrong in refuted)
            return max(*true, *false, 0.0)

        return [max(map(fit, self._decided_by(item)), default=0.0) for item in passages]

    def _decided_by(self, passage: Evidence) -> Sequence[str]:
        if passage["corpus"] == "official":
            place = passage["version"], passage["page"], passage["heading"]
            return self._entries_at.get(place, ())
        return passage["entry_ids"]

    @cached_property
    def _entries_at(self) -> dict[tuple[str, str, str], list[str]]:
        """By version, page and heading, the entries that stand there."""
        found: dict[tuple[str, str, str], list[str]] = {}
        for entry in self._catalogue.requirements:
            for place in entry.places:
                for version in place.versions:
                    found.setdefault((version, place.page, place.heading), []).append(entry.id)
        return found

    def similarity(self, text: str, others: Sequence[str]) -> list[float]:
        """Return the cosine similarity of a text to each of the others."""
        vectors = self._embedder.embed([text, *others])
        return [float(score) for score in vectors[1:] @ vectors[0]]

    def _nearest(
        self, asked: Sequence[Sequence[str]], version: SpecVersion, kind: str, top_k: int
    ) -> list[list[tuple[Chunk, float]]]:
        vectors = self._vectors([query for queries in asked for query in queries])
        rows = iter(self._store(version).query(kind, vectors, top_k))
        return [_best_of(islice(rows, len(queries))) for queries in asked]

    def _vectors(self, queries: Sequence[str]) -> Vectors:
        """Embed the queries; one claim asks for passages and misconceptions with the same ones."""
        import numpy as np  # noqa: PLC0415 - heavy, and not needed to answer tools/list

        if not queries:
            return self._embedder.embed(queries)
        kept: dict[str, Vectors] = getattr(self._kept, "vectors", {})
        if not kept.keys() >= set(queries):
            texts = list(dict.fromkeys(queries))
            kept = self._kept.vectors = dict(zip(texts, self._embedder.embed(texts), strict=True))
        return np.stack([kept[query] for query in queries])

    def _store(self, version: SpecVersion) -> VersionStore:
        with self._lock:
            if version not in self._stores:
                self._stores[version] = self._open_store(version)
            return self._stores[version]

    def _evidence(self, chunk: Chunk, similarity: float, version: SpecVersion) -> Evidence:
        alone = self._catalogue.get(chunk.entry_ids[0]) if len(chunk.entry_ids) == 1 else None
        evidence = Evidence(
            corpus=chunk.corpus,
            version=version,
            page=chunk.page,
            heading=chunk.heading,
            link=page_link(version, chunk.page, chunk.heading),
            similarity=round(similarity, 4),
            text=chunk.text,
            entry_ids=list(chunk.entry_ids),
            level=alone.level if alone else _level_of(chunk),
            actor=alone.actor if alone else "protocol",
        )
        if chunk.lines:
            evidence["lines"] = list(chunk.lines)
            evidence["permalink"] = chunk.permalink
            evidence["commit"] = chunk.commit
        if chunk.page.endswith(".json"):  # no page of the site
            evidence["link"] = chunk.permalink
        return evidence


def _level_of(chunk: Chunk) -> Level:
    """Return the level that an official passage sets, if it is one; no other says it by itself."""
    levels = levels_set(chunk.text) if chunk.corpus == "official" else ()
    return levels[0] if len(levels) == 1 else "none"


def _best_of(rows: Iterable[Sequence[Hit]]) -> list[tuple[Chunk, float]]:
    """Return each passage once, by the best of the queries that found it."""
    best: dict[str, tuple[Chunk, float]] = {}
    for hit in (hit for row in rows for hit in row):
        # Pages repeat themselves, the schema above all: a text is shown once.
        same = hit.chunk.text if hit.chunk.corpus == "official" else hit.chunk.id
        key = " ".join(hit.chunk.entry_ids) or same
        if key not in best or hit.similarity > best[key][1]:
            best[key] = (hit.chunk, hit.similarity)
    return sorted(best.values(), key=lambda found: (-found[1], found[0].id))
