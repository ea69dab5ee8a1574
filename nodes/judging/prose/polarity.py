"""Polarity: which words of a sentence are denied."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

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
_NO_DENIAL: Final = re.compile(
    r"\bnot (?:only|just|merely|simply|necessarily)\b|\bno doubt\b"
    # "It did not arrive until 1570": it did arrive.
    r"|(?:\bnot|n['’]t)\b(?=[^.;]{1,80}\b(?:until|before)\b)",
    re.I,
)
_REACH: Final = 4
"""Content words after a denial that it denies."""

_CLAUSE_END: Final = re.compile(
    r"[,;:.!?()|–—]|\b(?:but|although|though|however|which|because)\b", re.I
)


@lru_cache(maxsize=4096)
def denied(text: str) -> Mapping[str, int]:
    """Return the stems of the words that a sentence denies, and how far each is from its "not".

    A word right after it has 0. What is denied twice is not denied.
    """
    plain = _NO_DENIAL.sub(lambda match: "x" * len(match.group()), text)
    words = words_of(plain)
    found: dict[str, int] = {}
    for index, word in enumerate(words):
        if _is_denial(word, words[index + 1 : index + 2]):
            for distance, word_stem in enumerate(_reached(plain, words, index)):
                if found.pop(word_stem, None) is None:
                    found[word_stem] = distance
    return MappingProxyType(found)


def _is_denial(word: Word, following: tuple[Word, ...]) -> bool:
    plain = word.text.lower().replace("’", "'")
    if plain in _DENIALS_BEFORE_TO:
        return any(item.text.lower() == "to" for item in following)
    return plain in _DENIALS or plain.endswith("n't")


def _reached(text: str, words: tuple[Word, ...], index: int) -> list[str]:
    """Return the stems of the content words after a denial, to the end of its clause."""
    reached: list[str] = []
    begin = words[index].end
    for word in words[index + 1 :]:
        if len(reached) == _REACH or _CLAUSE_END.search(text[begin : word.start] + word.text):
            break
        if word.content:
            reached.append(word.stem)
        begin = word.end
    return reached
