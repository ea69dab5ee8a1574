"""Back end `sqlite`: one table of pages in a database file.

    CREATE TABLE pages (
        pdf_name TEXT NOT NULL,
        page_number INTEGER NOT NULL,  -- from 1
        position INTEGER NOT NULL,     -- of this text among those of the page, from 0
        text TEXT NOT NULL,            -- '' for a page without text
        PRIMARY KEY (pdf_name, page_number, position)
    )

`fill_sqlite` makes and fills it. A table or view of one's own serves too: settings name it and its
columns, of which that for the position may be missing.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Generator, Iterable, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Lock
from typing import Any, Final

from retrieval.errors import SourceConfigurationError, SourceFailedError, SourceUnavailableError
from retrieval.settings import USUAL_FIELDS, ChunkFields, SourceSettings

_SCHEMA: Final = """
    CREATE TABLE IF NOT EXISTS pages (
        pdf_name TEXT NOT NULL,
        page_number INTEGER NOT NULL,
        position INTEGER NOT NULL,
        text TEXT NOT NULL,
        PRIMARY KEY (pdf_name, page_number, position)
    )
"""
_BIGGEST: Final = 2**63 - 1


def open_sqlite(settings: SourceSettings) -> SqliteSource:
    """Open the database that the settings name.

    Raises:
        SourceConfigurationError: they name none, or there is none, or it has no such table.

    """
    if settings.path is None:
        raise SourceConfigurationError("sqlite", "set CITATION_PATH to the database file")
    return SqliteSource(settings.path, settings.collection, settings.fields, settings.timeout)


class SqliteSource:
    """Pages in a table, read only."""

    def __init__(
        self,
        path: Path,
        table: str = "pages",
        fields: ChunkFields = USUAL_FIELDS,
        timeout: float = 10.0,
    ) -> None:
        if not path.is_file():
            raise SourceConfigurationError(
                "sqlite", f"there is no database file {path}; set CITATION_PATH to one"
            )
        self._path = path
        self._table = _quoted(table)
        # With the table's name: SQLite takes a quoted name that is no column for a string.
        self._name, self._page, self._text = (
            f"{self._table}.{_quoted(field)}" for field in fields[:3]
        )
        self._lock = Lock()
        with self._failures_told():
            self._connection = sqlite3.connect(
                f"{path.resolve().as_uri()}?mode=ro",
                uri=True,
                timeout=timeout,
                check_same_thread=False,
            )
        try:
            self._order = self._order_on_page(fields.position)
        except BaseException:
            self._connection.close()
            raise

    def fetch(self, pdf_name: str, page_number: int) -> list[dict[str, Any]]:
        """Return the rows of a page."""
        if not 1 <= page_number <= _BIGGEST:
            return []
        where = f"WHERE {self._name} = ? AND {self._page} = ? {self._order}"
        found = self._select(f"{self._name}, {self._text}", where, pdf_name, page_number)
        return [
            {"pdf_name": name, "page_number": page_number, "text": text or ""}
            for name, text in found
        ]

    def list_documents(self) -> list[str]:
        """Return the names in the table."""
        where = f"WHERE {self._name} IS NOT NULL ORDER BY {self._name}"
        return [name for (name,) in self._select(f"DISTINCT {self._name}", where)]

    def page_count(self, pdf_name: str) -> int:
        """Return the highest page number of a document."""
        highest = f"max(CAST({self._page} AS INTEGER))"
        ((most,),) = self._select(highest, f"WHERE {self._name} = ?", pdf_name)
        return max(0, most or 0)

    def close(self) -> None:
        """Close the database."""
        with self._lock:
            self._connection.close()

    def _order_on_page(self, position: str) -> str:
        """Return how the texts of a page are sorted; fails where the columns are not there."""
        self._select(f"{self._name}, {self._page}, {self._text}", "LIMIT 0")
        with self._lock, self._failures_told():
            columns = self._connection.execute(f"PRAGMA table_info({self._table})").fetchall()
        there = position in {column[1] for column in columns}
        return f"ORDER BY {self._table}.{_quoted(position)}" if there else ""

    def _select(self, what: str, rest: str, *values: object) -> list[tuple[Any, ...]]:
        query = f"SELECT {what} FROM {self._table} {rest}"  # noqa: S608 - names are quoted
        with self._lock, self._failures_told():
            return self._connection.execute(query, values).fetchall()

    @contextmanager
    def _failures_told(self) -> Generator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise _told(error, self._path) from error


def fill_sqlite(path: Path, chunks: Iterable[Mapping[str, Any]]) -> None:
    """Write pages to the ready-made table, which is made where it is not there: all or none.

    `chunks` have `pdf_name`, `page_number` and `text`; several of one page stay in their order. The
    pages of documents that are there already are replaced.

    Raises:
        SourceFailedError, SourceUnavailableError: the file cannot be written.

    """
    rows: list[tuple[str, int, int, str]] = []
    on_page: Counter[tuple[str, int]] = Counter()
    for chunk in chunks:
        place = (chunk["pdf_name"], chunk["page_number"])
        rows.append((*place, on_page[place], chunk["text"]))
        on_page[place] += 1
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with closing(sqlite3.connect(path)) as connection, connection:
            connection.execute(_SCHEMA)
            names = sorted({(row[0],) for row in rows})
            connection.executemany("DELETE FROM pages WHERE pdf_name = ?", names)
            connection.executemany("INSERT INTO pages VALUES (?, ?, ?, ?)", rows)
    except sqlite3.Error as error:
        raise _told(error, path) from error


def _told(error: sqlite3.Error, path: Path) -> Exception:
    said = str(error)
    if "no such table" in said or "no such column" in said:
        return SourceConfigurationError(
            "sqlite",
            f"{path}: {said}; set CITATION_COLLECTION to its table and CITATION_NAME_FIELD, "
            "CITATION_PAGE_FIELD and CITATION_TEXT_FIELD to its columns",
        )
    if "locked" in said or "busy" in said:
        return SourceUnavailableError("sqlite", f"{path}: {said}")
    return SourceFailedError("sqlite", f"{path}: {said}")


def _quoted(name: str) -> str:
    """Return a name as an identifier, whatever is in it."""
    return '"' + name.replace('"', '""') + '"'
