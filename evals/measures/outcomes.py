"""What became of a labelled claim: a verdict, or a failure, which is no wrong answer."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from evals.claims import LabelledClaim
from nodes.reading.terms import terms
from nodes.verdicts import Label

if TYPE_CHECKING:
    from nodes.verdicts import Verdict
    from retrieval.evidence import Evidence

Failure = Literal["run", "judge"]
"""`run`: the claim could not be run at all; `judge`: it was, and the judge gave no answer."""

_DEGRADED: Final = re.compile(r"\(degraded: (.*)\)", re.S)
"""How a verdict says that another judge stood in for the one that was asked."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """A labelled claim, and what became of it."""

    claim: LabelledClaim
    label: Label | None = None
    """None where the run or the judge failed."""
    confidence: float = 0.0
    seconds: float = 0.0
    rank: int | None = None
    """Number, from 1, of the first passage from the place that the claim names; None if none is."""
    similarity: float = 0.0
    """Of the nearest passage, 0 to 1."""
    overlap: float = 0.0
    """The largest share of the claim's terms that one passage has."""
    failure: Failure | None = None
    why: str = ""
    """What failed, in the words of the error."""
    answered: tuple[str, ...] = ()
    """What a caller said, in answers that may have been refused."""
    refused: tuple[str, ...] = ()

    @property
    def right(self) -> bool:
        """Whether the claim got its label."""
        return self.label == self.claim.label

    @property
    def decided(self) -> bool:
        """Whether the claim got any label."""
        return self.label not in (None, "undecided")


def outcome_of(
    claim: LabelledClaim,
    verdict: Verdict,
    seconds: float,
    answered: Sequence[str] = (),
    refused: Sequence[str] = (),
) -> Outcome:
    """Return the outcome of a claim that was run.

    A verdict by a judge that stood in for the one that was asked says nothing about that one.
    """
    lists = [part["evidence"] for part in verdict["parts"]]
    passages = [item for found in lists for item in found]
    degraded = _DEGRADED.search(verdict["judge"])
    return Outcome(
        claim=claim,
        label=None if degraded else verdict["label"],
        confidence=verdict["confidence"],
        seconds=seconds,
        rank=rank(claim, lists),
        similarity=max((item["similarity"] for item in passages), default=0.0),
        overlap=overlap(claim.claim, [item["text"] for item in passages]),
        failure="judge" if degraded else None,
        why=degraded[1] if degraded else "",
        answered=tuple(answered),
        refused=tuple(refused),
    )


def rank(claim: LabelledClaim, lists: Sequence[Sequence[Evidence]]) -> int | None:
    """Return how early in any of the lists the place of a claim comes, from 1."""
    ranks = [
        number
        for found in lists
        for number, item in enumerate(found, start=1)
        if item["page"] == claim.page
        and (claim.heading is None or _plain(item["heading"]) == _plain(claim.heading))
    ]
    return min(ranks, default=None)


def overlap(claim: str, texts: Sequence[str]) -> float:
    """Return the largest share of a claim's terms that one of the texts has."""
    wanted = terms(claim)
    if not wanted:
        return 0.0
    return max((len(wanted & terms(text)) / len(wanted) for text in texts), default=0.0)


def _plain(heading: str) -> str:
    return heading.replace("`", "").strip().lower()
