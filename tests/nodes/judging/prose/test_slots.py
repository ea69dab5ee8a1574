"""Slots: another name in the same place, and roles the other way round."""

from __future__ import annotations

import pytest

from nodes.judging.prose.slots import other_filler, swapped_roles
from nodes.judging.prose.words import stem, words_of


def filler(claim: str, sentence: str, *missing: str) -> tuple[str, str] | None:
    return other_filler(words_of(claim), words_of(sentence), frozenset(map(stem, missing)))


def swapped(claim: str, sentence: str) -> bool:
    return swapped_roles(words_of(claim), words_of(sentence)) is not None


def test_another_name_after_the_same_words_is_found() -> None:
    claim, sentence = "She was born in Mainz.", "The painter was born in Jena in spring."
    assert filler(claim, sentence, "Mainz") == ("Mainz", "Jena")


def test_a_name_that_the_page_has_is_not_replaced_by_another() -> None:
    assert filler("She was born in Mainz.", "The painter was born in Jena.") is None


def test_a_place_for_many_is_no_slot() -> None:
    claim, sentence = "They traded with Genoa.", "They traded with Venice."
    assert filler(claim, sentence, "Genoa") is None


@pytest.mark.parametrize(
    ("claim", "sentence", "expected"),
    [
        ("Iron displaces copper.", "Copper displaces iron.", True),
        ("Iron displaces copper.", "Copper is displaced by iron.", False),
        ("Iron displaces copper.", "Iron is displaced by copper.", True),
        ("Iron displaces copper.", "Iron displaces copper.", False),
        ("The regatta sponsors the Blue Anchor ferry company.",
         "The ferry company Blue Anchor sponsors the yearly regatta.", True),
    ],
)  # fmt: skip
def test_who_does_what_to_whom(claim: str, sentence: str, expected: bool) -> None:
    assert swapped(claim, sentence) is expected
