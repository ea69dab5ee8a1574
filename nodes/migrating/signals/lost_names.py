"""The sign that a sentence names a method or a header that the target has not got."""

from __future__ import annotations

from dataclasses import replace

from nodes.migrating.matches import Matches
from nodes.migrating.signals.ground import Ground
from nodes.migrating.signals.signal import Signal
from nodes.migrating.values import JudgedSentence
from nodes.reading.names import identifiers


def with_lost_names(
    ground: Ground, sentence: JudgedSentence, matches: Matches, found: Signal | None
) -> Signal | None:
    """Return the sign that was found with the lost names told, or that alone."""
    lost = lost_names(ground, sentence)
    if not lost:
        return found
    told = f"{', '.join(f'`{name}`' for name in lost)}: not in {ground.target}."
    if found is not None:
        return replace(found, why=f"{found.why} {told}")
    return Signal(
        group="required",
        kind="removed",
        why=told,
        before=ground.before(matches),
        after=ground.after(matches),
    )


def lost_names(ground: Ground, sentence: JudgedSentence) -> list[str]:
    """Return the methods and headers of the current version that the sentence names in vain."""
    named = identifiers(sentence["text"])
    rows = [*ground.tables.methods, *ground.tables.headers]
    there = {row.name for row in rows if ground.target in row.versions}
    lost = {
        row.name: row.entries
        for row in rows
        if ground.current in row.versions and row.name not in there and row.name.lower() in named
    }
    return [name for name, ids in lost.items() if not ground.left_out.intersection(ids)]
