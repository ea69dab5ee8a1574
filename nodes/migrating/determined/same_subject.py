"""Whether a sentence says what an entry says, but for how binding or which number it is."""

from __future__ import annotations

from typing import Final

from nodes.migrating.values import JudgedSentence
from nodes.reading.sentence import read_sentence
from retrieval.changes import Passage

_SYNONYMS: Final = {"invoc": "execut", "invok": "execut"}
"""What the terms of a sentence do not take for one word: "tool calls" is one there."""
_ROOT: Final = 4
"""Letters from which a word that begins another one is its root: confirm, confirmation."""

_LEAST: Final = 3
"""Words from which two sentences that share all of them are about one thing."""


def says_the_same(sentence: JudgedSentence, entry: Passage) -> bool:
    """Return whether the entry has all words of the sentence, and speaks of the same side."""
    mine, its = read_sentence(sentence["statement"]), read_sentence(entry["statement"])
    if mine.actor is not None and mine.actor != entry["actor"]:
        return False
    said, told = ({_plain(term) for term in reading.terms} for reading in (mine, its))
    return len(said) >= _LEAST and all(any(_alike(word, other) for other in told) for word in said)


def _plain(term: str) -> str:
    return next((word for root, word in _SYNONYMS.items() if term.startswith(root)), term)


def _alike(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    return one == other or (len(short) >= _ROOT and long.startswith(short))
