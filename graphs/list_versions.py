"""Graph: list the specification versions.

read_versions -> write_versions
"""

from __future__ import annotations

from functools import partial
from typing import Annotated

from langgraph.graph import END, START, StateGraph
from typing_extensions import TypedDict

from graphs.services import Services
from nodes.read_versions import VersionInfo, read_versions
from nodes.write_versions import write_versions


class VersionsInput(TypedDict):
    """The graph needs nothing."""


class VersionsState(TypedDict):
    """What the graph gives."""

    versions: Annotated[list[VersionInfo], "The versions, newest first, the draft before them."]
    text: Annotated[str, "The versions as text."]


def build_list_versions(
    services: Services,
) -> StateGraph[VersionsState, None, VersionsInput, VersionsState]:
    """Return the builder of the graph; the caller compiles it."""
    builder: StateGraph[VersionsState, None, VersionsInput, VersionsState] = StateGraph(
        VersionsState, input_schema=VersionsInput
    )
    builder.add_node("read_versions", partial(read_versions, catalogue=services.catalogue))
    builder.add_node("write_versions", write_versions)
    builder.add_edge(START, "read_versions")
    builder.add_edge("read_versions", "write_versions")
    builder.add_edge("write_versions", END)
    return builder
