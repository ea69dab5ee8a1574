"""Cleaning of extracted text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.sources.clean import clean_text, join_divided_words


@pytest.mark.parametrize(
    ("extracted", "clean"),
    [
        ("e\ufb03cient \ufb01nal \ufb02ow", "efficient final flow"),
        ("10\u00a0% of\u2009it", "10 % of it"),
        ("10² and ½", "10² and ½"),
        ("zero\u200bwidth, soft\u00adhyphen", "zerowidth, softhyphen"),
        ("a\r\nb\rc  \n\n\n\nd", "a\nb\nc\n\nd"),
        ("bell\x07 escape\x1b[31m", "bell escape[31m"),
        ("re\u0301sume\u0301", "résumé"),
        ("tab\tstays", "tab\tstays"),
    ],
)
def test_characters_are_plain_and_mean_the_same(extracted: str, clean: str) -> None:
    assert clean_text(extracted) == clean


@given(st.text())
def test_cleaning_twice_is_cleaning_once(text: str) -> None:
    assert clean_text(clean_text(text)) == clean_text(text)


@pytest.mark.parametrize("text", ["x" * 10**6, "x-" * 10**6 + "x", "a" + " " * 10**6 + "b"])
def test_runs_without_end_take_one_look(text: str) -> None:
    assert clean_text(join_divided_words([text])[0]) == text


@pytest.mark.parametrize(
    ("page", "rest", "joined"),
    [
        ("the commit-\ntee met", "", "the committee met"),
        ("the commit\ufffetee met", "", "the committee met"),
        ("a well-\nknown fact", "what is well-known", "a well-known fact"),
        ("a well-\nknown fact", "", "a wellknown fact"),
        ("re-\nform", "reform and re-form", "reform"),
        ("state-of-the-\nart", "", "state-of-the-art"),
        ("Jean-\nPierre", "", "Jean-Pierre"),
        ("2019-\n2020", "", "2019-2020"),
        ("a dash -\nhere", "", "a dash -\nhere"),
        ("end.\nNext", "", "end.\nNext"),
    ],
)
def test_the_rest_of_the_document_tells_whose_the_hyphen_is(
    page: str, rest: str, joined: str
) -> None:
    assert join_divided_words([page, rest])[0] == joined
