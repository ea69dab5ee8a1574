"""Reports with open claims: kept under a handle, and gone on with by the caller's judgements.

A check runs to its report without a checkpoint, since most of what is between its nodes is done
within seconds. Only what waits is kept.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, Literal, cast

from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command

from graphs.check_citation import build_check_citation
from graphs.check_claims import build_check_claims
from graphs.quick_claim import build_quick_claim
from graphs.sessions import Session, Sessions, open_sessions
from nodes.context import RunContext
from nodes.judging.answers import CALLER, OpenClaim, Refused
from nodes.judging.citation_answers import OpenCitation
from retrieval.errors import NothingOpenError, UnknownSessionError

if TYPE_CHECKING:
    from langchain_core.runnables import RunnableConfig
    from langgraph.checkpoint.base import BaseCheckpointSaver
    from langgraph.graph.state import CompiledStateGraph

    from graphs.services import Services

    Graph = CompiledStateGraph[Any, Any, Any, Any]

ReportKind = Literal["check_claims", "quick_claim", "check_citation"]

_WRITES_REPORT: Final[dict[ReportKind, str]] = {
    "check_claims": "write_report",
    "quick_claim": "write_quick_verdict",
    "check_citation": "write_citation_verdict",
}
_ONLY_IN: Final[dict[str, ReportKind]] = {"content": "check_claims", "cited": "check_citation"}
"""What tells the kind of a report that was kept."""

_TITLE: Final = 120
_PASSING: Final = ("answers", "__interrupt__")
_CUT_SHORT: Final = (
    "the process had ended while it took the judgements before these; they were taken now and have "
    "finished the report, so nothing was left to take"
)


@dataclass(frozen=True, slots=True)
class OpenReport:
    """A report as it stands: finished where no claim is open."""

    handle: str
    kind: ReportKind
    state: dict[str, Any]
    taken: int = 0
    """Answers of this submission that joined the report."""
    notes: Sequence[str] = field(default_factory=tuple)

    @property
    def open(self) -> list[OpenClaim] | list[OpenCitation]:
        """The claims that wait for an answer."""
        return self.state.get("open", [])

    @property
    def refused(self) -> list[Refused]:
        """The answers of the last submission that were not taken."""
        return self.state.get("refused", [])


class OpenReports:
    """The open reports of one data directory."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def keep(self, kind: ReportKind, state: Mapping[str, Any]) -> OpenReport:
        """Keep a report that waits, as its graph has written it, and give it a handle.

        Raises:
            DataError: nothing can be kept in the data directory.

        """
        async with open_sessions(self._services.settings) as sessions:
            session = await sessions.create("judgements", _title(state))
            async with sessions.alone(session):
                graph = self._graph(kind, sessions.saver)
                await _put(graph, kind, state, session.config)
            return OpenReport(session.handle, kind, dict(state))

    async def submit(
        self, handle: str, answers: Sequence[object], judge: str = CALLER
    ) -> OpenReport:
        """Go on with a report by answers; without any, show it as it is.

        Raises:
            UnknownSessionError, OutdatedSessionError, SessionConflictError: see `Sessions`.
            NothingOpenError: the report is finished.

        """
        async with (
            open_sessions(self._services.settings) as sessions,
            self._held(sessions, handle) as (session, kind, graph),
        ):
            before = await graph.aget_state(session.config)
            cut_short = bool(before.next) and before.next != ("await_judgements",)
            if cut_short:
                # The process ended while it took the last answers: they are taken now.
                await _go_on(graph, None, session.config)
                before = await graph.aget_state(session.config)
            if not before.next:
                if answers and not cut_short:
                    raise NothingOpenError(session.handle)
                notes = [_CUT_SHORT] if answers else []
                return OpenReport(session.handle, kind, before.values, notes=notes)
            if answers:
                await _go_on(graph, _resume(answers, judge), session.config)
            after = (await graph.aget_state(session.config)).values
            taken = len(after.get("judged", [])) - len(before.values.get("judged", []))
            return OpenReport(session.handle, kind, after, taken)

    async def with_answers(
        self, kind: ReportKind, state: Mapping[str, Any], answers: Sequence[object]
    ) -> OpenReport:
        """Go on with a report at once, and keep nothing."""
        graph = self._graph(kind, InMemorySaver())
        config: RunnableConfig = {"configurable": {"thread_id": "once"}}
        await _put(graph, kind, state, config)
        await _go_on(graph, _resume(answers, CALLER), config)
        after = (await graph.aget_state(config)).values
        return OpenReport("", kind, after, len(after.get("judged", [])))

    async def listed(self) -> list[Session]:
        """Return the reports that have not expired, the last used first."""
        async with open_sessions(self._services.settings) as sessions:
            return await sessions.listed("judgements")

    @asynccontextmanager
    async def _held(
        self, sessions: Sessions, handle: str
    ) -> AsyncGenerator[tuple[Session, ReportKind, Graph]]:
        session = await sessions.get(handle, "judgements")
        async with sessions.alone(session):
            kept = await sessions.saver.aget_tuple(session.config)
            if kept is None:
                # The process ended before it had kept the report: nobody was given this handle.
                raise UnknownSessionError(handle, "judgements")
            kind = _kind_of(kept.checkpoint["channel_values"])
            yield session, kind, self._graph(kind, sessions.saver)

    def _graph(self, kind: ReportKind, saver: BaseCheckpointSaver[Any]) -> Graph:
        return self._builders[kind].compile(checkpointer=saver, name=kind)

    @cached_property
    def _builders(self) -> dict[ReportKind, Any]:
        return {
            "check_claims": build_check_claims(self._services),
            "quick_claim": build_quick_claim(self._services),
            "check_citation": build_check_citation(self._services),
        }


def _kind_of(values: Mapping[str, Any]) -> ReportKind:
    for key, kind in _ONLY_IN.items():
        if key in values:
            return kind
    return "quick_claim"


def _resume(answers: Sequence[object], judge: str) -> Command[Any]:
    return Command(resume={"judgements": list(answers), "judge": judge})


async def _put(
    graph: Graph, kind: ReportKind, state: Mapping[str, Any], config: RunnableConfig
) -> None:
    """Put a state where its report has just been written, and run to where it waits."""
    values = {name: value for name, value in state.items() if name not in _PASSING}
    await graph.aupdate_state(config, values, as_node=_WRITES_REPORT[kind])
    await _go_on(graph, None, config)


async def _go_on(graph: Graph, given: Any, config: RunnableConfig) -> None:
    """Run to where the report waits again, or to its end; each step is on disk before the next."""
    context = RunContext(judge="caller")
    await graph.ainvoke(given, config, context=context, durability="sync")


def _title(state: Mapping[str, Any]) -> str:
    text = cast("str", state.get("content") or state.get("claim") or "")
    lines = (line.strip("#*_+- \t") for line in text.splitlines())
    return next((line for line in lines if line), "a text")[:_TITLE]
