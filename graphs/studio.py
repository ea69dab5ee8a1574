"""What `langgraph.json` exports: each graph, compiled without a checkpointer when asked for."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from graphs.check_citation import build_check_citation
from graphs.check_claims import build_check_claims
from graphs.compare_versions import build_compare_versions
from graphs.list_versions import build_list_versions
from graphs.migrate_content import build_migrate_content
from graphs.quick_claim import build_quick_claim
from graphs.search_spec import build_search_spec
from graphs.services import Services
from graphs.verify_claim import build_verify_claim
from graphs.verify_claims import build_verify_claims

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
def verify_claims() -> Graph:
    """Verify the claims of one batch of a document."""
    return build_verify_claims(_services()).compile(name="verify_claims")


@cache
def check_claims() -> Graph:
    """Check a whole document, with the report as text."""
    return build_check_claims(_services()).compile(name="check_claims")


@cache
def check_citation() -> Graph:
    """Check a claim against the text of the page that it cites."""
    return build_check_citation(_services()).compile(name="check_citation")


@cache
def migrate_content() -> Graph:
    """Move a text from one version to another, with a decision after each step."""
    return build_migrate_content(_services()).compile(name="migrate_content")


@cache
def search_spec() -> Graph:
    """Search the specification."""
    return build_search_spec(_services()).compile(name="search_spec")


@cache
def compare_versions() -> Graph:
    """Compare two specification versions."""
    return build_compare_versions(_services()).compile(name="compare_versions")


@cache
def list_versions() -> Graph:
    """List the specification versions."""
    return build_list_versions(_services()).compile(name="list_versions")
