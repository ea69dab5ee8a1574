"""Whether a confidence is a probability: reliability bins, their error, coverage by confidence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from pydantic import BaseModel

from evals.measures.outcomes import Outcome

BINS: Final = 10


class Spoken(NamedTuple):
    """The confidence of a verdict, and whether it was right."""

    confidence: float
    right: bool


class Bin(BaseModel):
    """The verdicts of one span of confidence."""

    low: float
    high: float
    verdicts: int
    confidence: float
    """Mean of what they say."""
    right: float
    """Share that is right."""


class Point(BaseModel):
    """What is left where only verdicts from a confidence on are spoken."""

    confidence: float
    coverage: float
    precision: float


def spoken(outcomes: Sequence[Outcome]) -> list[Spoken]:
    """Return the verdicts that decide; `undecided` has no probability to be right."""
    return [Spoken(item.confidence, item.right) for item in outcomes if item.decided]


def reliability(verdicts: Sequence[Spoken]) -> list[Bin]:
    """Return the bins that hold any verdict, lowest first."""
    members: dict[int, list[Spoken]] = {}
    for verdict in verdicts:
        # Confidences are rounded to hundredths: 0.9 * 10 must not fall below 9.
        place = min(BINS - 1, int(round(verdict.confidence * 100) * BINS / 100))
        members.setdefault(place, []).append(verdict)
    return [
        Bin(
            low=place / BINS,
            high=(place + 1) / BINS,
            verdicts=len(found),
            confidence=sum(item.confidence for item in found) / len(found),
            right=sum(item.right for item in found) / len(found),
        )
        for place, found in sorted(members.items())
    ]


def calibration_error(verdicts: Sequence[Spoken]) -> float | None:
    """Return the mean distance of confidence and share right over bins, by their sizes."""
    if not verdicts:
        return None
    return sum(
        item.verdicts * abs(item.confidence - item.right) for item in reliability(verdicts)
    ) / len(verdicts)


def coverage_curve(verdicts: Sequence[Spoken], claims: int) -> list[Point]:
    """Return coverage and precision for each least confidence, the highest first."""
    ranked = sorted(verdicts, key=lambda item: -item.confidence)
    points: list[Point] = []
    right = 0
    for number, item in enumerate(ranked, start=1):
        right += item.right
        last = number == len(ranked) or ranked[number].confidence < item.confidence
        if last:
            points.append(
                Point(
                    confidence=item.confidence,
                    coverage=number / claims,
                    precision=right / number,
                )
            )
    return points
