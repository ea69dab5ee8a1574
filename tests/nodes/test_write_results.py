"""The text of search results."""

from __future__ import annotations

from nodes.write_results import write_results
from tests.nodes.values import passage


def test_results_have_rank_similarity_text_and_place() -> None:
    results = [passage("First.", similarity=0.98765), passage("Second.", similarity=0.5)]
    written = write_results(
        {"query": " log ", "spec_version": "draft", "results": results, "notes": []}
    )
    assert written["text"] == (
        "Search results for 'log' in MCP draft:\n\n"
        "Rank 1 (similarity: 0.9877):\nFirst.\n"
        "[catalogue: server/tools, Capabilities] https://example.test/tools#capabilities\n\n"
        "Rank 2 (similarity: 0.5000):\nSecond.\n"
        "[catalogue: server/tools, Capabilities] https://example.test/tools#capabilities"
    )


def test_no_results_are_told_and_notes_come_last() -> None:
    written = write_results(
        {"query": "log", "spec_version": "draft", "results": [], "notes": ["read as draft"]}
    )
    assert written["text"] == (
        "Search results for 'log' in MCP draft: none\n\nNote: read as draft."
    )


def test_an_official_result_links_to_the_lines_of_its_source() -> None:
    link = "https://example.test/tools.mdx#L3-L4"
    results = [passage("Word for word.", corpus="official", permalink=link, lines=[3, 4])]
    written = write_results(
        {"query": "log", "spec_version": "draft", "results": results, "notes": []}
    )
    assert written["text"].endswith(
        "Word for word.\n"
        "[official: server/tools, Capabilities] https://example.test/tools#capabilities\n"
        f"Source: {link}"
    )
