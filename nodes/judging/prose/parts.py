"""Parts: the statements that a claim makes one after the other, each judged by itself."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from nodes.reading.prose import plain, sentences
from nodes.verdicts import Judgement, undecided

MOST_PARTS: Final = 12
_LEAST_WORDS: Final = 3

_CLAUSE: Final = re.compile(
    r"\s*;\s+|,?\s+(?:and|but)\s+(?=(?:it|they|he|she|we)\s+\w)"
    r"|,\s+(?:while|whereas)\s+",
    re.I,
)


def claim_parts(claim: str) -> list[str]:
    """Return the statements of a claim: its sentences, and clauses with a subject of their own.

    What is too short to be a statement stays with what it stands beside.
    """
    whole = [plain(claim[start:end]) for start, end in sentences(claim)]
    parts = [part for sentence in whole for part in _clauses(sentence)]
    return parts if 1 < len(parts) <= MOST_PARTS else [plain(claim)]


def _clauses(sentence: str) -> list[str]:
    pieces = [piece.strip(" ,") for piece in _CLAUSE.split(sentence)]
    if any(len(piece.split()) < _LEAST_WORDS for piece in pieces):
        return [sentence]
    return pieces


def combined(parts: Sequence[str], judgements: Sequence[Judgement]) -> Judgement:
    """Return the judgement of a claim from those of its parts.

    It is supported where every part is, and contradicted where one is. Where one part is not on
    the page, the page does not bear the claim out, whatever it says of the others.
    """
    if len(judgements) == 1:
        return judgements[0]
    for label in ("contradicted", "undecided", "not_mentioned"):
        deciding = [
            (part, item)
            for part, item in zip(parts, judgements, strict=True)
            if item["label"] == label
        ]
        if deciding:
            return _because_of(*deciding[0], judgements)
    least = min(judgements, key=lambda item: item["confidence"])
    cited = sorted({number for item in judgements for number in item["cited"]})
    return {**least, "cited": cited}


def _because_of(part: str, judgement: Judgement, all_parts: Sequence[Judgement]) -> Judgement:
    supported = sum(item["label"] == "supported" for item in all_parts)
    others = f", though {supported} of its {len(all_parts)} parts hold" if supported else ""
    reason = f"of the part “{part.rstrip('.')}”{others}: {judgement['reason']}"
    if judgement["label"] == "undecided":
        return undecided(reason, judgement["judge"])
    return {**judgement, "reason": reason}
