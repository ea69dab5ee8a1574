"""Back end `postgres` (extra `postgres`): a table or view of pages in PostgreSQL.

    CREATE TABLE pages (
        pdf_name text NOT NULL,
        page_number integer NOT NULL,         -- from 1
        position integer NOT NULL DEFAULT 0,  -- of this text among those of the page
        text text NOT NULL,                   -- '' for a page without text
        PRIMARY KEY (pdf_name, page_number, position)
    );

Settings name the table, also with its schema, and its columns, of which that for the position may
be missing.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from threading import Lock
from typing import TYPE_CHECKING, Any, Final

from retrieval.errors import SourceConfigurationError, SourceFailedError, SourceUnavailableError
from retrieval.settings import USUAL_FIELDS, ChunkFields, SourceSettings

if TYPE_CHECKING:
    from psycopg import Connection, Error
    from psycopg.sql import Composed

_NEEDS_SETTING: Final = (
    "password authentication failed",
    "no password supplied",
    "no pg_hba.conf entry",
    "does not exist",
)
"""What servers say to a connection that would not succeed at a second try either."""


def open_postgres(settings: SourceSettings) -> PostgresSource:
    """Prepare for the database that the settings name; it is connected to by the first question.

    Raises:
        SourceConfigurationError: they name none, or the extra is not installed.

    """
    if settings.url is None:
        raise SourceConfigurationError(
            "postgres", "set CITATION_URL to postgresql://USER:PASSWORD@HOST:PORT/DATABASE"
        )
    url = settings.url.get_secret_value()
    return PostgresSource(url, settings.collection, settings.fields, settings.timeout)


class PostgresSource:
    """Pages in a table, read only."""

    def __init__(
        self,
        url: str,
        table: str = "pages",
        fields: ChunkFields = USUAL_FIELDS,
        timeout: float = 10.0,
    ) -> None:
        try:
            from psycopg.sql import SQL, Identifier, Literal  # noqa: PLC0415
        except ImportError as error:
            raise SourceConfigurationError(
                "postgres", "install its client: pip install 'mcp-fact-check[postgres]'"
            ) from error
        self._url = url
        self._timeout = timeout
        self._lock = Lock()
        self._connection: Connection | None = None
        name, page, text = (Identifier(field) for field in fields[:3])
        parts = {"table": Identifier(*table.split(".", 1)), "name": name, "page": page}
        self._limit = SQL("SET LOCAL statement_timeout = {}").format(Literal(int(timeout * 1000)))
        # By way of JSON, so that a table may have no column for it.
        self._page = SQL(
            "SELECT {name}, {text} FROM {table} AS chunk WHERE {name} = %s AND {page} = %s "
            "ORDER BY (to_jsonb(chunk) ->> {position})::numeric"
        ).format(**parts, text=text, position=Literal(fields.position))
        self._names = SQL(
            "SELECT DISTINCT {name} FROM {table} WHERE {name} IS NOT NULL ORDER BY {name}"
        ).format(**parts)
        self._count = SQL("SELECT max({page}) FROM {table} WHERE {name} = %s").format(**parts)

    def fetch(self, pdf_name: str, page_number: int) -> list[dict[str, Any]]:
        """Return the rows of a page."""
        if "\0" in pdf_name:  # no text of PostgreSQL has that
            return []
        return [
            {"pdf_name": name, "page_number": page_number, "text": text or ""}
            for name, text in self._select(self._page, pdf_name, page_number)
        ]

    def list_documents(self) -> list[str]:
        """Return the names in the table."""
        return [name for (name,) in self._select(self._names)]

    def page_count(self, pdf_name: str) -> int:
        """Return the highest page number of a document."""
        if "\0" in pdf_name:
            return 0
        ((most,),) = self._select(self._count, pdf_name)
        return max(0, most or 0)

    def close(self) -> None:
        """Close the connection."""
        with self._lock:
            self._disconnect()

    def _select(self, query: Composed, *values: object) -> list[tuple[Any, ...]]:
        """Ask the database; once more where the connection was lost since the last time."""
        from psycopg import OperationalError  # noqa: PLC0415

        with self._lock, self._failures_told():
            again = self._connection is not None
            try:
                return self._ask(query, values)
            except OperationalError:
                if not again or not self._lost():
                    raise
            return self._ask(query, values)

    def _ask(self, query: Composed, values: tuple[object, ...]) -> list[tuple[Any, ...]]:
        connection = self._connection or self._connect()
        self._connection = connection
        with connection.transaction():
            connection.execute(self._limit)
            return connection.execute(query, values).fetchall()

    def _connect(self) -> Connection:
        from psycopg import connect  # noqa: PLC0415

        connection = connect(
            self._url,
            autocommit=True,
            connect_timeout=max(2, round(self._timeout)),
            tcp_user_timeout=round(self._timeout * 1000),
            prepare_threshold=None,  # prepared statements fail behind some connection pools
            application_name="mcp-fact-check",
        )
        connection.read_only = True
        return connection

    def _lost(self) -> bool:
        """Let go of a connection that broke; tell whether it did."""
        if self._connection is None or not self._connection.broken:
            return False
        self._disconnect()
        return True

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    @contextmanager
    def _failures_told(self) -> Generator[None]:
        from psycopg import Error  # noqa: PLC0415

        try:
            yield
        except Error as error:
            self._lost()
            raise _told(error) from error


def _told(error: Error) -> Exception:
    from psycopg import OperationalError, ProgrammingError, errors  # noqa: PLC0415

    said = error.diag.message_primary or " ".join(str(error).split())
    match error:
        case errors.UndefinedTable() | errors.UndefinedColumn() | errors.InsufficientPrivilege():
            return SourceConfigurationError(
                "postgres",
                f"{said}; set CITATION_COLLECTION to a table that may be read, and "
                "CITATION_NAME_FIELD, CITATION_PAGE_FIELD and CITATION_TEXT_FIELD to its columns",
            )
        case errors.QueryCanceled():
            return SourceUnavailableError("postgres", f"no answer in time ({said})")
        case OperationalError() if any(sign in said for sign in _NEEDS_SETTING):
            return SourceConfigurationError("postgres", f"{said}; check CITATION_URL")
        case OperationalError():
            return SourceUnavailableError("postgres", said)
        case ProgrammingError() if error.sqlstate is None:
            # What it says would show the password.
            return SourceConfigurationError(
                "postgres", "CITATION_URL is no URL like postgresql://USER:PASSWORD@HOST/DATABASE"
            )
        case _:
            return SourceFailedError("postgres", said)
