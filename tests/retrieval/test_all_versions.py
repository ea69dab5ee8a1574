"""The index of all versions: what it finds for one is what a store of that one alone finds."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from retrieval.catalogue import load_catalogue
from retrieval.chunking import Chunk
from retrieval.embeddings import MiniLMEmbedder
from retrieval.index import open_index, version_chunks
from retrieval.prepared import PreparedEmbedder
from retrieval.versions import VERSIONS, SpecVersion

TOP_K = 30


@pytest.mark.parametrize("version", VERSIONS)
def test_a_search_finds_what_an_exact_search_of_that_version_alone_finds(
    index_dir: Path, version: SpecVersion
) -> None:
    embedder = MiniLMEmbedder()
    prepared = PreparedEmbedder(embedder)
    kinds = version_chunks(version)
    false = [item.belief for item in load_catalogue().misconceptions if version in item.versions]
    queries = embedder.embed(false[:: len(false) // 12])  # near to no text, as claims are
    index = open_index(index_dir, version, embedder)
    same = asked = 0
    for kind in ("fine", "regular"):
        chunks = {chunk.id: chunk for chunk in kinds[kind]}
        vectors = prepared.embed([chunk.embedded for chunk in kinds[kind]])
        exact = -np.sort(-(queries @ vectors.T), axis=1)[:, :TOP_K]
        for row, hits in zip(exact, index.query(kind, queries, TOP_K), strict=True):
            assert len(hits) == TOP_K
            assert all(_shown(chunks[hit.chunk.id]) == _shown(hit.chunk) for hit in hits)
            found = np.array([hit.similarity for hit in hits])
            # Neighbours are looked for in a graph: one in thousands is missed, even the nearest.
            assert found[0] <= max(0.0, row[0]) + 1e-3
            # A neighbour that is missed lets all after it come one place too early.
            asked += TOP_K
            same += sum(bool(np.any(np.abs(found - score) < 1e-4)) for score in row)
    index.close()
    assert same / asked >= 0.995


def _shown(chunk: Chunk) -> tuple[object, ...]:
    return chunk.corpus, chunk.page, chunk.heading, chunk.text, chunk.entry_ids
