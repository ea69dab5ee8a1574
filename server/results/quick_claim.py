"""The values of the quick check."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import Field

from server.results.common import EvidenceResult, Result, evidence_result

if TYPE_CHECKING:
    from graphs.quick_claim import QuickClaimState
    from nodes.verdicts import SubclaimVerdict


class PartResult(Result):
    """One part of a compound claim."""

    claim: str
    label: str
    confidence: float
    reason: str


class QuickClaimResult(Result):
    """A verdict with its evidence."""

    claim: str
    spec_version: str
    label: str = Field(
        description="supported, contradicted, partial, not_mentioned (the version neither says nor "
        "denies it) or undecided (the judge could not tell: read the evidence)."
    )
    verdict: str = Field(description="The verdict line without the claim.")
    confidence: float = Field(description="Probability that the label is right; 0 if undecided.")
    explanation: str
    correction: str | None = Field(description="The true statement, if the claim is wrong.")
    judge: str = Field(description="Who judged: local, llm:<model>, or local (degraded: <why>).")
    evidence: list[EvidenceResult] = Field(description="What the verdict rests on comes first.")
    parts: list[PartResult] = Field(description="The parts of a compound claim; else empty.")
    notes: list[str] = Field(description="How the request was read, where that was not plain.")


def quick_claim_result(
    state: QuickClaimState, most_evidence: int | None = None
) -> QuickClaimResult:
    """Return the values of a quick check, with at most `most_evidence` passages."""
    verdict = state["verdict"]
    parts = verdict["parts"] if len(verdict["parts"]) > 1 else []
    return QuickClaimResult(
        claim=verdict["claim"],
        spec_version=verdict["spec_version"],
        label=verdict["label"],
        verdict=verdict["verdict"],
        confidence=verdict["confidence"],
        explanation=verdict["explanation"],
        correction=verdict["correction"],
        judge=verdict["judge"],
        evidence=[evidence_result(item) for item in verdict["evidence"][:most_evidence]],
        parts=[part_result(part) for part in parts],
        notes=state["notes"],
    )


def part_result(part: SubclaimVerdict) -> PartResult:
    """Return one part of a compound claim."""
    judgement = part["judgement"]
    return PartResult(
        claim=part["subclaim"],
        label=judgement["label"],
        confidence=judgement["confidence"],
        reason=judgement["reason"],
    )
