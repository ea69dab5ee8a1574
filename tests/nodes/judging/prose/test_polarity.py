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
    ],
)
def test_the_words_after_a_denial_are_denied(text: str, word: str) -> None:
    assert denied(text)[stem(word)] == 0


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("It is not only cheap.", "cheap"),
        ("It did not arrive until noon.", "arrive"),
        ("The lock is not broken, it opens.", "opens"),
        ("The test of the lock failed last year.", "year"),
        ("It is not impossible without permission.", "permission"),
    ],
)
def test_what_only_looks_denied_is_not(text: str, word: str) -> None:
    assert stem(word) not in denied(text)
