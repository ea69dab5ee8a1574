"""What the local judge weighs: one number for each thing that tells labels apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from nodes.judging.comparison import Comparison
from nodes.judging.vocabulary import Vocabulary
from nodes.reading.sentence import Reading
from nodes.verdicts import Belief

ALIGNED: Final = 0.5
"""Alignment from which a passage is taken to speak of what the claim speaks of."""

_NEAR: Final = 0.1
"""Difference in alignment within which passages count as equally good."""
_CHECKS: Final = ("actor", "polarity", "words", "number", "version", "identifier")


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
    """The best aligned misconception that says the same as the claim, as far as checks can tell."""
    shared: Comparison | None
    """The comparison of the claim with it."""
    unknown: frozenset[str]
    """Terms of the claim that the version does not have."""
    foreign: frozenset[str]
    """Identifiers of the claim that only other versions have."""
    features: dict[str, float]


def weigh(
    claim: Reading,
    comparisons: Sequence[Comparison],
    beliefs: Sequence[tuple[Belief, Comparison]],
    vocabulary: Vocabulary,
) -> Weighed:
    """Draw the features of a claim from its comparisons with evidence and misconceptions."""
    ranked = tuple(sorted(comparisons, key=lambda item: (-item.alignment, item.number)))
    agreeing = next((item for item in ranked if not item.conflicts), None)
    conflicting = next((item for item in ranked if item.conflicts), None)
    same = [(item, found) for item, found in beliefs if not found.conflicts]
    belief, shared = max(same, key=lambda pair: pair[1].alignment, default=(None, None))
    denied = max((found.alignment for _, found in beliefs if found.conflicts), default=0.0)
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
        "belief": shared.alignment if shared else 0.0,
        "belief_fullness": shared.fullness if shared else 0.0,
        "belief_similarity": shared.similarity if shared else 0.0,
        "belief_agreement": shared.alignment * (shared.level == "same") if shared else 0.0,
        "belief_denied": denied,
        "contrast": _contrast(beliefs),
        "belief_margin": (shared.alignment if shared else 0.0)
        - (ranked[0].alignment if ranked else 0.0),
        "unknown": vocabulary.share(unknown, claim.terms),
        "foreign": float(bool(foreign)),
        "foreign_terms": vocabulary.share(claim.terms & vocabulary.other_terms, claim.terms),
        "excepts": float(claim.excepts),
        "sweeping": float(claim.sweeping),
        "joined": float(claim.joined),
        "joined_gap": min(claim.joined, 3) * (1.0 - (ranked[0].coverage if ranked else 0.0)),
        "terms": min(len(claim.terms), 20) / 20,
        "actor_known": float(claim.actor not in (None, "protocol")),
        "question": float(claim.is_question),
        "denies": float(claim.negated or claim.level in ("MUST NOT", "SHOULD NOT", "OPTIONAL")),
        "few_terms": 1.0 / (1 + len(claim.terms)),
        **{
            f"claims_{level.replace(' ', '_').lower()}": float(claim.level == level)
            for level in ("MUST", "MUST NOT", "SHOULD", "MAY", "OPTIONAL")
        },
        **_conflict_features(ranked),
        **_agreement_features(agreeing, claim),
    }
    return Weighed(claim, ranked, agreeing, conflicting, belief, shared, unknown, foreign, features)


def _contrast(beliefs: Sequence[tuple[Belief, Comparison]]) -> float:
    """Return the contrast with the nearest misconception that has its refutation beside it."""
    return next((found.contrast for _, found in beliefs if found.contrast), 0.0)


def _conflict_features(ranked: Sequence[Comparison]) -> dict[str, float]:
    """Return the conflicts of the best passage, and how many that are nearly as good have one."""
    outcomes = ("too_strong", "too_weak", "opposite", *_CHECKS)
    features = dict.fromkeys((f"top_{kind}" for kind in outcomes), 0.0)
    features |= dict.fromkeys(
        ("near_conflict", "top_alignment", "top_coverage", "top_fullness", "top_missing"), 0.0
    )
    if not ranked:
        return features
    top = ranked[0]
    for kind in top.conflicts:
        name = top.level.replace(" ", "_") if kind == "level" else kind
        features[f"top_{name}"] = top.alignment
    near = [item for item in ranked if item.alignment >= top.alignment - _NEAR]
    features["near_conflict"] = sum(bool(item.conflicts) for item in near) / len(near)
    features["top_alignment"] = top.alignment
    features["top_coverage"] = top.coverage
    features["top_fullness"] = top.fullness
    features["top_missing"] = max(0.0, 1.0 - top.coverage) * len(top.missing)
    return features


def _agreement_features(agreeing: Comparison | None, claim: Reading) -> dict[str, float]:
    """Return what was really checked: worth more than the mere absence of conflict."""
    if agreeing is None:
        return dict.fromkeys(("agrees_level", "agrees_actor", "agrees_number", "agrees_name"), 0.0)
    return {
        "agrees_level": agreeing.alignment * (agreeing.level == "same" and claim.level != "none"),
        "agrees_actor": agreeing.alignment * (agreeing.actor == "same"),
        "agrees_number": agreeing.alignment * (agreeing.numbers == "same"),
        "agrees_name": agreeing.alignment * (agreeing.identifiers == "same"),
    }
