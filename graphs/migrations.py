"""Migration sessions: started, gone on with, looked at and deleted, each by its handle.

All that a session is lies in its checkpoints: whichever process goes on with it, and whenever.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, Final, Literal, cast

from langgraph.types import Command

from graphs.migrate_content import MigrationState, build_migrate_content
from graphs.migration_decisions import Answer, Question, decided, question, read_answer
from graphs.sessions import Session, Sessions, open_sessions
from nodes.context import JudgeChoice, RunContext
from nodes.migrating.values import STEPS, Step
from nodes.read_migration import read_scope, read_versions
from nodes.read_request import check_length
from retrieval.errors import DecisionError, FinishedSessionError, StaleStepError

if TYPE_CHECKING:
    from langchain_core.runnables import RunnableConfig
    from langgraph.graph.state import CompiledStateGraph
    from langgraph.types import StateSnapshot

    from graphs.services import Services

    Graph = CompiledStateGraph[Any, Any, Any, Any]

Status = Literal["waiting", "cut_short", "finished", "stopped", "empty"]
"""`cut_short`: the process ended within a step, which is done again when the session goes on;
`empty`: it ended before anything was kept."""

_TITLE: Final = 120


@dataclass(frozen=True, slots=True)
class Moment:
    """A point of a session at which something was decided, or at which it ended."""

    checkpoint: str
    waits_for: Step | None
    """The step whose decision was awaited there; None at an end."""
    at: str
    on_branch: bool
    """Whether it led to the present state; False on a branch that was left."""


@dataclass(frozen=True, slots=True)
class Migration:
    """A session with its state."""

    session: Session
    status: Status
    state: MigrationState
    question: Question | None
    """What waits for a decision."""
    notes: list[str] = field(default_factory=list[str])
    history: Sequence[Moment] = ()


class Migrations:
    """The migration sessions of one data directory."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def start(
        self,
        content: str,
        current_version: str,
        target_version: str,
        update_scope: str | None = None,
        *,
        source: str | None = None,
        judge: JudgeChoice = "settings",
    ) -> Migration:
        """Begin a session and run its first step.

        Raises:
            FactCheckError: bad input, a missing key, or an index that cannot be built.

        """
        # What is wrong with a request is told before there is a session of it.
        read_versions(current_version, target_version)
        read_scope(update_scope)
        limit = self._services.settings.session_characters
        check_length("content", content, limit)
        await asyncio.to_thread(self._services.judge, judge)
        given = {
            "content": content,
            "current_version_name": current_version,
            "target_version_name": target_version,
            "update_scope": update_scope,
            "name": PurePath(source).name if source else None,
            "source": source,
        }
        async with self._open() as (sessions, graph):
            session = await sessions.create("migration", _title(content, source))
            async with sessions.alone(session):
                await _run(graph, given, session.config, judge)
            return await _view(graph, session)

    async def resume(
        self,
        handle: str,
        answer: object,
        *,
        expected_step: str | None = None,
        judge: JudgeChoice = "settings",
    ) -> Migration:
        """Go on with a session by a decision, up to the next one.

        Raises:
            UnknownSessionError, OutdatedSessionError, SessionConflictError: see `Sessions`.
            StaleStepError: another step than the expected one waits.
            DecisionError: the decision does not fit the step.
            FinishedSessionError: nothing is left to decide.

        """
        await asyncio.to_thread(self._services.judge, judge)
        async with self._open() as (sessions, graph):
            session = await sessions.get(handle, "migration")
            async with sessions.alone(session):
                before = await _view(graph, session)
                if before.status == "cut_short":
                    await _run(graph, None, session.config, judge)
                    note = (
                        "the step had been cut short and was done again; a decision that came with "
                        "this call was not taken: decide on what is shown now"
                    )
                    return await _view(graph, session, [note])
                await self._decide(graph, before, answer, expected_step, judge)
            return await _view(graph, session)

    async def _decide(
        self,
        graph: Graph,
        before: Migration,
        answer: object,
        expected_step: str | None,
        judge: JudgeChoice,
    ) -> None:
        waiting = before.question["step"] if before.question else None
        if expected_step and expected_step != waiting:
            raise StaleStepError(expected_step, waiting or f"nothing: it is {before.status}")
        config = before.session.config
        if waiting is None:
            if before.status == "empty" or not _goes_back(answer):
                raise FinishedSessionError(before.session.handle, before.status)
            await _go_back(graph, before, _step_named(answer), None, judge)
            return
        read = read_answer(answer, waiting)
        if read["to"] is not None:
            await _go_back(graph, before, read["to"], read["feedback"], judge)
        else:
            await _run(graph, Command(resume=read), config, judge)

    async def get(self, handle: str, checkpoint: str | None = None) -> Migration:
        """Return a session with its history; at a checkpoint of any branch, where one is named.

        Raises:
            UnknownSessionError, OutdatedSessionError: see `Sessions`.
            DecisionError: the session has no such checkpoint.

        """
        async with self._open() as (sessions, graph):
            session = await sessions.get(handle, "migration")
            return await _view(graph, session, checkpoint=checkpoint, with_history=True)

    async def listed(self) -> list[Migration]:
        """Return all sessions that have not expired, the last used first."""
        async with self._open() as (sessions, graph):
            return [await _view(graph, item) for item in await sessions.listed("migration")]

    async def delete(self, handle: str) -> None:
        """Remove a session and all that it stored.

        Raises:
            UnknownSessionError, SessionConflictError: see `Sessions`.

        """
        async with self._open() as (sessions, _):
            await sessions.delete(await sessions.find(handle, "migration"))

    @asynccontextmanager
    async def _open(self) -> AsyncGenerator[tuple[Sessions, Graph]]:
        async with open_sessions(self._services.settings) as sessions:
            yield sessions, self._builder.compile(checkpointer=sessions.saver)

    @cached_property
    def _builder(self) -> Any:
        return build_migrate_content(self._services)


async def _run(graph: Graph, given: Any, config: RunnableConfig, judge: JudgeChoice) -> None:
    """Run to the next decision; each checkpoint is on disk before the next step begins."""
    await graph.ainvoke(given, config, context=RunContext(judge=judge), durability="sync")


async def _go_back(
    graph: Graph, before: Migration, to: Step, feedback: str | None, judge: JudgeChoice
) -> None:
    """Fork where the decision on a step was awaited last; what came after stays as it is."""
    present = await graph.aget_state(before.session.config)
    origin = await _awaiting(graph, before.session, present, to)
    now = before.question["step"] if before.question else STEPS[-1]
    decision = decided(before.state, now, "back", feedback, to)
    # To resume the old checkpoint would replay the answer that it got: the fork is a new one.
    kept: dict[str, Any] = {"decisions": [decision]}
    if "spent" in before.state:
        kept["spent"] = before.state["spent"]  # what was paid stays paid
    fork = await graph.aupdate_state(origin.config, kept, as_node=to)
    await _run(graph, None, fork, judge)


async def _awaiting(
    graph: Graph, session: Session, present: StateSnapshot, step: Step
) -> StateSnapshot:
    for snapshot in await _branch(graph, session, present):
        if snapshot.next == (f"decide_{step}",):
            return snapshot
    raise DecisionError(f"the session has not come to {step} yet")


async def _branch(graph: Graph, session: Session, present: StateSnapshot) -> list[StateSnapshot]:
    """Return what led to the present state, the newest first."""
    everything = {_id(item): item async for item in graph.aget_state_history(session.config)}
    found: list[StateSnapshot] = []
    at: StateSnapshot | None = present
    while at is not None:
        found.append(at)
        parent = at.parent_config
        at = everything.get(_checkpoint(parent)) if parent else None
    return found


async def _view(
    graph: Graph,
    session: Session,
    notes: Sequence[str] = (),
    *,
    checkpoint: str | None = None,
    with_history: bool = False,
) -> Migration:
    config = session.config
    present = await graph.aget_state(config)
    shown = present
    if checkpoint:
        shown = await _at(graph, session, checkpoint)
    state = cast("MigrationState", shown.values)
    status = _status(shown)
    return Migration(
        session=session,
        status=status,
        state=state,
        question=question(state, _step(shown)) if status == "waiting" else None,
        notes=[*state.get("notes", []), *notes],
        history=await _history(graph, session, present) if with_history else (),
    )


async def _at(graph: Graph, session: Session, checkpoint: str) -> StateSnapshot:
    async for item in graph.aget_state_history(session.config):
        if _id(item) == checkpoint:
            return item
    raise DecisionError(f"session {session.handle} has no checkpoint {checkpoint!r}")


async def _history(graph: Graph, session: Session, present: StateSnapshot) -> list[Moment]:
    """Return where something was decided, on all branches, the oldest first."""
    branch = {_id(item) for item in await _branch(graph, session, present)}
    return [
        Moment(
            checkpoint=_id(item),
            waits_for=_step(item) if item.next else None,
            at=item.created_at or "",
            on_branch=_id(item) in branch,
        )
        for item in reversed([item async for item in graph.aget_state_history(session.config)])
        if _status(item) in ("waiting", "finished", "stopped")
    ]


def _status(snapshot: StateSnapshot) -> Status:
    if not snapshot.values:
        return "empty"
    if snapshot.next:
        return "waiting" if snapshot.next[0].startswith("decide_") else "cut_short"
    decisions = snapshot.values.get("decisions", [])
    return "stopped" if decisions and decisions[-1]["decision"] == "stop" else "finished"


def _step(snapshot: StateSnapshot) -> Step:
    name = snapshot.next[0].removeprefix("decide_")
    return next(step for step in STEPS if step == name)


def _id(snapshot: StateSnapshot) -> str:
    return _checkpoint(snapshot.config)


def _checkpoint(config: RunnableConfig) -> str:
    return config.get("configurable", {})["checkpoint_id"]


def _goes_back(answer: object) -> bool:
    return isinstance(answer, dict) and cast("Answer", answer).get("decision") == "back"


def _step_named(answer: object) -> Step:
    name = cast("Answer", answer).get("to")
    for step in STEPS:
        if name == step:
            return step
    raise DecisionError(f"{name!r} is no step; go back to one of: {', '.join(STEPS)}")


def _title(content: str, source: str | None) -> str:
    if source:
        return source
    lines = (line.strip("#*_+- \t") for line in content.splitlines())
    return next((line for line in lines if line), "a text")[:_TITLE]
