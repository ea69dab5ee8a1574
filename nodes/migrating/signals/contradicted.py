"""The sign that the judge found a sentence wrong in the target."""

from __future__ import annotations

from nodes.migrating.checked_text import WRONG
from nodes.migrating.matches import Matches
from nodes.migrating.signals.changed_entry import change_below, similarity_to, told
from nodes.migrating.signals.ground import Ground
from nodes.migrating.signals.signal import Signal
from nodes.migrating.values import JudgedSentence
from nodes.verdicts import Label


def contradicted(
    ground: Ground, sentence: JudgedSentence, now: Label | None, matches: Matches
) -> Signal:
    """Return why a sentence is wrong; `now` is its label in the version it was written for."""
    change = change_below(ground, matches["before"], 0.0)
    old = now in WRONG
    why = sentence["explanation"]
    if change is not None and not old:
        why = f"{why} {told(ground, change)}"
    if sentence["correction"] and sentence["correction"] not in why:
        why = f"{why} Correct: {sentence['correction']}"
    return Signal(
        group="pre_existing" if old else "required",
        kind="wrong in both versions" if old else "wrong in the target",
        why=why,
        before=ground.before(matches, change),
        after=ground.after(matches, change),
        change=None if old else change,
        similarity=similarity_to(ground, matches, change),
    )
