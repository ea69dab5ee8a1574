"""What is weighed, and which way it points."""

from __future__ import annotations

from nodes.judging.prose.decision import load_weights
from tests.nodes.judging.prose.conftest import Weigh

CLAIM = "The old bridge opened in May 1931."
SAYS = ["The old bridge opened in May 1931 with a feast."]
DENIES = ["The old bridge opened in May 1948 with a feast."]
SILENT = ["Bees visit more than a hundred flowers on one flight."]


def test_the_features_are_those_that_the_weights_are_for(weighed: Weigh) -> None:
    assert sorted(weighed(CLAIM, SAYS).features) == load_weights().features


def test_all_features_are_within_their_bounds(weighed: Weigh) -> None:
    for page in (SAYS, DENIES, SILENT):
        assert all(-1 <= value <= 1.001 for value in weighed(CLAIM, page).features.values())


def test_a_page_that_says_the_claim_is_nearer_than_one_that_does_not(weighed: Weigh) -> None:
    says, silent = weighed(CLAIM, SAYS), weighed(CLAIM, SILENT)
    for name in ("likeness", "similarity", "together"):
        assert says.features[name] > silent.features[name]
    assert says.covered > silent.covered


def test_only_a_page_that_says_otherwise_has_a_conflict(weighed: Weigh) -> None:
    assert weighed(CLAIM, DENIES).features["conflict"] > 0.5
    assert weighed(CLAIM, SAYS).features["conflict"] == 0
    assert weighed(CLAIM, SILENT).features["conflict"] == 0


def test_each_feature_moves_the_probabilities_as_it_should() -> None:
    weights = load_weights()
    middle = dict(zip(weights.features, weights.mean, strict=True))

    def moved(name: str, label: str) -> float:
        raised = {**middle, name: middle[name] + 0.3}
        before, after = weights.probabilities(middle), weights.probabilities(raised)
        return after[label] - before[label]  # pyright: ignore[reportArgumentType]

    for name in ("likeness", "similarity", "together"):
        assert moved(name, "supported") > 0 > moved(name, "not_mentioned")
    for name in ("conflict", "loose_number"):
        assert moved(name, "contradicted") > 0 > moved(name, "supported")
