"""Graph: the quick check of one claim or yes/no question.

read_request -> verify_claim -> find_open_claims -> write_quick_verdict

Where the claim waits for the caller's judgement: write_quick_verdict -> await_judgements
-> take_judgements -> write_quick_verdict.
"""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired

from langgraph.graph import END, START, StateGraph
from typing_extensions import TypedDict

from graphs.judgements import JudgementState, await_judgements, find_open, of_one, take
from graphs.services import Services
from graphs.verify_claim import build_verify_claim
from nodes.context import RunContext
from nodes.read_request import read_request
from nodes.verdicts import Verdict
from nodes.write_quick_verdict import write_quick_verdict
from retrieval.versions import SpecVersion


class QuickClaimInput(TypedDict):
    """What the graph is given."""

    claim: Annotated[str, "A sentence or yes/no question about MCP, up to 50,000 characters."]
    version_name: NotRequired[
        Annotated[str | None, "A version, `latest` or `current`; the latest release by default."]
    ]


class QuickClaimOutput(TypedDict):
    """What the graph gives."""

    text: Annotated[str, "The verdict as text."]
    verdict: Annotated[Verdict, "The verdict as values."]
    notes: Annotated[list[str], "What the caller should know of how the request was read."]


class QuickClaimState(QuickClaimInput, QuickClaimOutput, JudgementState):
    """The state between the nodes."""

    spec_version: Annotated[SpecVersion, "The version that the name stands for."]


Builder = StateGraph[QuickClaimState, RunContext, QuickClaimInput, QuickClaimOutput]


def build_quick_claim(services: Services) -> Builder:
    """Return the builder of the graph; the caller compiles it."""
    builder: Builder = StateGraph(
        QuickClaimState,
        context_schema=RunContext,
        input_schema=QuickClaimInput,
        output_schema=QuickClaimOutput,
    )
    builder.add_node("read_request", read_request)
    builder.add_node("verify_claim", build_verify_claim(services).compile())
    builder.add_node("find_open_claims", of_one(find_open(services)))
    builder.add_node("write_quick_verdict", write_quick_verdict)
    builder.add_node("await_judgements", await_judgements)
    builder.add_node("take_judgements", of_one(take(services)))
    builder.add_edge(START, "read_request")
    builder.add_edge("read_request", "verify_claim")
    builder.add_edge("verify_claim", "find_open_claims")
    builder.add_edge("find_open_claims", "write_quick_verdict")
    builder.add_conditional_edges("write_quick_verdict", wait_or_end, ["await_judgements", END])
    builder.add_edge("await_judgements", "take_judgements")
    builder.add_edge("take_judgements", "write_quick_verdict")
    return builder


def wait_or_end(state: QuickClaimState) -> Literal["await_judgements", "__end__"]:
    """Router: wait while the claim, or a part of it, is open for the caller."""
    return "await_judgements" if state.get("open") else "__end__"
