"""Graph: compare two specification versions.

compare_versions -> write_comparison
"""

from __future__ import annotations

from functools import partial
from typing import Annotated, NotRequired

from langgraph.graph import END, START, StateGraph
from typing_extensions import TypedDict

from graphs.services import Services
from nodes.compare_versions import compare_versions
from nodes.write_comparison import write_comparison
from retrieval.comparison import Comparison
from retrieval.tables import load_tables


class ComparisonInput(TypedDict):
    """What the graph is given."""

    from_version_name: Annotated[str, "The version compared from, `latest`, `current` or `draft`."]
    to_version_name: Annotated[str, "The version compared to; it can be the older one."]
    topic: NotRequired[Annotated[str | None, "Only this topic, like `tools`; all by default."]]
    kinds: NotRequired[
        Annotated[list[str] | None, "Only these kinds of change, like `added`; all by default."]
    ]
    limit: NotRequired[
        Annotated[int, "How many requirements and facts, 1 to 2,000; 20 by default."]
    ]


class ComparisonOutput(TypedDict):
    """What the graph gives."""

    text: Annotated[str, "The comparison as text."]
    comparison: Annotated[Comparison, "The comparison as values."]
    notes: Annotated[list[str], "What the caller should know of how the versions were read."]


class ComparisonState(ComparisonInput, ComparisonOutput):
    """The state between the nodes."""


Builder = StateGraph[ComparisonState, None, ComparisonInput, ComparisonOutput]


def build_compare_versions(services: Services) -> Builder:
    """Return the builder of the graph; the caller compiles it."""
    builder: Builder = StateGraph(
        ComparisonState, input_schema=ComparisonInput, output_schema=ComparisonOutput
    )
    builder.add_node(
        "compare_versions",
        partial(compare_versions, catalogue=services.catalogue, tables=load_tables),
    )
    builder.add_node("write_comparison", write_comparison)
    builder.add_edge(START, "compare_versions")
    builder.add_edge("compare_versions", "write_comparison")
    builder.add_edge("write_comparison", END)
    return builder
