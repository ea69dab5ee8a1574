"""Put a code in place of another: of an error that has a new one, or of a response."""

from __future__ import annotations

import re

from nodes.migrating.code_numbers import code_numbers
from nodes.migrating.determined.same_subject import says_the_same
from nodes.migrating.signals.ground import Ground
from nodes.migrating.signals.signal import Signal
from nodes.migrating.values import JudgedSentence


def error_code(sentence: JudgedSentence, signal: Signal, ground: Ground) -> str | None:
    """Put an error code in place of the one that was used for the same before."""
    if signal.change is None:
        return None
    ids = {entry["id"] for entry in signal.change["before"]}
    for old in ground.tables.errors:
        if not ids.intersection(old.entries):
            continue
        for new in ground.tables.errors:
            if (
                new.meaning == old.meaning
                and ground.target in new.versions
                and new.code != old.code
            ):
                return _only(sentence["text"], str(old.code), str(new.code))
    return None


def status(sentence: JudgedSentence, signal: Signal, _: Ground) -> str | None:
    """Put the code of the entry that the sentence repeats in place of its own."""
    entry = signal.nearest
    if signal.kind != "number" or entry is None or not says_the_same(sentence, entry):
        return None
    said, true = code_numbers(sentence["statement"]), code_numbers(entry["statement"])
    if len(said) != 1 or len(true) != 1:
        return None
    return _only(sentence["text"], min(said), min(true))


def _only(text: str, before: str, after: str) -> str | None:
    pattern = rf"(?<![\w.-]){re.escape(before)}(?![\w-])"
    if len(re.findall(pattern, text)) != 1:
        return None
    return re.sub(pattern, lambda _: after, text)
