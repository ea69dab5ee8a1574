"""Take from a sentence what decorates or introduces it, and leave what it states."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

_PICTURES: Final = re.compile(
    "[\U0001f000-\U0001faff\u2190-\u21ff\u2300-\u23ff\u2500-\u27bf\u2b00-\u2bff\ufe0f\u20e3]+"
)
_MARKS: Final = re.compile(r"^(?:\[[ xX]\]\s+|[-–—•*>·]+\s+|\(?(?:\d{1,3}|[a-z])[.)]\s+)+")
_LABEL: Final = re.compile(
    r"^(?:(?:important|quick|side|speaker|security|general) )?(?:note|tip|warning|caution|info"
    r"|hint|important|remember|reminder|fact|rule|answer|a|q|tl;?dr|takeaway|gotcha|heads[- ]up"
    r"|notes|(?:pro|key|main) \w+|lesson(?: learned)?|rule of thumb|bottom line|in short|step"
    r"|question)(?: ?#?\d{1,3})?\s*[:–—]\s+",
    re.I,
)
_LEAD_IN: Final = re.compile(
    r"^(?:(?:please )?(?:do )?(?:note|remember|keep in mind|bear in mind|be aware|recall"
    r"|don['’]t forget)(?:,? (?:also|too|though|however))?,? that|it(?:['’]s"
    r"| is) (?:also )?(?:important|worth|good|useful) (?:to (?:note|know|remember)|noting"
    r"|remembering|mentioning|knowing) that|(?:it|this|that|which) (?:also )?means(?: that)?"
    r"|it turns out(?: that)?|as (?:mentioned|noted|said|we saw|you (?:may )?know)[^,]{0,40},"
    r"|in (?:other words|fact|practice|short|particular|addition|general|contrast|this case"
    r"|that case),|(?:to be clear|put differently|simply put|by the way|of course|that said"
    r"|for (?:example|instance)|as a (?:result|consequence|reminder)|on the other hand"
    r"|at the same time|last but not least),|(?:however|therefore|thus|hence|moreover|furthermore"
    r"|additionally|also|finally|firstly?|secondly?|thirdly?|next|instead|still|conversely"
    r"|meanwhile|likewise|similarly|specifically|consequently|crucially|importantly|notably"
    r"|interestingly|unfortunately|luckily|basically|essentially|obviously|again|remember),|so"
    r"|but|and|plus|then|thus|finally|also)\s+",
    re.I,
)


def without_pictures(text: str) -> str:
    """Return a text without emoji and drawn marks."""
    return " ".join(_PICTURES.sub(" ", text).split())


@lru_cache(maxsize=512)
def cleaned(text: str) -> str:
    """Return a sentence without marks, labels and lead-ins: "Note: ...", "However, ..."."""
    body = _LABEL.sub("", _MARKS.sub("", without_pictures(text)))
    for _ in range(3):
        shorter = _LEAD_IN.sub("", body)
        if shorter == body or len(shorter.split()) < 2:
            break
        body = shorter
    return capitalized(body)


def capitalized(text: str) -> str:
    """Return a text that begins with a capital letter, unless it begins with a name in code."""
    first = re.match(r"[\w/.-]+", text)
    if first is None or not first.group().isalpha() or not first.group().islower():
        return text
    return text if first.group() == "stdio" else text[0].upper() + text[1:]


def continued(text: str) -> str:
    """Return a text as it reads in the middle of a sentence."""
    first = re.match(r"(?:[A-Z][a-z]+|A)\b(?![/.-]\w)", text)
    return text[0].lower() + text[1:] if first else text
