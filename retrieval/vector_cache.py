"""Vectors that were computed once, kept in the data directory.

An embedding that is interrupted goes on where it stopped, and a text that several versions share is
embedded once. SQLite with a write-ahead log: processes may use one file at once. A file that cannot
be read or written has nothing, and everything is embedded.
"""

from __future__ import annotations

import hashlib
import logging
import sqlite3
from collections.abc import Generator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from retrieval.embeddings import Embedder, Progress

if TYPE_CHECKING:
    from retrieval.embeddings import Vectors

FILE: Final = "vectors.sqlite"
_STEP: Final = 64
"""Texts that are embedded before their vectors are written: what an interruption costs."""
_WAIT: Final = 10.0
"""Seconds to wait for another process that is writing."""
_MOST: Final = 120_000
"""Vectors that are kept: all versions of the specification are about 12,000 chunks."""

_logger = logging.getLogger(__name__)


class CachedEmbedder:
    """An embedder that keeps the vectors of another one in a file."""

    def __init__(self, embedder: Embedder, file: Path) -> None:
        self._embedder = embedder
        self._file = file

    @property
    def id(self) -> str:
        """The id of the embedder behind it: the vectors are the same."""
        return self._embedder.id

    def embed(self, texts: Sequence[str], progress: Progress | None = None) -> Vectors:
        """Return one vector a text, kept or embedded now."""
        import numpy as np  # noqa: PLC0415 - heavy, and not needed to answer tools/list

        if not texts:
            return self._embedder.embed(texts)
        known = self._read(texts)
        missing = [text for text in dict.fromkeys(texts) if _key(text) not in known]
        done = len(texts) - len(missing)
        for start in range(0, len(missing), _STEP):
            step = missing[start : start + _STEP]
            vectors = self._embedder.embed(step)
            self._write(step, vectors)
            known |= {_key(text): vectors[i] for i, text in enumerate(step)}
            done += len(step)
            if progress:
                progress(done, len(texts))
        return np.stack([known[_key(text)] for text in texts])

    def _read(self, texts: Sequence[str]) -> dict[bytes, Vectors]:
        import numpy as np  # noqa: PLC0415

        found: dict[bytes, Vectors] = {}
        question = "SELECT vector FROM vectors WHERE embedder = ? AND key = ?"
        try:
            with self._database() as database:
                for key in {_key(text) for text in texts}:
                    row = database.execute(question, (self.id, key)).fetchone()
                    if row is not None:
                        found[key] = np.frombuffer(row[0], dtype=np.float32)
        except (sqlite3.Error, OSError) as error:
            self._failed(error)
        return found

    def _write(self, texts: Sequence[str], vectors: Vectors) -> None:
        rows = [(self.id, _key(text), vectors[i].tobytes()) for i, text in enumerate(texts)]
        try:
            with self._database() as database:
                database.executemany("INSERT OR IGNORE INTO vectors VALUES (?, ?, ?)", rows)
                database.execute(
                    "DELETE FROM vectors WHERE rowid <= (SELECT max(rowid) FROM vectors) - ?",
                    (_MOST,),
                )
        except (sqlite3.Error, OSError) as error:
            self._failed(error)

    @contextmanager
    def _database(self) -> Generator[sqlite3.Connection]:
        """Open the file for one transaction."""
        self._file.parent.mkdir(parents=True, exist_ok=True)
        with closing(sqlite3.connect(self._file, timeout=_WAIT)) as database, database:
            database.execute("PRAGMA journal_mode = WAL")
            database.execute(
                "CREATE TABLE IF NOT EXISTS vectors (embedder TEXT NOT NULL, "
                "key BLOB NOT NULL, vector BLOB NOT NULL, UNIQUE (embedder, key))"
            )
            yield database

    def _failed(self, error: Exception) -> None:
        _logger.warning("the vectors kept in %s cannot be used: %s", self._file, error)


def _key(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()[:16]
