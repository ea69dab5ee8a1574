"""Verbs: which word of a claim says what is done, as far as its form and place tell."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from nodes.judging.prose.words import IRREGULAR_PASTS, Word

_AUXILIARY: Final = frozenset(
    """
    is are was were be been being has have had do does did can could may might will would shall
    should must not never
    """.split()  # noqa: SIM905 - a list of words is read best as text
)
_PRESENT: Final = re.compile(r"^[a-z]{2,}[a-rt-z]s$")


def is_past(word: Word) -> bool:
    """Return whether a word has the form of a past tense or participle."""
    plain = word.text.lower()
    return plain in IRREGULAR_PASTS or (plain.endswith("ed") and len(plain) > 4)


def main_verb(words: Sequence[Word]) -> Word | None:
    """Return the word that says what is done or how something is; None where none looks it.

    It is the first after a content word that follows a small verb ("was closed", "is safe"), is in
    the past, or ends in "s" after a word that does not.
    """
    subject: Word | None = None
    for index, word in enumerate(words):
        if not word.content:
            continue
        before = words[index - 1] if index else None
        if subject is not None and (
            (before is not None and before.text.lower() in _AUXILIARY)
            or (not word.name and is_past(word))
            or (_PRESENT.match(word.text) and before is subject and not subject.text.endswith("s"))
        ):
            return word
        subject = word
    return None
