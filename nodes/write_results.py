"""Node: write search results as text."""

from __future__ import annotations

from typing_extensions import TypedDict

from retrieval.evidence import Evidence
from retrieval.versions import SpecVersion


class Input(TypedDict):
    """What the node reads."""

    query: str
    spec_version: SpecVersion
    results: list[Evidence]
    notes: list[str]


class Update(TypedDict):
    """What the node changes."""

    text: str


def write_results(state: Input) -> Update:
    """Return a header, then rank, similarity, text and place of each result."""
    head = f"Search results for '{state['query'].strip()}' in MCP {state['spec_version']}:"
    blocks = [head] if state["results"] else [f"{head} none"]
    blocks += [
        f"Rank {rank} (similarity: {item['similarity']:.4f}):\n{item['text']}\n"
        f"[{item['corpus']}: {item['page']}, {item['heading']}] {item['link']}{_source(item)}"
        for rank, item in enumerate(state["results"], start=1)
    ]
    blocks += [f"Note: {note}." for note in state.get("notes", [])]
    return Update(text="\n\n".join(blocks))


def _source(item: Evidence) -> str:
    """Return the line that links to the source of an official passage; "" for others."""
    if item["corpus"] != "official" or "permalink" not in item:
        return ""
    return f"\nSource: {item['permalink']}"
