"""Shortfall: in what a sentence that comes near to a claim says less than it."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from nodes.judging.prose.alignment import Alignment
from nodes.judging.prose.grounding import ungrounded
from nodes.judging.prose.strength import amounts, deputy, hedged

_MOST_WORDS: Final = 4


class Shortfall(NamedTuple):
    """What a sentence does not say of a claim, and what it says in its place, if anything."""

    kind: Literal["hedge", "amount", "other", "words"]
    claimed: str
    given: str = ""


def shortfall(alignment: Alignment, row: int) -> Shortfall | None:
    """Return in what the sentence of a row says less than the claim; None where it says all."""
    claim, sentence = alignment.claim, alignment.sentences[row]
    if hedge := hedged(claim.text, sentence.text):
        return Shortfall("hedge", "", hedge)
    if fewer := amounts(claim.text, sentence.text):
        return Shortfall("amount", fewer[0][0].text, fewer[0][1].text)
    if other := deputy(claim.words, sentence.words):
        return Shortfall("other", *other)
    if missing := ungrounded(alignment, row):
        return Shortfall("words", ", ".join(f"“{word.text}”" for word in missing[:_MOST_WORDS]))
    return None
