"""The back end `sqlite`, on real database files."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from retrieval.errors import (
    DocumentNotFoundError,
    NoTextError,
    PageNotFoundError,
    SourceConfigurationError,
    SourceFailedError,
    SourceUnavailableError,
)
from retrieval.settings import SourceSettings
from retrieval.sources import conformance
from retrieval.sources.conformance import Check
from retrieval.sources.reader import Sources
from retrieval.sources.sqlite import SqliteSource, fill_sqlite, open_sqlite


def chunk(name: str, page: int, text: str) -> dict[str, object]:
    return {"pdf_name": name, "page_number": page, "text": text}


def run(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        for statement in statements:
            connection.execute(statement)


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("sqlite") / "pages #1?.db"
    fill_sqlite(path, conformance.sample_chunks())
    return path


@pytest.mark.parametrize("check", conformance.CHECKS, ids=str)
def test_sqlite_conforms(check: Check, sample: Path) -> None:
    source = SqliteSource(sample)
    try:
        check(source, conformance.SAMPLE)
    finally:
        source.close()


def test_what_is_filled_in_again_is_replaced_and_the_rest_stays(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "pages.db"
    fill_sqlite(path, [chunk("a.pdf", 1, "Old."), chunk("a.pdf", 2, "Gone.")])
    fill_sqlite(path, [chunk("b.pdf", 1, "B.")])
    fill_sqlite(path, [chunk("a.pdf", 1, "New,"), chunk("a.pdf", 1, "in two.")])
    with Sources(SqliteSource(path), "sqlite") as sources:
        assert sources.read("a.pdf", 1).passages == ("New,", "in two.")
        assert sources.page_count("a.pdf") == 1
        assert sources.read("b.pdf", 1).text == "B."


def test_a_filling_that_fails_leaves_all_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "pages.db"
    fill_sqlite(path, [chunk("a.pdf", 1, "Old.")])
    with pytest.raises(SourceFailedError):
        fill_sqlite(path, [chunk("a.pdf", 1, "New."), {**chunk("a.pdf", 2, ""), "text": None}])
    with closing(SqliteSource(path)) as source:
        assert source.fetch("a.pdf", 1)[0]["text"] == "Old."


def test_a_table_of_one_s_own_serves_too(tmp_path: Path) -> None:
    path = tmp_path / "own.db"
    run(
        path,
        'CREATE TABLE "my ""own" (source TEXT, "page no" TEXT, body TEXT, place INTEGER)',
        """INSERT INTO "my ""own" VALUES ('a.pdf', '9', 'second', 7), ('a.pdf', '9', 'first', 5),
           ('a.pdf', '9', NULL, 1), ('a.pdf', '10', 'Last.', 1), (NULL, '1', 'Nowhere.', 1)""",
        'CREATE VIEW seen AS SELECT * FROM "my ""own"',
    )
    own = {
        "name_field": "source",
        "page_field": "page no",
        "text_field": "body",
        "position_field": "place",
    }
    for table in ('my "own', "seen"):
        settings = SourceSettings(path=path, collection=table).model_copy(update=own)
        with Sources(open_sqlite(settings), "sqlite") as sources:
            assert sources.read("a.pdf", 9).passages == ("first", "second")
            assert sources.page_count("a.pdf") == 10
            assert sources.documents() == ["a.pdf"]
            with pytest.raises(NoTextError):
                sources.read("a.pdf", 8)
            with pytest.raises(PageNotFoundError):
                sources.read("a.pdf", 11)
            with pytest.raises(DocumentNotFoundError, match=r"mean 'a\.pdf'"):
                sources.read("a.PDF", 1)


def test_nothing_is_written_to_the_database(sample: Path) -> None:
    with closing(SqliteSource(sample)) as source:
        connection = source._connection  # pyright: ignore[reportPrivateUsage]
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            connection.execute("DELETE FROM pages")


@pytest.mark.parametrize(
    ("setting", "value", "message"),
    [
        ("collection", "other", r"no such table: other; set CITATION_COLLECTION"),
        ("name_field", "other", r"no such column.*CITATION_NAME_FIELD"),
        ("page_field", "other", r"no such column.*CITATION_PAGE_FIELD"),
        ("text_field", "other", r"no such column.*CITATION_TEXT_FIELD"),
    ],
)
def test_a_table_or_column_that_is_not_there_is_named(
    sample: Path, setting: str, value: str, message: str
) -> None:
    settings = SourceSettings(path=sample).model_copy(update={setting: value})
    with pytest.raises(SourceConfigurationError, match=message):
        open_sqlite(settings)


def test_without_a_file_the_setting_is_named(tmp_path: Path) -> None:
    with pytest.raises(SourceConfigurationError, match="set CITATION_PATH"):
        open_sqlite(SourceSettings())
    with pytest.raises(SourceConfigurationError, match="there is no database file"):
        open_sqlite(SourceSettings(path=tmp_path / "none.db"))
    assert not (tmp_path / "none.db").exists()


def test_a_file_that_is_no_database_is_a_failure(tmp_path: Path) -> None:
    (tmp_path / "text.db").write_text("This is no database. " * 99)
    with pytest.raises(SourceFailedError, match="not a database"):
        SqliteSource(tmp_path / "text.db")


def test_a_database_that_is_locked_cannot_be_reached(tmp_path: Path) -> None:
    path = tmp_path / "pages.db"
    fill_sqlite(path, [chunk("a.pdf", 1, "Text.")])
    with closing(SqliteSource(path, timeout=0.05)) as source:
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN EXCLUSIVE")
            with pytest.raises(SourceUnavailableError, match="locked"):
                source.fetch("a.pdf", 1)
        assert source.fetch("a.pdf", 1)
