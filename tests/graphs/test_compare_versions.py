"""The graph that compares two versions, run as a whole."""

from __future__ import annotations

import pytest

from graphs.compare_versions import build_compare_versions
from graphs.services import Services
from retrieval.errors import UnknownVersionError
from retrieval.settings import Settings


@pytest.mark.anyio
async def test_the_graph_gives_the_comparison_as_values_and_as_text() -> None:
    graph = build_compare_versions(Services(Settings(judge="local"))).compile()
    state = await graph.ainvoke(
        {"from_version_name": "2025-03-26", "to_version_name": "2025-06-18", "limit": 3}
    )
    assert sorted(state) == ["comparison", "notes", "text"]
    assert len(state["comparison"]["changes"]) == 3
    assert state["text"].startswith("From MCP 2025-03-26 to 2025-06-18:")
    for name in ("REMOVED JSON-RPC batching", "ADDED Elicitation", "ADDED Structured tool output"):
        assert f"- {name}" in state["text"]


@pytest.mark.anyio
async def test_an_unknown_version_stops_the_graph() -> None:
    graph = build_compare_versions(Services(Settings(judge="local"))).compile()
    with pytest.raises(UnknownVersionError, match="2025-01-01"):
        await graph.ainvoke({"from_version_name": "2025-01-01", "to_version_name": "draft"})
