"""Compare a claim with a known misconception: how much it says the same false thing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from nodes.judging.comparison import (
    LOOSE_ACTORS,
    READ_PHRASINGS,
    Comparison,
    Outcome,
    compare_numbers,
    compare_words,
)
from nodes.judging.level_comparison import LevelOutcome
from nodes.reading.sentence import Reading, read_sentence
from retrieval.catalogue import Misconception, Requirement

_ONLY: Final = re.compile(r"\b(?:only|solely|exclusively|alone|nothing but|nobody else)\b", re.I)


def compare_belief(
    claim: Reading, belief: Misconception, similarity: float, refuting: Requirement | None
) -> Comparison:
    """Compare a claim with a known misconception, as with a passage that is false.

    `refuting` is the entry that shows it false, where that is among the evidence.
    """
    texts = (belief.belief, *belief.phrasings[:READ_PHRASINGS])
    readings = [read_sentence(text) for text in texts]
    main = readings[0]
    terms = frozenset[str]().union(*(reading.terms for reading in readings))
    missing = claim.terms - terms
    level: LevelOutcome = "same" if claim.level in {r.level for r in readings} else "unclear"
    if _denies(claim) != _denies(main) and not any(_denies(claim) == _denies(r) for r in readings):
        level = "opposite"
    return Comparison(
        number=0,
        similarity=similarity,
        coverage=1 - len(missing) / len(claim.terms) if claim.terms else 0.0,
        fullness=max(
            (len(claim.terms & r.terms) / len(r.terms) for r in readings if r.terms), default=0.0
        ),
        missing=missing,
        level=level,
        actor=_belief_actor(claim, readings),
        polarity="unclear",
        words=_belief_words(claim, texts, main),
        numbers=compare_numbers(claim, readings),
        dates="unclear",
        identifiers="unclear",
        contrast=_contrast(claim, texts, refuting),
    )


def _contrast(claim: Reading, false: Sequence[str], refuting: Requirement | None) -> float:
    if refuting is None:
        return 0.0
    said = _words(claim.text)
    wrong = frozenset[str]().union(*map(_words, false))
    true = (refuting.statement, *refuting.phrasings[:READ_PHRASINGS])
    right = frozenset[str]().union(*map(_words, true))
    return (len(said & wrong - right) - len(said & right - wrong)) / max(1, len(said))


def _words(text: str) -> frozenset[str]:
    """Return all words of a text, small ones too: "not", "only" and "must" matter here."""
    return frozenset(re.findall(r"[a-z0-9_/-]+", text.lower().replace("n't", " not")))


def _denies(reading: Reading) -> bool:
    return reading.negated or reading.level in ("MUST NOT", "SHOULD NOT", "OPTIONAL", "MAY")


def _belief_actor(claim: Reading, readings: Sequence[Reading]) -> Outcome:
    """Compare who acts; the belief itself says who, its phrasings may leave it open."""
    if claim.actor in {reading.actor for reading in readings}:
        return "same"
    loose = {None, *LOOSE_ACTORS}
    return "unclear" if {claim.actor, readings[0].actor} & loose else "different"


def _belief_words(claim: Reading, texts: Sequence[str], belief: Reading) -> Outcome:
    """Compare words; that *only* one side does something is another claim than that it does."""
    if _ONLY.search(texts[0]) and not _ONLY.search(claim.text):
        return "different"
    return compare_words(claim, texts, belief)
