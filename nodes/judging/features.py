"""What the local judge weighs: one number for each thing that tells labels apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from nodes.judging.comparison import Comparison
from nodes.judging.vocabulary import Vocabulary
from nodes.reading.sentence import Reading
from nodes.verdicts import Belief
from retrieval.catalogue import Catalogue
from retrieval.evidence import Evidence
from retrieval.wordings import Nearness

ALIGNED: Final = 0.5
"""Alignment from which a passage is taken to speak of what the claim speaks of."""

_NEAR: Final = 0.1
"""Difference in alignment within which passages count as equally good."""
_LOOKED_AT: Final = 5
"""Passages in which the parts of a claim are looked for."""
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
    nearest: Comparison | None
    """The passage of the entry that is worded most like the claim, where that was found."""
    nearest_belief: Belief | None
    """The one of those that say the same that is worded most like the claim."""
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
    wordings: Mapping[str, float],
    nearest: int | None = None,
) -> Weighed:
    """Draw the features of a claim from its comparisons with evidence and misconceptions.

    `wordings` are those of `wording_features` and `part_features`; `nearest` is the number of the
    passage whose entry is worded most like the claim.
    """
    ranked = tuple(sorted(comparisons, key=lambda item: (-item.alignment, item.number)))
    agreeing = next((item for item in ranked if not item.conflicts), None)
    conflicting = next((item for item in ranked if item.conflicts), None)
    same = [(item, found) for item, found in beliefs if not found.conflicts]
    belief, shared = max(same, key=lambda pair: pair[1].alignment, default=(None, None))
    alike = max((item for item, _ in same), key=lambda item: item["similarity"], default=None)
    denied = max((found.alignment for _, found in beliefs if found.conflicts), default=0.0)
    unknown = vocabulary.unknown(claim.terms)
    foreign = claim.identifiers & vocabulary.other_names
    features = {
        "agreeing": agreeing.alignment if agreeing else 0.0,
        "agreeing_coverage": agreeing.coverage if agreeing else 0.0,
        "agreeing_fullness": agreeing.fullness if agreeing else 0.0,
        "belief": shared.alignment if shared else 0.0,
        "belief_fullness": shared.fullness if shared else 0.0,
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
        **wordings,
        **_conflict_features(ranked),
        **_agreement_features(agreeing, claim),
    }
    return Weighed(
        claim=claim,
        comparisons=ranked,
        agreeing=agreeing,
        conflicting=conflicting,
        belief=belief,
        shared=shared,
        nearest=next((item for item in ranked if item.number == nearest), None),
        nearest_belief=alike,
        unknown=unknown,
        foreign=foreign,
        features=features,
    )


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


def wording_features(near: Nearness, catalogue: Catalogue) -> dict[str, float]:
    """Return how much nearer the claim is to true wordings than to false ones."""
    true, false = near.true.highest(), near.false.highest()
    of_entry = [
        near.false[item.id]
        for entry in near.true.best(1)
        for item in catalogue.refuted_by(entry)
        if item.id in near.false
    ]
    of_belief = [
        near.true[name]
        for belief in near.false.best(1)
        for name in catalogue.misconception(belief).refuted_by
        if name in near.true
    ]
    return {
        "true": true,
        "false": false,
        "true_lead": true - false,
        "entry_lead": true - max(of_entry) if of_entry else 0.0,
        "belief_lead": max(of_belief) - false if of_belief else 0.0,
    }


def agreement_features(
    near: Nearness,
    comparisons: Sequence[Comparison],
    beliefs: Sequence[tuple[Belief, Comparison]],
    evidence: Sequence[Evidence],
) -> dict[str, float]:
    """Return the same of those wordings alone that say the same as the claim in all checks.

    A wording that differs from the claim in who acts is near it, and says something else.
    """
    true = [
        near.true.get(entry, 0.0)
        for item in comparisons
        if not item.conflicts
        for entry in evidence[item.number - 1]["entry_ids"]
    ]
    false = [near.false.get(item["id"], 0.0) for item, found in beliefs if not found.conflicts]
    best_true, best_false = max(true, default=0.0), max(false, default=0.0)
    return {
        "true_agreeing": best_true,
        "false_agreeing": best_false,
        "lead_agreeing": best_true - best_false,
    }


def part_features(
    parts: Sequence[frozenset[str]], comparisons: Sequence[Comparison], vocabulary: Vocabulary
) -> dict[str, float]:
    """Return how much of the worst part of a claim that joins several no passage has.

    `parts` holds the terms of each; it is empty for other claims.
    """
    best = sorted(comparisons, key=lambda item: -item.alignment)[:_LOOKED_AT]
    covered = [
        max((vocabulary.share(terms - item.missing, terms) for item in best), default=0.0)
        for terms in parts
    ]
    return {"part_missing": 1.0 - min(covered, default=1.0)}
