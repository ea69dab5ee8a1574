"""How fast the index of all versions is made and searched: `python -m evals.benchmark_index`.

Beside each figure stands, from the same run, what it is to be measured against: an index of each
version by itself, in which a text that six versions share is six times; the model alone on one
thread; a search in a store that holds one version and no other.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

from evals.benchmark import Row, as_table
from evals.claims import read_claims
from retrieval.chunking import Chunk
from retrieval.embeddings import MiniLMEmbedder, Progress
from retrieval.index import embedded_texts, open_index, version_chunks
from retrieval.prepared import PreparedEmbedder
from retrieval.records import merged
from retrieval.store import ChromaStore
from retrieval.versions import VERSIONS, SpecVersion

if TYPE_CHECKING:
    from retrieval.embeddings import Vectors

_TOP_K: Final = 45
"""Neighbours that `quick_claim` asks for, by each query."""


class Unprepared:
    """The local model under another name, so that no prepared vector is taken for its own."""

    def __init__(self) -> None:
        self._model = MiniLMEmbedder()
        self.id: str = f"{self._model.id}-unprepared"

    def embed(self, texts: Sequence[str], progress: Progress | None = None) -> Vectors:
        """Return the vectors of the local model."""
        return self._model.embed(texts, progress)


def from_prepared() -> Row:
    """Time the index of all versions from prepared vectors, and one of each version by itself."""
    model = MiniLMEmbedder()
    with TemporaryDirectory() as folder:
        ours = _timed(lambda: open_index(Path(folder), VERSIONS[0], model).close())
    with TemporaryDirectory() as folder:
        base = _timed(lambda: _one_by_one(Path(folder)))
    return Row("all versions from prepared vectors", ours, base, "an index of each version")


def from_text() -> Row:
    """Time the index of all versions from text, and the model alone on the same texts."""
    with TemporaryDirectory() as folder:
        unprepared = Unprepared()
        ours = _timed(lambda: open_index(Path(folder), VERSIONS[0], unprepared).close())
    model = MiniLMEmbedder()
    texts = list(dict.fromkeys(embedded_texts()))

    def one_by_one() -> None:
        for text in texts:
            model.embed([text])

    base = _timed(one_by_one)
    return Row("all versions from text", ours, base, "the model alone, one thread")


def warm_search(claims: int) -> list[Row]:
    """Time a query of each version, beside the same in a store of that version alone."""
    model = MiniLMEmbedder()
    queries = model.embed([item.claim for item in read_claims("dev")[:claims]])
    rows: list[Row] = []
    with TemporaryDirectory() as folder:
        for version in VERSIONS:
            index = open_index(Path(folder) / "all", version, model)
            alone = ChromaStore(Path(folder) / version)
            _add(alone, version, "fine", PreparedEmbedder(model))
            ours: list[float] = []
            base: list[float] = []
            for i in range(len(queries)):
                query = queries[i : i + 1]
                ours.append(_timed(partial(index.query, "fine", query, _TOP_K)))
                base.append(_timed(partial(alone.query, "fine", query, _TOP_K, version)))
            rows.append(
                Row(
                    f"query of {version}, warm",
                    statistics.median(ours),
                    statistics.median(base),
                    "a store of that version alone",
                )
            )
            index.close()
            alone.close()
    return rows


def _one_by_one(folder: Path) -> None:
    prepared = PreparedEmbedder(MiniLMEmbedder())
    for version in VERSIONS:
        store = ChromaStore(folder / version)
        for kind in version_chunks(version):
            _add(store, version, kind, prepared)
        store.close()


def _add(store: ChromaStore, version: SpecVersion, kind: str, prepared: PreparedEmbedder) -> None:
    chunks: dict[SpecVersion, list[Chunk]] = {version: version_chunks(version)[kind]}
    records = merged(chunks)
    store.add(kind, records, prepared.embed([record.embedded for record in records]))


def _timed(run: Callable[[], object]) -> float:
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def main() -> None:
    """Run all and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--text", action="store_true", help="from text too: two minutes")
    parser.add_argument("--claims", type=int, default=50, help="queries for the warm figures")
    args = parser.parse_args()
    rows = [from_prepared(), *warm_search(args.claims)]
    if args.text:
        rows.append(from_text())
    print(as_table(rows))


if __name__ == "__main__":
    main()
