"""Slots: where a sentence says something else in the place of a word of the claim.

"Born in Jena" and "born in Mainz" fill one slot, what comes after "born", with two names; "iron
displaces copper" and "copper displaces iron" fill both slots of a verb the other way round.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from nodes.judging.prose.words import Word

_VERBAL: Final = re.compile(r"^[a-z]{2,}(?:s|ed|en|t|d|ew|ought)$")
"""What a verb that is conjugated may look like."""

_NEAR: Final = 3
"""Words between a word and what fills its slot."""

_REACH: Final = 2
"""Content words on either side of a verb that may be its subject or object."""


def other_filler(
    claim: Sequence[Word], sentence: Sequence[Word], missing: frozenset[str]
) -> tuple[str, str] | None:
    """Return a name of the claim and the other name that the sentence has in its place.

    `missing` are the stems of the claim that the whole page does not have.
    """
    claimed = {word.stem for word in claim}
    for index, word in enumerate(claim):
        if not word.name or word.stem not in missing:
            continue
        governor = _governor(claim, index)
        if governor is None:
            continue
        for place, other in enumerate(sentence):
            if other.stem == governor.stem and not other.name:
                filler = _name_after(sentence, place)
                if filler and filler.stem not in claimed:
                    return word.text, filler.text
    return None


def swapped_roles(claim: Sequence[Word], sentence: Sequence[Word]) -> tuple[str, str, str] | None:
    """Return (one, verb, other) where the claim says "one verb other" and the sentence the reverse.

    Only words right beside the verb count, a passive on one side turns the order, and a sentence
    that says it both ways round says nothing.
    """
    mine = _triples(claim)
    theirs = _triples(sentence)
    for one, verb, other in sorted(mine):
        if (other, verb, one) in theirs and (one, verb, other) not in theirs:
            return one, verb, other
    return None


def _governor(words: Sequence[Word], index: int) -> Word | None:
    """Return the content word before a name that is none itself."""
    for word in reversed(words[max(0, index - _NEAR) : index]):
        if word.content and not word.name:
            return word
    return None


def _name_after(words: Sequence[Word], index: int) -> Word | None:
    return next((word for word in words[index + 1 : index + 1 + _NEAR] if word.name), None)


def _triples(words: Sequence[Word]) -> set[tuple[str, str, str]]:
    """Return what stands on either side of each word, who acts first."""
    content = [(index, word) for index, word in enumerate(words) if word.content]
    found: set[tuple[str, str, str]] = set()
    for place, (index, verb) in enumerate(content):
        if not _VERBAL.search(verb.text):
            continue
        passive = _is_passive(words, index)
        for _, before in content[max(0, place - _REACH) : place]:
            for _, after in content[place + 1 : place + 1 + _REACH]:
                if len({before.stem, verb.stem, after.stem}) == 3:
                    first, last = (after, before) if passive else (before, after)
                    found.add((first.stem, verb.stem, last.stem))
    return found


def _is_passive(words: Sequence[Word], index: int) -> bool:
    return any(word.text.lower() == "by" for word in words[index + 1 : index + 3])
