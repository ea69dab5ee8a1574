"""Polarity: which words of a sentence are denied."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Final, NamedTuple

from nodes.judging.prose.words import Word, words_of

_DENIALS: Final = frozenset(
    """
    not never no none nothing nobody nor neither cannot without hardly rarely seldom barely
    lack lacks lacking lacked unable non false falsely myth incorrect incorrectly untrue
    misconception instead
    """.split()  # noqa: SIM905 - a list of words is read best as text
)
_DENIALS_BEFORE_TO: Final = frozenset({"fail", "fails", "failed", "refuse", "refuses", "refused"})
"""Verbs that deny only what they lead to: who failed to land did not, and a test that failed did.
"""
_DENIALS_BEFORE_ING: Final = frozenset({"stop", "stops", "stopped", "cease", "ceases", "ceased"})
"""Verbs that deny only what is done no longer: who stopped smoking does not smoke."""
_NO_DENIAL: Final = re.compile(
    r"\bnot (?:only|just|merely|simply|necessarily)\b|\bno doubt\b|\bwhether or not\b"
    # "It did not arrive until 1570": it did arrive.
    r"|(?:\bnot|n['’]t)\b(?=[^.;]{1,80}\b(?:until|before)\b)",
    re.I,
)
_REACH: Final = 4
"""Content words after a denial that it denies."""

_CLAUSE_END: Final = re.compile(
    r"[,;:.!?()|–—]|\b(?:but|although|though|however|which|because)\b", re.I
)
_HOW: Final = re.compile(r"ly$|^(?:yet|ever|even|still|always|quite|longer)$", re.I)
"""What stands between a "not" and the word that it denies: "not yet open", "not fully open"."""
_TO: Final = re.compile(r"\s+to\b", re.I)


class Denied(NamedTuple):
    """Where a word stands behind the "not" that denies it."""

    distance: int
    """Content words between the two."""
    first: str
    """The stem of the word that is denied before all: in "does not use cream in tea", "use"."""


@lru_cache(maxsize=4096)
def denied(text: str) -> Mapping[str, Denied]:
    """Return the stems of the words that a sentence denies, and how each stands to its "not".

    What is denied twice is not denied.
    """
    plain = _NO_DENIAL.sub(lambda match: "x" * len(match.group()), text)
    words = words_of(plain)
    found: dict[str, Denied] = {}
    for index, word in enumerate(words):
        if _is_denial(word, words[index + 1 : index + 2]):
            reached = _reached(plain, words, index)
            for distance, item in enumerate(reached):
                if found.pop(item.stem, None) is None:
                    found[item.stem] = Denied(distance, _first(plain, reached))
    return MappingProxyType(found)


def _is_denial(word: Word, following: tuple[Word, ...]) -> bool:
    plain = word.text.lower().replace("’", "'")
    if plain in _DENIALS_BEFORE_TO:
        return any(item.text.lower() == "to" for item in following)
    if plain in _DENIALS_BEFORE_ING:
        return any(item.text.lower().endswith("ing") for item in following)
    return plain in _DENIALS or plain.endswith("n't")


def _first(text: str, reached: Sequence[Word]) -> str:
    """Return the stem of what is denied before all; words only lead to it, as in "not able to"."""
    leading = (
        item for item in reached if not _HOW.search(item.text) and not _TO.match(text[item.end :])
    )
    return next(leading, reached[-1]).stem


def _reached(text: str, words: tuple[Word, ...], index: int) -> list[Word]:
    """Return the content words after a denial, to the end of its clause.

    One that a hyphen joins to a word denies that word alone: "a non-renewable term".
    """
    reached: list[Word] = []
    begin = words[index].end
    most = 1 if text[begin : begin + 1] == "-" else _REACH
    for word in words[index + 1 :]:
        if len(reached) == most or _CLAUSE_END.search(text[begin : word.start] + word.text):
            break
        if word.content:
            reached.append(word)
        begin = word.end
    return reached
