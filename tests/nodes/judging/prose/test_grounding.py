"""Grounding, with words that are as like as a test says."""

from __future__ import annotations

import numpy as np
import pytest

from nodes.judging.prose.alignment import ReadText, align
from nodes.judging.prose.grounding import LEAST_LIKE, LEAST_LIKE_VERB, ungrounded
from nodes.judging.prose.words import words_of

_AXES = 16


def reading(text: str, **like: tuple[str, float]) -> ReadText:
    """Return a text of which no word is like another, but for those that `like` names."""
    words = words_of(text)
    vectors = np.array([_vector(word.text, like) for word in words], dtype=np.float32)
    whole = vectors.sum(axis=0)
    weights = np.ones(len(words), dtype=np.float32)
    return ReadText(text, whole / np.linalg.norm(whole), words, vectors, weights)


def _vector(word: str, like: dict[str, tuple[str, float]]) -> np.ndarray:
    axis = np.eye(_AXES)[_NUMBERS.setdefault(word.lower(), len(_NUMBERS))]
    if word not in like:
        return axis
    other, near = like[word]
    return near * _vector(other, {}) + (1 - near**2) ** 0.5 * axis


_NUMBERS: dict[str, int] = {}


@pytest.fixture(autouse=True)
def _fresh_axes() -> None:
    _NUMBERS.clear()


def lacking(claim: ReadText, *sentences: str, row: int = 0) -> list[str]:
    found = align(claim, [reading(sentence) for sentence in sentences])
    return [word.text for word in ungrounded(found, row)]


def test_what_the_sentence_has_is_grounded_and_what_is_like_nothing_is_not() -> None:
    assert lacking(reading("A red boat"), "One boat, red") == []
    assert lacking(reading("A red boat"), "One boat") == ["red"]


@pytest.mark.parametrize(("near", "expected"), [(0.05, []), (-0.05, ["red"])])
def test_a_word_may_stand_for_one_that_it_is_like(near: float, expected: list[str]) -> None:
    claim = reading("A red boat", red=("crimson", LEAST_LIKE + near))
    assert lacking(claim, "One crimson boat") == expected


def test_no_word_stands_for_two() -> None:
    claim = reading("A red boat", red=("boat", 0.9))
    assert lacking(claim, "One boat") == ["red"]


@pytest.mark.parametrize(("near", "expected"), [(0.05, []), (-0.05, ["upheld"])])
def test_for_the_verb_it_must_be_more_like(near: float, expected: list[str]) -> None:
    claim = reading("The court upheld it", upheld=("backed", LEAST_LIKE_VERB + near))
    assert lacking(claim, "The court backed it") == expected


def test_a_word_with_a_prefix_that_denies_has_no_likeness() -> None:
    claim = reading("A boat unstable", unstable=("steady", 0.9))
    assert lacking(claim, "A boat steady") == ["unstable"]


def test_the_neighbours_of_a_sentence_count_and_no_others() -> None:
    claim = reading("A red boat")
    assert lacking(claim, "One boat", "Paint, red") == []
    assert lacking(claim, "One boat", "Oars", "Paint, red") == ["red"]


def test_a_name_needs_a_name_that_begins_alike() -> None:
    claim = reading("A boat from Kenya", Kenya=("African", 0.9))
    assert lacking(claim, "A Kenyan boat") == []
    assert lacking(claim, "An African boat") == ["Kenya"]


def test_the_name_that_a_claim_begins_with_may_stand_elsewhere() -> None:
    assert lacking(reading("Anna Keller owns a boat"), "She owns a boat") == []
