"""Polarity: what is denied, and what means the opposite."""

from __future__ import annotations

import pytest

from nodes.judging.prose.polarity import denied, opposites
from nodes.judging.prose.words import stem, words_of


def stems(text: str) -> frozenset[str]:
    return frozenset(word.stem for word in words_of(text))


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
        ("It is not impossible without permission.", "permission"),
    ],
)
def test_what_only_looks_denied_is_not(text: str, word: str) -> None:
    assert stem(word) not in denied(text)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("prices rose", "prices fell"),
        ("the northern gate", "the southern gate"),
        ("a legal port", "an illegal port"),
    ],
)
def test_opposites_are_found_both_ways(one: str, other: str) -> None:
    assert opposites(stems(one), stems(other))
    assert opposites(stems(other), stems(one))


def test_a_prefix_makes_an_opposite() -> None:
    found = opposites(stems("a regular shape"), stems("an irregular shape"))
    assert found == (stem("regular"), stem("irregular"))


def test_a_sentence_with_both_says_nothing_of_either() -> None:
    assert opposites(stems("prices rose"), stems("prices rose and fell")) is None
