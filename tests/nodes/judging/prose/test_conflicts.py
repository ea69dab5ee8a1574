"""Conflicts, one kind after the other."""

from __future__ import annotations

import pytest

from nodes.judging.prose.conflicts import (
    ConflictKind,
    find_conflicts,
    loose_number_conflict,
    numbers_absent,
)
from tests.nodes.judging.prose.conftest import Align


@pytest.mark.parametrize(
    ("kind", "claim", "sentence", "claimed", "given"),
    [
        ("number", "The bridge opened in 1931.", "The bridge opened in 1948.", "1931", "1948"),
        ("number", "The club has 300 members.", "The club has 240 members.", "300", "240"),
        ("denial", "Entry is free on Sundays.", "Entry is not free on Sundays.", "free",
         "not free"),
        ("denial", "Dogs are not allowed on deck.", "Dogs are allowed on deck.", "not allowed",
         "allowed"),
        ("aside", "Guests drink tea at breakfast.", "Guests repair no clocks at breakfast.",
         "breakfast", "not breakfast"),
        ("opposite", "Prices rose last year.", "Prices fell last year.", "rose", "fell"),
        ("name", "He was born in Mainz.", "He was born in Jena.", "Mainz", "Jena"),
        ("roles", "Iron displaces copper.", "Copper displaces iron.", "Iron displaces copper",
         "copper displaces Iron"),
    ],
)  # fmt: skip
def test_a_sentence_that_says_otherwise(
    kind: ConflictKind, claim: str, sentence: str, claimed: str, given: str, aligned: Align
) -> None:
    found = {item.kind: item for item in find_conflicts(aligned(claim, [sentence]))}
    assert (found[kind].claimed, found[kind].given) == (claimed, given)
    assert 0.3 < found[kind].strength <= 1


@pytest.mark.parametrize(
    ("claim", "sentence"),
    [
        ("The bridge opened in 1931.", "The bridge opened in May 1931."),
        ("The club has over 200 members.", "The club has 240 members."),
        ("Entry is free on Sundays.", "On Sundays entry is free, not on Mondays."),
        ("Prices rose last year.", "Prices rose last year."),
        ("Iron displaces copper.", "Copper is displaced by iron."),
        ("The boat was a U 27 submarine.", "It was one of 329 submarines."),
    ],
)
def test_a_sentence_that_agrees_has_no_conflict(claim: str, sentence: str, aligned: Align) -> None:
    assert find_conflicts(aligned(claim, [sentence])) == []


def test_a_question_that_is_answered_with_no(aligned: Align) -> None:
    page = ["Is the gate open in winter?", "No, it is shut from November on."]
    found = find_conflicts(aligned("The gate is open in winter.", page))
    assert ("answer", 0) in [(item.kind, item.row) for item in found]


def test_a_number_that_stands_somewhere_is_no_conflict(aligned: Align) -> None:
    page = ["The club had 240 members at first.", "Now the club has 300 members."]
    assert find_conflicts(aligned("The club has 300 members.", page)) == []


def test_another_number_of_the_same_kind_is_a_loose_conflict(aligned: Align) -> None:
    near = loose_number_conflict(aligned("The bridge opened in 1931.", ["It opened in 1948."]))
    far = loose_number_conflict(aligned("The bridge opened in 1931.", ["Snow fell in 1948."]))
    assert near > far
    assert loose_number_conflict(aligned("The bridge opened.", ["It opened in 1948."])) == 0


def test_a_number_that_the_page_is_silent_on_is_absent(aligned: Align) -> None:
    claim = "The bridge opened with 5,000 guests."
    assert numbers_absent(aligned(claim, ["The bridge opened with guests."]))
    assert not numbers_absent(aligned(claim, ["The bridge opened with 4,000 guests."]))


def test_the_strongest_comes_first_and_each_kind_once(aligned: Align) -> None:
    found = find_conflicts(
        aligned(
            "Prices for bread rose by 10 percent last year.",
            ["Prices for bread fell by 20 percent last year.", "Rents fell by 30 percent."],
        )
    )
    assert len({item.kind for item in found}) == len(found)
    assert [item.strength for item in found] == sorted(
        (item.strength for item in found), reverse=True
    )
    assert all(item.row == 0 for item in found)


def test_a_denial_agrees_with_a_question_that_is_answered_with_no(aligned: Align) -> None:
    page = ["Is the gate open in winter?", "No, it is shut from November on."]
    assert find_conflicts(aligned("The gate is not open in winter.", page)) == []
