"""The sign that a sentence rests on an entry that the target has no more, or has otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from nodes.migrating.matches import Matches, Near
from nodes.migrating.signals.ground import RESTS_ON, Ground
from nodes.migrating.signals.signal import Signal
from retrieval.changes import Change

_SAME_RANK: Final = 0.12
"""How much nearer another entry may be than the changed one that the sentence rests on."""

_ALL_CHANGED: Final = 3
_RESTS_ON_ALL: Final = 0.52
"""Similarity from which a sentence rests on entries of which the nearest few changed alike."""

_NEARLY: Final = 0.06
"""Of changed entries as near as this to each other, one that has a successor tells more."""


def rests_on_change(ground: Ground, matches: Matches, strict: float) -> Signal | None:
    """Return the change of what a sentence rests on; `strict` is added to what is near enough."""
    change = change_below(ground, matches["before"], strict)
    if change is None:
        return None
    return Signal(
        group="required",
        kind=change["kind"],
        why=told(ground, change),
        before=ground.before(matches, change),
        after=ground.after(matches, change),
        change=change,
        similarity=similarity_to(ground, matches, change),
    )


def change_below(ground: Ground, before: Sequence[Near], strict: float) -> Change | None:
    """Return the change of the nearest entry that changed, if the sentence may rest on it."""
    if not before:
        return None
    top = before[0]["similarity"]
    all_changed = all(ground.has_changed(near["id"]) for near in before[:_ALL_CHANGED])
    kept = max((n["similarity"] for n in before if not ground.has_changed(n["id"])), default=0.0)
    least = (_RESTS_ON_ALL if all_changed else RESTS_ON) + strict
    of_before = ground.changes.of_before
    found = [
        near
        for near in before
        if ground.has_changed(near["id"])
        and near["similarity"] >= least
        and top - near["similarity"] <= _SAME_RANK
        # An entry that stays and is nearer says that a part that left was not the point.
        and (of_before[near["id"]]["after"] or near["similarity"] >= kept)
    ]
    if not found:
        return None
    close = [n for n in found if found[0]["similarity"] - n["similarity"] <= _NEARLY]
    changes = [of_before[near["id"]] for near in close]
    return next((change for change in changes if change["after"]), changes[0])


def told(ground: Ground, change: Change) -> str:
    """Return a change in words."""
    was = " ".join(entry["statement"] for entry in change["before"][:2])
    now = " ".join(entry["statement"] for entry in change["after"][:3])
    return f"It rests on: {was} " + (
        f"In {ground.target}: {now}" if now else f"{ground.target} has nothing of the kind."
    )


def similarity_to(ground: Ground, matches: Matches, change: Change | None) -> float:
    """Return how near the sentence is to what changed, or 0 where another entry is nearer."""
    nearest = matches["before"][0] if matches["before"] else None
    if nearest is None or change is None:
        return 0.0
    return nearest["similarity"] if ground.changes.of_before.get(nearest["id"]) is change else 0.0
