"""Slots: where a sentence says something else in the place of a word of the claim.

"Born in Jena" and "born in Mainz" fill one slot, what comes after "born", with two names; "iron
displaces copper" and "copper displaces iron" fill both slots of a verb the other way round.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from nodes.judging.prose.verbs import is_past
from nodes.judging.prose.words import Word

_VERBAL: Final = re.compile(r"^[a-z]{2,}(?:s|ed)$")
"""What a verb that is conjugated may look like."""

_ONE_ONLY: Final = frozenset({"in", "at", "by", "from", "of", "near", "under"})
"""Small words before what there is one of: founded in, written by, capital of."""

_NEAR: Final = 3
"""Words between a word and what fills its slot."""

_REACH: Final = 4
"""Content words on either side of a verb that may be its subject or object."""


class _Slot(NamedTuple):
    """What fills the place after a word and small words like "in"."""

    governor: str
    between: str
    filler: Word


def other_filler(
    claim: Sequence[Word], sentence: Sequence[Word], missing: frozenset[str]
) -> tuple[str, str] | None:
    """Return a name of the claim and the other name that the sentence has in its place.

    The place is after the same word and the same small words: "founded in". `missing` are the stems
    of the claim that the whole page does not have.
    """
    claimed = {word.stem for word in claim}
    given = {(slot.governor, slot.between): slot.filler for slot in _slots(sentence)}
    for slot in _slots(claim):
        other = given.get((slot.governor, slot.between))
        if other and slot.filler.stem in missing and other.stem not in claimed:
            return slot.filler.text, other.text
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


def _slots(words: Sequence[Word]) -> Iterator[_Slot]:
    """Yield each name that comes after a word that is none, with the small words between them."""
    for index, governor in enumerate(words):
        if not governor.content or governor.name:
            continue
        between: list[str] = []
        for word in words[index + 1 : index + 1 + _NEAR]:
            if word.content:
                if word.name and _ONE_ONLY & set(between):
                    yield _Slot(governor.stem, " ".join(between), word)
                break
            between.append(word.text.lower())


def _triples(words: Sequence[Word]) -> set[tuple[str, str, str]]:
    """Return what stands on either side of each word, who acts first."""
    content = [(index, word) for index, word in enumerate(words) if word.content]
    found: set[tuple[str, str, str]] = set()
    for place, (index, verb) in enumerate(content):
        if not (_VERBAL.search(verb.text) or is_past(verb)):
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
