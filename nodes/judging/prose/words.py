"""Words: a text cut into words, each with its stem, and what kind of word it is."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

_WORD: Final = re.compile(
    r"\d+(?:[.,]\d+)*(?:[^\W\d_]+)?"  # 1,234.5 and 7B
    r"|[^\W\d_][^\W_]*(?:['’][^\W\d_]+)?[#+]*"  # don't, x86, C++
)

STOP: Final = frozenset(
    """
    a an the of to in on for with by from at as is are was were be been being am it its this that
    these those they them their there here and or but if then than so such which who whom whose
    what when where how why also just very i you we he she his her our your my me us him do does
    did doing done has have had having will would can could may might shall should must about into
    onto over under between through per via during because since until while s t not no nor never
    both either neither up out off too own each any some other etc e.g i.e one ones
    known called named considered typically usually often generally mainly commonly mostly
    """.split()  # noqa: SIM905 - a list of words is read best as text
)
"""Words that say nothing of what a sentence is about; denials are read elsewhere."""

_ENDINGS: Final = (
    ("izations", 3), ("ization", 3), ("ational", 4), ("fulness", 3), ("ousness", 3),
    ("ations", 4), ("ation", 4), ("ements", 4), ("ement", 4), ("ically", 3), ("ingly", 4),
    ("ities", 4), ("iness", 3), ("ments", 4), ("ment", 4), ("ables", 4), ("able", 4), ("ibles", 4),
    ("ible", 4), ("ings", 4), ("ions", 4), ("ness", 4), ("ing", 3), ("ies", 2), ("ied", 2),
    ("ion", 4), ("ity", 4), ("ous", 4), ("ive", 4), ("ize", 4), ("ise", 4), ("ers", 4), ("ors", 4),
    ("al", 4), ("ic", 4), ("er", 4), ("or", 4), ("ed", 3), ("es", 3), ("ly", 4), ("e", 3),
    ("s", 3), ("y", 3),
)  # fmt: skip

_IRREGULAR: Final = {
    form: base
    for base, forms in {
        "be": "is are was were been being", "become": "became", "begin": "began begun",
        "bring": "brought", "build": "built", "buy": "bought", "catch": "caught",
        "choose": "chose chosen", "come": "came", "draw": "drew drawn", "fall": "fell fallen",
        "find": "found", "fly": "flew flown", "get": "got gotten", "give": "gave given",
        "go": "went gone", "grow": "grew grown", "hold": "held", "keep": "kept", "know": "knew",
        "lead": "led", "leave": "left leaving", "lose": "lost", "make": "made", "mean": "meant",
        "meet": "met", "pay": "paid", "rise": "rose risen", "run": "ran", "say": "said",
        "see": "saw seen", "sell": "sold", "send": "sent", "show": "shown", "speak": "spoke spoken",
        "spend": "spent", "stand": "stood", "take": "took taken", "teach": "taught",
        "think": "thought", "understand": "understood", "win": "won winning wins",
        "write": "wrote written", "child": "children", "man": "men", "woman": "women",
        "person": "people persons", "die": "died dies dying dead death", "foot": "feet",
        "hear": "heard", "feel": "felt", "uphold": "upheld", "withhold": "withheld",
        "forbid": "forbade forbidden", "forget": "forgot forgotten", "break": "broke broken",
        "drive": "drove driven", "eat": "ate eaten", "fight": "fought", "hide": "hid hidden",
        "lend": "lent", "ring": "rang rung", "seek": "sought", "shrink": "shrank shrunk",
        "steal": "stole stolen", "strike": "struck", "tell": "told", "throw": "threw thrown",
        "wear": "wore worn", "withdraw": "withdrew withdrawn", "overthrow": "overthrew overthrown",
        "bear": "born", "sink": "sank sunk", "freeze": "froze frozen", "swim": "swam swum",
    }.items()
    for form in forms.split()
}  # fmt: skip

_PREFIX: Final = re.compile(r"(?:un|non|in|im|ir|il|dis)(?=[a-z]{4})")
_OF_QUALITY: Final = re.compile(
    r"(?:able|ible|al|ive|ent|ant|ful|ate|ous|ic|ar|ite|ect|ete|ure|ly|se|ity|ility|ence|ance|id)$"
)
"""How words end that "in-" denies; where it only leads in ("invest", "import") they end otherwise.
"""

IRREGULAR_PASTS: Final = frozenset(
    form
    for form, base in _IRREGULAR.items()
    if base not in ("be", "child", "man", "woman", "person", "foot")
    and form not in ("leaving", "winning", "wins", "dies", "dying", "dead", "death")
)
"""Forms of the past that do not end in "ed"."""


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a text: `text[start:end]`."""

    text: str
    start: int
    end: int
    stem: str
    content: bool
    """Whether it says what the sentence is about."""
    name: bool
    """Whether it is written like a name: with a capital that does not only begin the sentence."""


@lru_cache(maxsize=4096)
def words_of(text: str) -> tuple[Word, ...]:
    """Cut a text into words."""
    found = list(_WORD.finditer(text))
    shouted = sum(match.group().isupper() for match in found) > len(found) / 2
    return tuple(
        Word(
            text=match.group(),
            start=match.start(),
            end=match.end(),
            stem=stem(match.group()),
            content=_is_content(match.group()),
            name=not shouted and _is_name(text, found, index),
        )
        for index, match in enumerate(found)
    )


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """Return what the forms of one word share, as far as its ending tells."""
    plain = word.lower().replace("’", "'").removesuffix("'s")
    plain = _IRREGULAR.get(plain, plain)
    if any(character.isdigit() for character in plain):
        return plain.replace(",", "")
    for ending, least in _ENDINGS:
        if plain.endswith(ending) and len(plain) - len(ending) >= least:
            if ending == "s" and plain.endswith(("ss", "us", "is")):
                return plain
            return _undoubled(plain[: -len(ending)])
    return plain


def without_prefix(word: str) -> str | None:
    """Return the stem of the word that a prefix denies: that of "stable" for "unstable"."""
    lower = word.lower()
    prefix = _PREFIX.match(lower)
    if not prefix:
        return None
    if prefix.group() in ("un", "non") or _OF_QUALITY.search(lower):
        return stem(lower[prefix.end() :])
    return None


def _undoubled(base: str) -> str:
    """Return "stop" of "stopp"."""
    if len(base) > 3 and base[-1] == base[-2] and base[-1] not in "aeiouls":
        return base[:-1]
    return base


def _is_content(word: str) -> bool:
    plain = word.lower().replace("’", "'")
    return plain not in STOP and not plain.endswith("n't") and (len(plain) > 1 or word.isupper())


def _is_name(text: str, found: list[re.Match[str]], index: int) -> bool:
    word = found[index].group()
    if any(character.isupper() for character in word[1:]):
        return True
    if not word[0].isupper() or word.lower() in STOP or word == "I":
        return False
    if not _begins_sentence(text, found[index].start()):
        return True
    # A capital at the beginning tells nothing, unless the next word has one too.
    following = found[index + 1] if index + 1 < len(found) else None
    return bool(
        following
        and following.group()[0].isupper()
        and following.group().lower() not in STOP
        and text[found[index].end() : following.start()] in (" ", "-")
    )


def _begins_sentence(text: str, start: int) -> bool:
    before = text[:start].rstrip(" \"'“‘([")
    return not before or before[-1] in ".!?:;|•–—"
