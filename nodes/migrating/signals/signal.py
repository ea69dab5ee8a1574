"""A sign that a sentence does not hold in the target version, and what tells so."""

from __future__ import annotations

from dataclasses import dataclass

from nodes.migrating.values import Group
from retrieval.changes import Change, Passage


@dataclass(frozen=True, slots=True)
class Signal:
    """Why a sentence should not stay as it is: a reason to look, not a verdict."""

    group: Group
    kind: str
    why: str
    before: tuple[Passage, ...]
    after: tuple[Passage, ...]
    change: Change | None = None
    """The change that it rests on, if it is one."""
    similarity: float = 0.0
    """To the entry that changed, where none is nearer; else 0."""
    names: tuple[str, ...] = ()
    """What the tables of the target have, and the sentence says that there is none of."""
    nearest: Passage | None = None
    """The entry of the target that the sentence is nearest to, where it is near to any."""
