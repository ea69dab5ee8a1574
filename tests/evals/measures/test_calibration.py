"""Confidence against truth: bins, their error, and what is left where only sure ones speak."""

from __future__ import annotations

import pytest

from evals.measures.calibration import (
    Point,
    Spoken,
    calibration_error,
    coverage_curve,
    reliability,
    spoken,
)
from tests.evals.measures.made import MIXED

VERDICTS = [
    Spoken(0.95, right=True),
    Spoken(0.93, right=False),
    Spoken(0.7, right=True),
    Spoken(0.72, right=True),
]


def test_verdicts_of_about_one_confidence_are_one_bin() -> None:
    low, high = reliability(VERDICTS)
    assert (low.low, low.high, low.verdicts, low.right) == (0.7, 0.8, 2, 1.0)
    assert low.confidence == pytest.approx(0.71)
    assert (high.low, high.high, high.verdicts, high.right) == (0.9, 1.0, 2, 0.5)


@pytest.mark.parametrize(("confidence", "low"), [(0.29, 0.2), (0.3, 0.3), (0.7, 0.7), (1.0, 0.9)])
def test_a_confidence_on_an_edge_is_in_the_upper_bin(confidence: float, low: float) -> None:
    (found,) = reliability([Spoken(confidence, right=True)])
    assert found.low == low


def test_the_error_is_the_mean_distance_by_the_size_of_bins() -> None:
    assert calibration_error(VERDICTS) == pytest.approx(0.5 * 0.29 + 0.5 * 0.44)
    assert calibration_error([]) is None


def test_the_curve_goes_from_the_surest_verdicts_to_all() -> None:
    verdicts = [Spoken(0.9, right=True), Spoken(0.8, right=False), Spoken(0.8, right=True)]
    assert coverage_curve(verdicts, 10) == [
        Point(confidence=0.9, coverage=0.1, precision=1.0),
        Point(confidence=0.8, coverage=0.3, precision=2 / 3),
    ]


def test_what_was_not_decided_has_no_confidence() -> None:
    assert len(spoken(MIXED)) == 6
