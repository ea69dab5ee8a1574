"""Node: leave out the claims that a comment in the text asks to leave out."""

from __future__ import annotations

from typing_extensions import TypedDict

from nodes.documents import ExtractedClaim, Span


class Input(TypedDict):
    """What the node reads."""

    claims: list[ExtractedClaim]
    ignored_lines: list[int]


class Update(TypedDict):
    """What the node changes."""

    claims: list[ExtractedClaim]
    ignored: list[Span]


def leave_out_ignored(state: Input) -> Update:
    """Return the claims that stand on no ignored line, and the places of the others."""
    lines = set(state["ignored_lines"])
    kept: list[ExtractedClaim] = []
    ignored: list[Span] = []
    for claim in state["claims"]:
        first = claim["span"]["line"]
        if lines.isdisjoint(range(first, first + claim["text"].count("\n") + 1)):
            kept.append(claim)
        else:
            ignored.append(claim["span"])
    return Update(claims=kept, ignored=ignored)
