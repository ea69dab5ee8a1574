"""Graph: move a text from one specification version to another, with a decision after each step.

read_migration -> validate_current -> analyse_changes -> identify_updates -> plan_updates
-> write_updates -> validate_updated, and after each step a node `decide_<step>` that stops the run,
shows what the step gave and takes a decision. The stop is in a node of its own: LangGraph runs a
node again from its start when the run goes on, and a step must not judge twice.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, NotRequired

from langgraph.graph import END, START, StateGraph
from typing_extensions import TypedDict

from graphs.check_claims import CheckWithin, build_check_claims
from graphs.migration_budget import spending
from graphs.migration_decisions import decide
from graphs.services import Services
from graphs.uncheckpointed import without_checkpoints
from nodes.analyse_changes import analyse_changes
from nodes.context import RunContext
from nodes.identify_updates import identify_updates
from nodes.judging.budget import Spent
from nodes.migrating.checked_text import Check, checked_text, without_version_wish
from nodes.migrating.matches import Matches
from nodes.migrating.text_edits import Edit
from nodes.migrating.values import (
    STEPS,
    Analysis,
    Baseline,
    CheckedText,
    Decision,
    Plan,
    Revision,
    Scope,
    Step,
    Updates,
    Validation,
    add_decisions,
)
from nodes.plan_updates import plan_updates
from nodes.read_migration import read_migration
from nodes.validate_current import validate_current
from nodes.validate_updated import validate_updated
from nodes.write_updates import write_updates
from retrieval.versions import SpecVersion


class MigrationInput(TypedDict):
    """What the graph is given."""

    content: Annotated[str, "The text, best as Markdown, up to 50,000 characters."]
    current_version_name: Annotated[str, "The version that the text is about."]
    target_version_name: Annotated[str, "The version that it is to be about."]
    update_scope: NotRequired[
        Annotated[str | None, "comprehensive (default), critical_only or enhancement_focused."]
    ]
    name: NotRequired[Annotated[str | None, "The name of its file, for the diff."]]
    source: NotRequired[Annotated[str | None, "The path that it was read from."]]


class MigrationOutput(TypedDict):
    """What the graph gives."""

    current_version: Annotated[SpecVersion, "The version that the text was about."]
    target_version: Annotated[SpecVersion, "The version that it was moved to."]
    scope: Annotated[Scope, "Which updates were made."]
    notes: Annotated[list[str], "What the caller should know of how the request was read."]
    baseline: Annotated[Baseline, "Step 1: what was wrong already."]
    analysis: Annotated[Analysis, "Step 2: what changed between the versions."]
    updates: Annotated[Updates, "Step 3: what in the text that touches."]
    plan: Annotated[Plan, "Step 4: what is done with it."]
    revision: Annotated[Revision, "Step 5: the new text with its diff and reasons."]
    validation: Annotated[Validation, "Step 6: how the new text stands."]
    decisions: Annotated[list[Decision], add_decisions]


class MigrationState(MigrationInput, MigrationOutput):
    """The state between the nodes."""

    current_check: Annotated[CheckedText, "The text as judged against its own version."]
    target_check: Annotated[CheckedText, "The text as judged against the target."]
    updated_check: Annotated[CheckedText, "The new text as judged against the target."]
    updated_text: Annotated[str, "What was judged there."]
    matches: Annotated[list[Matches], "What its sentences are near to in both versions."]
    edits: Annotated[list[Edit], "The changes of the text."]
    feedback: Annotated[dict[str, list[str]], "What was said to each step."]
    skipped: Annotated[list[Step], "Steps whose result is left out."]
    spent: Annotated[Spent, "What the session has spent on a language model."]


Builder = StateGraph[MigrationState, RunContext, MigrationInput, MigrationOutput]


def build_migrate_content(services: Services) -> Builder:
    """Return the builder of the graph; the caller compiles it, with a checkpointer to go on by."""
    builder: Builder = StateGraph(
        MigrationState,
        context_schema=RunContext,
        input_schema=MigrationInput,
        output_schema=MigrationOutput,
    )
    check = _checker(services)
    builder.add_node("read_migration", read_migration)
    builder.add_node(
        "validate_current",
        spending(services, lambda within: partial(validate_current, check=check(within))),
    )
    builder.add_node(
        "analyse_changes",
        spending(
            services,
            lambda within: partial(
                analyse_changes,
                check=check(within),
                search=services.search,
                catalogue=services.catalogue,
            ),
        ),
    )
    builder.add_node("identify_updates", partial(identify_updates, catalogue=services.catalogue))
    builder.add_node("plan_updates", partial(plan_updates, models=services.model))
    builder.add_node(
        "write_updates",
        spending(
            services,
            lambda within: partial(write_updates, models=partial(services.model, check_id=within)),
        ),
    )
    builder.add_node(
        "validate_updated",
        spending(services, lambda within: partial(validate_updated, check=check(within))),
    )
    for step in STEPS:
        builder.add_node(f"decide_{step}", decide(step))
    _add_edges(builder)
    return builder


def _add_edges(builder: Builder) -> None:
    builder.add_edge(START, "read_migration")
    builder.add_edge("read_migration", STEPS[0])
    for index, step in enumerate(STEPS):
        onward = STEPS[index + 1] if index + 1 < len(STEPS) else END
        again = [f"decide_{earlier}" for earlier in STEPS[:index]]
        builder.add_edge(step, f"decide_{step}")
        builder.add_conditional_edges(
            f"decide_{step}", partial(after_decision, step=step), [onward, step, *again, END]
        )


def after_decision(state: MigrationState, step: Step) -> str:
    """Router: go on, do the step again, decide again on an earlier one, or stop."""
    decision = state["decisions"][-1]
    if decision["decision"] == "stop":
        return END
    if decision["decision"] == "revise":
        return step
    if decision["decision"] == "back" and decision["to"]:
        return f"decide_{decision['to']}"
    index = STEPS.index(step) + 1
    return STEPS[index] if index < len(STEPS) else END


def _checker(services: Services) -> Callable[[str], Check]:
    """Return what makes the check of a text one call, for the id of a budget.

    The check's state has keys of its own, and a session keeps one checkpoint a step: a run of the
    check that was cut short begins anew.
    """
    graph = without_checkpoints(build_check_claims(services, CheckWithin))

    async def check(
        content: str, version: SpecVersion, context: RunContext, *, within: str
    ) -> CheckedText:
        given = CheckWithin(
            content=without_version_wish(content), version_name=version, check_id=within
        )
        state: dict[str, Any] = await graph.ainvoke(given, context=context)
        return checked_text(version, state["checked"], state["skipped"], state["corrections"])

    return lambda within: partial(check, within=within)
