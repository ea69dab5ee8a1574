"""Graph: search the specification.

search -> write_results
"""

from __future__ import annotations

from functools import partial
from typing import Annotated, NotRequired

from langgraph.graph import END, START, StateGraph
from typing_extensions import TypedDict

from graphs.services import Services
from nodes.context import RunContext
from nodes.search import search
from nodes.write_results import write_results
from retrieval.evidence import Evidence
from retrieval.versions import SpecVersion


class SearchInput(TypedDict):
    """What the graph is given."""

    query: Annotated[str, "What to look for, up to 500 characters."]
    version_name: NotRequired[
        Annotated[str | None, "A version, `latest` or `current`; the latest release by default."]
    ]
    top_k: NotRequired[Annotated[int, "How many results, 1 to 20; 5 by default."]]


class SearchOutput(TypedDict):
    """What the graph gives."""

    query: Annotated[str, "What was looked for."]
    text: Annotated[str, "The results as text."]
    results: Annotated[list[Evidence], "The results as values, best first."]
    spec_version: Annotated[SpecVersion, "The version that was searched."]
    notes: Annotated[list[str], "What the caller should know of how the request was read."]


class SearchState(SearchInput, SearchOutput):
    """The state between the nodes."""


Builder = StateGraph[SearchState, RunContext, SearchInput, SearchOutput]


def build_search_spec(services: Services) -> Builder:
    """Return the builder of the graph; the caller compiles it."""
    builder: Builder = StateGraph(
        SearchState,
        context_schema=RunContext,
        input_schema=SearchInput,
        output_schema=SearchOutput,
    )
    builder.add_node("search", partial(search, evidence=services.search))
    builder.add_node("write_results", write_results)
    builder.add_edge(START, "search")
    builder.add_edge("search", "write_results")
    builder.add_edge("write_results", END)
    return builder
