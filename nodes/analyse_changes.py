"""Node, step 2 of a migration: find what changed between the versions, as far as the text tells."""

from __future__ import annotations

import asyncio
from typing import NotRequired

from langgraph.runtime import Runtime
from typing_extensions import TypedDict

from nodes.context import RunContext
from nodes.migrating.checked_text import Check
from nodes.migrating.feedback import dropped
from nodes.migrating.matches import Changes, Matches, find_matches, read_changes, relevant
from nodes.migrating.values import Analysis, CheckedText, RelevantChange
from retrieval.catalogue import Catalogue
from retrieval.search import EvidenceSearch
from retrieval.tables import load_tables
from retrieval.versions import SpecVersion


class Input(TypedDict):
    """What the node reads."""

    content: str
    current_version: SpecVersion
    target_version: SpecVersion
    current_check: CheckedText
    target_check: NotRequired[CheckedText]
    matches: NotRequired[list[Matches]]
    feedback: NotRequired[dict[str, list[str]]]


class Update(TypedDict):
    """What the node changes."""

    target_check: CheckedText
    matches: list[Matches]
    analysis: Analysis


async def analyse_changes(
    state: Input,
    runtime: Runtime[RunContext],
    *,
    check: Check,
    search: EvidenceSearch,
    catalogue: Catalogue,
) -> Update:
    """Return the changes that the text is about, and how it stands in the target version."""
    target = state.get("target_check") or await check(
        state["content"], state["target_version"], runtime.context or RunContext()
    )
    changes = await asyncio.to_thread(
        read_changes, catalogue, load_tables(), state["current_version"], state["target_version"]
    )
    matches = state.get("matches")
    if matches is None:
        matches = await asyncio.to_thread(find_matches, target["sentences"], changes, search)
    feedback = state.get("feedback", {}).get("analyse_changes", [])
    return Update(
        target_check=target,
        matches=matches,
        analysis=_analysis(changes, matches, feedback),
    )


def _analysis(changes: Changes, matches: list[Matches], feedback: list[str]) -> Analysis:
    left_out = dropped(feedback)
    rows = [
        RelevantChange(
            id=f"r{number}",
            kind=change["kind"],
            before=change["before"],
            after=change["after"],
            sentences=about,
        )
        for number, (change, about) in enumerate(relevant(matches, changes), start=1)
    ]
    return Analysis(
        from_version=changes.from_version,
        to_version=changes.to_version,
        changes=[row for row in rows if row["id"] not in left_out],
        feedback=feedback,
    )
