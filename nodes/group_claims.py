"""Node: group the claims of a document into batches; what is said twice is verified once."""

from __future__ import annotations

from collections.abc import Sequence

from typing_extensions import TypedDict

from nodes.batches import Batch, Statement, make_batches
from nodes.documents import ExtractedClaim, Piece


class Input(TypedDict):
    """What the node reads."""

    check_id: str
    pieces: list[Piece]
    claims: list[ExtractedClaim]


class Update(TypedDict):
    """What the node changes."""

    batches: list[Batch]


def group_claims(state: Input) -> Update:
    """Return the batches, piece by piece in document order."""
    claims = unique_claims(state["claims"])
    return Update(
        batches=[
            batch
            for piece in state["pieces"]
            for batch in make_batches(
                state["check_id"],
                piece["index"],
                [
                    Statement(
                        key=claim["id"],
                        claim=claim["statement"],
                        spec_version=claim["spec_version"],
                    )
                    for claim in claims
                    if piece["start"] <= claim["span"]["start"] < piece["end"]
                ],
            )
        ]
    )


def unique_claims(claims: Sequence[ExtractedClaim]) -> list[ExtractedClaim]:
    """Return the first claim of each statement."""
    first: dict[tuple[str, str], ExtractedClaim] = {}
    for claim in claims:
        first.setdefault(said(claim), claim)
    return list(first.values())


def said(claim: ExtractedClaim) -> tuple[str, str]:
    """Return what two claims have in common that say the same of the same version."""
    return " ".join(claim["statement"].split()), claim["spec_version"]
