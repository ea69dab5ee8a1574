"""Code-like names, numbers and spec versions in a sentence."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nodes.reading.names import dates, identifiers, numbers, without_dates


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Call `tools/list` first", {"tools/list"}),
        ("Call tools/list first", {"tools/list"}),
        ("Send notifications/tools/list_changed", {"notifications/tools/list_changed"}),
        ("Set the Mcp-Session-Id header", {"mcp-session-id"}),
        ("The nextCursor and the isError field", {"nextcursor", "iserror"}),
        ("A CallToolResult has _meta", {"calltoolresult", "_meta"}),
        ("The list_changed flag", {"list_changed"}),
        ("Below /.well-known/oauth-protected-resource", {"/.well-known/oauth-protected-resource"}),
        ("`mimeType`, `uri`", {"mimetype", "uri"}),
        ("`Origin` is `origin`", {"origin"}),
        ("Servers must log. Clients poll", set[str]()),
        ("mytools/list is no method", set[str]()),
        # Marks with nothing but punctuation between them name nothing.
        ("`, ` and `.`", set[str]()),
    ],
)
def test_code_like_names_are_found_in_lower_case(text: str, names: set[str]) -> None:
    assert identifiers(text) == names


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("At most 100 values", {"100"}),
        ("Error -32602 is sent", {"-32602"}),
        ("Wait 1.5 seconds", {"1.5"}),
        ("50% of them", {"50%"}),
        ("Version 3.", {"3"}),
        ("Three or more", {"3"}),
        ("Ten THOUSAND", {"10", "1000"}),
        ("HTTP 400 or 404", {"400", "404"}),
        ("RFC 9728 and RFC8414", {"9728", "8414"}),
        ("OAuth 2.1", {"2.1"}),
        # "One" is an article more often than a count, and JSON-RPC is always 2.0.
        ("One of them", set[str]()),
        ("JSON-RPC 2.0", set[str]()),
        ("utf8, base64 and x1", set[str]()),
        ("A number", set[str]()),
    ],
)
def test_numbers_are_found_in_digits_and_in_words(text: str, found: set[str]) -> None:
    assert numbers(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Since 2025-06-18", {"2025-06-18"}),
        ("From 2024-11-05 to 2026-07-28", {"2024-11-05", "2026-07-28"}),
        ("In 2025", set[str]()),
        ("1999-01-01", set[str]()),
        ("12025-06-18", set[str]()),
    ],
)
def test_versions_are_found_by_their_dates(text: str, found: set[str]) -> None:
    assert dates(text) == found


def test_the_digits_of_a_version_are_no_numbers() -> None:
    assert numbers(without_dates("Since 2025-06-18 at most 7")) == {"7"}


@given(st.text())
def test_whatever_stands_there_no_name_and_no_number_is_empty(text: str) -> None:
    assert "" not in identifiers(text) | numbers(text)


@given(st.text(alphabet="`'\"(),. aA_/-2", max_size=30))
def test_no_mix_of_marks_makes_an_empty_name(text: str) -> None:
    assert "" not in identifiers(text)


@given(st.dates())
def test_no_date_is_left_where_dates_were_taken_out(day: object) -> None:
    assert dates(without_dates(f"Before {day} and after {day}.")) == frozenset()
