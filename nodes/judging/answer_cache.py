"""Answers of language models that passed their checks, kept so that nobody pays for them twice.

SQLite with a write-ahead log: several processes may use one file, and one that is killed leaves
whole answers or none. A cache that cannot be read or written is a cache that has nothing: the model
is asked.
"""

from __future__ import annotations

import hashlib
import json
import logging
import sqlite3
import time
from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

_MOST_ANSWERS: Final = 20_000
_PRUNE_EVERY: Final = 500
"""Answers written by one process between two looks at how many there are."""

_WAIT: Final = 2.0
"""Seconds to wait for another process that is writing."""

_logger = logging.getLogger(__name__)


class AnswerCache:
    """A file of answers by key; see `answer_key`."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._written = 0

    def get(self, key: str) -> str | None:
        """Return the answer that is kept under a key, or None."""
        try:
            with self._database() as database:
                found = database.execute(
                    "UPDATE answers SET used = ? WHERE key = ? RETURNING answer",
                    (time.time(), key),
                ).fetchone()
        except (sqlite3.Error, OSError) as error:
            self._failed(error)
            return None
        return found[0] if found else None

    def put(self, key: str, answer: str) -> None:
        """Keep an answer."""
        try:
            with self._database() as database:
                database.execute(
                    "INSERT OR REPLACE INTO answers (key, answer, used) VALUES (?, ?, ?)",
                    (key, answer, time.time()),
                )
                if self._written % _PRUNE_EVERY == 0:
                    database.execute(
                        "DELETE FROM answers WHERE key IN "
                        "(SELECT key FROM answers ORDER BY used DESC LIMIT -1 OFFSET ?)",
                        (_MOST_ANSWERS,),
                    )
        except (sqlite3.Error, OSError) as error:
            self._failed(error)
        else:
            self._written += 1

    @contextmanager
    def _database(self) -> Generator[sqlite3.Connection]:
        """Open the file for one transaction: threads and event loops share no connection."""
        self._file.parent.mkdir(parents=True, exist_ok=True)
        with closing(sqlite3.connect(self._file, timeout=_WAIT)) as database, database:
            database.execute("PRAGMA journal_mode = WAL")
            database.execute(
                "CREATE TABLE IF NOT EXISTS answers "
                "(key TEXT PRIMARY KEY, answer TEXT NOT NULL, used REAL NOT NULL) WITHOUT ROWID"
            )
            yield database

    def _failed(self, error: Exception) -> None:
        _logger.warning("the cache of answers at %s cannot be used: %s", self._file, error)


def answer_key(*parts: object) -> str:
    """Return the key of an answer: a hash of everything that the answer depends on."""
    text = json.dumps(parts, ensure_ascii=True, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()
