"""The weights of the local judge, as they are fitted by `python -m evals.train_local_judge`."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Literal

from nodes.judging.regression import Regression

Decision = Literal["supported", "contradicted", "not_mentioned", "partial"]
"""`partial` takes the probability of compounds that were not taken apart; it is never spoken."""


class Weights(Regression[Decision]):
    """A regression over the features, and the probability from which each label is spoken."""

    thresholds: dict[Decision, float]

    def sure(self, label: Decision, probability: float) -> bool:
        """Return whether a label is likely enough to be spoken."""
        return probability >= self.thresholds.get(label, 1.0)


@cache
def load_weights() -> Weights:
    """Read the weights that ship with the package."""
    content = (files("nodes.judging") / "weights.json").read_text(encoding="utf-8")
    return Weights.model_validate(json.loads(content))
