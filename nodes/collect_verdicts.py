"""Node: give each claim of the document its verdict, in document order."""

from __future__ import annotations

from typing_extensions import TypedDict

from nodes.batches import StatementVerdict
from nodes.documents import CheckedClaim, ExtractedClaim
from nodes.group_claims import said


class Input(TypedDict):
    """What the node reads."""

    claims: list[ExtractedClaim]
    verdicts: list[StatementVerdict]


class Update(TypedDict):
    """What the node changes."""

    checked: list[CheckedClaim]


def collect_verdicts(state: Input) -> Update:
    """Return all claims with their verdicts; what was said twice has the same twice."""
    by_key = {item["key"]: item["verdict"] for item in state["verdicts"]}
    verdicts = {
        said(claim): by_key[claim["id"]] for claim in state["claims"] if claim["id"] in by_key
    }
    return Update(
        checked=[
            CheckedClaim(claim=claim, verdict=verdicts[said(claim)]) for claim in state["claims"]
        ]
    )
