"""Names and numbers: code-like identifiers, codes, counts and spec versions in a sentence."""

from __future__ import annotations

import re
from typing import Final

_IDENTIFIER: Final = re.compile(
    r"`([^`]+)`"
    r"|(?<![\w/])((?:notifications|tools|resources|prompts|sampling|roots|elicitation|completion|logging"
    r"|tasks|server|subscriptions|ping|initialize)/[A-Za-z_/]+)"
    r"|\b((?!JSON-RPC|Server-Sent)[A-Z][A-Za-z]*(?:-[A-Z][A-Za-z]+)+)\b"
    r"|\b(_meta(?:\.[\w./]+)?)\b"
    r"|\b([a-z]+(?:[A-Z][a-z0-9]+)+)\b"
    r"|\b([A-Z][a-z]+(?:[A-Z][a-z0-9]+)+)\b"
    r"|\b([a-z]+(?:_[a-z0-9]+)+)\b"
    r"|(?<!\w)(/?\.well-known/[\w./-]+)"
)

_NUMBER: Final = re.compile(r"(?<![\w.-])-?\d+(?:\.\d+)*%?(?![\w-])|(?<!\w)-32\d{3}\b")

_DATE: Final = re.compile(r"\b20\d\d-\d\d-\d\d\b")

_RFC: Final = re.compile(r"\b(?:RFC|BCP|ISO|SEP|OAuth|TLS|HTTP/?)[ -]?(\d+(?:\.\d+)?)\b", re.I)

_NUMBER_WORDS: Final = {
    "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7",
    "eight": "8", "nine": "9", "ten": "10", "hundred": "100", "thousand": "1000",
}  # fmt: skip


def identifiers(text: str) -> frozenset[str]:
    """Return code-like names in a text: methods, fields, headers, paths."""
    found = (next(group for group in match if group) for match in _IDENTIFIER.findall(text))
    names = (name.strip("`'\"(),. ").lower() for name in found if len(name) > 1)
    return frozenset(name for name in names if name)


def numbers(text: str) -> frozenset[str]:
    """Return the numbers of a text, also written as words, and those of RFCs."""
    bare = _RFC.sub(" ", text)
    digits = {match.group().rstrip(".") for match in _NUMBER.finditer(bare)}
    words = {_NUMBER_WORDS[w] for w in re.findall(r"[a-z]+", bare.lower()) if w in _NUMBER_WORDS}
    references = {match.group(1) for match in _RFC.finditer(text)}
    return frozenset(digits | (words - {"1"}) | references) - {"2.0"}


def dates(text: str) -> frozenset[str]:
    """Return the spec versions that a text names by their dates."""
    return frozenset(_DATE.findall(text))


def without_dates(text: str) -> str:
    """Return a text without spec versions, whose digits are no numbers of its own."""
    return _DATE.sub(" ", text)
