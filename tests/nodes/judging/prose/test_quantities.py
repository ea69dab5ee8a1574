"""Quantities: numbers as a page writes them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nodes.judging.prose.quantities import Quantity, quantities


def only(text: str) -> Quantity:
    """Return the one quantity of a text."""
    (found,) = quantities(text)
    return found


@pytest.mark.parametrize(
    "text", ["It sank on 4 March 1912.", "It sank on March 4th, 1912.", "It sank on 1912-03-04."]
)
def test_a_full_date_is_read_in_any_order(text: str) -> None:
    found = only(text)
    assert (found.kind, found.value, found.month, found.day) == ("date", 1912, 3, 4)


@pytest.mark.parametrize(
    ("text", "kind", "value", "span"),
    [
        ("The dam was built in 1954.", "date", 1954, 1),
        ("The dam was built in the 1950s.", "date", 1950, 10),
        ("The wall fell in 480 BC.", "date", -480, 1),
        ("The wall fell in the fifth century BCE.", "century", -5, 1),
        ("The chapel is of the 12th century.", "century", 12, 1),
    ],
)
def test_points_in_time(text: str, kind: str, value: float, span: int) -> None:
    found = only(text)
    assert (found.kind, found.value, found.span) == (kind, value, span)


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("It has twenty-five rooms.", "count", 25),
        ("It has 1,250 rooms.", "count", 1250),
        ("It cost $3.5 million.", "count", 3.5e6),
        ("About 40 per cent of it burnt.", "share", 40),
        ("Two thirds of the roof burnt.", "share", 200 / 3),
        ("It is the third bridge.", "ordinal", 3),
        ("Some 2000 people came.", "count", 2000),
    ],
)
def test_numbers(text: str, kind: str, value: float) -> None:
    found = only(text)
    assert found.kind == kind
    assert found.value == pytest.approx(value)


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        ("over 300 boats", "least"),
        ("up to 300 boats", "most"),
        ("nearly 300 boats", "about"),
        ("300 boats", "exact"),
    ],
)
def test_a_bound_is_the_word_before(text: str, bound: str) -> None:
    assert only(text).bound == bound


def test_what_is_counted_comes_after_the_number_or_its_range() -> None:
    assert only("the 300 model boats of the house").of == {"model", "boat"}
    assert [item.of for item in quantities("from 20 to 30 knots")] == [{"knot"}, {"knot"}]


@pytest.mark.parametrize("text", ["the U 27 submarines", "GPT-4 layers"])
def test_a_number_in_a_name_counts_nothing(text: str) -> None:
    assert only(text).of == frozenset()


def test_marks_of_notes_are_no_numbers() -> None:
    assert quantities("The dam leaked.[12] It was mended.[a]") == ()


def test_one_is_more_often_a_pronoun() -> None:
    assert quantities("This one is the best one.") == ()


@given(st.text(alphabet="0123456789 .,-%/$abc:thmillionJan", max_size=60))
def test_any_text_is_read_and_each_quantity_stands_where_it_says(text: str) -> None:
    for item in quantities(text):
        assert item.text in text[item.start : item.end]
