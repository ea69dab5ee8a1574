"""Node `read_document`."""

from __future__ import annotations

import pytest

from nodes.read_document import read_document
from nodes.split_content import MAX_CONTENT
from retrieval.errors import LimitError, UnknownVersionError

OWN_VERSION = "<!-- mcp-fact-check: spec-version 2025-03-26 -->\n"


def test_the_text_is_kept_as_it_is_white_space_and_all() -> None:
    content = "\n\n  # Title\r\n\r\nServers must answer.\x00\n"
    assert read_document({"content": content})["content"] == content


def test_half_a_surrogate_pair_is_replaced_in_its_place() -> None:
    assert read_document({"content": "a\ud800b"})["content"] == "a\ufffdb"


@pytest.mark.parametrize("content", ["", " \n\t", "x" * (MAX_CONTENT + 1)])
def test_an_empty_or_too_long_text_is_refused_with_the_limits(content: str) -> None:
    with pytest.raises(LimitError, match="content must be a text of 1 to 50,000 characters"):
        read_document({"content": content})


def test_a_text_of_exactly_the_limit_is_taken() -> None:
    assert len(read_document({"content": "x" * MAX_CONTENT})["content"]) == MAX_CONTENT


def test_without_a_version_it_is_the_latest_release() -> None:
    update = read_document({"content": "Text."})
    assert (update["spec_version"], update["notes"]) == ("2026-07-28", [])


def test_a_slip_in_the_name_of_the_version_is_noted() -> None:
    update = read_document({"content": "Text.", "version_name": "2024-11-04"})
    assert update["spec_version"] == "2024-11-05"
    assert "read as 2024-11-05" in update["notes"][0]


def test_an_unknown_version_is_refused() -> None:
    with pytest.raises(UnknownVersionError):
        read_document({"content": "Text.", "version_name": "2025-01-01"})


def test_the_version_that_the_text_names_wins_and_is_noted() -> None:
    update = read_document({"content": OWN_VERSION, "version_name": "2025-06-18"})
    assert update["spec_version"] == "2025-03-26"
    assert update["notes"] == [
        "line 1 of the text asks for 2025-03-26; it was checked against that, not 2025-06-18"
    ]


def test_a_version_named_twice_alike_needs_no_note() -> None:
    update = read_document({"content": OWN_VERSION, "version_name": "2025-03-26"})
    assert update["notes"] == []


def test_an_unknown_version_in_the_text_is_refused_with_its_line() -> None:
    content = "Text.\n<!-- mcp-fact-check: spec-version 2025-01-01 -->"
    with pytest.raises(LimitError, match="comment on line 2 must be one of: 2024-11-05"):
        read_document({"content": content})


def test_ignored_lines_are_listed_in_order() -> None:
    ignore = "<!-- mcp-fact-check: ignore -->"
    update = read_document({"content": f"One. {ignore}\n{ignore}\nThree."})
    assert update["ignored_lines"] == [1, 3]


def test_a_comment_that_asks_nothing_known_is_noted() -> None:
    update = read_document({"content": "Text. <!-- mcp-fact-check: ingore -->"})
    assert update["notes"][0].startswith("line 1: “ingore” is nothing that a comment can ask")


def test_each_check_has_an_id_of_its_own() -> None:
    first, second = (read_document({"content": "Text."})["check_id"] for _ in range(2))
    assert first != second
