"""Bootstrap intervals of figures that a table of counts tells: cases drawn anew are counts."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from evals.measures.counts import Counts, Values
from evals.resampling import DRAWS, Estimate


def estimate(counts: Counts, figure: Callable[[Counts], Values]) -> Estimate:
    """Return a figure with the middle 95 % of what it is where the cases are drawn anew.

    Drawing n cases with repetition (Efron 1979) is drawing the counts of their cells from the
    multinomial distribution. The draws are the same each time.
    """
    value = float(figure(counts))
    if np.isnan(value):
        return Estimate(None, None, None)
    whole = int(counts.sum())
    drawn = np.random.default_rng(0).multinomial(whole, (counts / whole).ravel(), size=DRAWS)
    values = figure(drawn.reshape(DRAWS, *counts.shape))
    low, high = np.quantile(values[~np.isnan(values)], (0.025, 0.975))
    return Estimate(value, float(low), float(high))
