"""Statements on their way through the judging of a document: in batches, each its own unit of work.

What belongs together is searched and judged together; a batch is small enough that a check that is
cancelled stops at once, and large enough that the graph's own work does not count.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from typing_extensions import TypedDict

from nodes.verdicts import Judgement, Verdict
from retrieval.evidence import Evidence
from retrieval.versions import SpecVersion

MOST_STATEMENTS: Final = 16
"""Statements in one batch."""


class Statement(TypedDict):
    """Something to verify; `claim` is what `decompose_claim` reads."""

    key: str
    claim: str
    spec_version: SpecVersion


class Batch(TypedDict):
    """Statements of one piece of a document."""

    piece: int
    check_id: str
    """Whose budget the judge spends."""
    statements: list[Statement]


class Part(TypedDict):
    """One conjunct of a statement, before it was searched for."""

    key: str
    index: int
    subclaim: str
    spec_version: SpecVersion


class AskedPart(Part):
    """The same with what is searched for."""

    queries: list[str]


class FoundPart(AskedPart):
    """The same with what was found."""

    evidence: list[Evidence]


class JudgedPart(FoundPart):
    """The same with what the judge says."""

    judgement: Judgement


class StatementVerdict(TypedDict):
    """What became of a statement."""

    key: str
    verdict: Verdict
    nearby: dict[str, float]
    """Catalogue entries that search found near it, each with its similarity."""


def merge_verdicts(
    kept: Sequence[StatementVerdict], new: Sequence[StatementVerdict]
) -> list[StatementVerdict]:
    """Reducer: keep one verdict for each key, the newest."""
    return list({item["key"]: item for item in (*kept, *new)}.values())


def make_batches(check_id: str, piece: int, statements: Sequence[Statement]) -> Iterator[Batch]:
    """Yield the statements of a piece in batches."""
    for start in range(0, len(statements), MOST_STATEMENTS):
        yield Batch(
            piece=piece,
            check_id=check_id,
            statements=list(statements[start : start + MOST_STATEMENTS]),
        )
