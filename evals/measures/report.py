"""All figures of one run as values, which are saved, compared with a baseline, and printed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median, quantiles
from typing import Final

import numpy as np
from pydantic import BaseModel

from evals.claims import LabelledClaim, digest
from evals.measures import counts
from evals.measures.calibration import (
    Bin,
    Point,
    Spoken,
    calibration_error,
    coverage_curve,
    reliability,
    spoken,
)
from evals.measures.counts import CALLED, LABELS, CountFigure, Counts, count
from evals.measures.floors import Floors, floor_counts
from evals.measures.intervals import estimate
from evals.measures.outcomes import Failure, Outcome
from evals.resampling import Estimate, resampled
from nodes.verdicts import Label

FIGURES: Final[dict[str, CountFigure]] = {
    "macro_f1": counts.macro_f1,
    "accuracy": counts.accuracy,
    "decided": counts.decided,
    "verdict_accuracy": counts.verdict_accuracy,
    "coverage": counts.coverage,
    "coverage_precision": counts.coverage_precision,
    "wrong_among_accepted": counts.wrong_among_accepted,
    "finding_precision": counts.finding_precision,
    "finding_recall": counts.finding_recall,
}
_SHORT: Final = ("macro_f1", "accuracy", "coverage", "coverage_precision", "wrong_among_accepted")
"""The figures of a group of claims and of a floor."""
DEPTHS: Final = (1, 5, 10, 15)
"""Numbers of passages among which the place of a claim is looked for."""


class Figure(BaseModel):
    """A figure with its 95 % interval; None where there is nothing to tell."""

    value: float | None
    low: float | None = None
    high: float | None = None
    margin: float | None = None
    """In a baseline: how far a later figure may fall short of this one."""


class Group(BaseModel):
    """The figures of some of the claims, or of a floor."""

    claims: int
    figures: dict[str, Figure]


class Counted(BaseModel):
    """How many claims failed, and of those that did not, what became of them."""

    failed_to_run: int
    judge_failed: int
    undecided: int
    wrong: int
    right: int


class Problem(BaseModel):
    """What failed, and for how many claims."""

    kind: Failure
    claims: int
    why: str


class Seconds(BaseModel):
    """How long one claim took, with others under way."""

    median: float
    ninety_five: float
    """95 % took no longer."""


class CallerAnswers(BaseModel):
    """What the checks made of a caller's answers."""

    answered: int
    refused: int
    wrong_of_refused: int


class Report(BaseModel):
    """The figures of one run."""

    dataset: str
    judge: str
    claims: int
    digest: str
    """Tells these claims and labels from others."""
    counted: Counted
    problems: list[Problem]
    figures: dict[str, Figure]
    labels: dict[str, Group]
    """For each label precision, recall and F1."""
    confusion: dict[str, dict[str, int]]
    """By what the claims are, how many got which label."""
    floors: dict[str, Group]
    by_version: dict[str, Group]
    by_kind: dict[str, Group]
    reliability: list[Bin]
    coverage: list[Point]
    seconds: Seconds | None
    caller: CallerAnswers | None


@dataclass(frozen=True, slots=True)
class Ran:
    """What was run: the name of the claims, the judge, and what became of each claim."""

    dataset: str
    judge: str
    outcomes: Sequence[Outcome]

    @property
    def claims(self) -> list[LabelledClaim]:
        """The claims."""
        return [item.claim for item in self.outcomes]


def make_report(ran: Ran, floors: Floors) -> Report:
    """Return all figures; what failed is counted apart and in no other figure."""
    outcomes = ran.outcomes
    judged = [item for item in outcomes if item.failure is None]
    matrix = matrix_of(judged)
    verdicts = spoken(judged)
    return Report(
        dataset=ran.dataset,
        judge=ran.judge,
        claims=len(outcomes),
        digest=digest(ran.claims),
        counted=_counted(outcomes),
        problems=_problems(outcomes),
        figures=figures_of(outcomes),
        labels={
            label: Group(claims=int(matrix[place].sum()), figures=_of_label(label, matrix))
            for place, label in enumerate(LABELS)
        },
        confusion={
            gold: dict(zip(CALLED, map(int, matrix[place]), strict=True))
            for place, gold in enumerate(LABELS)
        },
        floors={
            name: _group(found)
            for name, found in floor_counts(
                [item for item in outcomes if item.failure != "run"], floors
            )
        },
        by_version=_groups(judged, lambda claim: claim.spec_version),
        by_kind=_groups(judged, lambda claim: claim.kind),
        reliability=reliability(verdicts),
        coverage=coverage_curve(verdicts, len(judged)),
        seconds=_seconds([item.seconds for item in judged]),
        caller=_caller(outcomes),
    )


def matrix_of(judged: Sequence[Outcome]) -> Counts:
    """Return the confusion matrix of claims that were judged."""
    return count((item.claim.label, item.label) for item in judged if item.label is not None)


def figures_of(outcomes: Sequence[Outcome]) -> dict[str, Figure]:
    """Return the figures that a baseline can hold."""
    judged = [item for item in outcomes if item.failure is None]
    matrix = matrix_of(judged)
    placed = [item for item in outcomes if item.failure != "run" and item.claim.page]
    return {
        "failed": _share(sum(item.failure is not None for item in outcomes), len(outcomes)),
        **{name: _figure(estimate(matrix, figure)) for name, figure in FIGURES.items()},
        "calibration_error": _figure(_calibration(spoken(judged))),
        **{
            f"recall_at_{depth}": _share(
                sum(item.rank is not None and item.rank <= depth for item in placed), len(placed)
            )
            for depth in DEPTHS
        },
    }


def _figure(found: Estimate) -> Figure:
    return Figure(value=found.value, low=found.low, high=found.high)


def _share(part: int, whole: int) -> Figure:
    """Return a share with its bootstrap interval."""
    cells = np.array([part, whole - part], dtype=np.int64)
    if not whole:
        return Figure(value=None)
    return _figure(estimate(cells, lambda drawn: drawn[..., 0] / whole))


def _calibration(verdicts: Sequence[Spoken]) -> Estimate:
    numbered = list(enumerate(verdicts))
    return resampled(
        numbered,
        lambda case: str(case[0]),
        lambda cases: calibration_error([verdict for _, verdict in cases]),
    )


def _of_label(label: Label, matrix: Counts) -> dict[str, Figure]:
    of_label = (("precision", counts.precision), ("recall", counts.recall), ("f1", counts.f1))
    return {name: _figure(estimate(matrix, figure(label))) for name, figure in of_label}


def _group(matrix: Counts) -> Group:
    return Group(
        claims=int(matrix.sum()),
        figures={name: _figure(estimate(matrix, FIGURES[name])) for name in _SHORT},
    )


def _groups(judged: Sequence[Outcome], key: Callable[[LabelledClaim], str]) -> dict[str, Group]:
    members: dict[str, list[Outcome]] = {}
    for item in judged:
        members.setdefault(key(item.claim), []).append(item)
    return {name: _group(matrix_of(members[name])) for name in sorted(members)}


def _counted(outcomes: Sequence[Outcome]) -> Counted:
    decided = [item for item in outcomes if item.decided]
    return Counted(
        failed_to_run=sum(item.failure == "run" for item in outcomes),
        judge_failed=sum(item.failure == "judge" for item in outcomes),
        undecided=sum(item.label == "undecided" for item in outcomes),
        wrong=sum(not item.right for item in decided),
        right=sum(item.right for item in decided),
    )


def _problems(outcomes: Sequence[Outcome]) -> list[Problem]:
    found: Counter[tuple[Failure, str]] = Counter(
        (item.failure, item.why) for item in outcomes if item.failure
    )
    return [
        Problem(kind=kind, claims=claims, why=why) for (kind, why), claims in found.most_common()
    ]


def _seconds(taken: Sequence[float]) -> Seconds | None:
    if not taken:
        return None
    most = quantiles(taken, n=20, method="inclusive")[-1] if len(taken) > 1 else taken[0]
    return Seconds(median=round(median(taken), 4), ninety_five=round(most, 4))


def _caller(outcomes: Sequence[Outcome]) -> CallerAnswers | None:
    answered = sum(len(item.answered) for item in outcomes)
    if not answered:
        return None
    refused = [(item.claim.label, said) for item in outcomes for said in item.refused]
    return CallerAnswers(
        answered=answered,
        refused=len(refused),
        wrong_of_refused=sum(label != said for label, said in refused),
    )
