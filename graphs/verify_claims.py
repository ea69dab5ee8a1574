"""Graph: verify the statements of one batch. A subgraph of the check of whole documents.

decompose_claims -> rewrite_queries -> retrieve_evidence -> judge_claims -> check_modal_verbs
-> combine_claims

The steps of `verify_claim`, by the same functions, for all statements of a batch at a time: run a
claim at a time, the graph's own work would take longer than the judging.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Annotated, Any, Final, Protocol

from langgraph.graph import END, START, StateGraph
from typing_extensions import TypedDict

from graphs.services import Services
from nodes.batches import Part, Statement, StatementVerdict, merge_verdicts
from nodes.check_modal_verbs import check_modal_verbs
from nodes.combine_claims import combine_claims
from nodes.context import RunContext
from nodes.decompose_claims import decompose_claims
from nodes.judge_together import judge_together
from nodes.retrieve_together import retrieve_together
from nodes.rewrite_queries import rewrite_queries
from nodes.turns import Places

_BATCHES_AT_ONCE: Final = 3
"""Batches of a check that are searched for or judged at a time: one is searched for while another
is judged, and a judge that asks a model has enough to ask."""


class BatchInput(TypedDict):
    """What the graph is given: a `Batch`."""

    piece: Annotated[int, "The piece of the document that the statements are from."]
    check_id: Annotated[str, "The check whose budget the judge spends."]
    statements: Annotated[list[Statement], "What is verified, each against its version."]


class BatchOutput(TypedDict):
    """What the graph gives."""

    verdicts: Annotated[list[StatementVerdict], merge_verdicts]


class BatchState(BatchInput, BatchOutput):
    """The state between the nodes."""

    parts: Annotated[list[Part], "The conjuncts of all statements; each node adds to each."]


Builder = StateGraph[BatchState, RunContext, BatchInput, BatchOutput]


def build_verify_claims(services: Services) -> Builder:
    """Return the builder of the graph; the caller compiles it."""
    builder: Builder = StateGraph(
        BatchState, context_schema=RunContext, input_schema=BatchInput, output_schema=BatchOutput
    )
    builder.add_node("decompose_claims", decompose_claims)
    builder.add_node("rewrite_queries", each_part(rewrite_queries))
    places = Places(_BATCHES_AT_ONCE)
    builder.add_node(
        "retrieve_evidence", partial(retrieve_together, search=services.search, places=places)
    )
    builder.add_node("judge_claims", partial(judge_together, judges=services.judge, places=places))
    builder.add_node(
        "check_modal_verbs", each_part(partial(check_modal_verbs, catalogue=services.catalogue))
    )
    builder.add_node("combine_claims", combine_claims)
    builder.add_edge(START, "decompose_claims")
    builder.add_edge("decompose_claims", "rewrite_queries")
    builder.add_edge("rewrite_queries", "retrieve_evidence")
    builder.add_edge("retrieve_evidence", "judge_claims")
    builder.add_edge("judge_claims", "check_modal_verbs")
    builder.add_edge("check_modal_verbs", "combine_claims")
    builder.add_edge("combine_claims", END)
    return builder


class BatchNode(Protocol):
    """A node of this graph."""

    def __call__(self, state: BatchState) -> dict[str, Any]:
        """Return what it changes."""
        ...


def each_part(node: Callable[[Any], Mapping[str, Any]]) -> BatchNode:
    """Return the node of one subclaim as a node of all parts."""

    def on_each(state: BatchState) -> dict[str, Any]:
        return {"parts": [{**part, **node(part)} for part in state["parts"]]}

    return on_each
