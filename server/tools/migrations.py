"""Tools of migration sessions but for the first: continue, get, list, delete."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

from mcp_types import CallToolResult, ToolAnnotations
from pydantic import Field

from server.results.migrations import (
    DeletedResult,
    MigrationResult,
    MigrationsResult,
    migration_result,
)
from server.tools.common import READ_ONLY, teaching_errors, tool_result
from server.tools.start_migration import ADDS, shown

if TYPE_CHECKING:
    from mcp.server.mcpserver import MCPServer

    from server.runner import Runner

Decision = Literal["approve", "revise", "edit", "skip", "back", "stop"]

_DELETES: Final = ToolAnnotations(
    read_only_hint=False, destructive_hint=True, idempotent_hint=True, open_world_hint=False
)

SessionHandle = Annotated[
    str, Field(description="The handle that start-migration gave.", max_length=100)
]


def add(server: MCPServer, runner: Runner) -> None:
    """Register the tools."""
    _add_continue(server, runner)
    _add_get(server, runner)
    _add_list(server, runner)
    _add_delete(server, runner)


def _add_continue(server: MCPServer, runner: Runner) -> None:
    @server.tool(
        name="continue-migration",
        title="Decide on a step of a migration",
        description=(
            "Decide on the step of a migration session that waits, and run to the next one. "
            "approve: go on; revise: do the step again with feedback (`drop u3`, `list u3`, "
            "`note u3`, `change u3: WORDS`, one a line; other words are kept and guide the "
            "language model where one writes); edit: put `output` in place of the step's result; "
            "skip: leave its result out; back: decide on an earlier step again (`to`), on a new "
            "branch; stop: end here. Show the user each result before you decide."
        ),
        annotations=ADDS,
    )
    async def continue_migration(
        session: SessionHandle,
        decision: Annotated[Decision, Field(description="What is decided.")],
        feedback: Annotated[
            str | None,
            Field(description="For revise: what should be otherwise.", max_length=10_000),
        ] = None,
        output: Annotated[
            dict[str, Any] | str | None,
            Field(
                description="For edit: the whole result that question.output had, changed; at "
                "write_updates also the new text alone."
            ),
        ] = None,
        to: Annotated[
            str | None, Field(description="For back: the step to decide on again.", max_length=40)
        ] = None,
        expectedStep: Annotated[  # noqa: N803
            str | None,
            Field(description="Decide only if this step waits.", max_length=40),
        ] = None,
    ) -> Annotated[CallToolResult, MigrationResult]:
        answer = {"decision": decision, "feedback": feedback, "output": output, "to": to}
        with teaching_errors():
            sessions = await runner.migrations()
            migration = await sessions.resume(session, answer, expected_step=expectedStep)
        return shown(migration)


def _add_get(server: MCPServer, runner: Runner) -> None:
    @server.tool(
        name="get-migration",
        title="Look at a migration",
        description=(
            "Return a migration session: what waits for a decision, the decisions, the history "
            "with all branches, and from step 5 on the text and a unified diff."
        ),
        annotations=READ_ONLY,
    )
    async def get_migration(
        session: SessionHandle,
        checkpoint: Annotated[
            str | None,
            Field(
                description="A point of the history, also on a branch that was left.",
                max_length=100,
            ),
        ] = None,
    ) -> Annotated[CallToolResult, MigrationResult]:
        with teaching_errors():
            sessions = await runner.migrations()
            migration = await sessions.get(session, checkpoint)
        return shown(migration)


def _add_list(server: MCPServer, runner: Runner) -> None:
    @server.tool(
        name="list-migrations",
        title="List the migrations",
        description="List the migration sessions that are kept on this machine, the last first.",
        annotations=READ_ONLY,
    )
    async def list_migrations() -> Annotated[CallToolResult, MigrationsResult]:
        with teaching_errors():
            sessions = await runner.migrations()
            found = await sessions.listed()
        lines = [f"{item.session.handle} {item.status} {item.session.title}" for item in found] or [
            "There are no sessions."
        ]
        values = MigrationsResult(
            migrations=[migration_result(item, with_text=False) for item in found]
        )
        return tool_result("\n".join(lines), values)


def _add_delete(server: MCPServer, runner: Runner) -> None:
    @server.tool(
        name="delete-migration",
        title="Delete a migration",
        description="Remove a migration session and all that it stored, for good.",
        annotations=_DELETES,
    )
    async def delete_migration(
        session: SessionHandle,
    ) -> Annotated[CallToolResult, DeletedResult]:
        with teaching_errors():
            sessions = await runner.migrations()
            await sessions.delete(session)
        return tool_result(f"Deleted {session}.", DeletedResult(session=session, deleted=True))
