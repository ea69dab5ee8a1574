"""The back end `postgres`, on a real server that the tests start."""

from __future__ import annotations

from collections.abc import Iterator

import psycopg
import pytest
from pydantic import SecretStr

from retrieval.errors import (
    NoTextError,
    SourceConfigurationError,
    SourceFailedError,
    SourceUnavailableError,
)
from retrieval.settings import ChunkFields, SourceSettings
from retrieval.sources import conformance
from retrieval.sources.conformance import Check
from retrieval.sources.postgres import PostgresSource, open_postgres
from retrieval.sources.reader import Sources
from tests.support.postgres import MISSING, PostgresServer, postgres_server

pytestmark = pytest.mark.skipif(MISSING is not None, reason=str(MISSING))

SCHEMA = """
    CREATE TABLE pages (
        pdf_name text NOT NULL,
        page_number integer NOT NULL,
        position integer NOT NULL DEFAULT 0,
        text text NOT NULL,
        PRIMARY KEY (pdf_name, page_number, position)
    );
    CREATE SCHEMA "other one";
    CREATE TABLE "other one"."My Chunks" (source text, "page no" bigint, body text);
    INSERT INTO "other one"."My Chunks" VALUES
        ('a.pdf', 1, 'First.'), ('a.pdf', 2, NULL), (NULL, 1, 'Nowhere.');
    CREATE VIEW slow AS SELECT pdf_name, page_number, text FROM pages, pg_sleep(30);
    CREATE VIEW broken AS SELECT pdf_name, page_number, (1 / (page_number - 1))::text AS text
        FROM pages;
    CREATE ROLE reader LOGIN;
    GRANT SELECT ON pages TO reader;
    CREATE TABLE closed (pdf_name text, page_number integer, text text);
"""


@pytest.fixture(scope="module")
def server() -> Iterator[PostgresServer]:
    with postgres_server() as server:
        with psycopg.connect(server.url) as connection:
            connection.execute(SCHEMA.encode())
            positions: dict[tuple[str, int], int] = {}
            for chunk in conformance.sample_chunks():
                place = (chunk["pdf_name"], chunk["page_number"])
                positions[place] = positions.get(place, -1) + 1
                # Backwards, so that the order on a page is that of the column and of nothing else.
                connection.execute(
                    "INSERT INTO pages VALUES (%s, %s, %s, %s)",
                    (*place, positions[place], chunk["text"]),
                )
            connection.execute("CREATE INDEX ON pages (position DESC)")
            connection.execute("CLUSTER pages USING pages_position_idx")
        yield server


@pytest.fixture
def source(server: PostgresServer) -> Iterator[PostgresSource]:
    source = PostgresSource(server.url)
    yield source
    source.close()


@pytest.mark.parametrize("check", conformance.CHECKS, ids=str)
def test_postgres_conforms(check: Check, source: PostgresSource) -> None:
    check(source, conformance.SAMPLE)


def test_a_table_of_one_s_own_in_another_schema_serves_too(server: PostgresServer) -> None:
    settings = SourceSettings(
        url=SecretStr(server.url),
        collection="other one.My Chunks",
        name_field="source",
        page_field="page no",
        text_field="body",
    )
    with Sources(open_postgres(settings), "postgres") as sources:
        assert sources.read("a.pdf", 1).text == "First."
        assert sources.documents() == ["a.pdf"]
        with pytest.raises(NoTextError):
            sources.read("a.pdf", 2)


def test_a_server_that_was_restarted_is_connected_to_again(
    server: PostgresServer, source: PostgresSource
) -> None:
    before = source.fetch("handbook.pdf", 1)
    server.stop()
    try:
        with pytest.raises(SourceUnavailableError, match="cannot be reached"):
            source.fetch("handbook.pdf", 1)
    finally:
        server.start()
    assert source.fetch("handbook.pdf", 1) == before
    server.stop()
    server.start()
    assert source.fetch("handbook.pdf", 1) == before


def test_an_answer_that_takes_too_long_is_given_up(server: PostgresServer) -> None:
    source = PostgresSource(server.url, "slow", timeout=0.2)
    with pytest.raises(SourceUnavailableError, match="no answer in time"):
        source.fetch("handbook.pdf", 1)
    source.close()


def test_an_error_in_the_database_is_a_failure_and_the_next_question_is_answered(
    server: PostgresServer,
) -> None:
    source = PostgresSource(server.url, "broken")
    with pytest.raises(SourceFailedError, match="division by zero"):
        source.fetch("handbook.pdf", 1)
    assert source.page_count("handbook.pdf") == 3
    source.close()


def test_nothing_can_be_written(server: PostgresServer, source: PostgresSource) -> None:
    source.fetch("handbook.pdf", 1)
    connection = source._connection  # pyright: ignore[reportPrivateUsage]
    assert connection is not None
    with pytest.raises(psycopg.errors.ReadOnlySqlTransaction), connection.transaction():
        connection.execute("DELETE FROM pages")


@pytest.mark.parametrize(
    ("user", "table", "field", "message"),
    [
        ("postgres", "nothing", "text", '"nothing" does not exist; set CITATION_COLLECTION'),
        ("postgres", "pages", "body", "does not exist.*CITATION_TEXT_FIELD"),
        ("reader", "closed", "text", "permission denied"),
        ("nobody", "pages", "text", 'role "nobody" does not exist; check CITATION_URL'),
    ],
)
def test_what_is_not_set_up_is_named(
    server: PostgresServer, user: str, table: str, field: str, message: str
) -> None:
    url = server.url.replace("postgres@", f"{user}@")
    source = PostgresSource(url, table, ChunkFields(text=field))
    with pytest.raises(SourceConfigurationError, match=message):
        source.fetch("handbook.pdf", 1)
    source.close()


def test_a_bad_url_is_told_without_the_password_in_it() -> None:
    source = PostgresSource("postgres//user:sesame@host/db")
    with pytest.raises(SourceConfigurationError, match="CITATION_URL is no URL") as caught:
        source.fetch("a.pdf", 1)
    assert "sesame" not in str(caught.value)


def test_nobody_who_listens_cannot_be_reached() -> None:
    source = PostgresSource("postgresql://postgres@127.0.0.1:9/postgres")
    with pytest.raises(SourceUnavailableError, match="refused"):
        source.fetch("a.pdf", 1)


def test_without_a_url_the_setting_is_named() -> None:
    with pytest.raises(SourceConfigurationError, match="set CITATION_URL"):
        open_postgres(SourceSettings())
