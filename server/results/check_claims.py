"""The values of the check of a document."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import Field

from server.results.common import EvidenceResult, Result, evidence_result
from server.results.quick_claim import PartResult, part_result

if TYPE_CHECKING:
    from graphs.check_claims import CheckState
    from nodes.document_report import Correction
    from nodes.documents import CheckedClaim, Span


class SpanResult(Result):
    """Where a text stands in the content."""

    start: int = Field(description="Offset of the first character, from 0.")
    end: int = Field(description="Offset after the last character.")
    line: int = Field(description="From 1.")
    column: int = Field(description="From 1.")


class ClaimResult(Result):
    """One claim with its verdict."""

    id: str
    kind: str = Field(description="sentence, list_item, table_row, heading or question.")
    text: str = Field(description="The source, word for word.")
    statement: str = Field(description="The same as it reads alone.")
    span: SpanResult
    headings: list[str]
    spec_version: str = Field(description="The version that it was checked against.")
    label: str = Field(
        description="supported, contradicted, partial, not_mentioned (the version neither says nor "
        "denies it) or undecided (the judge could not tell: read the evidence)."
    )
    verdict: str
    confidence: float = Field(description="Probability that the label is right; 0 if undecided.")
    explanation: str
    correction: str | None
    judge: str
    evidence: list[EvidenceResult]
    parts: list[PartResult] = Field(description="The parts of a compound claim; else empty.")


class SkippedResult(Result):
    """A sentence that is no claim."""

    text: str
    reason: str = Field(
        description="opinion, instruction, not_about_mcp, code, no_statement or ignored."
    )
    span: SpanResult


class PracticeResult(Result):
    """A recommendation that the text does not mention."""

    statement: str
    level: str
    actor: str
    topic: str
    entry_id: str
    page: str
    heading: str
    link: str
    near: str | None = Field(description="The claim that it belongs beside, if it is near one.")


class ModalVerbResult(Result):
    """How binding a claim says something is, against how binding the requirement is."""

    claim_id: str
    said: str
    claim_level: str
    required: str
    level: str
    actor: str = Field(description="Who is obliged.")
    entry_id: str
    page: str
    heading: str
    link: str
    outcome: str = Field(description="same, too strong, too weak, opposite or unclear.")


class CorrectionResult(Result):
    """A change of the text that the judge confirmed."""

    claim_id: str
    kind: str = Field(
        description="level, identifier, number, actor, sentence (replaced as a whole) or rewritten."
    )
    span: SpanResult
    before: str
    after: str


class UncorrectedResult(Result):
    """A wrong claim that was left as it is."""

    claim_id: str
    reason: str
    suggestion: str | None


class SummaryResult(Result):
    """The document in numbers and lists."""

    confidence: float | None = Field(
        description="How sure the verdicts are, 0 to 1, an undecided one counts 0; null without "
        "claims."
    )
    counts: dict[str, int] = Field(description="Claims by label.")
    skipped: dict[str, int] = Field(description="Sentences that are no claims, by reason.")
    ignored: int
    issues: list[str]
    suggestions: list[str]


class CheckClaimsResult(Result):
    """The report on a document as values."""

    spec_version: str
    summary: SummaryResult
    claims: list[ClaimResult] = Field(description="In document order.")
    skipped: list[SkippedResult]
    missing_practices: list[PracticeResult]
    modal_verbs: list[ModalVerbResult]
    corrections: list[CorrectionResult]
    uncorrected: list[UncorrectedResult]
    corrected_version: str | None = Field(description="Null where nothing was changed.")
    notes: list[str]


def check_claims_result(state: CheckState, most_evidence: int | None = None) -> CheckClaimsResult:
    """Return the values of a check, with at most `most_evidence` passages a claim."""
    return CheckClaimsResult(
        spec_version=state["spec_version"],
        summary=SummaryResult.model_validate(state["summary"]),
        claims=[_claim(item, most_evidence) for item in state["checked"]],
        skipped=[
            SkippedResult(text=item["text"], reason=item["reason"], span=_span(item["span"]))
            for item in state["skipped"]
        ],
        missing_practices=[PracticeResult(**item) for item in state["missing_practices"]],
        modal_verbs=[ModalVerbResult(**item) for item in state["modal_verbs"]],
        corrections=[_correction(item) for item in state["corrections"]],
        uncorrected=[UncorrectedResult(**item) for item in state["uncorrected"]],
        corrected_version=state["corrected"],
        notes=state["notes"],
    )


def _claim(item: CheckedClaim, most_evidence: int | None) -> ClaimResult:
    from nodes.reporting.summary import REPORT_LINES  # noqa: PLC0415 - tools/list needs none of it

    claim, verdict = item["claim"], item["verdict"]
    return ClaimResult(
        id=claim["id"],
        kind=claim["kind"],
        text=claim["text"],
        statement=claim["statement"],
        span=_span(claim["span"]),
        headings=claim["headings"],
        spec_version=claim["spec_version"],
        label=verdict["label"],
        verdict=REPORT_LINES[verdict["label"]],
        confidence=verdict["confidence"],
        explanation=verdict["explanation"],
        correction=verdict["correction"],
        judge=verdict["judge"],
        evidence=[evidence_result(passage) for passage in verdict["evidence"][:most_evidence]],
        parts=[part_result(part) for part in verdict["parts"]] if len(verdict["parts"]) > 1 else [],
    )


def _correction(item: Correction) -> CorrectionResult:
    return CorrectionResult(
        claim_id=item["claim_id"],
        kind=item["kind"],
        span=_span(item["span"]),
        before=item["before"],
        after=item["after"],
    )


def _span(span: Span) -> SpanResult:
    return SpanResult(**span)
