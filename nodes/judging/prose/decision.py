"""From what was weighed to a label: the probabilities decide, where there is something to show.

A label is spoken only with its ground: *supported* with one sentence that says the claim, all of
it, together and nothing otherwise; *contradicted* with a named conflict in a sentence that speaks
of the same thing; *not_mentioned* where that is likely for every stretch of the page.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Final, Literal

from nodes.citations import CitationLabel
from nodes.judging.prose.conflicts import Conflict, ConflictKind, is_question, numbers_absent
from nodes.judging.prose.features import Weighed
from nodes.judging.prose.shortfall import shortfall
from nodes.judging.regression import Regression

Decision = Literal["supported", "contradicted", "not_mentioned"]

LEAST_COVERED: Final = 0.6
"""Weight of a claim's words that one sentence must have for the claim to be supported by it."""

LEAST_TOGETHER: Final = 0.6
"""How well the claim's neighbouring words must stand together for that."""

DOUBTFUL: Final = 0.5
"""Strength from which a conflict keeps a claim from being supported."""

PLAIN: Final = 0.6
"""Strength from which a conflict contradicts a claim, where the page speaks of the same thing."""

_SPOKEN: Final[frozenset[ConflictKind]] = frozenset(
    {"number", "denial", "answer", "opposite", "name"}
)
"""Conflicts that contradict. That roles are turned round is too often only seemingly so."""


class ProseWeights(Regression[Decision]):
    """The weights, and how often each label was right on claims that they were not fitted on."""

    thresholds: dict[Decision, float]
    """The probability from which a label is spoken, where its ground is there as well."""
    right: dict[Decision, list[tuple[float, float]]]
    """For each label (probability, share): from that probability on, so often it was right."""

    def confidence(self, label: Decision, probability: float) -> float:
        """Return how often a label was right with such a probability."""
        return max(
            (share for least, share in self.right[label] if probability >= least),
            default=probability,
        )


@cache
def load_weights() -> ProseWeights:
    """Read the weights that ship with the package."""
    content = (files("nodes.judging.prose") / "weights.json").read_text(encoding="utf-8")
    return ProseWeights.model_validate(json.loads(content))


def label_of(
    weighed: Weighed, likely: dict[Decision, float], weights: ProseWeights
) -> CitationLabel:
    """Return the label of a claim by one stretch of text, of which `likely` are the chances."""
    least = weights.thresholds
    may_hold = likely["supported"] >= max(least["supported"], likely["contradicted"])
    may_fail = likely["contradicted"] >= max(least["contradicted"], likely["supported"])
    silent = likely["not_mentioned"] >= least["not_mentioned"]
    if may_hold and says_so(weighed):
        return "supported"
    if spoken_conflict(weighed) and (may_fail or not silent):
        return "contradicted"
    return "not_mentioned" if silent and not may_hold else "undecided"


def says_so(weighed: Weighed) -> bool:
    """Return whether one sentence says the claim: all of it, together, and nothing otherwise."""
    return (
        weighed.covered >= LEAST_COVERED
        and weighed.together >= LEAST_TOGETHER
        and not is_question(weighed.alignment.sentences[weighed.best].text)
        and not numbers_absent(weighed.alignment)
        and doubtful_conflict(weighed) is None
        and shortfall(weighed.alignment, weighed.best) is None
    )


def doubtful_conflict(weighed: Weighed) -> Conflict | None:
    """Return the strongest conflict that keeps a claim from being supported, if any."""
    return next((item for item in weighed.conflicts if item.strength >= DOUBTFUL), None)


def spoken_conflict(weighed: Weighed) -> Conflict | None:
    """Return the strongest conflict that contradicts a claim, if any."""
    plain = (item for item in weighed.conflicts if item.strength >= PLAIN)
    return next((item for item in plain if item.kind in _SPOKEN), None)
