"""Intervals by resampling groups: cases of one claim are not independent of each other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from random import Random
from typing import Final, NamedTuple, TypeVar

DRAWS: Final = 1_000

Case = TypeVar("Case")


class Estimate(NamedTuple):
    """A figure with its 95 % interval; None where there is nothing to tell."""

    value: float | None
    low: float | None
    high: float | None

    def __str__(self) -> str:
        if self.value is None or self.low is None or self.high is None:
            return "-"
        return f"{self.value:.3f}  [{self.low:.3f}, {self.high:.3f}]"


def resampled(
    cases: Sequence[Case],
    group: Callable[[Case], str],
    figure: Callable[[Sequence[Case]], float | None],
    draws: int = DRAWS,
) -> Estimate:
    """Return a figure of cases, and the middle 95 % of what it is on groups drawn anew.

    The bootstrap of Efron (1979) over groups: as many are drawn, with repetition, as there are.
    The draws are the same each time.
    """
    members: defaultdict[str, list[Case]] = defaultdict(list)
    for case in cases:
        members[group(case)].append(case)
    groups = list(members.values())
    random = Random(0)  # noqa: S311 - nothing secret
    drawn = [
        figure([case for chosen in random.choices(groups, k=len(groups)) for case in chosen])
        for _ in range(draws if groups else 0)
    ]
    known = sorted(value for value in drawn if value is not None)
    value = figure(cases) if cases else None
    if value is None or not known:
        return Estimate(value, None, None)
    return Estimate(value, known[int(0.025 * len(known))], known[int(0.975 * (len(known) - 1))])
