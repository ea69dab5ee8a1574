"""Alignment, with vectors that can be computed by hand, and with the model's."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from nodes.judging.prose.alignment import ReadText, align, read_text, togetherness
from nodes.judging.prose.words import words_of
from retrieval.embeddings import TokenStates
from tests.nodes.judging.prose.conftest import Align, Read


def by_hand(text: str, *vectors: Sequence[float]) -> ReadText:
    """Return a text whose words have these vectors and weigh the same."""
    words = words_of(text)
    given = np.array(vectors, dtype=np.float32)
    whole = given.sum(axis=0)
    return ReadText(
        text, whole / np.linalg.norm(whole), words, given, np.ones(len(words), dtype=np.float32)
    )


CLAIM = by_hand("red boats", (1, 0), (0, 1))
SAME = by_hand("red boats", (1, 0), (0, 1))
NEAR = by_hand("crimson ships", (0.8, 0.6), (0, 1))
OTHER = by_hand("boats", (0, 1))


def test_a_word_is_found_by_its_stem_and_by_its_meaning() -> None:
    found = align(CLAIM, [SAME, NEAR])
    assert found.exact.tolist() == [[1, 1], [0, 0]]
    np.testing.assert_allclose(found.soft, [[1, 1], [0.8, 1]], atol=1e-6)


def test_weights_are_shares_and_coverage_is_their_sum() -> None:
    found = align(CLAIM, [OTHER, NEAR])
    assert found.weights.sum() == pytest.approx(1)
    assert found.covered(0) == pytest.approx(0.5)
    assert found.covered(0, [1]) == 1
    assert found.covered(0, []) == 0
    assert found.covered(1) == 0
    assert found.covered_near(1) == pytest.approx(0.5)


def test_the_best_sentence_says_most_of_the_claim() -> None:
    assert align(CLAIM, [OTHER, NEAR, SAME]).best == 2


def test_missing_is_what_no_sentence_has() -> None:
    assert align(CLAIM, [OTHER, NEAR]).missing == {"red"}


def test_words_side_by_side_are_together_in_either_order() -> None:
    turned = by_hand("boats red", (0, 1), (1, 0))
    assert togetherness(align(CLAIM, [turned])) == pytest.approx(1)


def test_words_in_two_sentences_are_not_together() -> None:
    apart = [by_hand("red sun", (1, 0), (0, -1)), by_hand("old boats", (-1, 0), (0, 1))]
    assert togetherness(align(CLAIM, apart)) == pytest.approx(0)


def test_a_claim_of_one_word_is_together_as_far_as_it_is_there() -> None:
    assert togetherness(align(OTHER, [NEAR])) == pytest.approx(1)


def test_a_word_gets_the_mean_of_the_tokens_that_lie_in_it() -> None:
    states = TokenStates(
        vector=np.array([1, 0], dtype=np.float32),
        spans=((0, 3), (3, 5), (6, 10)),
        ids=(5000, 6000, 1996),
        states=np.array([[1, 0], [0, 1], [3, 0]], dtype=np.float32),
    )
    found = read_text("boats went", states)
    half = 0.5**0.5
    np.testing.assert_allclose(found.vectors, [[half, half], [1, 0]], atol=1e-6)
    assert found.weights[0] > found.weights[1], "a word read in pieces is rare, the other common"


def test_with_the_model_a_paraphrase_is_nearer_than_another_topic(aligned: Align) -> None:
    found = aligned(
        "The physician cured the child.",
        ["The doctor healed the young girl.", "The engine burns heavy oil."],
    )
    paraphrase, other = found.soft @ found.weights
    assert paraphrase > other
    assert found.best == 0


def test_every_word_of_a_text_has_a_vector(read: Read) -> None:
    found = read("Über 1.234,5 Żółw-Boote fuhren — naïvely — to Łódź, C++ don't.")
    np.testing.assert_allclose(np.linalg.norm(found.vectors, axis=1), 1, atol=1e-5)
