"""A multinomial logistic regression as plain numbers: what a judge is fitted to be."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Generic, TypeVar

from pydantic import BaseModel

LabelT = TypeVar("LabelT", bound=str)


class Regression(BaseModel, Generic[LabelT]):
    """Features in, the probability of each label out; `mean` and `scale` standardise them."""

    features: list[str]
    mean: list[float]
    scale: list[float]
    labels: list[LabelT]
    coefficients: list[list[float]]
    intercepts: list[float]

    def probabilities(self, features: Mapping[str, float]) -> dict[LabelT, float]:
        """Return the probability of each label; they add up to 1."""
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
