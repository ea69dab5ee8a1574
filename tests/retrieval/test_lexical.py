"""Search by words: what counts as one, and how passages are weighed by them."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retrieval.lexical import LexicalIndex, words

TOOLS = "Clients may send tools/list to learn which tools there are."
CHANGED = "A server sends notifications/tools/list_changed when its list is another."
LOGS = "A server may log what it does."


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "notifications/tools/list_changed",
            ["notifications/tools/list_changed", "notification", "tool", "list", "changed"],
        ),
        ("listChanged", ["listchanged", "list", "changed"]),
        ("Mcp-Session-Id", ["mcp-session-id", "mcp", "session", "id"]),
        ("HTTPServer", ["httpserver", "http", "server"]),
        ("URIs", ["uri"]),
        ("2025-06-18", ["2025-06-18", "2025", "06", "18"]),
        ("-32602", ["32602"]),
        ("`_meta`,", ["meta"]),
        ("über", ["über"]),
        ("capabilities. Servers!", ["capability", "server"]),
        ("server's", ["server", "s"]),
        ("", []),
    ],
)
def test_a_name_is_kept_whole_and_split(text: str, expected: list[str]) -> None:
    assert words(text) == expected


@pytest.mark.parametrize(
    ("plural", "singular"),
    [("queries", "query"), ("responses", "response"), ("hosts", "host")],
)
def test_a_plural_is_the_same_word_as_its_singular(plural: str, singular: str) -> None:
    assert words(plural) == words(singular)


@pytest.mark.parametrize("word", ["status", "access"])
def test_a_word_that_only_ends_like_a_plural_stays_as_it_is(word: str) -> None:
    assert words(word) == [word]


def test_the_passage_that_names_what_is_asked_for_fits_best() -> None:
    index = LexicalIndex([TOOLS, CHANGED, LOGS])
    asked = ["Is notifications/tools/list_changed sent?"]
    tools, changed, logs = index.fits(asked, [TOOLS, CHANGED, LOGS])
    assert changed == 1.0
    assert tools is not None
    assert logs is not None
    assert 0 <= logs < tools < 1


def test_each_passage_counts_by_the_query_that_it_fits_best() -> None:
    index = LexicalIndex([TOOLS, CHANGED, LOGS])
    assert index.fits(["tools/list", "log"], [TOOLS, LOGS]) == [1.0, 1.0]


def test_words_that_no_passage_has_fit_none() -> None:
    assert LexicalIndex([TOOLS, LOGS]).fits(["zebra"], [TOOLS, LOGS]) == [0.0, 0.0]


@pytest.mark.parametrize("queries", [[], [""], ["..."], ["S"]])
def test_no_words_fit_nothing(queries: list[str]) -> None:
    assert LexicalIndex([TOOLS, LOGS]).fits(queries, [TOOLS]) == [0.0]


@pytest.mark.parametrize("passages", [[], ["", "..."]])
def test_passages_without_words_fit_nothing(passages: list[str]) -> None:
    assert LexicalIndex(passages).fits(["log"], passages) == [0.0 for _ in passages]


def test_a_passage_that_is_not_in_the_index_is_told_apart_from_one_that_does_not_fit() -> None:
    assert LexicalIndex([TOOLS]).fits(["tools"], ["Another.", TOOLS]) == [None, 1.0]


def test_a_passage_that_is_given_twice_counts_once() -> None:
    once, twice = LexicalIndex([TOOLS, CHANGED]), LexicalIndex([TOOLS, CHANGED, TOOLS])
    assert once.fits(["list"], [TOOLS, CHANGED]) == twice.fits(["list"], [TOOLS, CHANGED])


@settings(max_examples=40)
@given(st.lists(st.text(max_size=40), max_size=5), st.text(max_size=3_000))
def test_any_text_gives_a_fit_from_0_to_1(passages: list[str], query: str) -> None:
    for fit in LexicalIndex(passages).fits([query], passages):
        assert fit is not None
        assert 0 <= fit <= 1


def test_nothing_heavy_is_imported_before_there_is_an_index() -> None:
    code = "import sys, retrieval.lexical; print({'numpy', 'bm25s'} & sys.modules.keys())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
