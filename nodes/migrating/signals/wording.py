"""Wordings by which a sentence shuts out what it does not name, or leans on the one before it."""

from __future__ import annotations

import re
from typing import Final

DENIAL: Final = re.compile(
    r"\b(?:no|not|never|none|nothing|without|cannot|only|neither|nor)\b|n't\b", re.I
)
COUNT: Final = re.compile(
    r"\b(?:two|three|four|five|six|seven)\b|\bconsists? of\b|\bis (?:a |an )?[\w`]+, |: \w+ and \w+"
    r"|[\w`]+, [\w`]+(?: [\w`]+)?,? (?:and|or) ",
    re.I,
)
LEANS: Final = re.compile(
    r"^(?:it|they|this|that|these|those|then|from then on|in that case|such|there)\b"
    r"|\b(?:it|them|this|that|these|those|such|the) (?:document|event|batch|case|uri|stream|schema"
    r"|discovery|flow|form|request)s?\b|\b(?:it|them)\b",
    re.I,
)
LEANS_AT_ONCE: Final = re.compile(r"(?:it|they|this|these|those|such)\b", re.I)
NONE_OF: Final = re.compile(
    r"\b(?:no|without any|not? \w+ any|needs? no)\b(?: \w+){0,2} "
    r"(?P<what>header|capabilit|transport)",
    re.I,
)
