"""The weights of the local judge, as they are fitted by `python -m evals.train_local_judge`."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Literal

from pydantic import BaseModel

Decision = Literal["supported", "contradicted", "not_mentioned", "partial"]
"""`partial` takes the probability of compounds that were not taken apart; it is never spoken."""


class Weights(BaseModel):
    """A multinomial logistic regression, and the probability from which each label is spoken."""

    features: list[str]
    mean: list[float]
    scale: list[float]
    labels: list[Decision]
    coefficients: list[list[float]]
    intercepts: list[float]
    thresholds: dict[Decision, float]
    wide_threshold: float
    """The same for `supported` where the claim joins several things, or speaks of all or only."""

    def sure(self, label: Decision, probability: float, *, wide: bool) -> bool:
        """Return whether a label is likely enough to be spoken."""
        if label == "supported" and wide:
            return probability >= self.wide_threshold
        return probability >= self.thresholds.get(label, 1.0)

    def probabilities(self, features: Mapping[str, float]) -> dict[Decision, float]:
        """Return the probability of each label."""
        values = [
            (features[name] - mean) / scale
            for name, mean, scale in zip(self.features, self.mean, self.scale, strict=True)
        ]
        scores = [
            intercept + sum(map(float.__mul__, row, values))
            for row, intercept in zip(self.coefficients, self.intercepts, strict=True)
        ]
        top = max(scores)
        exponentials = [math.exp(score - top) for score in scores]
        total = sum(exponentials)
        return {
            label: value / total for label, value in zip(self.labels, exponentials, strict=True)
        }


@cache
def load_weights() -> Weights:
    """Read the weights that ship with the package."""
    content = (files("nodes.judging") / "weights.json").read_text(encoding="utf-8")
    return Weights.model_validate(json.loads(content))
