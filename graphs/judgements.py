"""What graphs share that wait for the caller's own judgements on what is open.

find_open_claims -> ... -> (report) -> await_judgements -> take_judgements -> (report again)

The report is written before the run stops, and anew after each submission: there is a whole report
at any time, and nothing is judged twice when a run goes on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final, NotRequired, Protocol

from langgraph.runtime import Runtime
from langgraph.types import interrupt
from typing_extensions import TypedDict

from graphs.services import Services
from nodes.batches import StatementVerdict
from nodes.context import RunContext
from nodes.find_open_claims import find_open_claims
from nodes.judging.answers import RUBRIC, OpenClaim, Refused
from nodes.take_judgements import take_judgements

ONE: Final = "c1"
"""The id of the only claim of a quick check."""


class AnswersState(TypedDict):
    """What these graphs keep of answers between the nodes."""

    judged: NotRequired[Annotated[list[str], "Ids of the claims that the caller has judged."]]
    refused: NotRequired[Annotated[list[Refused], "Answers of the last submission not taken."]]
    answers: NotRequired[Annotated[Any, "The last submission, as it came."]]


class JudgementState(AnswersState):
    """What the graphs on claims about MCP keep between the nodes."""

    open: Annotated[list[OpenClaim], "Claims that wait for an answer; none unless judge=caller."]


class WaitingState(TypedDict):
    """What the wait reads: claims of either kind."""

    open: Sequence[Mapping[str, Any]]
    refused: NotRequired[list[Refused]]


class Asked(TypedDict):
    """What a stop of the run shows, in Studio too."""

    open: Sequence[Mapping[str, Any]]
    rubric: str
    refused: list[Refused]


class Answered(TypedDict):
    """What the wait changes."""

    answers: Any


def await_judgements(state: WaitingState, *, rubric: str = RUBRIC) -> Answered:
    """Node: stop until answers come: a list of them, or an object with `judgements`."""
    return Answered(
        answers=interrupt(
            Asked(open=state["open"], rubric=rubric, refused=state.get("refused", []))
        )
    )


class Node(Protocol):
    """A node on the verdicts of many statements, or on the verdict of one claim."""

    async def __call__(self, state: Any, runtime: Runtime[RunContext]) -> dict[str, Any]:
        """Return what it changes."""
        ...


def find_open(services: Services) -> Node:
    """Return the node that lists the open claims."""

    async def find_open_of(state: Any, runtime: Runtime[RunContext]) -> dict[str, Any]:
        return dict(await find_open_claims(state, runtime, search=services.search))

    return find_open_of


def take(services: Services) -> Node:
    """Return the node that checks the answers."""

    async def take_of(state: Any, runtime: Runtime[RunContext]) -> dict[str, Any]:  # noqa: ARG001
        return dict(
            await take_judgements(state, local=services.local_judge, catalogue=services.catalogue)
        )

    return take_of


def of_one(node: Node) -> Node:
    """Return a node on the verdicts of many statements as a node on the verdict of one claim."""

    async def on_one(state: Any, runtime: Runtime[RunContext]) -> dict[str, Any]:
        only = StatementVerdict(key=ONE, verdict=state["verdict"], nearby={})
        changed = await node({**state, "verdicts": [only]}, runtime)
        verdicts = changed.pop("verdicts", [])
        return changed | ({"verdict": verdicts[0]["verdict"]} if verdicts else {})

    return on_one
