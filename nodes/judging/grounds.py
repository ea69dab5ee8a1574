"""What there is to show for a label: no verdict of the local judge comes without it."""

from __future__ import annotations

from typing import Final

from nodes.judging.comparison import Comparison
from nodes.judging.features import ALIGNED, Weighed
from nodes.judging.weights import Decision
from nodes.verdicts import Belief

BELIEF_SURE: Final = 0.85
"""Similarity from which a claim is taken to be a known misconception rather than a near miss."""

BELIEF_FULL: Final = 0.5
"""Share of a misconception's terms that a claim must have: one that says less is another claim."""

SAME_STATEMENT: Final = 0.8
"""Alignment from which a passage that agrees in everything says the same as the claim."""

SAME_FULL: Final = 0.6
"""Share of such a passage's terms that the claim must have if it speaks of all or only."""

LEAST_SHOWN: Final = 0.5
"""Share of a claim's terms, by weight, that a passage must have to be shown in its support."""

LEAST_COVERED: Final = 0.6
"""Share of a claim's terms, by weight, that a passage must have to support it."""

LEAST_FULL: Final = 0.35
"""Share of a passage's terms that a claim must have to be contradicted by it."""

SAME_ERROR: Final = 0.05
"""Similarity by which the nearest false wording may be ahead of one that says the same."""

LEVEL_COVERED: Final = 0.7
"""Share of a claim's terms from which a passage that differs in level alone decides by itself."""


def may_say(label: Decision, weighed: Weighed) -> bool:
    """Return whether there is anything to show for a label: no verdict comes without a reason."""
    if label == "supported":
        return _bears_out(weighed.nearest, weighed) and weighed.features["lead_agreeing"] >= 0
    if label == "contradicted":
        shown = shared_belief(weighed) is not None or conflict_of(weighed) is not None
        return shown and _sides_with_error(weighed)
    return label == "not_mentioned" and not _speaks_of(weighed)


def _bears_out(passage: Comparison | None, weighed: Weighed) -> bool:
    """Return whether a passage agrees with the claim in everything, and shows enough of it.

    That is most of its terms, and all of its numbers.
    Of a claim that joins several things, "all" and "only" are more than one passage can bear out.
    """
    claim = weighed.claim
    return (
        passage is not None
        and not passage.conflicts
        and passage.alignment >= ALIGNED
        and passage.coverage >= LEAST_SHOWN
        and (not claim.numbers or passage.numbers == "same")
        and not (claim.joined and claim.sweeping)
    )


def _sides_with_error(weighed: Weighed) -> bool:
    """Return whether a false wording that says the same is as near to the claim as any true one.

    It must be about as near as the nearest of all: else what is near says something else.
    """
    near = weighed.features
    return near["lead_agreeing"] <= 0 and near["false"] - near["false_agreeing"] <= SAME_ERROR


def same_statement(weighed: Weighed) -> bool:
    """Return whether the best passage says the same as the claim, whatever the weights make of it.

    It must agree in everything that was checked and have most of the claim's terms, and the claim
    must say one thing: of a compound that was not taken apart, nobody has seen every part. Where it
    says "every" or "only", the passage must not set conditions of its own.
    """
    best = weighed.comparisons[:1]
    return bool(
        best
        and best[0] is weighed.agreeing
        and best[0].coverage >= LEAST_COVERED
        and best[0].alignment >= SAME_STATEMENT
        and not weighed.claim.joined
        and (not weighed.claim.sweeping or best[0].fullness >= SAME_FULL)
    )


def level_alone(weighed: Weighed) -> Comparison | None:
    """Return the best passage, where it is at odds with the claim in its level and nothing else.

    Such a passage decides whatever the weights make of it: of the development claims that have one,
    all 19 are contradicted.
    """
    best = next(iter(weighed.comparisons), None)
    found = (
        best is not None
        and best.conflicts == ("level",)
        and best.level in ("too strong", "too weak")
        and best.alignment >= ALIGNED
        and best.coverage >= LEVEL_COVERED
        and best.fullness >= LEAST_FULL
        and not weighed.claim.joined
    )
    return best if found else None


def shared_belief(weighed: Weighed) -> Belief | None:
    """Return the misconception that the claim shares, if any.

    One that says the same, unless a passage that disagrees is clearly nearer; else, where nothing
    disagrees, the one that is worded most alike, if no true wording is nearer.
    """
    belief, shared, conflict = weighed.belief, weighed.shared, conflict_of(weighed)
    if belief and shared and shared.fullness >= BELIEF_FULL:
        nearer = conflict is None or shared.alignment >= conflict.alignment - 0.1
        if nearer or shared.similarity >= BELIEF_SURE:
            return belief
    alike = weighed.nearest_belief
    if conflict is not None or alike is None or weighed.features["true_lead"] >= 0:
        return None
    return alike if alike["similarity"] > weighed.features["true"] else None


def conflict_of(weighed: Weighed) -> Comparison | None:
    """Return the best passage that disagrees, if it speaks of the claim's subject."""
    conflict = weighed.conflicting
    return conflict if conflict is not None and _same_subject(conflict) else None


def _same_subject(conflict: Comparison) -> bool:
    """Return whether a passage that disagrees speaks of the claim's subject, and of little else."""
    return (
        conflict.alignment >= ALIGNED
        and conflict.coverage >= LEAST_COVERED
        and conflict.fullness >= LEAST_FULL
    )


def _speaks_of(weighed: Weighed) -> bool:
    """Return whether a passage is so near that the version cannot be called silent."""
    return any(item.alignment >= 0.75 for item in weighed.comparisons[:1])
