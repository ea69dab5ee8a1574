"""Verbs: which word says what is done."""

from __future__ import annotations

import pytest

from nodes.judging.prose.verbs import is_past, main_verb
from nodes.judging.prose.words import words_of


@pytest.mark.parametrize(
    ("claim", "verb"),
    [
        ("The court upheld the fine.", "upheld"),
        ("The mayor of Leeds opened the library.", "opened"),
        ("The bridge was closed in May.", "closed"),
        ("The board did not approve the merger.", "approve"),
        ("Members may bring guests.", "bring"),
        ("Rain damages roofs.", "damages"),
        ("The soup is hot.", "hot"),
    ],
)
def test_the_word_on_which_the_claim_turns(claim: str, verb: str) -> None:
    found = main_verb(words_of(claim))
    assert found is not None
    assert found.text == verb


@pytest.mark.parametrize("text", ["", "The old steel bridge.", "Closed on Mondays."])
def test_without_a_subject_or_a_verb_there_is_none(text: str) -> None:
    assert main_verb(words_of(text)) is None


@pytest.mark.parametrize(
    ("word", "expected"),
    [("closed", True), ("Upheld", True), ("born", True), ("red", False), ("need", False),
     ("opens", False)],
)  # fmt: skip
def test_forms_of_the_past(word: str, expected: bool) -> None:
    assert is_past(words_of(word)[0]) is expected
