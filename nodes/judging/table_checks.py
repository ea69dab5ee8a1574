"""Checks over the tables: which names a version knows, and who sends a message.

Each is certain where it speaks: what the tables hold is exact, and a claim that says more than a
check can read is left to the weights.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

from nodes.reading.sentence import Reading
from nodes.verdicts import FindingKind
from retrieval.tables import Capability, Header, KnownName, Method, Tables
from retrieval.versions import VERSIONS, SpecVersion

_ABOUT_CHANGE: Final = re.compile(
    r"\b(?:add(?:s|ed)?|introduc\w+|new(?:er|ly)?|later|future|upcoming|yet|remov\w+|dropp?(?:s|ed)?"
    r"|gone|deprecat\w+|renam\w+|replac\w+|former(?:ly)?|old(?:er)?|legacy|previous(?:ly)?|earlier"
    r"|no longer|fall(?:s|ing)? ?back|instead|ignor\w+|wrong|disappear\w*|retir\w+|obsolete)\b",
    re.I,
)
"""Words by which a claim speaks of a name as of another version's."""

_SENDS: Final = (
    r"(?:sends?|emits?|issues?|posts?|fires?(?: off)?|calls?|invokes?|makes?|initiates?)"
)
_SENDER: Final = r"(?:(?:the|an?|any|every|mcp) ){0,2}(?P<sender>client|server)s?"
_SENT: Final = (
    rf"^{_SENDER} {_SENDS} (?:the |an? |its )?\W?NAME",
    rf"^{_SENDER} (?:is|are) (?:the )?(?:ones? )?(?:who|that|which) {_SENDS} (?:the |an? )?\W?NAME",
    rf"NAME\W? (?:goes|travels|flows|is sent|runs) from {_SENDER} to\b",
    rf"NAME\W? is (?:sent|emitted|issued|called|invoked|initiated|made) by {_SENDER}",
    rf"NAME\W? is (?:an? |the )?(?:request|notification|message|method|call)s? "
    rf"(?:that |which )?{_SENDER} {_SENDS}",
)
"""Plain ways to say who sends a message; NAME stands for it."""


@dataclass(frozen=True, slots=True)
class TableFinding:
    """What a table says of a claim."""

    label: Literal["contradicted", "not_mentioned"]
    kind: FindingKind
    message: str
    name: str
    """What it is about: passages that speak of it show it."""


def check_tables(claim: Reading, version: SpecVersion, tables: Tables) -> TableFinding | None:
    """Return the first finding, or None where the tables do not settle the claim."""
    if claim.negated or claim.dates - {version}:
        return None
    found = (_wrong_sender, _removed, _not_yet)
    return next(filter(None, (check(claim, version, tables) for check in found)), None)


def _wrong_sender(claim: Reading, version: SpecVersion, tables: Tables) -> TableFinding | None:
    """Look for a message that is said to be sent by the side that only receives it."""
    for method in _methods_of(claim, version, tables):
        sender = said_sender(claim.text, method.name)
        if sender and sender not in method.sender and method.sender not in sender:
            told = f"the {method.sender} sends `{method.name}`, not the {sender}"
            return TableFinding("contradicted", "actor", told, method.name)
    return None


def said_sender(text: str, name: str) -> str | None:
    """Return who sends a message according to a text, where it says that in plain words."""
    for pattern in _SENT:
        match = re.search(pattern.replace("NAME", re.escape(name)), text, re.I)
        if match:
            return match["sender"].lower()
    return None


def _methods_of(claim: Reading, version: SpecVersion, tables: Tables) -> Iterator[Method]:
    """Yield the messages that a claim names, where one row alone tells of each."""
    rows: dict[str, list[Method]] = {}
    for method in tables.methods:
        if method.name.lower() in claim.identifiers and version in method.versions:
            rows.setdefault(method.name, []).append(method)
    yield from (found[0] for found in rows.values() if len(found) == 1)


def _removed(claim: Reading, version: SpecVersion, tables: Tables) -> TableFinding | None:
    """Look for a message, capability or header that the version has no more."""
    if _ABOUT_CHANGE.search(claim.text):
        return None
    for name in sorted(claim.identifiers):
        rows = _spans(tables).get(name, ())
        ends = [row.last for row in rows if row.last is not None]
        if ends and len(ends) == len(rows) and max(map(VERSIONS.index, ends)) < _place(version):
            last = VERSIONS[max(map(VERSIONS.index, ends))]
            told = f"MCP {version} has no “{rows[0].name}”; {last} was the last version with it"
            return TableFinding("contradicted", "version", told, rows[0].name)
    return None


def _not_yet(claim: Reading, version: SpecVersion, tables: Tables) -> TableFinding | None:
    """Look for a name that only later versions know."""
    if _ABOUT_CHANGE.search(claim.text):
        return None
    for name in sorted(claim.identifiers):
        known = _names(tables).get(name)
        if known is not None and min(map(VERSIONS.index, known.versions)) > _place(version):
            told = f"“{known.name}” first stands in {known.versions[0]}; {version} does not know it"
            return TableFinding("not_mentioned", "version", told, known.name)
    return None


@lru_cache(maxsize=1)
def _names(tables: Tables) -> Mapping[str, KnownName]:
    return {row.name.lower(): row for row in tables.names}


@lru_cache(maxsize=1)
def _spans(tables: Tables) -> Mapping[str, tuple[Method | Capability | Header, ...]]:
    rows: dict[str, tuple[Method | Capability | Header, ...]] = {}
    for row in (*tables.methods, *tables.capabilities, *tables.headers):
        rows[row.name.lower()] = (*rows.get(row.name.lower(), ()), row)
    return rows


def _place(version: SpecVersion) -> int:
    return VERSIONS.index(version)
