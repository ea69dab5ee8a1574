"""Say of a method that left who no longer sends it, or name the one that took its place."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from nodes.migrating.signals.ground import Ground
from nodes.migrating.signals.lost_names import lost_names
from nodes.migrating.signals.signal import Signal
from nodes.migrating.values import JudgedSentence
from nodes.reading.names import identifiers
from retrieval.versions import VERSIONS

_SENDS: Final = r"(?P<modal>\b(?:must|shall|should|may|can) )?\b(?P<send>sends?) `{method}`"
_MANY: Final = re.compile(r"(?:\w+[^s\W]s|they) $", re.I)


def method(sentence: JudgedSentence, signal: Signal, ground: Ground) -> str | None:
    """Return the sentence where all that it says of the method is that somebody sends it."""
    lost = lost_names(ground, sentence)
    text = sentence["text"]
    names = {row.name for row in ground.tables.methods}
    if len(lost) != 1 or _named(names, text) != set(lost):
        return None
    (old,) = lost
    found = list(re.finditer(_SENDS.format(method=re.escape(old)), text))
    if len(found) != 1:
        return None
    came = _came(signal, ground)
    if came:
        new = _successor(old, came, signal, ground)
        return text.replace(f"`{old}`", f"`{new}`") if new else None
    if VERSIONS.index(ground.target) < VERSIONS.index(ground.current):
        return None  # it is not gone there but yet to come
    (match,) = found
    many = bool(_MANY.search(text[: match.start()]))
    if match["send"] == "send" and not match["modal"] and not many:
        return None  # "must not send", "need to send": the verb is not the subject's own
    verb = "no longer send" if many else "no longer sends"
    return f"{text[: match.start()]}{verb} `{old}`{text[match.end() :]}"


def _came(signal: Signal, ground: Ground) -> set[str]:
    """Return the methods that came with the change that the sentence rests on."""
    new = {row.name for row in ground.tables.methods if ground.came(row)}
    after = signal.change["after"] if signal.change else []
    return {name for entry in after for name in _named(new, entry["statement"])}


def _successor(old: str, came: set[str], signal: Signal, ground: Ground) -> str | None:
    """Return the method that takes the place of another: each alone in the first entry of its side.

    One that the change only mentions further down does something else as well, or instead.
    """
    names = {row.name for row in ground.tables.methods}
    change = signal.change
    if change is None or not change["before"] or len(came) != 1:
        return None
    was, now = (_named(names, side[0]["statement"]) for side in (change["before"], change["after"]))
    return min(came) if was == {old} and now == came else None


def _named(names: Iterable[str], text: str) -> set[str]:
    said = identifiers(text)
    return {name for name in names if name.lower() in said}
