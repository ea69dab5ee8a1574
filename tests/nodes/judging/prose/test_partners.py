"""Partners: which words of a sentence say the same as which of a claim."""

from __future__ import annotations

import pytest

from nodes.judging.prose.partners import partners_of
from nodes.judging.prose.words import words_of


def partners(claim: str, sentence: str) -> dict[str, set[str]]:
    """Return the partners of the content words, as written."""
    mine, theirs = words_of(claim), words_of(sentence)
    return {
        mine[place].text: {theirs[other].text for other in others}
        for place, others in partners_of(claim, sentence).items()
        if mine[place].content
    }


@pytest.mark.parametrize(
    ("claim", "sentence", "expected"),
    [
        ("The clerk closes doors.", "A door was closed.",
         {"closes": {"closed"}, "doors": {"door"}}),
        ("Twelve left.", "Of them 12 went.", {"Twelve": {"12"}}),
        ("It rose by 12 percent.", "Up 12 %.", {"12": {"12"}, "percent": {"12"}}),
        ("It is 15 kilometres away.", "After 15,000 metres.",
         {"15": {"15,000", "metres"}, "kilometres": {"15,000", "metres"}}),
        ("They rejected it.", "They did not approve it.", {"rejected": {"approve"}}),
    ],
    ids=["forms", "a number in words", "a share", "another unit", "a denied opposite"],
)  # fmt: skip
def test_what_says_the_same(claim: str, sentence: str, expected: dict[str, set[str]]) -> None:
    assert partners(claim, sentence) == expected


@pytest.mark.parametrize(
    ("claim", "sentence"),
    [
        ("They rejected it.", "They approved it."),
        ("They did not reject it.", "They did not approve it."),
        ("It is 15 kilometres away.", "After 16,000 metres."),
        ("It rose by 12 percent.", "Up 13 %."),
    ],
)
def test_what_says_something_else_is_no_partner(claim: str, sentence: str) -> None:
    assert partners(claim, sentence) == {}
