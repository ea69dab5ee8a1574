"""Fit the prose judge's weights: `python -m evals.train_prose_judge [--bench DIR]`.

Fitted on the `fit` part of the stance pairs (`evals/stance.py`) and on changed claims of the same
part (`evals/claim_changes.py`). Cross-validation by groups of claims gives the probabilities that
set the thresholds. The part that is held back is not looked at here, and no pair is kept: what
goes into the package are the numbers of a multinomial logistic regression.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from evals.claim_changes import changed_pairs
from evals.stance import BENCH, Pair, StanceLabel, of_part, read_stance
from nodes.judging.local import Decision, Weights
from nodes.judging.prose.features import Weighed
from nodes.judging.prose.judge import ProseJudge
from retrieval.embeddings import MiniLMEmbedder, TokenStates

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

WEIGHTS: Final = (
    Path(__file__).resolve().parent.parent / "nodes" / "judging" / "prose" / "weights.json"
)
LABELS: Final = ("contradicted", "not_mentioned", "supported")
FOLDS: Final = 8
REGULARISATION: Final = 0.003
CHANGED_WEIGHT: Final = 0.3

_AS: Final[dict[StanceLabel, Decision]] = {
    "supported": "supported",
    "contradicted": "contradicted",
    "partial": "not_mentioned",
    "not_mentioned": "not_mentioned",
}
"""A text that says a part of a claim does not bear it out."""


class Row(NamedTuple):
    """One case to learn from."""

    weighed: Weighed
    label: Decision
    weight: float
    group: str
    real: bool


class RememberingReader:
    """Reads each text once: the pairs share claims and sentences."""

    def __init__(self) -> None:
        self._embedder = MiniLMEmbedder()
        self._states: dict[str, TokenStates] = {}

    def read(self, text: str) -> TokenStates:
        """Return the states of all tokens of a text."""
        if text not in self._states:
            self._states[text] = self._embedder.read(text)
        return self._states[text]


def learning_rows(pairs: Sequence[Pair]) -> list[Row]:
    """Return the pairs and their changed claims, with what the judge weighs of each."""
    judge = ProseJudge(RememberingReader())
    cases = [(pair, {_AS[pair.label]: 1.0}, True) for pair in pairs]
    for changed in changed_pairs(pairs):
        labels = {_AS[label]: part * CHANGED_WEIGHT for label, part in changed.labels.items()}
        cases.append((changed.pair, labels, False))
    rows: list[Row] = []
    for pair, labels, real in cases:
        weighed = judge.weigh(pair.claim, pair.text)
        if weighed is not None:
            rows += [Row(weighed, label, part, pair.group, real) for label, part in labels.items()]
    return rows
