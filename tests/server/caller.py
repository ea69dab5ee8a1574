"""A caller that judges open claims: what it answers follows from the evidence it is shown."""

from __future__ import annotations

from typing import Any, Final

CONTENT: Final = """\
Servers must log every tool call.

Servers MUST speak JSON-RPC 2.0, no other dialect. Servers must log every tool call in file 2.

The Mcp-Session-Id header is chosen by the client.
"""
"""Three claims that no check in code decides, and one that the local judge does."""

VERSION: Final = "2025-06-18"
FORMAT: Final = "exchange all MCP messages in the JSON-RPC 2.0 format"


def right(claim: dict[str, Any]) -> dict[str, Any]:
    """Return a judgement that is right of an open claim of `CONTENT`."""
    if "JSON-RPC" in claim["claim"]:
        number = next(item["number"] for item in claim["evidence"] if FORMAT in item["text"])
        return {
            "claimId": claim["claimId"],
            "label": "supported",
            "evidence": [number],
            "quote": FORMAT,
            "reason": "All messages are JSON-RPC 2.0, which servers MUST use.",
        }
    return {
        "claimId": claim["claimId"],
        "label": "not_mentioned",
        "reason": "No passage speaks of it.",
    }


def wrong(claim: dict[str, Any]) -> list[dict[str, Any]]:
    """Return judgements of an open claim none of which may be taken."""
    first = claim["evidence"][0]
    usual = {
        "claimId": claim["claimId"],
        "label": "supported",
        "evidence": [first["number"]],
        "quote": first["text"],
        "reason": "It says so.",
    }
    return [
        usual | {"claimId": "c99"},
        usual | {"label": "true"},
        usual | {"evidence": [len(claim["evidence"]) + 1]},
        usual | {"quote": "servers have to do exactly this"},
        usual | {"reason": "The specification says MUST NOT and MAY and SHOULD NOT."},
        usual | {"reason": ""},
    ]
