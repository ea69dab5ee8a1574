"""What the checks in code make of a label that a caller gave under a genuine quote.

A quote shows that a passage was read, not that it was understood. What a label says of the claim
and its evidence is compared with what was measured of them: a label that the checks all but exclude
is refused, and one that they merely doubt is marked. docs/caller-judge.md tells how often.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from nodes.judging.comparison import Comparison
from nodes.judging.features import Weighed
from nodes.judging.weights import Decision
from nodes.judging.wording import disagreements
from nodes.verdicts import Finding
from retrieval.evidence import Evidence

Checked = Literal["supported", "contradicted", "not_mentioned"]

EXCLUDED: Final[dict[Checked, float]] = {
    "supported": 0.05,
    "contradicted": 0.03,
    "not_mentioned": 0.03,
}
"""Probability by the local judge's weights under which a label is refused: chosen so that at most
3 % of the true labels are, of development claims that the weights were not fitted on."""

UNWEIGHED: Final = 0.5
"""What that is multiplied by where an official passage is cited: its words are not weighed."""

AT_ODDS: Final = 0.08
"""The same for `supported`, where every passage cited is at odds with the claim in something."""

IN_AGREEMENT: Final = 0.06
"""The same for `contradicted`, where every passage cited agrees with the claim in everything."""

SAME_SUBJECT: Final = 0.6
"""Alignment from which a passage in agreement is taken to speak of what the claim speaks of."""

DOUBTED: Final[dict[Checked, float]] = {
    "supported": 0.5,
    "contradicted": 0.2,
    "not_mentioned": 0.1,
}
"""Probability under which a label is marked, if the passages cited give a reason for it too."""


@dataclass(frozen=True, slots=True)
class Objection:
    """What the checks have against a label; `certain` where it cannot be taken."""

    certain: bool
    finding: Finding


def find_objection(
    label: Checked,
    weighed: Weighed,
    likely: Mapping[Decision, float],
    cited: Sequence[int],
    evidence: Sequence[Evidence],
) -> Objection | None:
    """Return what speaks against a label, if anything does.

    `likely` is how likely the weights find each label by all the evidence that was given; `cited`
    are the numbers, from 1, of the passages that the answer rests on.
    """
    shown = [item for item in weighed.comparisons if item.number in cited]
    excluded, probability = EXCLUDED[label], likely[label]
    if len(shown) < len(set(cited)):
        shown, excluded = [], excluded * UNWEIGHED
    if label == "supported":
        found = _at_odds(weighed, shown, evidence)
        certain = probability < (AT_ODDS if found else excluded)
    elif label == "contradicted":
        found = _in_agreement(shown, evidence)
        certain = probability < (IN_AGREEMENT if found else excluded)
    else:
        found = _spoken_of(weighed, evidence)
        certain = probability < excluded
    if certain:
        return Objection(True, found or _excluded(label, probability))
    return Objection(False, found) if found and probability < DOUBTED[label] else None


def _at_odds(
    weighed: Weighed, shown: Sequence[Comparison], evidence: Sequence[Evidence]
) -> Finding | None:
    """Return in what the best passage cited disagrees, where each of them does."""
    if not shown or not all(item.conflicts for item in shown):
        return None
    best, passage = shown[0], evidence[shown[0].number - 1]
    findings = disagreements(weighed.claim, best, passage)
    told = "; ".join(item["message"] for item in findings)
    return Finding(kind=findings[0]["kind"], message=f"{told}. {_told(best, evidence)}")


def _in_agreement(shown: Sequence[Comparison], evidence: Sequence[Evidence]) -> Finding | None:
    """Return the passage that says the same, where none that is cited disagrees.

    Level and actor are known of passages that are one entry: of others, nobody can say so.
    """
    if not shown or shown[0].alignment < SAME_SUBJECT:
        return None
    if any(item.conflicts or len(evidence[item.number - 1]["entry_ids"]) != 1 for item in shown):
        return None
    told = "nothing in the evidence cited was found to be at odds with the claim"
    return Finding(kind="scope", message=f"{told}. {_told(shown[0], evidence)}")


def _spoken_of(weighed: Weighed, evidence: Sequence[Evidence]) -> Finding | None:
    """Return the passage nearest to the claim."""
    if not weighed.comparisons:
        return None
    told = "the evidence given speaks of what the claim says"
    return Finding(kind="scope", message=f"{told}. {_told(weighed.comparisons[0], evidence)}")


def _excluded(label: Checked, probability: float) -> Finding:
    return Finding(
        kind="scope",
        message=f"all checks taken together find {label} next to impossible "
        f"({probability:.0%} likely by the evidence given)",
    )


def _told(item: Comparison, evidence: Sequence[Evidence]) -> str:
    return f"Passage {item.number} says: {evidence[item.number - 1]['text']}"
