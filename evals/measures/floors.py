"""What costs no judge: the commonest label, and thresholds on similarity or on shared words.

The thresholds are those that do best on the development claims; they are kept in a file so that no
other claims have a part in them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

from pydantic import BaseModel, ValidationError

from evals.measures.counts import LABELS, Counts, count, macro_f1
from evals.measures.outcomes import Outcome
from nodes.verdicts import Label
from retrieval.errors import DataError

FILE: Final = Path(__file__).parent.parent / "floors.json"
_STEPS: Final = 40


class Thresholds(BaseModel):
    """Supported from `supported` on, contradicted from `contradicted` on, else not mentioned."""

    supported: float
    contradicted: float

    def label(self, value: float) -> Label:
        """Return the label of a claim whose nearest passage has a value."""
        if value >= self.supported:
            return "supported"
        return "contradicted" if value >= self.contradicted else "not_mentioned"


class Floors(BaseModel):
    """The thresholds of both floors."""

    similarity: Thresholds
    overlap: Thresholds


def choose(outcomes: Sequence[Outcome]) -> Floors:
    """Return the thresholds with the best macro-F1 on the development claims."""
    return Floors(
        similarity=_best(outcomes, lambda item: item.similarity),
        overlap=_best(outcomes, lambda item: item.overlap),
    )


def _best(outcomes: Sequence[Outcome], value: Callable[[Outcome], float]) -> Thresholds:
    steps = [step / _STEPS for step in range(_STEPS + 1)]
    pairs = (
        Thresholds(supported=high, contradicted=low)
        for high in steps
        for low in steps[:_STEPS]
        if low <= high
    )
    return max(pairs, key=lambda tried: float(macro_f1(_counts(outcomes, tried, value))))


def floor_counts(outcomes: Sequence[Outcome], floors: Floors) -> Iterator[tuple[str, Counts]]:
    """Yield each floor's name with its confusion matrix on the claims that were run."""
    if not outcomes:
        return
    golds: list[Label] = [item.claim.label for item in outcomes]
    label = max(LABELS, key=golds.count)
    yield f"always {label}", count((gold, label) for gold in golds)
    of, words = floors.similarity, floors.overlap
    yield "cosine threshold", _counts(outcomes, of, lambda item: item.similarity)
    yield "word overlap", _counts(outcomes, words, lambda item: item.overlap)


def _counts(
    outcomes: Sequence[Outcome], thresholds: Thresholds, value: Callable[[Outcome], float]
) -> Counts:
    return count((item.claim.label, thresholds.label(value(item))) for item in outcomes)


def read_floors(file: Path = FILE) -> Floors:
    """Return the thresholds that ship.

    Raises:
        DataError: the file is missing or damaged.

    """
    try:
        return Floors.model_validate_json(file.read_text(encoding="utf-8"))
    except (OSError, ValidationError) as error:
        raise DataError(
            f"{file} cannot be read: {error}; write it anew by `mcp-fact-check eval --write-gate`"
        ) from error
