"""What the prose judge weighs: one number for each thing that tells labels apart."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from nodes.judging.prose.alignment import Alignment, ReadText, adjacency, align
from nodes.judging.prose.conflicts import (
    Conflict,
    ConflictKind,
    denied_in,
    find_conflicts,
    loose_number_conflict,
    numbers_absent,
)
from nodes.judging.prose.polarity import has_denial
from nodes.judging.prose.words import stem

_EXTREME: Final = re.compile(
    r"\b(?:only|first|last|most|least|best|worst|all|every|always|never|exclusively|solely|sole|any"
    r"|\w{3,}est)\b",
    re.I,
)
"""Words that claim more than most texts say."""


@dataclass(frozen=True)
class Weighed:
    """A claim beside one stretch of a text, with the features drawn from both."""

    alignment: Alignment
    conflicts: tuple[Conflict, ...]
    """The strongest of each kind, strongest first."""
    best: int
    """The row of the sentence that says most of the claim."""
    together: float
    """How well words that are neighbours in the claim stand together in the text, 0 to 1."""
    features: dict[str, float]

    @property
    def covered(self) -> float:
        """Weight of the claim's words that its best sentence has, 0 to 1."""
        return self.alignment.covered(self.best)


def weigh(claim: ReadText, sentences: Sequence[ReadText]) -> Weighed:
    """Draw the features of a claim and of a stretch of text of one sentence or more."""
    alignment = align(claim, sentences)
    conflicts = find_conflicts(alignment)
    together, _ = adjacency(alignment, ordered=False)
    return Weighed(
        alignment=alignment,
        conflicts=tuple(conflicts),
        best=alignment.best,
        together=together,
        features=_features(alignment, conflicts),
    )


def _features(alignment: Alignment, conflicts: Sequence[Conflict]) -> dict[str, float]:
    claim, best = alignment.claim, alignment.best
    soft, exact = alignment.soft.max(axis=0), alignment.exact.max(axis=0)
    names = [claim.words[place].name for place in alignment.places]
    unnamed = sum(1 for name, there in zip(names, exact, strict=True) if name and not there)
    strength: dict[ConflictKind, float] = {item.kind: item.strength for item in conflicts}
    extremes = {stem(word) for word in _EXTREME.findall(claim.text)}
    return {
        "likeness": float(soft @ alignment.weights),
        "least_likeness": float(soft.min()),
        "covered_near": max(map(alignment.covered_near, range(len(alignment.sentences)))),
        "similarity": float(alignment.similarity.max()),
        "least_together": adjacency(alignment, ordered=True)[1],
        "missing": float((1 - exact).mean()),
        "names_missing": unnamed / max(1, sum(names)),
        "extremes_missing": float(bool(extremes - alignment.sentences[best].stems)),
        "length": math.log(len(alignment.places)),
        "claim_denies": float(has_denial(claim.text)),
        "other_number": strength.get("number", 0.0),
        "loose_number": loose_number_conflict(alignment),
        "number_absent": float(numbers_absent(alignment)),
        "denied": strength.get("denial", 0.0),
        "denied_by_best": denied_in(alignment, best),
        "answered_no": strength.get("answer", 0.0),
        "opposite": strength.get("opposite", 0.0),
        "other_name": strength.get("name", 0.0),
    }
