"""The changes of words that the catalogue or the judge determines; all else is for a person."""

from __future__ import annotations

import re
from typing import Final

from nodes.migrating.signals import Signal
from nodes.migrating.values import JudgedSentence
from retrieval.changes import Change
from retrieval.levels import Level
from retrieval.tables import Tables
from retrieval.versions import SpecVersion

_VERBS: Final[dict[Level, str]] = {
    "MUST": "must",
    "MUST NOT": "must not",
    "SHOULD": "should",
    "SHOULD NOT": "should not",
    "MAY": "may",
}
_SAME_DUTY: Final = 0.68
"""Similarity from which a sentence states the duty of an entry, and no other one near it."""

_MODAL: Final = re.compile(r"\b(?:must|shall|should|may)(?: not)?\b", re.I)
_OLD_TRANSPORT: Final = re.compile(
    r"\bHTTP (?:with|and|over|\+) ?(?:SSE|Server-Sent Events)\b|\bHTTP\+SSE\b", re.I
)
_TRANSPORTS: Final = re.compile(r"\bstandard transports?\b|\btwo transports\b", re.I)


def replacement(
    sentence: JudgedSentence, signal: Signal, tables: Tables, target: SpecVersion
) -> str | None:
    """Return the sentence with what is wrong put right, or None where that is not determined."""
    if sentence["label"] in ("contradicted", "partial") and sentence["swap"]:
        return sentence["swap"]
    change = signal.change
    if change is None:
        return None
    text = sentence["text"]
    return (
        _transport(text, change)
        or _error_code(text, change, tables, target)
        or _level(text, signal)
    )


def _transport(text: str, change: Change) -> str | None:
    """Name the transport that took the place of HTTP+SSE among the standard ones."""
    standard = any("Streamable HTTP" in entry["statement"] for entry in change["after"])
    if not standard or not _TRANSPORTS.search(text) or len(_OLD_TRANSPORT.findall(text)) != 1:
        return None
    return _OLD_TRANSPORT.sub("Streamable HTTP", text)


def _error_code(text: str, change: Change, tables: Tables, target: SpecVersion) -> str | None:
    """Put an error code in place of the one that was used for the same before."""
    ids = {entry["id"] for entry in change["before"]}
    for old in tables.errors:
        if not ids.intersection(old.entries):
            continue
        for new in tables.errors:
            if new.meaning == old.meaning and target in new.versions and new.code != old.code:
                return _only(text, str(old.code), str(new.code))
    return None


def _level(text: str, signal: Signal) -> str | None:
    """Put a modal verb in place of another where the very duty became stronger or weaker."""
    change = signal.change
    if change is None or signal.similarity < _SAME_DUTY:
        return None
    before: set[Level] = {entry["level"] for entry in change["before"]}
    after: set[Level] = {entry["level"] for entry in change["after"]}
    if change["kind"] not in ("strengthened", "weakened") or len(before) != 1 or len(after) != 1:
        return None
    (old,), (new,) = before, after
    words = _MODAL.findall(text)
    if len(words) != 1 or words[0].lower().replace("shall", "must") != _VERBS.get(old):
        return None
    put = _VERBS.get(new)
    if put is None:
        return None
    put = put.upper() if words[0].isupper() else put
    return _MODAL.sub(put, text)


def _only(text: str, before: str, after: str) -> str | None:
    pattern = rf"(?<![\w.-]){re.escape(before)}(?![\w-])"
    if len(re.findall(pattern, text)) != 1:
        return None
    return re.sub(pattern, lambda _: after, text)
