"""Shares with their intervals: a figure without its n and its error says little."""

from __future__ import annotations

import math
from typing import NamedTuple


class Share(NamedTuple):
    """A part of a whole with its 95 % Wilson interval; a dash where the whole is empty."""

    part: int
    whole: int
    low: float | None
    high: float | None
    """The interval, 0 to 1; None where there is nothing to tell."""

    def __str__(self) -> str:
        if self.low is None or self.high is None:
            return "-  (n = 0)"
        value = self.part / self.whole
        return f"{value:.1%}  [{self.low:.1%}, {self.high:.1%}]  (n = {self.whole})"


def share(part: int, whole: int) -> Share:
    """Return a share with its Wilson score interval (Wilson 1927), z = 1.96."""
    if not whole:
        return Share(part, whole, None, None)
    z = 1.96
    p = part / whole
    middle = (p + z * z / (2 * whole)) / (1 + z * z / whole)
    half = z / (1 + z * z / whole) * math.sqrt(p * (1 - p) / whole + z * z / (4 * whole * whole))
    return Share(part, whole, max(0.0, middle - half), min(1.0, middle + half))
