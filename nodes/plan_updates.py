"""Node, step 4 of a migration: decide what is done with each update."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final, NotRequired

from langgraph.runtime import Runtime
from typing_extensions import TypedDict

from nodes.context import JudgeChoice, RunContext
from nodes.judging.chat import StructuredChat
from nodes.migrating.feedback import Wish, wishes
from nodes.migrating.values import Action, Group, Plan, PlannedUpdate, Scope, Updates
from nodes.migrating.values import Update as TextUpdate

_IN_SCOPE: Final[dict[Scope, tuple[Group, ...]]] = {
    "comprehensive": ("pre_existing", "required", "recommended"),
    "critical_only": ("pre_existing", "required"),
    "enhancement_focused": ("recommended",),
}


class Input(TypedDict):
    """What the node reads."""

    scope: Scope
    updates: Updates
    feedback: NotRequired[dict[str, list[str]]]


class Update(TypedDict):
    """What the node changes."""

    plan: Plan


def plan_updates(
    state: Input,
    runtime: Runtime[RunContext],
    *,
    models: Callable[[JudgeChoice], StructuredChat | None],
) -> Update:
    """Return the plan; no item adds anything that the text does not speak of."""
    writes = models((runtime.context or RunContext()).judge) is not None
    given = state.get("feedback", {})
    feedback = given.get("plan_updates", [])
    # What was said of the updates themselves ("list u3") is for the plan to do.
    said = [*given.get("identify_updates", []), *feedback]
    asked = {wish.id: wish for wish in wishes(said)}
    items = [
        _planned(update, state["scope"], asked.get(update["id"]), writes=writes)
        for update in state["updates"]["updates"]
    ]
    strategy = _strategy(state["scope"], items, writes=writes)
    return Update(
        plan=Plan(scope=state["scope"], strategy=strategy, items=items, feedback=feedback)
    )


def _planned(update: TextUpdate, scope: Scope, wish: Wish | None, *, writes: bool) -> PlannedUpdate:
    action, why = _action(update, scope, writes=writes)
    replacement = update["replacement"]
    if wish is not None:
        action = "leave" if wish.verb == "drop" else wish.verb
        replacement = wish.words or replacement
        why = "as the feedback asks"
        if action == "change" and replacement is None and not writes:
            action, why = "list", "the feedback names no words to put in its place"
    return PlannedUpdate(
        update_id=update["id"],
        group=update["group"],
        action=action,
        line=update["span"]["line"],
        text=update["text"],
        replacement=replacement if action == "change" else None,
        why=why,
    )


def _action(update: TextUpdate, scope: Scope, *, writes: bool) -> tuple[Action, str]:
    if update["group"] not in _IN_SCOPE[scope]:
        return "leave", f"outside the scope {scope}"
    if update["replacement"] is not None:
        return "change", "what stands in its place is determined"
    if update["kind"] == "version":
        return "list", "it stands in code"
    if writes:
        return "change", "the language model writes the sentence anew"
    if update["gone"]:
        return "note", "it is no longer in the target; a comment marks where to rewrite"
    return "list", "how the sentence should read is for a person to decide"


def _strategy(scope: Scope, items: Sequence[PlannedUpdate], *, writes: bool) -> str:
    n = Counter(item["action"] for item in items)
    aims: dict[Scope, str] = {
        "comprehensive": "Bring the whole text up to the target: slips that were there before, "
        "what the target makes wrong, and what it recommends",
        "critical_only": "Put right what is wrong in the target, and nothing else",
        "enhancement_focused": "Take up what the target brought, and leave the rest as it is",
    }
    by = "a language model or the catalogue" if writes else "the catalogue"
    return (
        f"{aims[scope]}. {n['change']} spans are changed by {by}, {n['note']} are marked with a "
        f"comment, {n['list']} are listed for a person, {n['leave']} stay. No section is added; "
        "headings, code blocks and links stay as they are."
    )
