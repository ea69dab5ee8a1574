"""Figures as functions of a confusion matrix.

Counts have the shape (..., 4, 5): what a claim is, and what it was called, `undecided` last. A
figure is computed for all leading axes at once, so that the bootstrap costs one call. Where there
is nothing to tell it is NaN.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from nodes.verdicts import Label

LABELS: Final[tuple[Label, ...]] = ("supported", "contradicted", "partial", "not_mentioned")
CALLED: Final[tuple[Label, ...]] = (*LABELS, "undecided")

Counts = NDArray[np.int64]
Values = NDArray[np.float64]
CountFigure = Callable[[Counts], Values]

_FALSE: Final = [LABELS.index("contradicted"), LABELS.index("partial")]
_VERDICTS: Final = [LABELS.index("supported"), *_FALSE]
"""Accurate, inaccurate and partial: what the version says something about."""


def count(pairs: Iterable[tuple[Label, Label]]) -> Counts:
    """Count pairs of what a claim is and what it was called."""
    found = Counter(pairs)
    return np.array([[found[gold, said] for said in CALLED] for gold in LABELS], dtype=np.int64)


def macro_f1(counts: Counts) -> Values:
    """Return the mean F1 of the labels that there are; `undecided` is a miss of each."""
    scores = np.stack([f1(label)(counts) for label in LABELS], axis=-1)
    there = counts.sum(-1) > 0
    return _ratio(np.where(there, np.nan_to_num(scores), 0.0).sum(-1), there.sum(-1))


def accuracy(counts: Counts) -> Values:
    """Return the share of all claims that got their label; `undecided` is wrong."""
    return _ratio(_right(counts).sum(-1), counts.sum((-1, -2)))


def decided(counts: Counts) -> Values:
    """Return the share of claims that got any label."""
    return _ratio(counts[..., : len(LABELS)].sum((-1, -2)), counts.sum((-1, -2)))


def verdict_accuracy(counts: Counts) -> Values:
    """Return the share of those that got a label that got the right one."""
    return _ratio(_right(counts).sum(-1), counts[..., : len(LABELS)].sum((-1, -2)))


def coverage(counts: Counts) -> Values:
    """Return the share of claims that are called accurate, inaccurate or partially correct."""
    return _ratio(counts[..., _VERDICTS].sum((-1, -2)), counts.sum((-1, -2)))


def coverage_precision(counts: Counts) -> Values:
    """Return the share of these that are called so rightly."""
    return _ratio(_right(counts)[..., _VERDICTS].sum(-1), counts[..., _VERDICTS].sum((-1, -2)))


def wrong_among_accepted(counts: Counts) -> Values:
    """Return the share of what is called accurate that is not."""
    accepted = LABELS.index("supported")
    said = counts[..., accepted].sum(-1)
    return _ratio(said - _right(counts)[..., accepted], said)


def finding_precision(counts: Counts) -> Values:
    """Return the share of findings (called contradicted or partial) that are either."""
    return _ratio(_found(counts), counts[..., _FALSE].sum((-1, -2)))


def finding_recall(counts: Counts) -> Values:
    """Return the share of what is contradicted or partial that is called either."""
    return _ratio(_found(counts), counts[..., _FALSE, :].sum((-1, -2)))


def precision(label: Label) -> CountFigure:
    """Return the figure: the share of what got a label that has it."""
    place = LABELS.index(label)
    return lambda counts: _ratio(counts[..., place, place], counts[..., place].sum(-1))


def recall(label: Label) -> CountFigure:
    """Return the figure: the share of what has a label that got it."""
    place = LABELS.index(label)
    return lambda counts: _ratio(counts[..., place, place], counts[..., place, :].sum(-1))


def f1(label: Label) -> CountFigure:
    """Return the figure: the harmonic mean of precision and recall of a label."""
    place = LABELS.index(label)
    return lambda counts: _ratio(
        2 * counts[..., place, place],
        counts[..., place].sum(-1) + counts[..., place, :].sum(-1),
    )


def _right(counts: Counts) -> Counts:
    return np.diagonal(counts[..., : len(LABELS)], axis1=-2, axis2=-1)


def _found(counts: Counts) -> Counts:
    return counts[..., _FALSE, :][..., _FALSE].sum((-1, -2))


def _ratio(part: Counts | Values, whole: Counts | Values) -> Values:
    """Return the quotient, NaN where the whole is nothing."""
    shape = np.broadcast_shapes(np.shape(part), np.shape(whole))
    empty = np.full(shape, np.nan)
    return np.divide(part, whole, out=empty, where=np.asarray(whole) > 0)
