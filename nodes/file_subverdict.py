"""Node: put what was found out about a subclaim where the claim's state collects it."""

from __future__ import annotations

from typing_extensions import TypedDict

from nodes.verdicts import Judgement, SubclaimVerdict
from retrieval.evidence import Evidence


class Input(TypedDict):
    """What the node reads."""

    index: int
    subclaim: str
    judgement: Judgement
    evidence: list[Evidence]


class Update(TypedDict):
    """What the node changes."""

    subverdicts: list[SubclaimVerdict]


def file_subverdict(state: Input) -> Update:
    """Return the subclaim's verdict as the one item that it adds to the claim's."""
    return Update(
        subverdicts=[
            SubclaimVerdict(
                index=state["index"],
                subclaim=state["subclaim"],
                judgement=state["judgement"],
                evidence=state["evidence"],
            )
        ]
    )
