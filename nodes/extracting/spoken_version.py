"""The spec version that a sentence or a section speaks of."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple

from retrieval.versions import SLIPS, VERSIONS, SpecVersion

_DATE: Final = r"20\d\d-\d\d-\d\d"
_MONTHS: Final[dict[str, SpecVersion]] = {
    "november 2024": "2024-11-05",
    "march 2025": "2025-03-26",
    "june 2025": "2025-06-18",
    "november 2025": "2025-11-25",
    "july 2026": "2026-07-28",
}
_NAMED: Final = re.compile(
    rf"\b(?P<date>{_DATE})\b"
    rf"|\b(?P<month>{'|'.join(_MONTHS)})(?= (?:spec\w*|revision|release|version|update)\b)"
    r"|\b(?P<draft>draft)(?= (?:spec\w*|revision|version)\b)|\b(?:in|of|for|as of|with"
    r"|since) (?:the )?(?:current |latest )?(?P<bare>draft)\b",
    re.I,
)
_RELEASE: Final = re.compile(r"\bv?\d+\.\d+(?:\.\d+)?\b")
"""A release of a project: the date beside it is that of the release."""
_ELSEWHERE: Final = re.compile(
    rf"\b(?:before|until|prior to|up to|earlier than|older than|pre-)\s*(?:the )?{_DATE}"
    rf"|\b(?:replac\w+|supersed\w+|unlike|instead of|than|compared|differs? from)\b.*{_DATE}",
    re.I,
)
"""Speaks of what was before a version, or of a version that another is set against."""
_EXAMPLE: Final = re.compile(
    rf"(?:[\"“'=:]\s*|e\.g\.,? |such as |like |for example,? ){_DATE}", re.I
)


class Spoken(NamedTuple):
    """The one version that a sentence is about, and whether it names any at all."""

    version: SpecVersion | None
    any: bool


@lru_cache(maxsize=64)
def section_version(headings: tuple[str, ...], title: str | None) -> SpecVersion | None:
    """Return the version that the nearest heading that names any is about.

    The title speaks of the whole document, whose version is for the caller to say.
    """
    for heading in reversed(headings):
        if heading == title:
            break
        found = _versions(heading)
        if found and not _RELEASE.search(heading):
            return found[0] if len(found) == 1 else None
    return None


@lru_cache(maxsize=64)
def spoken_version(text: str) -> Spoken:
    """Return the version that a sentence is about.

    A sentence about two of them, or about what was before one, is about none in particular.
    """
    found = _versions(_EXAMPLE.sub(" ", text))
    if len(found) != 1 or _ELSEWHERE.search(text):
        return Spoken(None, any=bool(found))
    return Spoken(found[0], any=True)


def _versions(text: str) -> list[SpecVersion]:
    """Return the versions that a text names, each once."""
    names: list[SpecVersion] = []
    for match in _NAMED.finditer(text):
        version = _version(match)
        if version and version not in names:
            names.append(version)
    return names


def _version(match: re.Match[str]) -> SpecVersion | None:
    if match["draft"] or match["bare"]:
        return "draft"
    date = match["date"] or _MONTHS[match["month"].lower()]
    if date in SLIPS:
        return SLIPS[date][0]
    return next((version for version in VERSIONS if version == date), None)
