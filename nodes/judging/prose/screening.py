"""Screening: which passages of a very long text are read closely, and which only by their words."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import Final

from nodes.judging.prose.words import words_of

MOST_READ: Final = 60
"""Passages that are read by the model: some twenty pages of a book."""


def screen(claim: str, texts: Sequence[str], most: int = MOST_READ) -> list[int]:
    """Return the places of the texts that share most with a claim, in their own order.

    Words that few of the texts have count for more.
    """
    if len(texts) <= most:
        return list(range(len(texts)))
    scores = shared_words(claim, texts)
    nearest = sorted(range(len(texts)), key=lambda place: -scores[place])[:most]
    return sorted(nearest)


def shared_words(claim: str, texts: Sequence[str]) -> list[float]:
    """Return for each text the weight of the claim's words that it has."""
    wanted = {word.stem for word in words_of(claim) if word.content}
    held = [wanted & {word.stem for word in words_of(text)} for text in texts]
    common = Counter(stem for stems in held for stem in stems)
    weight = {stem: math.log(1 + len(texts) / (1 + common[stem])) for stem in wanted}
    return [sum(weight[stem] for stem in stems) for stems in held]
