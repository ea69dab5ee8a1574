"""Graph: verify one claim. A subgraph of the quick check, and of the check of whole documents.

decompose_claim -> for each subclaim: verify_subclaim -> combine_subclaims

verify_subclaim: rewrite_queries -> retrieve_evidence -> judge_claim -> check_modal_verbs
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Annotated

from langgraph.graph import END, START, StateGraph
from langgraph.types import Send
from typing_extensions import TypedDict

from graphs.services import Services
from nodes.check_modal_verbs import check_modal_verbs
from nodes.combine_subclaims import combine_subclaims
from nodes.context import RunContext
from nodes.decompose_claim import decompose_claim
from nodes.file_subverdict import file_subverdict
from nodes.judge_claim import judge_claim
from nodes.retrieve_evidence import retrieve_evidence
from nodes.rewrite_queries import rewrite_queries
from nodes.verdicts import Judgement, SubclaimVerdict, Verdict
from retrieval.evidence import Evidence
from retrieval.versions import SpecVersion


def merge_subverdicts(
    kept: Sequence[SubclaimVerdict], new: Sequence[SubclaimVerdict]
) -> list[SubclaimVerdict]:
    """Reducer: keep one verdict for each subclaim, the newest, in the order of the subclaims."""
    merged = {item["index"]: item for item in (*kept, *new)}
    return [merged[index] for index in sorted(merged)]


class ClaimInput(TypedDict):
    """What the graph is given."""

    claim: Annotated[str, "The statement or yes/no question to verify."]
    spec_version: Annotated[SpecVersion, "The specification version it is verified against."]


class ClaimOutput(TypedDict):
    """What the graph gives."""

    verdict: Annotated[Verdict, "Label, explanation and evidence for the whole claim."]


class ClaimState(ClaimInput, ClaimOutput):
    """The state between the nodes."""

    subclaims: Annotated[list[str], "The conjuncts of the claim; one where it is not compound."]
    subverdicts: Annotated[list[SubclaimVerdict], merge_subverdicts]


class SubclaimInput(TypedDict):
    """What `verify_subclaim` is sent."""

    index: Annotated[int, "Place of the subclaim in the claim, from 0."]
    subclaim: Annotated[str, "One conjunct of the claim."]
    spec_version: Annotated[SpecVersion, "The specification version."]


class SubclaimOutput(TypedDict):
    """What `verify_subclaim` adds to the state of the claim."""

    subverdicts: Annotated[list[SubclaimVerdict], merge_subverdicts]


class SubclaimState(SubclaimInput, SubclaimOutput):
    """The state between the nodes of `verify_subclaim`."""

    queries: Annotated[list[str], "What is searched for."]
    evidence: Annotated[list[Evidence], "Passages found, best first."]
    judgement: Annotated[Judgement, "What the judge says."]


Builder = StateGraph[ClaimState, RunContext, ClaimInput, ClaimOutput]


def build_verify_claim(services: Services) -> Builder:
    """Return the builder of the graph; the caller compiles it."""
    builder: Builder = StateGraph(
        ClaimState, context_schema=RunContext, input_schema=ClaimInput, output_schema=ClaimOutput
    )
    builder.add_node("decompose_claim", decompose_claim)
    builder.add_node("verify_subclaim", build_verify_subclaim(services).compile())
    builder.add_node("combine_subclaims", combine_subclaims)
    builder.add_edge(START, "decompose_claim")
    builder.add_conditional_edges("decompose_claim", send_subclaims, ["verify_subclaim"])
    builder.add_edge("verify_subclaim", "combine_subclaims")
    builder.add_edge("combine_subclaims", END)
    return builder


def build_verify_subclaim(
    services: Services,
) -> StateGraph[SubclaimState, RunContext, SubclaimInput, SubclaimOutput]:
    """Return the builder of the chain that each subclaim goes through."""
    builder: StateGraph[SubclaimState, RunContext, SubclaimInput, SubclaimOutput] = StateGraph(
        SubclaimState,
        context_schema=RunContext,
        input_schema=SubclaimInput,
        output_schema=SubclaimOutput,
    )
    builder.add_node("rewrite_queries", rewrite_queries)
    builder.add_node("retrieve_evidence", partial(retrieve_evidence, search=services.search))
    builder.add_node("judge_claim", partial(judge_claim, judges=services.judge))
    builder.add_node("check_modal_verbs", partial(check_modal_verbs, catalogue=services.catalogue))
    builder.add_node("file_subverdict", file_subverdict)
    builder.add_edge(START, "rewrite_queries")
    builder.add_edge("rewrite_queries", "retrieve_evidence")
    builder.add_edge("retrieve_evidence", "judge_claim")
    builder.add_edge("judge_claim", "check_modal_verbs")
    builder.add_edge("check_modal_verbs", "file_subverdict")
    builder.add_edge("file_subverdict", END)
    return builder


def send_subclaims(state: ClaimState) -> list[Send]:
    """Router: send each subclaim on its own way."""
    return [
        Send(
            "verify_subclaim",
            SubclaimInput(index=index, subclaim=text, spec_version=state["spec_version"]),
        )
        for index, text in enumerate(state["subclaims"])
    ]
