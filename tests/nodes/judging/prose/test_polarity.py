"""Polarity: what is denied."""

from __future__ import annotations

import pytest

from nodes.judging.prose.polarity import denied
from nodes.judging.prose.words import stem


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("The lock does not open.", "open"),
        ("The lock doesn't open.", "open"),
        ("The crew never landed.", "landed"),
        ("They failed to land.", "land"),
        ("They have stopped landing.", "landing"),
    ],
)
def test_the_words_after_a_denial_are_denied(text: str, word: str) -> None:
    assert denied(text)[stem(word)].distance == 0


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("It is not only cheap.", "cheap"),
        ("It did not arrive until noon.", "arrive"),
        ("The lock is not broken, it opens.", "opens"),
        ("The test of the lock failed last year.", "year"),
        ("The pump stopped at noon.", "noon"),
        ("They asked whether or not the lock opens.", "lock"),
        ("It is a non-renewable term of five years.", "term"),
        ("It is not impossible without permission.", "permission"),
    ],
)
def test_what_only_looks_denied_is_not(text: str, word: str) -> None:
    assert stem(word) not in denied(text)


@pytest.mark.parametrize(
    ("text", "word", "first"),
    [
        ("They do not use cream in their tea.", "tea", "use"),
        ("The lock is not yet fully open.", "open", "open"),
        ("The trust no longer owns the castle.", "castle", "owns"),
        ("Guests are not able to smoke.", "smoke", "smoke"),
        ("Guests are not allowed to bring dogs.", "dogs", "bring"),
    ],
)
def test_what_is_denied_before_all(text: str, word: str, first: str) -> None:
    assert denied(text)[stem(word)].first == stem(first)
