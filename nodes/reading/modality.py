"""Modality: how binding a sentence says something is, and whether it denies it."""

from __future__ import annotations

import re
from typing import Final, Literal

from retrieval.levels import Level

ClaimLevel = Level | Literal["OPTIONAL"]
"""`OPTIONAL` is "does not have to": it denies a duty and allows the act."""

_LEVELS: Final[tuple[tuple[ClaimLevel, str], ...]] = (
    (
        "OPTIONAL",
        r"(?:do(?:es)? not|don't|doesn't|need) (?:have|need) to\b|\bneed not\b|\bneedn't\b"
        r"|\bno (?:need|obligation|requirement) (?:to|for|that)\b"
        r"|\b(?:is|are|was) (?:not|never) (?:strictly )?"
        r"(?:required|mandatory|obligatory|obliged|compulsory)"
        r"|\b(?:isn't|aren't) (?:strictly )?(?:required|mandatory|obligatory|obliged|compulsory)"
        r"|\b(?:do(?:es)? not|don't|doesn't) (?:strictly )?(?:require|mandate|oblige|force)\b"
        r"|\bnot (?:strictly )?(?:required|mandatory)\b|\bunder no obligation\b"
        r"|\b(?:left|up) to (?:the |an? |each )?(?:\w+ )?"
        r"(?:client|server|host|implement\w+|discretion)"
        r"|\b(?:is|are|being) (?:purely |entirely |completely )?optional\b|\bdiscretion\b",
    ),
    (
        "MUST NOT",
        r"\b(?:must|shall) (?:not|never)\b|\bmustn't\b|\bmay not\b|\bcan ?not\b|\bcan't\b"
        r"|\b(?:is|are) (?:not|never) (?:allowed|permitted)\b"
        r"|\b(?:isn't|aren't) (?:allowed|permitted)\b|\bnot (?:allowed|permitted) to\b"
        r"|\b(?:forbidden|prohibited|forbids?|prohibits?|banned|bars?|illegal|disallow(?:s|ed)?)\b"
        r"|\boff[- ]limits\b"
        r"|\b(?:no|neither) \w+(?: \w+)? (?:must|may|can|is allowed)\b",
    ),
    (
        "SHOULD NOT",
        r"\b(?:should|(?:had )?better) (?:not|never)\b|\bshouldn't\b|\bnot recommended\b"
        r"|\bdiscourage[ds]?\b"
        r"|\badvise[ds]? against\b|\bought not\b",
    ),
    (
        "MUST",
        r"\bmust\b|\bshall\b|\brequired?\b|\brequires\b|\brequirement\b|\bmandatory\b|\bmandates?d?\b"
        r"|\bneeds?\b|\bonly (?:way|allowed|permitted)\b|\bobligat\w+|\bobliged?s?\b|\bhas to\b"
        r"|\bhave to\b|\bneeds? to\b|\bcompulsory\b"
        r"|\bnon-negotiable\b|\bno exceptions?\b",
    ),
    (
        "SHOULD",
        r"\bshould\b|\b(?:had|'d) better\b|\bsupposed to\b|\brecommend(?:ed|s|ation)?\b"
        r"|\bought to\b|\bencouraged?\b|\bencourages\b"
        r"|\badvise[ds]?\b|\bsuggest(?:ed|s)?\b|\bideally\b|\bbest practice\b",
    ),
    (
        "MAY",
        r"\bmay\b|\bcan\b|\bcould\b|\bmight\b|\boptional(?:ly)?\b|\bfree to\b|\ballowed\b"
        r"|\bpermitted\b|\bpermits?\b|\ballows?\b"
        r"|\bup to (?:the )?(?:client|server|host|implement)\w*"
        r"|\bat (?:its|their) discretion\b|\bif (?:it|they) (?:wants?|likes?|wish(?:es)?)\b",
    ),
)

_LEVEL_PATTERNS: Final[tuple[tuple[ClaimLevel, re.Pattern[str]], ...]] = tuple(
    (level, re.compile(pattern, re.I)) for level, pattern in _LEVELS
)

_NEGATION: Final = re.compile(
    r"\b(?:not|never|no|none of|nothing|nobody|neither|nor|cannot|lacks?|absent|unsupported"
    r"|un(?:necessary|available)|removed|dropped|dont|doesnt|isnt|arent|cant)\b|n't\b",
    re.I,
)


def claim_level(text: str) -> ClaimLevel:
    """Return the level that the words of a sentence claim, `none` for a plain indicative."""
    best: tuple[int, ClaimLevel] | None = None
    for level, pattern in _LEVEL_PATTERNS:
        match = pattern.search(text)
        # The first modal is the main one; at the same place the longer phrase is listed earlier.
        if match and (best is None or match.start() < best[0] - 12):
            best = match.start(), level
    return best[1] if best else "none"


def is_negated(text: str, level: ClaimLevel) -> bool:
    """Return whether the sentence denies its predicate.

    "Must not" and "need not" are levels, not denials.
    """
    if level in ("MUST NOT", "SHOULD NOT", "OPTIONAL"):
        return False
    return bool(_NEGATION.search(re.sub(r"\bnot only\b", "", text, flags=re.I)))
