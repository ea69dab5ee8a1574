"""The values of a migration session."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from pydantic import Field

from server.results.common import Result

if TYPE_CHECKING:
    from graphs.migrations import Migration


class QuestionResult(Result):
    """What waits for a decision."""

    step: str
    number: int = Field(description="From 1 to 6.")
    output: dict[str, Any] = Field(
        description="The result of the step; hand it back, changed, with the decision `edit`."
    )
    choices: list[str] = Field(description="What may be decided.")
    back_to: list[str] = Field(description="Steps that can be decided again.")


class DecisionResult(Result):
    """What was decided after a step."""

    number: int
    step: str
    decision: str
    feedback: str | None
    to: str | None
    at: str


class MomentResult(Result):
    """A point of the session at which something was decided, or at which it ended."""

    checkpoint: str
    waits_for: str | None
    at: str
    on_branch: bool = Field(description="False on a branch that was left by going back.")


class MigrationResult(Result):
    """A session."""

    session: str = Field(description="The handle to continue, look at or delete it by.")
    title: str
    status: str = Field(
        description="waiting (for a decision), cut_short (its process ended within a step: "
        "continue it), finished, stopped or empty."
    )
    current_version: str | None
    target_version: str | None
    update_scope: str | None
    expires_at: str
    notes: list[str]
    question: QuestionResult | None
    decisions: list[DecisionResult]
    history: list[MomentResult]
    text: str | None = Field(description="The text as it reads now; None before step 5.")
    diff: str | None


class MigrationsResult(Result):
    """The sessions that there are."""

    migrations: list[MigrationResult]


class DeletedResult(Result):
    """A session that is no more."""

    session: str
    deleted: bool


def migration_result(migration: Migration, *, with_text: bool = True) -> MigrationResult:
    """Return a session; in a list without its text."""
    state: dict[str, Any] = dict(migration.state)
    revision: dict[str, Any] = state.get("revision", {}) if with_text else {}
    asked: dict[str, Any] | None = dict(migration.question) if migration.question else None
    return MigrationResult(
        session=migration.session.handle,
        title=migration.session.title,
        status=migration.status,
        current_version=state.get("current_version"),
        target_version=state.get("target_version"),
        update_scope=state.get("scope"),
        expires_at=datetime.fromtimestamp(migration.session.expires_at, UTC).isoformat(
            "T", "seconds"
        ),
        notes=migration.notes,
        question=QuestionResult(**{k: v for k, v in asked.items() if k != "problem"})
        if asked and with_text
        else None,
        decisions=[DecisionResult(**item) for item in state.get("decisions", [])],
        history=[
            MomentResult(
                checkpoint=item.checkpoint,
                waits_for=item.waits_for,
                at=item.at,
                on_branch=item.on_branch,
            )
            for item in migration.history
        ],
        text=revision.get("text"),
        diff=revision.get("diff"),
    )
