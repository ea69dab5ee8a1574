"""Search for evidence: queries in, passages of one spec version out, best first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple, Protocol

from retrieval.catalogue import Catalogue, Misconception
from retrieval.chunking import Chunk
from retrieval.embeddings import Embedder
from retrieval.evidence import Evidence, Granularity, page_link
from retrieval.index import BELIEFS, collection_name
from retrieval.store import ChunkStore
from retrieval.versions import SpecVersion

if TYPE_CHECKING:
    from retrieval.embeddings import Vectors


class BeliefHit(NamedTuple):
    """A known misconception near a claim, with its cosine similarity."""

    misconception: Misconception
    similarity: float


class EvidenceSearch(Protocol):
    """What the nodes ask for."""

    def find(
        self, queries: Sequence[str], version: SpecVersion, granularity: Granularity, top_k: int
    ) -> list[Evidence]:
        """Return the `top_k` passages nearest to any of the queries, best first."""
        ...

    def find_beliefs(
        self, queries: Sequence[str], version: SpecVersion, top_k: int
    ) -> list[BeliefHit]:
        """Return the known misconceptions nearest to any of the queries, best first."""
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
        open_store: Callable[[SpecVersion], ChunkStore],
    ) -> None:
        self._embedder = embedder
        self._catalogue = catalogue
        self._open_store = open_store
        self._stores: dict[SpecVersion, ChunkStore] = {}
        self._lock = Lock()
        self._beliefs = {item.id: item for item in catalogue.misconceptions}
        self._last: tuple[tuple[str, ...], Vectors] | None = None

    def find(
        self, queries: Sequence[str], version: SpecVersion, granularity: Granularity, top_k: int
    ) -> list[Evidence]:
        """Return the `top_k` passages nearest to any of the queries, best first.

        A passage found by several queries, or by several of its phrasings, is returned once.
        """
        # An entry has up to three vectors, so as many chunks may stand for one passage.
        found = self._nearest(queries, version, granularity, 3 * top_k)
        return [self._evidence(chunk, score, version) for chunk, score in found[:top_k]]

    def find_beliefs(
        self, queries: Sequence[str], version: SpecVersion, top_k: int
    ) -> list[BeliefHit]:
        """Return the known misconceptions nearest to any of the queries, best first."""
        found = self._nearest(queries, version, BELIEFS, 3 * top_k)
        return [
            BeliefHit(self._beliefs[chunk.entry_ids[0]], score) for chunk, score in found[:top_k]
        ]

    def similarity(self, text: str, others: Sequence[str]) -> list[float]:
        """Return the cosine similarity of a text to each of the others."""
        vectors = self._embedder.embed([text, *others])
        return [float(score) for score in vectors[1:] @ vectors[0]]

    def _nearest(
        self, queries: Sequence[str], version: SpecVersion, kind: str, top_k: int
    ) -> list[tuple[Chunk, float]]:
        name = collection_name(version, kind)
        rows = self._store(version).query(name, self._vectors(queries), top_k)
        best: dict[str, tuple[Chunk, float]] = {}
        for hit in (hit for row in rows for hit in row):
            key = " ".join(hit.chunk.entry_ids) or hit.chunk.id
            if key not in best or hit.similarity > best[key][1]:
                best[key] = (hit.chunk, hit.similarity)
        return sorted(best.values(), key=lambda found: (-found[1], found[0].id))

    def _vectors(self, queries: Sequence[str]) -> Vectors:
        """Embed the queries; one claim asks for passages and misconceptions with the same ones."""
        asked = tuple(queries)
        last = self._last
        if last is None or last[0] != asked:
            last = self._last = asked, self._embedder.embed(asked)
        return last[1]

    def _store(self, version: SpecVersion) -> ChunkStore:
        with self._lock:
            if version not in self._stores:
                self._stores[version] = self._open_store(version)
            return self._stores[version]

    def _evidence(self, chunk: Chunk, similarity: float, version: SpecVersion) -> Evidence:
        alone = self._catalogue.get(chunk.entry_ids[0]) if len(chunk.entry_ids) == 1 else None
        return Evidence(
            corpus=chunk.corpus,
            version=version,
            page=chunk.page,
            heading=chunk.heading,
            link=page_link(version, chunk.page, chunk.heading),
            similarity=round(similarity, 4),
            text=chunk.text,
            entry_ids=list(chunk.entry_ids),
            level=alone.level if alone else "none",
            actor=alone.actor if alone else "protocol",
        )
