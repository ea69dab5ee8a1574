"""What the prose judge weighs: one number for each thing that tells labels apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nodes.judging.prose.alignment import Alignment, ReadText, align, togetherness
from nodes.judging.prose.conflicts import Conflict, find_conflicts, loose_number_conflict


@dataclass(frozen=True)
class Weighed:
    """A claim beside one stretch of a text, with the features drawn from both."""

    alignment: Alignment
    conflicts: tuple[Conflict, ...]
    """The strongest of each kind, strongest first."""
    best: int
    """The row of the sentence that says most of the claim."""
    features: dict[str, float]

    @property
    def covered(self) -> float:
        """Weight of the claim's words that its best sentence has, 0 to 1."""
        return self.alignment.covered(self.best)

    @property
    def together(self) -> float:
        """How well words that are neighbours in the claim stand together in the text, 0 to 1."""
        return self.features["together"]


def weigh(claim: ReadText, sentences: Sequence[ReadText]) -> Weighed:
    """Draw the features of a claim and of a stretch of text of one sentence or more."""
    alignment = align(claim, sentences)
    conflicts = find_conflicts(alignment)
    return Weighed(
        alignment=alignment,
        conflicts=tuple(conflicts),
        best=alignment.best,
        features={
            "likeness": float(alignment.soft.max(axis=0) @ alignment.weights),
            "similarity": float(alignment.similarity.max()),
            "together": togetherness(alignment),
            "conflict": max((item.strength for item in conflicts), default=0.0),
            "loose_number": loose_number_conflict(alignment),
        },
    )
