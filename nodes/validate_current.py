"""Node, step 1 of a migration: check the text against the version that it was written for."""

from __future__ import annotations

from typing import NotRequired

from langgraph.runtime import Runtime
from typing_extensions import TypedDict

from nodes.context import RunContext
from nodes.migrating.checked_text import Check, counts, findings
from nodes.migrating.feedback import dropped
from nodes.migrating.values import Baseline, CheckedText
from retrieval.versions import SpecVersion


class Input(TypedDict):
    """What the node reads."""

    content: str
    current_version: SpecVersion
    current_check: NotRequired[CheckedText]
    feedback: NotRequired[dict[str, list[str]]]


class Update(TypedDict):
    """What the node changes."""

    current_check: CheckedText
    baseline: Baseline


async def validate_current(state: Input, runtime: Runtime[RunContext], *, check: Check) -> Update:
    """Return what is wrong already; feedback changes the list, and nothing is judged twice."""
    checked = state.get("current_check") or await check(
        state["content"], state["current_version"], runtime.context or RunContext()
    )
    feedback = state.get("feedback", {}).get("validate_current", [])
    left_out = dropped(feedback)
    return Update(
        current_check=checked,
        baseline=Baseline(
            spec_version=state["current_version"],
            counts=counts(checked),
            findings=[item for item in findings(checked) if item["id"] not in left_out],
            feedback=feedback,
        ),
    )
