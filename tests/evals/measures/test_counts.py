"""The figures of a confusion matrix, against what can be told by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evals.measures import counts
from evals.measures.counts import CALLED, LABELS, CountFigure, count
from evals.measures.intervals import estimate
from evals.measures.report import FIGURES, matrix_of
from evals.resampling import Estimate
from nodes.verdicts import Label
from tests.evals.measures.made import MIXED

MATRIX = matrix_of([item for item in MIXED if item.failure is None])


@pytest.mark.parametrize(
    ("figure", "value"),
    [
        (counts.accuracy, 3 / 7),
        (counts.decided, 6 / 7),
        (counts.verdict_accuracy, 3 / 6),
        (counts.coverage, 5 / 7),
        (counts.coverage_precision, 2 / 5),
        (counts.wrong_among_accepted, 1 / 2),
        (counts.finding_precision, 2 / 3),
        (counts.finding_recall, 2 / 3),
        (counts.precision("contradicted"), 1 / 3),
        (counts.recall("contradicted"), 1 / 2),
        (counts.f1("contradicted"), 2 / 5),
        (counts.macro_f1, (1 / 2 + 2 / 5 + 0 + 2 / 3) / 4),
    ],
)
def test_a_figure_is_what_it_says(figure: CountFigure, value: float) -> None:
    assert float(figure(MATRIX)) == pytest.approx(value)


def test_an_undecided_claim_is_a_miss_but_no_wrong_verdict() -> None:
    matrix = count([("supported", "undecided"), ("supported", "supported")])
    assert float(counts.verdict_accuracy(matrix)) == 1.0
    assert float(counts.macro_f1(matrix)) == pytest.approx(2 / 3)


def test_a_label_that_no_claim_has_is_left_out_of_the_mean() -> None:
    assert float(counts.macro_f1(count([("supported", "supported")]))) == 1.0


@pytest.mark.parametrize("name", FIGURES)
def test_of_nothing_there_is_no_figure(name: str) -> None:
    assert math.isnan(float(FIGURES[name](count([]))))
    assert estimate(count([]), FIGURES[name]) == Estimate(None, None, None)


@given(st.lists(st.tuples(st.sampled_from(LABELS), st.sampled_from(CALLED)), min_size=1))
def test_figures_are_shares_and_the_same_for_many_matrices_at_once(
    pairs: list[tuple[Label, Label]],
) -> None:
    matrix = count(pairs)
    for figure in FIGURES.values():
        one = float(figure(matrix))
        assert math.isnan(one) or 0.0 <= one <= 1.0
        np.testing.assert_allclose(figure(np.stack([matrix, 3 * matrix])), [one, one])


def test_the_interval_of_a_share_is_that_of_the_binomial() -> None:
    true: tuple[Label, Label] = ("supported", "supported")
    false: tuple[Label, Label] = ("supported", "contradicted")
    matrix = count([true] * 80 + [false] * 20)
    found = estimate(matrix, counts.accuracy)
    assert found == (0.8, pytest.approx(0.72, abs=0.015), pytest.approx(0.88, abs=0.015))
    assert found == estimate(matrix, counts.accuracy), "the draws are the same each time"
