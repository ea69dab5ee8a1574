"""Entries of a changelog, which leave out what was changed: "Removed batching", "Add icons"."""

from __future__ import annotations

import re
from typing import Final

from nodes.extracting.cleaning import continued
from retrieval.versions import SpecVersion

_CHANGELOG: Final = re.compile(
    r"\W*(?:(?:mcp|protocol|spec(?:ification)?|key|major|minor|other|main|breaking|notable|full"
    r"|recent|schema) )*(?:change ?log|changes?|what['’]s new|what is new|what (?:has )?changed"
    r"|new in"
    r"|added|removed|changed|deprecated|fixed|release notes|updates)(?: (?:in|since|for"
    r"|by) .*)?\W*",
    re.I,
)
_ENTRY: Final = re.compile(
    r"(?P<verb>add|remove|drop|deprecate|rename|replace|introduce|allow|require|make|clarif|support"
    r"|change|update|move|split|merge|enhance|establish|formali[sz]e|provide|improve|restrict|limit"
    r"|extend|define|specif|disallow|forbid|relax|tighten|rework|switch)"
    r"(?P<ending>|s|es|ed|d|y|ies|ied)\s+(?!(?:for|of|in|to)\b)(?P<rest>\S.*)",
    re.I,
)


def lists_changes(headings: tuple[str, ...]) -> bool:
    """Return whether a section tells what was changed."""
    return any(_CHANGELOG.fullmatch(heading) for heading in headings)


def as_change(text: str, version: SpecVersion | None) -> str | None:
    """Return an entry of a changelog as a sentence about the specification, or None."""
    entry = _ENTRY.fullmatch(text)
    if entry is None:
        return None
    said = _third_person(entry["verb"].lower(), entry["ending"].lower())
    named = f"Revision {version}" if version else "The specification"
    return f"{named} {said} {continued(entry['rest'])}"


def _third_person(verb: str, ending: str) -> str:
    """Return a verb as it follows its subject: "removed" stays, "add" is "adds"."""
    if ending in ("ed", "d", "ied"):
        return verb + ending
    if ending in ("y", "ies"):
        return f"{verb}ies"
    return f"{verb}es" if verb.endswith("sh") else f"{verb}s"
