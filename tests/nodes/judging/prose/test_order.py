"""Order: whether what stands on the two sides of a word has changed places."""

from __future__ import annotations

import pytest

from nodes.judging.prose.order import Order, order_of, turned_around
from nodes.judging.prose.words import Word, words_of


def the(text: str, words: tuple[Word, ...]) -> Word:
    return next(word for word in words if word.text == text)


@pytest.mark.parametrize(
    ("claim", "mine", "sentence", "theirs", "expected"),
    [
        ("Acme bought Bolt.", "bought", "Acme sold Bolt.", "sold", "kept"),
        ("Acme bought Bolt.", "bought", "Bolt sold Acme.", "sold", "turned"),
        ("Acme bought Bolt.", "bought", "Bolt was sold by Acme.", "sold", "kept"),
        ("Acme bought Bolt.", "bought", "Nobody sold anything.", "sold", "unknown"),
        ("War came before plague.", "before", "War came after plague.", "after", "kept"),
        ("War came before plague.", "before", "Plague came after war.", "after", "turned"),
        ("War came before plague.", "before", "After war came plague.", "After", "turned"),
    ],
)
def test_sides_are_compared_wherever_they_stand(
    claim: str, mine: str, sentence: str, theirs: str, expected: Order
) -> None:
    here, there = words_of(claim), words_of(sentence)
    assert order_of(here, the(mine, here), there, the(theirs, there)) == expected


@pytest.mark.parametrize(
    ("claim", "sentence", "turned"),
    [
        ("The alarm rang before the pump stopped.", "The pump stopped before the alarm rang.",
         "rang before pump"),
        ("Oslo lies north of Bergen.", "Bergen lies north of Oslo.", "lies north Bergen"),
        ("The tower is taller than the church.", "The church is taller than the tower.",
         "tower taller church"),
    ],
)  # fmt: skip
def test_what_is_compared_the_other_way_round_is_named(
    claim: str, sentence: str, turned: str
) -> None:
    assert turned_around(words_of(claim), words_of(sentence)) == turned


@pytest.mark.parametrize(
    ("claim", "sentence"),
    [
        ("The alarm rang before the pump stopped.", "Before the pump stopped, the alarm rang."),
        ("The tower is taller than the church.", "The old tower is taller than the church."),
        ("The tower is taller than the church.", "The mill is taller than the barn."),
        ("Iron displaces copper.", "Copper displaces iron."),
    ],
    ids=["another order of clauses", "the same", "other things", "a verb compares nothing"],
)
def test_what_is_not_turned_round(claim: str, sentence: str) -> None:
    assert turned_around(words_of(claim), words_of(sentence)) is None
