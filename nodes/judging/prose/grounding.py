"""Grounding: which words of a claim a sentence has nothing for.

That a sentence has most of a claim's words is not enough: "a committee found every furnace unsafe"
is not said by "a committee reviewed the safety of every furnace". Each word must be there, or one
like it that stands for no other word of the claim.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from nodes.judging.prose.alignment import Alignment
from nodes.judging.prose.verbs import main_verb
from nodes.judging.prose.words import Word, without_prefix

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LEAST_LIKE: Final = 0.3
"""How near a word must come to one of the claim, -1 to 1, to be taken for it."""

LEAST_LIKE_VERB: Final = 0.52
"""The same for the verb of the claim: on what is done the claim turns."""

_SAME_NAME: Final = 4
"""Letters at the beginning that make two forms of one name: Kenya, Kenyan."""

_LIGHT: Final = frozenset(
    """
    use used uses using need needs needed much very whether including includes include there many
    several various certain well way ways kind kinds type types based make makes made
    """.split()  # noqa: SIM905 - a list of words is read best as text
)
"""Words that a claim may add without saying more."""


def ungrounded(alignment: Alignment, row: int) -> list[Word]:
    """Return the words of a claim that the sentence of a row, with its neighbours, has nothing for.

    The name that a claim begins with may stand elsewhere: it may be what the page is about.
    """
    near = range(max(0, row - 1), min(len(alignment.sentences), row + 2))
    there = [bool(found) for found in alignment.exact[near.start : near.stop].max(axis=0)]
    content = [alignment.claim.words[place] for place in alignment.places]
    verb = main_verb(alignment.claim.words)
    likeness = _likeness_to_free_words(alignment, near)
    beginnings = {_beginning(word) for row in near for word in alignment.sentences[row].words}

    def borne(column: int, word: Word) -> bool:
        if word.name:
            return _beginning(word) in beginnings or _shortened(alignment, near, column)
        least = LEAST_LIKE_VERB if word == verb else LEAST_LIKE
        return likeness[column] >= least and not without_prefix(word.text)

    topic = _length_of_topic(alignment, content)
    return [
        word
        for column, word in enumerate(content)
        if not there[column]
        and column >= topic
        and len(word.text) > 1
        and word.text.lower() not in _LIGHT
        and not borne(column, word)
    ]


def _shortened(alignment: Alignment, rows: Sequence[int], column: int) -> bool:
    """Return whether a sentence has the name beside a word of a claim, with no other name there.

    "New York" may stand for "New York City", but not "Peter Keller" for "Anna Keller".
    """
    place = alignment.places[column]
    if alignment.claim.rare(place):
        return False
    for row in rows:
        words = alignment.sentences[row].words
        for step in (-1, 1):
            for partner in alignment.partners[row].get(place + step, ()):
                there = partner - step
                rival = 0 <= there < len(words) and words[there].name
                if words[partner].name and not rival:
                    return True
    return False


def _beginning(word: Word) -> str:
    return word.text.lower()[:_SAME_NAME]


def _length_of_topic(alignment: Alignment, content: Sequence[Word]) -> int:
    """Return how many words at the beginning of a claim are a name, or are as rare as one."""
    for column, (word, place) in enumerate(zip(content, alignment.places, strict=True)):
        if not (word.name or (column == 0 and alignment.claim.rare(place))):
            return column
    return 0


def _likeness_to_free_words(alignment: Alignment, rows: Sequence[int]) -> NDArray[np.float32]:
    """Return how near each word of a claim comes to one that stands for no word of it."""
    import numpy as np  # noqa: PLC0415

    mine = alignment.claim.vectors[list(alignment.places)]
    nearest = np.full(len(mine), -1.0, dtype=np.float32)
    for row in rows:
        sentence = alignment.sentences[row]
        taken = {place for places in alignment.partners[row].values() for place in places}
        free = [
            place
            for place, word in enumerate(sentence.words)
            if word.content and place not in taken
        ]
        if free:
            nearest = np.maximum(nearest, (mine @ sentence.vectors[free].T).max(axis=1))
    return nearest
