"""Node, step 6 of a migration: check the new text against the target and compare with before."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NotRequired

from langgraph.runtime import Runtime
from typing_extensions import TypedDict

from nodes.context import RunContext
from nodes.migrating.checked_text import WRONG, Check, counts, findings
from nodes.migrating.feedback import dropped
from nodes.migrating.text_edits import Edit, applied, place_after
from nodes.migrating.values import CheckedText, Finding, Regression, Revision, Validation
from retrieval.versions import SpecVersion


class Input(TypedDict):
    """What the node reads."""

    content: str
    target_version: SpecVersion
    target_check: CheckedText
    edits: list[Edit]
    revision: Revision
    updated_check: NotRequired[CheckedText]
    updated_text: NotRequired[str]
    feedback: NotRequired[dict[str, list[str]]]


class Update(TypedDict):
    """What the node changes."""

    updated_check: CheckedText
    updated_text: str
    validation: Validation


async def validate_updated(state: Input, runtime: Runtime[RunContext], *, check: Check) -> Update:
    """Return how the new text stands; a text that was judged already is not judged again."""
    text = state["revision"]["text"]
    checked = state.get("updated_check")
    if checked is None or state.get("updated_text") != text:
        checked = await _check(text, state, check, runtime.context or RunContext())
    feedback = state.get("feedback", {}).get("validate_updated", [])
    regressions = list(_regressions(state["target_check"], checked, state["edits"]))
    identical = applied(state["content"], state["edits"]) == text
    left_out = dropped(feedback)
    wrong: list[Finding] = [item for item in findings(checked) if item["id"] not in left_out]
    return Update(
        updated_check=checked,
        updated_text=text,
        validation=Validation(
            spec_version=state["target_version"],
            ok=not regressions and identical,
            counts_before=counts(state["target_check"]),
            counts_after=counts(checked),
            regressions=regressions,
            still_wrong=wrong,
            unchanged_identical=identical,
            for_a_person=len(state["revision"]["listed"]),
            feedback=feedback,
        ),
    )


async def _check(text: str, state: Input, check: Check, context: RunContext) -> CheckedText:
    if text == state["content"]:
        return state["target_check"]
    if not text.strip():
        return CheckedText(spec_version=state["target_version"], sentences=[])
    return await check(text, state["target_version"], context)


def _regressions(
    before: CheckedText, after: CheckedText, edits: Sequence[Edit]
) -> Iterator[Regression]:
    """Yield claims that the target supported and that are wrong where they now stand."""
    for item in before["sentences"]:
        if item["label"] != "supported":
            continue
        start = place_after(item["span"]["start"], edits)
        end = max(place_after(item["span"]["end"], edits), start + 1)
        for now in after["sentences"]:
            overlaps = now["span"]["start"] < end and start < now["span"]["end"]
            if overlaps and now["label"] in WRONG:
                yield Regression(
                    line=now["span"]["line"],
                    before=item["text"],
                    after=now["text"],
                    why=now["explanation"],
                )
