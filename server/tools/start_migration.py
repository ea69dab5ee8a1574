"""Tool `start-migration`, which can ask the user about each step where the client lets it.

The SDK asks by resolvers: functions that fill a parameter of the tool, or return a question. From
2026-07-28 on, each answer comes with a new call, in which all of them run again; before, a question
is a request in the middle of the call. Either way a resolver takes the decision on the step before
its own, and asks about its own; what the user leaves open waits in the session.
"""

# No `from __future__ import annotations`: resolvers refer to each other in their annotations.

import hashlib
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

from mcp.server.elicitation import AcceptedElicitation, ElicitationResult
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.resolve import Elicit, Resolve
from mcp_types import CallToolResult, ToolAnnotations
from pydantic import BaseModel, Field

from retrieval.errors import FolderNotAllowedError, InputError
from server.results.migrations import MigrationResult, migration_result
from server.tools.common import VERSION_NAMES, teaching_errors, tool_result

if TYPE_CHECKING:
    from mcp.server.mcpserver import MCPServer

    from graphs.migrations import Migration
    from server.runner import Runner

Scope = Literal["comprehensive", "critical_only", "enhancement_focused"]

ADDS: Final = ToolAnnotations(
    read_only_hint=False, destructive_hint=False, idempotent_hint=False, open_world_hint=False
)
_STEPS: Final = 6
_MOST_UNDER_WAY: Final = 1_000


class StepDecision(BaseModel):
    """What a user is asked after a step."""

    decision: Literal["approve", "revise", "skip", "stop", "later"] = Field(
        description="approve and go on; revise by your feedback; skip this result; stop for good; "
        "later: leave the session here."
    )
    feedback: str = Field(default="", description="For revise: what should be otherwise.")


@dataclass(frozen=True, slots=True)
class Asking:
    """The sessions of calls that are under way, by what they were called with."""

    runner: "Runner"
    handles: dict[str, str] = field(default_factory=dict[str, str])

    async def session(self, call: "Call") -> str:
        """Return the session of a call; begin it in the first round.

        In a later round that another process gets it is begun anew, and the answers that the client
        sends along decide the same again.
        """
        if call.key not in self.handles:
            while len(self.handles) >= _MOST_UNDER_WAY:  # calls whose clients went away
                del self.handles[next(iter(self.handles))]
            self.handles[call.key] = (await start(self.runner, call)).session.handle
        return self.handles[call.key]

    async def take(self, handle: str, step: str, outcome: ElicitationResult[StepDecision]) -> bool:
        """Take a decision; return whether to ask on."""
        if not isinstance(outcome, AcceptedElicitation) or outcome.data.decision == "later":
            return False
        sessions = await self.runner.migrations()
        migration = await sessions.get(handle)
        if migration.question and migration.question["step"] == step:
            answer = outcome.data.model_dump()
            await sessions.resume(handle, answer, expected_step=step)
        return outcome.data.decision in ("approve", "skip")


@dataclass(frozen=True, slots=True)
class Call:
    """What the tool was called with."""

    content: str | None
    path: str | None
    current: str
    target: str
    scope: str

    @property
    def key(self) -> str:
        """A name for calls with the same arguments."""
        values = (self.content, self.path, self.current, self.target, self.scope)
        return hashlib.sha256(repr(values).encode("utf-8", "surrogatepass")).hexdigest()


def add(server: "MCPServer", runner: "Runner") -> None:
    """Register the tool."""
    asking = Asking(runner)
    askers: list[Callable[..., Any]] = [_first(asking)]
    for number in range(2, _STEPS + 1):
        askers.append(_next(asking, number, askers[-1]))
    last = askers[-1]

    @server.tool(
        name="start-migration",
        title="Start to migrate a text about MCP",
        description=(
            "Begin to move a text about the Model Context Protocol from one specification version "
            "to another, in six steps: validate, analyse changes, identify updates, plan, write, "
            "validate. Returns the result of the first step and a session handle; decide on each "
            "step by continue-migration. The session is kept for days. Nothing is written to the "
            "file: take the text or the diff from the result."
        ),
        annotations=ADDS,
    )
    async def start_migration(
        currentVersion: Annotated[  # noqa: N803 - the name callers use
            str, Field(description=f"Version that the text is about: {VERSION_NAMES}")
        ],
        targetVersion: Annotated[  # noqa: N803
            str, Field(description=f"Version that it is to be about: {VERSION_NAMES}")
        ],
        ctx: Context,
        decided: Annotated[ElicitationResult[StepDecision], Resolve(last)],
        content: Annotated[
            str | None,
            Field(description="The text, best as Markdown; up to 50,000 characters."),
        ] = None,
        path: Annotated[
            str | None,
            Field(
                description="In place of content: a file in one of the folders that the user "
                "allowed (MCP_FACT_CHECK_MIGRATION_FOLDERS).",
                max_length=4_000,
            ),
        ] = None,
        updateScope: Annotated[  # noqa: N803
            Scope,
            Field(
                description="comprehensive: everything; critical_only: what is wrong in the "
                "target; enhancement_focused: what the target brought."
            ),
        ] = "comprehensive",
        interactive: Annotated[
            bool,
            Field(description="Ask the user about each step by elicitation, where the client can."),
        ] = False,
    ) -> Annotated[CallToolResult, MigrationResult]:
        call = Call(content, path, currentVersion, targetVersion, updateScope)
        with teaching_errors():
            if not interactive or not _can_ask(ctx):
                return shown(await start(runner, call))
            handle = await asking.session(call)
            await asking.take(handle, _step(_STEPS), decided)
            asking.handles.pop(call.key, None)
            return shown(await (await runner.migrations()).get(handle))


def _first(asking: Asking) -> Callable[..., Any]:
    async def ask_1(
        ctx: Context,
        content: str | None,
        path: str | None,
        currentVersion: str,  # noqa: N803
        targetVersion: str,  # noqa: N803
        updateScope: str,  # noqa: N803
        interactive: bool,
    ) -> StepDecision | Elicit[StepDecision]:
        if not interactive or not _can_ask(ctx):
            return StepDecision(decision="later")
        call = Call(content, path, currentVersion, targetVersion, updateScope)
        if not ctx.input_responses and not ctx.request_state:
            asking.handles.pop(call.key, None)  # a new call, not the next round of an old one
        with teaching_errors():
            return await _asked(asking, await asking.session(call), 1)

    return ask_1


def _next(asking: Asking, number: int, before: Callable[..., Any]) -> Callable[..., Any]:
    async def ask(
        ctx: Context,
        previous: Annotated[ElicitationResult[StepDecision], Resolve(before)],
        content: str | None,
        path: str | None,
        currentVersion: str,  # noqa: N803
        targetVersion: str,  # noqa: N803
        updateScope: str,  # noqa: N803
        interactive: bool,
    ) -> StepDecision | Elicit[StepDecision]:
        if not interactive or not _can_ask(ctx):
            return StepDecision(decision="later")
        call = Call(content, path, currentVersion, targetVersion, updateScope)
        with teaching_errors():
            handle = await asking.session(call)
            if not await asking.take(handle, _step(number - 1), previous):
                return StepDecision(decision="later")
            return await _asked(asking, handle, number)

    return ask


async def _asked(asking: Asking, handle: str, number: int) -> Elicit[StepDecision]:
    """Return the question about a step, in the same words however far the session is by now."""
    from graphs.migration_decisions import question  # noqa: PLC0415
    from nodes.migrating.values import STEPS  # noqa: PLC0415
    from server.migration_text import question_text  # noqa: PLC0415

    migration = await (await asking.runner.migrations()).get(handle)
    return Elicit(question_text(question(migration.state, STEPS[number - 1])), StepDecision)


def _step(number: int) -> str:
    from nodes.migrating.values import STEPS  # noqa: PLC0415

    return STEPS[number - 1]


def _can_ask(ctx: Context) -> bool:
    capabilities = ctx.client_capabilities
    elicitation = capabilities.elicitation if capabilities is not None else None
    return elicitation is not None and (elicitation.form is not None or elicitation.url is None)


async def start(runner: "Runner", call: Call) -> "Migration":
    """Begin the session of a call."""
    text, source = _given(call.content, call.path, runner)
    sessions = await runner.migrations()
    return await sessions.start(text, call.current, call.target, call.scope, source=source)


def shown(migration: "Migration") -> CallToolResult:
    """Return a session as text and as values."""
    from server.migration_text import migration_text  # noqa: PLC0415

    return tool_result(migration_text(migration), migration_result(migration))


def _given(content: str | None, path: str | None, runner: "Runner") -> tuple[str, str | None]:
    """Return the text of a request, and the file that it is from.

    Raises:
        InputError: there is none, or both, or the file cannot be read.
        FolderNotAllowedError: the file is in no folder that may be read.

    """
    if (content is None) == (path is None):
        raise InputError("give either content or path")
    if content is not None:
        return content, None
    from server.batch import read_text  # noqa: PLC0415

    file = Path(path or "").expanduser().resolve()
    named = runner.services.settings.migration_folders.split(os.pathsep)
    folders = [Path(name).expanduser().resolve() for name in named if name.strip()]
    if not any(file.is_relative_to(folder) for folder in folders) or not file.is_file():
        raise FolderNotAllowedError(path or "")
    if file.stat().st_size > 4 * runner.services.settings.session_characters:
        raise InputError(f"{path!r} is longer than a session may be")
    return read_text(file), str(file)
