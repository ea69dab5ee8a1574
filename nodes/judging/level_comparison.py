"""Compare how binding a claim says a duty is with how binding the specification makes it."""

from __future__ import annotations

from typing import Literal

from nodes.reading.modality import ClaimLevel
from nodes.reading.sentence import Reading
from retrieval.levels import Level, forbids, strength

LevelOutcome = Literal["same", "unclear", "too strong", "too weak", "opposite"]


def compare_levels(claim: ClaimLevel, spec: Level, informal: Level | None = None) -> LevelOutcome:
    """Compare the level a claim gives a duty with the level the spec gives it (RFC 2119, 8174).

    A plain indicative agrees with a duty; only a modal can be too strong or too weak. A plain fact,
    or a duty in lower case, is not at odds with any modal but the opposite one.
    """
    if spec == "none" and informal is None:
        return "unclear" if claim != "none" else "same"
    bound = informal if spec == "none" and informal else spec
    if claim == "none":
        return "opposite" if forbids(bound) else "same"
    if claim == "OPTIONAL":
        return _against_option(bound)
    if claim == bound:
        return "same"
    if forbids(claim) != forbids(bound):
        return _across(claim, bound)
    if spec == "none":
        return "unclear"  # a lower-case word is no measure of strength
    return "too strong" if strength(claim) > strength(bound) else "too weak"


def compare_duty(
    claim: Reading, passage: Reading, spec: Level, informal: Level | None
) -> LevelOutcome:
    """Compare levels where both may put one duty in opposite forms.

    "Must not run a tool without consent" and "must obtain consent first" are one duty.
    """
    if spec == "none" and informal is None and "optional" in passage.text.lower():
        informal = "MAY"
        if claim.level == "MUST" and passage.level != "MUST":
            return "too strong"
    outcome = compare_levels(claim.level, spec, informal)
    turned = claim.excepts != passage.excepts
    return "unclear" if outcome == "opposite" and turned else outcome


def _across(claim: Level, spec: Level) -> LevelOutcome:
    """Compare a level that forbids with one that does not."""
    if spec == "MAY" or claim == "MAY":
        return "opposite" if "MUST NOT" in (claim, spec) else "unclear"
    return "opposite"


def _against_option(spec: Level) -> LevelOutcome:
    """Compare "does not have to" with a level: it denies a duty, and says nothing of a ban."""
    if spec == "MUST":
        return "opposite"
    return "unclear" if spec == "MUST NOT" else "same"
