"""What the tests of extraction ask: the statements of a text, and why the rest is none."""

from __future__ import annotations

from nodes.extracting.extraction import Extraction, extract
from retrieval.catalogue import load_catalogue
from retrieval.versions import SpecVersion


def extraction(content: str, version: SpecVersion = "2025-06-18") -> Extraction:
    """Return the claims and what was left out; every text stands where its span says."""
    found = extract(content, version, load_catalogue())
    for item in (*found.claims, *found.skipped):
        assert content[item["span"]["start"] : item["span"]["end"]] == item["text"]
    return found


def statements(content: str, version: SpecVersion = "2025-06-18") -> list[str]:
    """Return what the claims of a text state."""
    return [claim["statement"] for claim in extraction(content, version).claims]


def reasons(content: str) -> list[tuple[str, str]]:
    """Return what was left out with the reason, headings that are titles not counted."""
    return [
        (" ".join(item["text"].split()), item["reason"])
        for item in extraction(content).skipped
        if not content[: item["span"]["start"]].rpartition("\n")[2].startswith("#")
    ]
