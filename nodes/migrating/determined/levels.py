"""Put a level in place of another: of a duty that changed, or that the text always had wrong."""

from __future__ import annotations

import re
from typing import Final

from nodes.migrating.determined.same_subject import says_the_same
from nodes.migrating.signals.ground import Ground
from nodes.migrating.signals.signal import Signal
from nodes.migrating.values import JudgedSentence
from nodes.reading.sentence import read_sentence
from retrieval.levels import Level

_VERBS: Final[dict[Level, str]] = {
    "MUST": "must",
    "MUST NOT": "must not",
    "SHOULD": "should",
    "SHOULD NOT": "should not",
    "MAY": "may",
}
_NOUNS: Final[dict[Level, str]] = {"MUST": "a must for", "SHOULD": "recommended for"}

_SAME_DUTY: Final = 0.68
"""Similarity from which a sentence states the duty of an entry, and no other one near it."""

_MODAL: Final = re.compile(r"\b(?:must|shall|should|may)(?: not)?\b", re.I)
_NOUN: Final = re.compile(r"(?<=\bis )(?:a must for|recommended (?:to|for)\b)", re.I)
_NOUN_OF_MANY: Final = re.compile(r"(?<=\bare )(?:a must for|recommended (?:to|for)\b)", re.I)


def changed_level(sentence: JudgedSentence, signal: Signal, _: Ground) -> str | None:
    """Put a modal verb in place of another where the very duty became stronger or weaker."""
    change = signal.change
    if change is None or signal.similarity < _SAME_DUTY:
        return None
    before: set[Level] = {entry["level"] for entry in change["before"]}
    after: set[Level] = {entry["level"] for entry in change["after"]}
    if change["kind"] not in ("strengthened", "weakened") or len(before) != 1 or len(after) != 1:
        return None
    (old,), (new,) = before, after
    words = _MODAL.findall(sentence["text"])
    if len(words) != 1 or words[0].lower().replace("shall", "must") != _VERBS.get(old):
        return None
    return _with_verb(sentence["text"], new)


def level_at_odds(sentence: JudgedSentence, signal: Signal, _: Ground) -> str | None:
    """Put the level of the entry that the sentence repeats in place of its own."""
    entry = signal.nearest
    claimed = read_sentence(sentence["statement"]).level
    if (
        signal.change is not None
        or entry is None
        or claimed not in _NOUNS
        or entry["level"] not in _NOUNS
        or claimed == entry["level"]
        or not says_the_same(sentence, entry)
    ):
        return None
    text, level = sentence["text"], entry["level"]
    nouns = [pattern for pattern in (_NOUN, _NOUN_OF_MANY) if pattern.search(text)]
    verbs = _MODAL.findall(_NOUN_OF_MANY.sub("", _NOUN.sub("", text)))
    if len(nouns) == 1 and not verbs and len(nouns[0].findall(text)) == 1:
        return nouns[0].sub(_NOUNS[level], text)
    if not nouns and len(verbs) == 1 and verbs[0].lower() == _VERBS[claimed]:
        return _with_verb(text, level)
    return None


def _with_verb(text: str, level: Level) -> str | None:
    put = _VERBS.get(level)
    if put is None:
        return None
    return _MODAL.sub(lambda match: put.upper() if match.group().isupper() else put, text)
