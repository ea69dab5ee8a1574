"""What the local judge weighs: one number for each thing that tells labels apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from nodes.judging.comparison import Comparison
from nodes.judging.reading import Reading, read_sentence
from nodes.judging.vocabulary import Vocabulary
from nodes.verdicts import Belief

ALIGNED: Final = 0.5
"""Alignment from which a passage is taken to speak of what the claim speaks of."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """A claim with all that was compared, and the features drawn from it."""

    claim: Reading
    comparisons: tuple[Comparison, ...]
    """Best aligned first."""
    agreeing: Comparison | None
    """The best aligned passage that disagrees in nothing."""
    conflicting: Comparison | None
    """The best aligned passage that disagrees in something."""
    belief: Belief | None
    """The nearest misconception that says the same as the claim, as far as checks can tell."""
    unknown: frozenset[str]
    """Terms of the claim that the version does not have."""
    foreign: frozenset[str]
    """Identifiers of the claim that only other versions have."""
    features: dict[str, float]


def weigh(
    claim: Reading,
    comparisons: Sequence[Comparison],
    beliefs: Sequence[Belief],
    vocabulary: Vocabulary,
) -> Weighed:
    """Draw the features of a claim from its comparisons with the evidence and the misconceptions."""
    ranked = tuple(sorted(comparisons, key=lambda item: (-item.alignment, item.number)))
    agreeing = next((item for item in ranked if not item.conflicts), None)
    conflicting = next((item for item in ranked if item.conflicts), None)
    belief = next((item for item in beliefs if _same_belief(claim, item)), None)
    unknown = vocabulary.unknown(claim.terms)
    foreign = claim.identifiers & vocabulary.other_names
    features = {
        "similarity": max((item.similarity for item in comparisons), default=0.0),
        "agreeing": agreeing.alignment if agreeing else 0.0,
        "agreeing_similarity": agreeing.similarity if agreeing else 0.0,
        "agreeing_coverage": agreeing.coverage if agreeing else 0.0,
        "agreeing_fullness": agreeing.fullness if agreeing else 0.0,
        "conflicting": conflicting.alignment if conflicting else 0.0,
        "conflicting_coverage": conflicting.coverage if conflicting else 0.0,
        "margin": (agreeing.alignment if agreeing else 0.0)
        - (conflicting.alignment if conflicting else 0.0),
        "belief": belief["similarity"] if belief else 0.0,
        "belief_margin": max(
            0.0,
            (belief["similarity"] if belief else 0.0) - (agreeing.similarity if agreeing else 0.0),
        ),
        "unknown": vocabulary.share(unknown, claim.terms),
        "foreign": float(bool(foreign)),
        "question": float(claim.is_question),
        "denies": float(claim.negated or claim.level in ("MUST NOT", "SHOULD NOT", "OPTIONAL")),
        "few_terms": 1.0 / (1 + len(claim.terms)),
        **{
            f"claims_{level.replace(' ', '_').lower()}": float(claim.level == level)
            for level in ("MUST", "MUST NOT", "SHOULD", "MAY", "OPTIONAL")
        },
        **_conflict_features(ranked[:1]),
        **_agreement_features(agreeing, claim),
    }
    return Weighed(claim, ranked, agreeing, conflicting, belief, unknown, foreign, features)


def _conflict_features(top: Sequence[Comparison]) -> dict[str, float]:
    kinds = ("level", "actor", "polarity", "words", "number", "identifier")
    features = dict.fromkeys((f"top_{kind}" for kind in kinds), 0.0)
    for item in top:
        for kind in item.conflicts:
            features[f"top_{kind}"] = item.alignment
    return features


def _agreement_features(agreeing: Comparison | None, claim: Reading) -> dict[str, float]:
    """Agreement that was really checked is worth more than the mere absence of conflict."""
    if agreeing is None:
        return dict.fromkeys(("agrees_level", "agrees_actor", "agrees_number", "agrees_name"), 0.0)
    return {
        "agrees_level": agreeing.alignment * (agreeing.level == "same" and claim.level != "none"),
        "agrees_actor": agreeing.alignment * (agreeing.actor == "same"),
        "agrees_number": agreeing.alignment * (agreeing.numbers == "same"),
        "agrees_name": agreeing.alignment * (agreeing.identifiers == "same"),
    }


def _same_belief(claim: Reading, belief: Belief) -> bool:
    """Return whether the checks leave it open that the claim is the false belief, not its denial."""
    other = read_sentence(belief["belief"])
    denies = claim.negated or claim.level in ("MUST NOT", "SHOULD NOT", "OPTIONAL")
    believes_denial = other.negated or other.level in ("MUST NOT", "SHOULD NOT", "OPTIONAL")
    if denies != believes_denial:
        return False
    return (
        claim.actor == other.actor
        or None in (claim.actor, other.actor)
        or ("protocol" in (claim.actor, other.actor))
    )
