"""Shares with their intervals."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evals.statistics import Share, share


@pytest.mark.parametrize(
    ("part", "whole", "low", "high"),
    [
        # Newcombe (1998), Statistics in Medicine 17, 857-872, table I, method 3.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
        # By hand: z^2 / (n + z^2) of 10, and its mirror image.
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (5, 10, 0.2366, 0.7634),
    ],
)
def test_the_interval_is_wilsons(part: int, whole: int, low: float, high: float) -> None:
    found = share(part, whole)
    assert found[:2] == (part, whole)
    assert found[2:] == pytest.approx((low, high), abs=5e-5)


@given(st.integers(1, 5000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_the_interval_holds_the_share_and_narrows_with_n(counts: tuple[int, int]) -> None:
    part, whole = counts
    _, _, low, high = share(part, whole)
    _, _, lower, higher = share(4 * part, 4 * whole)
    assert low is not None
    assert high is not None
    assert lower is not None
    assert higher is not None
    assert 0.0 <= low <= part / whole + 1e-12
    assert part / whole - 1e-12 <= high <= 1.0
    assert higher - lower < high - low


def test_of_nothing_there_is_no_share_and_a_dash() -> None:
    assert share(0, 0) == Share(0, 0, None, None)
    assert str(share(0, 0)) == "-  (n = 0)"


def test_a_share_is_printed_with_its_interval_and_its_n() -> None:
    assert str(share(81, 263)) == "30.8%  [25.5%, 36.6%]  (n = 263)"
