"""Screening of very long texts."""

from __future__ import annotations

from nodes.judging.prose.screening import screen, shared_words

TEXTS = ["The lock opens at noon.", "A lock is of iron.", "A lock is shut.", "Rain fell."]


def test_a_short_text_is_read_whole() -> None:
    assert screen("Sunshine", TEXTS) == [0, 1, 2, 3]


def test_of_a_long_one_the_passages_nearest_in_words_stay_in_their_order() -> None:
    assert screen("The lock of iron opens at noon", TEXTS, most=2) == [0, 1]


def test_a_word_that_few_texts_have_counts_for_more() -> None:
    noon, iron, shut, rain = shared_words("iron lock", TEXTS)
    assert iron > noon == shut > rain == 0
