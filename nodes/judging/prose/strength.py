"""Strength: whether a sentence says less firmly, or of fewer, what a claim says.

"May cause" does not bear out "causes", "most patients" not "all patients", and what the vice
president did the president did not do.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final, Literal

from nodes.judging.prose.words import Word, words_of

_HEDGES: Final = re.compile(
    # The month has a capital.
    r"\bmay\b(?! \d)|\b(?i:might|could|would|possibl[ey]|possibility|perhaps|probably|likely"
    r"|unlikely|suggest(?:s|ed|ing)?|suspect(?:s|ed)?|alleg(?:es|ed|edly)|reportedly|supposedly"
    r"|apparently|seem(?:s|ed|ingly)?|appear(?:s|ed)? to|believe[sd]?"
    r"|thinks?|thought to|argue[sd]?|said to|claim(?:s|ed)"
    r"|rumou?red|hypothesi[sz]ed|speculat(?:es|ed|ion)|propos(?:es|ed|al)|plan(?:s|ned) to"
    r"|intend(?:s|ed)? to|expect(?:s|ed)? to|aim(?:s|ed)? to|hope[sd]? to|tr(?:y|ies|ied) to"
    r"|attempt(?:s|ed)? to|whether|if|unless|unclear|unproven)\b"
)
_CLAUSE_END: Final = re.compile(r"[;:]|,\s+(?:but|and|while|although|whereas)\b")

Amount = Literal["none", "few", "some", "many", "most", "all"]
_WORDS_FOR: Final[dict[Amount, str]] = {
    "none": "no none neither",
    "few": "few hardly scarcely",
    "some": "some several certain",
    "many": "many numerous",
    "most": "most",
    "all": "all every each both",
}
_AMOUNTS: Final = {word: amount for amount, words in _WORDS_FOR.items() for word in words.split()}
_ORDER: Final[tuple[Amount, ...]] = ("none", "few", "some", "many", "most", "all")
_AT_ODDS: Final = frozenset(
    {("none", "some"), ("none", "many"), ("none", "most"), ("none", "all"), ("few", "most"),
     ("few", "all")}
)  # fmt: skip
"""Amounts, the smaller first, that cannot both be right."""

_DEPUTY: Final = frozenset(
    """
    vice deputy assistant acting former ex honorary interim designate
    """.split()  # noqa: SIM905 - a list of words is read best as text
)
"""Words that make another person or thing of what they stand before."""


def hedged(claim: str, sentence: str) -> str | None:
    """Return the word by which a sentence leaves open what a claim says outright, if any."""
    if _HEDGES.search(claim):
        return None
    said = {word.stem for word in words_of(claim) if word.content}
    for match in _HEDGES.finditer(sentence):
        end = _CLAUSE_END.search(sentence, match.end())
        clause = sentence[match.end() : end.start() if end else len(sentence)]
        if said & {word.stem for word in words_of(clause)}:
            return match.group()
    return None


def amounts(claim: str, sentence: str) -> list[tuple[Word, Word, bool]]:
    """Return the words for amounts of the same thing of which the sentence's does not do.

    With each, whether they are at odds; else the sentence only says it of fewer.
    """
    found: list[tuple[Word, Word, bool]] = []
    given = _amounts_of(sentence)
    for thing, mine in _amounts_of(claim).items():
        if theirs := given.get(thing):
            ranks = [_ORDER.index(_AMOUNTS[word.text.lower()]) for word in (mine, theirs)]
            low, high = sorted(ranks)
            odds = (_ORDER[low], _ORDER[high]) in _AT_ODDS
            if odds or ranks[0] > ranks[1]:
                found.append((mine, theirs, odds))
    return found


@lru_cache(maxsize=4096)
def _amounts_of(text: str) -> dict[str, Word]:
    """Return the words for amounts, by the stem of the first content word after each."""
    words = words_of(text)
    found: dict[str, Word] = {}
    for index, word in enumerate(words):
        if word.text.lower() in _AMOUNTS:
            following = (item for item in words[index + 1 : index + 4] if item.content)
            if thing := next(following, None):
                found.setdefault(thing.stem, word)
    return found


def deputy(claim: Sequence[Word], sentence: Sequence[Word]) -> tuple[str, str] | None:
    """Return a word of a claim and the same with "vice" before it, which only the sentence has."""
    mine = {word.text.lower() for word in claim}
    stems = {word.stem for word in claim if word.content}
    bare = {after.stem for word, after in pairwise(sentence) if word.text.lower() not in _DEPUTY}
    for word, after in pairwise(sentence):
        if word.text.lower() in _DEPUTY - mine and after.stem in stems - bare:
            return after.text, f"{word.text} {after.text}"
    return None
