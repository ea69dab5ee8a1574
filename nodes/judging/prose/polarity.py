"""Polarity: which words of a sentence are denied, and which words mean opposite things."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from nodes.judging.prose.words import Word, stem, words_of

_DENIALS: Final = frozenset(
    """
    not never no none nothing nobody nor neither cannot without hardly rarely seldom barely
    lack lacks lacking lacked fail fails failed unable non false falsely myth incorrect incorrectly
    untrue misconception instead prevents prevent prevented prohibits prohibit prohibited forbid
    forbids forbidden refuse refused refuses
    """.split()  # noqa: SIM905 - a list of words is read best as text
)
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

_OPPOSITES: Final = tuple(
    (
        frozenset(stem(word) for word in one.split()),
        frozenset(stem(word) for word in other.split()),
    )
    for one, other in (
        ("true correct", "false incorrect wrong"),
        ("increase increases increased increasing rise rises rose grew growth raise raises",
         "decrease decreases decreased decreasing fall falls fell decline declines declined reduce"
         " reduces reduced drop dropped"),
        ("more greater higher larger bigger", "less fewer lower smaller"),
        ("most largest biggest highest greatest maximum", "least smallest lowest minimum fewest"),
        ("best", "worst"),
        ("before earlier earliest prior precedes preceded", "after later latest follows following"),
        ("first", "last final"),
        ("oldest older old", "youngest younger newest newer"),
        ("always", "never sometimes rarely"),
        ("all every", "none few some"),
        ("most many numerous", "few"),
        ("majority", "minority"),
        ("same identical equal", "different distinct differs"),
        ("include includes including included", "exclude excludes excluding excluded"),
        ("accept accepts accepted", "reject rejects rejected refuse refuses refused"),
        ("allow allows allowed permit permits permitted",
         "forbid forbids forbidden prohibit prohibits prohibited ban banned prevent prevents"),
        ("enable enables enabled", "disable disables disabled"),
        ("add adds added", "remove removes removed delete deletes"),
        ("open opens opened", "close closes closed"),
        ("start starts started begin begins began", "end ends ended stop stops stopped finish"),
        ("win wins won", "lose loses lost"),
        ("north northern", "south southern"),
        ("east eastern", "west western"),
        ("hot hotter warm warmer", "cold colder cool cooler"),
        ("wet wetter", "dry drier"),
        ("hard harder difficult", "easy easier"),
        ("fast faster quick quickly", "slow slower slowly"),
        ("heavy heavier", "light lighter"),
        ("strong stronger", "weak weaker"),
        ("long longer", "short shorter"),
        ("wide wider broad", "narrow narrower"),
        ("deep deeper", "shallow"),
        ("public", "private"),
        ("male men man", "female women woman"),
        ("mother", "father"),
        ("positive", "negative"),
        ("internal inside", "external outside"),
        ("input", "output"),
        ("above", "below"),
        ("left", "right"),
        ("legal lawful", "illegal unlawful"),
        ("safe", "dangerous unsafe harmful"),
        ("solid", "liquid gas gaseous"),
        ("permanent", "temporary"),
        ("mandatory required compulsory obligatory", "optional voluntary"),
        ("automatic automatically", "manual manually"),
        ("static", "dynamic"),
        ("local", "remote"),
        ("success succeed succeeds succeeded successful", "failure fail fails failed unsuccessful"),
        ("agree agrees agreed", "disagree disagrees disagreed"),
        ("support supports supported", "oppose opposes opposed"),
        ("join joins joined joining", "leave leaves left quit"),
        ("buy buys bought purchase purchased", "sell sells sold"),
        ("import imports imported", "export exports exported"),
        ("profit", "loss"),
        ("rich", "poor"),
        ("summer", "winter"),
        ("day", "night"),
        ("urban", "rural"),
        ("upper", "lower"),
        ("simple", "complex complicated"),
        ("synchronous", "asynchronous"),
        ("visible", "invisible hidden"),
        ("possible", "impossible"),
        ("likely", "unlikely"),
        ("known", "unknown"),
        ("active", "inactive passive"),
        ("complete", "incomplete"),
        ("stable", "unstable"),
        ("direct directly", "indirect indirectly"),
        ("dependent", "independent"),
    )
)  # fmt: skip

_PREFIXES: Final = ("non", "un", "in", "im", "ir", "il", "dis", "anti")


@lru_cache(maxsize=4096)
def denied(text: str) -> Mapping[str, int]:
    """Return the stems of the words that a sentence denies, and how far each is from its "not".

    A word right after it has 0. What is denied twice is not denied.
    """
    plain = _NO_DENIAL.sub(lambda match: "x" * len(match.group()), text)
    words = words_of(plain)
    found: dict[str, int] = {}
    for index, word in enumerate(words):
        if _is_denial(word):
            for distance, word_stem in enumerate(_reached(plain, words, index)):
                if found.pop(word_stem, None) is None:
                    found[word_stem] = distance
    return MappingProxyType(found)


def opposites(mine: frozenset[str], theirs: frozenset[str]) -> tuple[str, str] | None:
    """Return a stem of one sentence and the opposite of the other, where neither has both."""
    for one, other in _OPPOSITES:
        for here, there in ((one, other), (other, one)):
            if mine & here and theirs & there and not mine & there and not theirs & here:
                return min(mine & here), min(theirs & there)
    return next(
        (
            (word, prefix + word)
            for word in sorted(mine - theirs)
            for prefix in _PREFIXES
            if len(word) > 3 and prefix + word in theirs
        ),
        None,
    )


def _is_denial(word: Word) -> bool:
    plain = word.text.lower().replace("’", "'")
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
