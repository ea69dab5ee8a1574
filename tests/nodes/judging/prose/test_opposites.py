"""Opposites: which words mean opposite things, and what a denial makes of them."""

from __future__ import annotations

import pytest

from nodes.judging.prose.opposites import Relation, oppositions


def relations(claim: str, sentence: str) -> set[Relation]:
    return {item.relation for item in oppositions(claim, sentence)}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Prices rose.", "Prices fell."),
        ("This is the northern gate.", "This is the southern gate."),
        ("It was a legal port.", "It was an illegal port."),
        ("It has a regular shape.", "It has an irregular shape."),
        ("The board approved it.", "The board rejected it."),
        ("The board did not approve it.", "The board accepted it."),
    ],
)
def test_opposites_are_found_both_ways(one: str, other: str) -> None:
    assert relations(one, other) == relations(other, one) == {"opposed"}


@pytest.mark.parametrize(
    ("claim", "sentence", "expected"),
    [
        ("The board rejected it.", "The board did not approve it.", {"same"}),
        ("The test failed.", "The test did not succeed.", {"same"}),
        ("Prices did not rise.", "Prices fell.", {"same"}),
        ("Prices fell.", "Prices did not rise.", set()),
        ("Prices did not fall.", "Prices did not rise.", set()),
    ],
)
def test_a_denial_makes_the_same_of_complements_only(
    claim: str, sentence: str, expected: set[Relation]
) -> None:
    assert relations(claim, sentence) == expected


@pytest.mark.parametrize(
    ("claim", "sentence", "expected"),
    [
        ("Acme bought it from Bolt.", "Bolt sold it to Acme.", {"same"}),
        ("Acme bought the mill.", "Acme sold the mill.", {"opposed"}),
        ("The war came before the plague.", "The plague came after the war.", {"same"}),
        ("The war came before the plague.", "The war came after the plague.", {"opposed"}),
        ("Jupiter is larger than Saturn.", "Saturn is smaller than Jupiter.", {"same"}),
    ],
)
def test_sides_that_change_places_turn_an_opposite_round(
    claim: str, sentence: str, expected: set[Relation]
) -> None:
    assert relations(claim, sentence) == expected


def test_a_sentence_with_both_says_nothing_of_either() -> None:
    assert relations("Prices rose.", "Prices rose and fell.") == set()


def test_a_syllable_that_only_looks_like_a_denial_is_none() -> None:
    assert relations("The club formed a choir.", "The club informed a choir.") == set()
