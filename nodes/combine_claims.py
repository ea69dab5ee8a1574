"""Node: combine the judged parts of a batch into one verdict a statement."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Final

from typing_extensions import TypedDict

from nodes.batches import JudgedPart, Statement, StatementVerdict
from nodes.combine_subclaims import combine_subclaims
from nodes.verdicts import SubclaimVerdict, Verdict

MOST_EVIDENCE: Final = 4
"""Passages that a verdict of a document keeps for each part, unless it cites more."""


class Input(TypedDict):
    """What the node reads."""

    statements: list[Statement]
    parts: list[JudgedPart]


class Update(TypedDict):
    """What the node changes."""

    verdicts: list[StatementVerdict]


def combine_claims(state: Input) -> Update:
    """Return the verdicts, each with the evidence that a reader needs and no more."""
    return Update(
        verdicts=[
            _verdict(
                statement, [part for part in state["parts"] if part["key"] == statement["key"]]
            )
            for statement in state["statements"]
        ]
    )


def _verdict(statement: Statement, parts: Sequence[JudgedPart]) -> StatementVerdict:
    nearby: dict[str, float] = {}
    for passage in (passage for part in parts for passage in part["evidence"]):
        if len(passage["entry_ids"]) == 1:
            (entry,) = passage["entry_ids"]
            nearby[entry] = max(passage["similarity"], nearby.get(entry, 0.0))
    return StatementVerdict(
        key=statement["key"], verdict=_combined(statement, parts), nearby=nearby
    )


def _combined(statement: Statement, parts: Sequence[JudgedPart]) -> Verdict:
    return combine_subclaims(
        {
            "claim": statement["claim"],
            "spec_version": statement["spec_version"],
            "subverdicts": [with_less_evidence(part) for part in parts],
        }
    )["verdict"]


def with_less_evidence(part: JudgedPart) -> SubclaimVerdict:
    """Return a part with the evidence that it cites or names and the nearest of the rest.

    One passage is of the official text, where that is there.
    """
    judgement, cited = part["judgement"], part["judgement"]["cited"]
    others = [n for n in range(1, len(part["evidence"]) + 1) if n not in cited]
    others.sort(key=lambda n: part["evidence"][n - 1]["text"] not in judgement["reason"])
    most = max(1, MOST_EVIDENCE - len(cited))
    quoted = (n for n in others[most:] if part["evidence"][n - 1]["corpus"] == "official")
    kept = [*cited, *others[:most], *islice(quoted, 1)]
    return SubclaimVerdict(
        index=part["index"],
        subclaim=part["subclaim"],
        judgement={**judgement, "cited": list(range(1, len(cited) + 1))},
        evidence=[part["evidence"][n - 1] for n in kept],
    )
