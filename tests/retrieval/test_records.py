"""Records: a text that several versions share is kept once, and stands where each has it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from retrieval.chunking import Chunk
from retrieval.index import own_content, version_chunks
from retrieval.records import RecordTable, merged, rows_from_json, rows_to_json
from retrieval.versions import VERSIONS

CHUNK = Chunk(
    id="tools.one#0",
    corpus="catalogue",
    page="server/tools",
    heading="Tools",
    text="A tool.",
    embedded="A tool.",
    entry_ids=("tools.one",),
)


def test_a_text_of_two_versions_is_one_record_with_both_places() -> None:
    moved = replace(CHUNK, page="server/lamps", lines=(3, 4), permalink="x#L3", commit="c")
    (record,) = merged({"2024-11-05": [CHUNK], "draft": [moved]})
    table = RecordTable(rows_from_json(rows_to_json([record.to_row()])))
    assert table.chunk(0, "2024-11-05") == CHUNK
    assert table.chunk(0, "draft") == moved
    assert table.holding("draft") == {0}
    assert table.holding("2025-06-18") == frozenset()


def test_texts_that_are_found_by_other_words_or_say_other_entries_are_records_of_their_own() -> (
    None
):
    others = [
        replace(CHUNK, embedded="Another way."),
        replace(CHUNK, text="Another."),
        replace(CHUNK, entry_ids=("tools.two",)),
        replace(CHUNK, corpus="schema"),
    ]
    assert len(merged({"draft": [CHUNK], "2024-11-05": others})) == 5


def test_a_version_that_says_a_text_twice_has_it_twice() -> None:
    again = replace(CHUNK, id="tools.one#1", heading="Again")
    records = merged({"2024-11-05": [CHUNK], "draft": [CHUNK, again]})
    table = RecordTable([record.to_row() for record in records])
    assert [table.chunk(at, "draft").heading for at in sorted(table.holding("draft"))] == [
        "Tools",
        "Again",
    ]
    assert table.holding("2024-11-05") == {0}


@pytest.mark.parametrize("content", ["{}", "[1]", "[[1, 2]]", "[", ""])
def test_what_is_no_table_is_refused(content: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - of JSON or ours
        rows_from_json(content)


def test_every_chunk_of_every_version_is_in_a_record_and_comes_back_as_it_was() -> None:
    content = own_content()
    for version in VERSIONS:
        for kind, chunks in version_chunks(version).items():
            table = RecordTable([record.to_row() for record in content.kinds[kind]])
            found = [table.chunk(at, version) for at in table.holding(version)]
            shown = [replace(chunk, embedded=chunk.text) for chunk in chunks]
            assert sorted(found, key=lambda c: c.id) == sorted(shown, key=lambda c: c.id)
            assert len(chunks) == content.chunks[version][kind]
