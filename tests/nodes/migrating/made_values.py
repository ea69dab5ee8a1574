"""Values for tests of signs and determined changes, made by hand."""

from __future__ import annotations

from typing import Any

from nodes.migrating.matches import Changes, Matches, Near
from nodes.migrating.signals.ground import Ground
from nodes.migrating.signals.signal import Signal
from nodes.migrating.values import JudgedSentence
from nodes.verdicts import Label
from retrieval.catalogue import load_catalogue
from retrieval.changes import Change, ChangeKind, Passage, passage
from retrieval.tables import load_tables
from retrieval.versions import SpecVersion


def sentence(text: str, label: Label | None = "not_mentioned", **more: Any) -> JudgedSentence:
    return JudgedSentence(
        id="s1",
        span={"start": 0, "end": len(text), "line": 1, "column": 1},
        text=text,
        statement=more.get("statement", text),
        label=label,
        explanation=more.get("explanation", "It is wrong."),
        correction=None,
        swap=more.get("swap"),
    )


def entry(entry_id: str, version: SpecVersion) -> Passage:
    """Return an entry of the catalogue, which must have it in that version."""
    found = load_catalogue().get(entry_id)
    assert found is not None, entry_id
    return passage(found, version)


def said(statement: str, **more: Any) -> Passage:
    return Passage(
        id=more.get("id", "made.up"),
        version="2025-06-18",
        level=more.get("level", "none"),
        actor=more.get("actor", "server"),
        statement=statement,
        page="page",
        heading="Heading",
        link="",
    )


def change(before: list[Passage], after: list[Passage], kind: ChangeKind = "changed") -> Change:
    return Change(kind=kind, topic="tools", before=before, after=after, differences=[])


def ground(
    current: SpecVersion,
    target: SpecVersion,
    *changes: Change,
    left_out: frozenset[str] = frozenset(),
) -> Ground:
    return Ground(
        load_catalogue(),
        load_tables(),
        Changes(
            from_version=current,
            to_version=target,
            all=changes,
            of_before={row["id"]: item for item in changes for row in item["before"]},
            of_after={row["id"]: item for item in changes for row in item["after"]},
        ),
        left_out,
    )


def near(before: dict[str, float] | None = None, after: dict[str, float] | None = None) -> Matches:
    """Return matches by their similarity, the nearest first."""
    return Matches(
        sentence="s1",
        before=[Near(id=name, similarity=value) for name, value in (before or {}).items()],
        after=[Near(id=name, similarity=value) for name, value in (after or {}).items()],
    )


def signal(kind: str = "changed", **more: Any) -> Signal:
    return Signal(group="required", kind=kind, why="", before=(), after=(), **more)
