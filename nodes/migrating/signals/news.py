"""The sign that the target brought something that a sentence leaves out, or no room for."""

from __future__ import annotations

from typing import Final

from nodes.migrating.matches import Matches
from nodes.migrating.signals.ground import MOST_FACTS, RESTS_ON, Ground
from nodes.migrating.signals.signal import Signal
from nodes.migrating.signals.wording import COUNT, DENIAL
from nodes.migrating.values import JudgedSentence

_BROUGHT: Final = 0.7
"""Similarity to a new entry from which the target may say more than the sentence allows for."""

_BROUGHT_RANK: Final = 0.08

_OUTDOES: Final = 0.05
"""How much nearer than all of the old version a new entry is that takes up a sentence's subject."""

_SAME_THING: Final = 0.8
"""Similarity from which a sentence is about an entry, which, where it is the same, settles it."""

_DENIED: Final = 0.5
"""The same for a sentence that denies something or counts things, which news makes false."""


def brought(
    ground: Ground, sentence: JudgedSentence, matches: Matches, strict: float
) -> Signal | None:
    """Return the new entries that a sentence is near to."""
    new = [near for near in matches["after"] if ground.is_new(near["id"])]
    if not new:
        return None
    first = matches["after"][0]
    # By what changed, not by what counts: what somebody left out settles nothing.
    if first["similarity"] >= _SAME_THING and not ground.changes.is_new(first["id"]):
        return None
    text = sentence["text"]
    shut = bool(DENIAL.search(text) or COUNT.search(text))
    best = new[0]["similarity"]
    old = max((near["similarity"] for near in matches["before"]), default=0.0)
    near = best >= _BROUGHT + strict and first["similarity"] - best <= _BROUGHT_RANK
    near = near or (best >= RESTS_ON + strict and best - old >= _OUTDOES)
    if not near and not (shut and best >= _DENIED + strict):
        return None
    said = "It leaves no room for" if shut else "It may leave out"
    facts = ground.passages([item["id"] for item in new[:MOST_FACTS]])
    news = " ".join(entry["statement"] for entry in facts)
    return Signal(
        group="required" if shut else "recommended",
        kind="added",
        why=f"{said} what {ground.target} brought: {news}",
        before=ground.before(matches),
        after=facts,
    )
