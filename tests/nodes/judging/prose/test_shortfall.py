"""Shortfall: in what a sentence says less than a claim."""

from __future__ import annotations

import pytest

from nodes.judging.prose.shortfall import shortfall
from tests.nodes.judging.prose.conftest import Align


@pytest.mark.parametrize(
    ("claim", "sentence", "kind"),
    [
        ("The pump leaks.", "The pump may leak.", "hedge"),
        ("All pumps leak.", "Most pumps leak.", "amount"),
        ("The minister resigned.", "The deputy minister resigned.", "other"),
        ("The pump leaks oil.", "The pump leaks.", "words"),
        ("The clerk is unhappy.", "The clerk is happy.", "words"),
        ("The clerk thanked Anna Keller.", "The clerk thanked Peter Keller.", "words"),
    ],
)
def test_what_a_sentence_lacks_is_named(
    claim: str, sentence: str, kind: str, aligned: Align
) -> None:
    found = shortfall(aligned(claim, [sentence]), 0)
    assert found is not None
    assert found.kind == kind


@pytest.mark.parametrize(
    ("claim", "sentence"),
    [
        ("The pump may leak.", "The pump may leak."),
        ("The pump leaks.", "In May the pump leaked."),
        ("Some pumps leak.", "All pumps leak."),
        ("The minister resigned.", "The minister and the deputy minister resigned."),
        ("Vistorex stores vectors.", "It stores vectors."),
        ("The tunnel is five kilometres long.", "The tunnel is 5 km long."),
        ("The clerk visited New York City.", "The clerk visited New York."),
    ],
)
def test_a_sentence_that_says_it_lacks_nothing(claim: str, sentence: str, aligned: Align) -> None:
    assert shortfall(aligned(claim, [sentence]), 0) is None
