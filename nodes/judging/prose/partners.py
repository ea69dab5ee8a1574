"""Partners: which words of a sentence say the same as which words of a claim.

The same word in another form; the same number, however it is written ("12 %", "twelve percent");
and a word for its opposite where one of the two is denied ("rejected", "did not approve").
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache

from nodes.judging.prose.agreement import agreement
from nodes.judging.prose.opposites import oppositions
from nodes.judging.prose.quantities import Quantity, quantities
from nodes.judging.prose.words import Word, words_of

Partners = Mapping[int, frozenset[int]]
"""Places of words of a sentence, by the place of the word of the claim that they stand for."""


@lru_cache(maxsize=4096)
def partners_of(claim: str, sentence: str) -> Partners:
    """Return which words of a sentence stand for which words of a claim."""
    mine, theirs = words_of(claim), words_of(sentence)
    by_stem: defaultdict[str, set[int]] = defaultdict(set)
    for place, word in enumerate(theirs):
        by_stem[word.stem].add(place)
    found: defaultdict[int, set[int]] = defaultdict(set)
    for place, word in enumerate(mine):
        if word.stem in by_stem:
            found[place] |= by_stem[word.stem]
    for claimed in quantities(claim):
        for given in quantities(sentence):
            if agreement(claimed, given) == "same":
                for place in _within(mine, claimed):
                    found[place] |= set(_within(theirs, given))
    for item in oppositions(claim, sentence):
        if item.relation == "same":
            found[mine.index(item.claimed)].add(theirs.index(item.given))
    return {place: frozenset(places) for place, places in found.items()}


def _within(words: Sequence[Word], quantity: Quantity) -> list[int]:
    return [
        place
        for place, word in enumerate(words)
        if quantity.start <= word.start and word.end <= quantity.end
    ]
