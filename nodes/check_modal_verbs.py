"""Node: check in code that a supported claim has the level (MUST, SHOULD, MAY) of what it rests on.

Whoever judged: a model easily takes "must" for "should". A claim that is true but for its strength
is contradicted by the level, as RFC 2119 defines it.
"""

from __future__ import annotations

from typing import Final

from typing_extensions import TypedDict

from nodes.judging.level_comparison import LevelOutcome, compare_levels
from nodes.reading.modality import ClaimLevel
from nodes.reading.sentence import read_sentence
from nodes.verdicts import Finding, Judgement
from retrieval.catalogue import Catalogue
from retrieval.evidence import Evidence
from retrieval.levels import Level

_CONFIDENCE: Final = 0.85
"""How sure a verdict by level is, at most: that the passage is about the claim, the judge says."""

_SAYS: Final[dict[ClaimLevel, str]] = {
    "none": "states it as a fact",
    "OPTIONAL": "says it is not required",
}


class Input(TypedDict):
    """What the node reads."""

    subclaim: str
    judgement: Judgement
    evidence: list[Evidence]


class Update(TypedDict):
    """What the node changes."""

    judgement: Judgement


def check_modal_verbs(state: Input, *, catalogue: Catalogue) -> Update:
    """Turn a supported claim into a contradicted one where its level is not that of its evidence.

    Where several passages are cited and one of them has the claim's level, the claim stands: the
    spec itself sets one duty at two levels in some places.
    """
    judgement = state["judgement"]
    if judgement["label"] != "supported":
        return Update(judgement=judgement)
    claim = read_sentence(state["subclaim"])
    outcomes: list[tuple[LevelOutcome, Evidence, Level]] = []
    for number in judgement["cited"]:
        passage = state["evidence"][number - 1]
        entry = catalogue.get(passage["entry_ids"][0]) if len(passage["entry_ids"]) == 1 else None
        if entry is not None:
            outcome = compare_levels(claim.level, entry.level, entry.informal_level)
            outcomes.append((outcome, passage, entry.informal_level or entry.level))
    if not outcomes or any(outcome in ("same", "unclear") for outcome, *_ in outcomes):
        return Update(judgement=judgement)
    outcome, passage, level = outcomes[0]
    message = (
        f"the claim {_SAYS.get(claim.level, f'says {claim.level}')}, the specification says "
        f"{level}" + (f" ({outcome})" if outcome != "opposite" else "")
    )
    return Update(
        judgement=Judgement(
            label="contradicted",
            confidence=min(judgement["confidence"], _CONFIDENCE),
            reason=f"{message}: {passage['text']}",
            correction=passage["text"],
            cited=judgement["cited"],
            quote=judgement["quote"],
            findings=[*judgement["findings"], Finding(kind="level", message=message)],
            judge=judgement["judge"],
        )
    )
