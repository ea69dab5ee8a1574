"""The regression as plain numbers."""

from __future__ import annotations

import pytest

from nodes.judging.regression import Regression

MODEL = Regression[str](
    features=["near", "far"],
    mean=[1.0, 0.0],
    scale=[2.0, 1.0],
    labels=["yes", "no"],
    coefficients=[[1.0, 0.0], [0.0, 1.0]],
    intercepts=[0.0, 0.0],
)


def test_probabilities_are_the_softmax_of_standardised_features() -> None:
    found = MODEL.probabilities({"near": 3.0, "far": 0.0})
    assert found["yes"] == pytest.approx(1 / (1 + 2.718281828**-1))
    assert sum(found.values()) == pytest.approx(1)


def test_features_are_taken_by_name_and_others_left() -> None:
    given = {"other": 9.0, "far": 0.0, "near": 1.0}
    assert MODEL.probabilities(given) == {"yes": 0.5, "no": 0.5}


def test_scores_too_large_for_an_exponential_are_no_error() -> None:
    assert MODEL.probabilities({"near": 1e6, "far": 0.0})["yes"] == 1


def test_a_feature_that_is_not_given_is_an_error() -> None:
    with pytest.raises(KeyError, match="far"):
        MODEL.probabilities({"near": 1.0})
