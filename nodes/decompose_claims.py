"""Node: take each statement of a batch apart into its subclaims."""

from __future__ import annotations

from typing_extensions import TypedDict

from nodes.batches import Part, Statement
from nodes.decompose_claim import decompose_claim


class Input(TypedDict):
    """What the node reads."""

    statements: list[Statement]


class Update(TypedDict):
    """What the node changes."""

    parts: list[Part]


def decompose_claims(state: Input) -> Update:
    """Return the subclaims of all statements, in order."""
    return Update(
        parts=[
            Part(
                key=statement["key"],
                index=index,
                subclaim=subclaim,
                spec_version=statement["spec_version"],
            )
            for statement in state["statements"]
            for index, subclaim in enumerate(
                decompose_claim({"claim": statement["claim"]})["subclaims"]
            )
        ]
    )
