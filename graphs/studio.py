"""What `langgraph.json` exports: each graph, compiled without a checkpointer when asked for."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from graphs.list_versions import build_list_versions
from graphs.quick_claim import build_quick_claim
from graphs.search_spec import build_search_spec
from graphs.services import Services
from graphs.verify_claim import build_verify_claim

if TYPE_CHECKING:
    from langgraph.graph.state import CompiledStateGraph

    Graph = CompiledStateGraph[Any, Any, Any, Any]


@cache
def _services() -> Services:
    return Services()


@cache
def verify_claim() -> Graph:
    """Verify one claim against one version."""
    return build_verify_claim(_services()).compile(name="verify_claim")


@cache
def quick_claim() -> Graph:
    """Check one claim or question, with the verdict as text."""
    return build_quick_claim(_services()).compile(name="quick_claim")


@cache
def search_spec() -> Graph:
    """Search the specification."""
    return build_search_spec(_services()).compile(name="search_spec")


@cache
def list_versions() -> Graph:
    """List the specification versions."""
    return build_list_versions(_services()).compile(name="list_versions")
