"""The values of a search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from server.results.common import EvidenceResult, Result, evidence_result

if TYPE_CHECKING:
    from graphs.search_spec import SearchState


class SearchResult(Result):
    """Search results, best first."""

    query: str
    spec_version: str
    results: list[EvidenceResult]
    notes: list[str]


def search_result(state: SearchState) -> SearchResult:
    """Return the values of a search."""
    return SearchResult(
        query=state["query"],
        spec_version=state["spec_version"],
        results=[evidence_result(item) for item in state["results"]],
        notes=state["notes"],
    )
