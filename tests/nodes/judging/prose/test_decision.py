"""A label is spoken only with its ground, however likely it is."""

from __future__ import annotations

import pytest

from nodes.citations import CitationLabel
from nodes.judging.prose.decision import Decision, label_of, load_weights
from tests.nodes.judging.prose.conftest import Weigh

CLAIM = "The old bridge opened in May 1931."
SAYS = ["The old bridge opened in May 1931 with a feast."]
DENIES = ["The old bridge opened in May 1948 with a feast."]
SILENT = ["Bees visit more than a hundred flowers on one flight."]

SURE: dict[Decision, dict[Decision, float]] = {
    "supported": {"supported": 0.9, "contradicted": 0.05, "not_mentioned": 0.05},
    "contradicted": {"supported": 0.05, "contradicted": 0.9, "not_mentioned": 0.05},
    "not_mentioned": {"supported": 0.05, "contradicted": 0.05, "not_mentioned": 0.9},
}


@pytest.mark.parametrize(
    ("page", "likely", "expected"),
    [
        (SAYS, "supported", "supported"),
        (DENIES, "supported", "contradicted"),
        (SILENT, "supported", "undecided"),
        (SAYS, "contradicted", "undecided"),
        (DENIES, "contradicted", "contradicted"),
        (SILENT, "contradicted", "undecided"),
        (SAYS, "not_mentioned", "not_mentioned"),
        (DENIES, "not_mentioned", "not_mentioned"),
        (SILENT, "not_mentioned", "not_mentioned"),
    ],
)
def test_what_is_likely_needs_something_to_show(
    page: list[str], likely: Decision, expected: CitationLabel, weighed: Weigh
) -> None:
    assert label_of(weighed(CLAIM, page), SURE[likely], load_weights()) == expected


@pytest.mark.parametrize(
    "page",
    [
        ["Did the old bridge open in May 1931?"],
        ["The old bridge opened in May."],
        ["The old bridge closed in May 1931."],
        ["The old bridge was painted.", "A new road opened in May 1931."],
    ],
    ids=["a question", "a number is absent", "the opposite", "words in two places"],
)
def test_what_keeps_a_claim_from_being_supported(page: list[str], weighed: Weigh) -> None:
    found = label_of(weighed(CLAIM, page), SURE["supported"], load_weights())
    assert found in ("undecided", "contradicted")


def test_roles_turned_round_keep_from_support_and_contradict_nothing(weighed: Weigh) -> None:
    found = weighed("Iron displaces copper.", ["Copper displaces iron."])
    assert label_of(found, SURE["supported"], load_weights()) == "undecided"
    assert label_of(found, SURE["contradicted"], load_weights()) == "undecided"


def test_a_denial_of_something_else_keeps_from_support_and_contradicts_nothing(
    weighed: Weigh,
) -> None:
    page = ["Guests who drink tea repair no clocks at breakfast."]
    found = weighed("Guests drink tea at breakfast.", page)
    assert label_of(found, SURE["supported"], load_weights()) == "undecided"
    assert label_of(found, SURE["contradicted"], load_weights()) == "undecided"


def test_confidence_is_how_often_such_a_probability_was_right() -> None:
    weights = load_weights().model_copy(update={"right": {"supported": [(0.0, 0.5), (0.6, 0.8)]}})
    assert weights.confidence("supported", 0.59) == 0.5
    assert weights.confidence("supported", 0.6) == 0.8


def test_shipped_confidence_never_falls_with_probability() -> None:
    for steps in load_weights().right.values():
        assert steps == sorted(steps)
        assert [share for _, share in steps] == sorted(share for _, share in steps)
