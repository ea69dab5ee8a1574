"""The values of what is open for the caller to judge, and of what became of its answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from pydantic import Field

from server.results.check_claims import CheckClaimsResult
from server.results.citation import CitationResult
from server.results.common import Result
from server.results.quick_claim import QuickClaimResult

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graphs.open_reports import OpenReport
    from nodes.judging.answers import OpenClaim
    from nodes.judging.citation_answers import OpenCitation
    from retrieval.evidence import Evidence

MOST_SHOWN: Final = 6
"""Open claims in one answer, about 1,500 tokens each: the next follow when these are judged."""


class NumberedResult(Result):
    """One passage to judge by."""

    number: int = Field(description="What `evidence` of a judgement cites.")
    level: str = Field(description="MUST, ... or none; none of a cited page.")
    actor: str = Field(description="Who is obliged or acts; empty for a cited page.")
    place: str
    text: str


class LookAtResult(Result):
    """What an open claim turns on."""

    level: str = Field(description="How binding the claim says it is: MUST, ... or none.")
    actor: str | None = Field(description="Whom it speaks of.")
    spec_version: str


class OpenClaimResult(Result):
    """A claim, or a part of one, that waits for the caller's judgement."""

    claim_id: str
    claim: str
    look_at: LookAtResult | None = Field(description="Null for a citation.")
    evidence: list[NumberedResult]


class OpenResult(Result):
    """What waits for the caller: hand in judgements by `submit-judgements`."""

    handle: str = Field(description="Names this report in submit-judgements.")
    open: list[OpenClaimResult] = Field(description="To judge now, each by its own evidence.")
    open_total: int = Field(description="All open claims; those not shown follow later.")
    rubric: str


class OpenCheckResult(CheckClaimsResult):
    """The report on a document, with what waits for the caller."""

    waits: OpenResult | None = Field(
        default=None, description="Claims that wait for your own judgement; null where none do."
    )


class OpenQuickResult(QuickClaimResult):
    """A verdict, with what waits for the caller."""

    waits: OpenResult | None = Field(
        default=None, description="Claims that wait for your own judgement; null where none do."
    )


class OpenCitationResult(CitationResult):
    """A verdict on a citation, with what waits for the caller."""

    waits: OpenResult | None = Field(
        default=None, description="The claim that waits for your own judgement; null if none does."
    )


class RefusedResult(Result):
    """A judgement that was not taken."""

    claim_id: str
    reason: str


class SubmittedResult(Result):
    """What became of a submission."""

    handle: str
    taken: int = Field(description="Judgements of this call that joined the report.")
    refused: list[RefusedResult] = Field(description="To be corrected and handed in again.")
    finished: bool
    waits: OpenResult | None = Field(description="What is still open; null when finished.")
    report: CheckClaimsResult | None = Field(
        description="Of a document: when finished, or where no judgement was given."
    )
    verdict: QuickClaimResult | None = Field(description="The same of a single claim.")
    citation: CitationResult | None = Field(description="The same of a citation.")


def open_result(report: OpenReport) -> OpenResult | None:
    """Return what waits; None where nothing does."""
    from nodes.judging import answers, citation_answers  # noqa: PLC0415 - only answers need it

    if not report.open:
        return None
    cited = report.kind == "check_citation"
    shown = (
        _open_citations(cast("list[OpenCitation]", report.open))
        if cited
        else open_claims(cast("list[OpenClaim]", report.open)[:MOST_SHOWN])
    )
    return OpenResult(
        handle=report.handle,
        open=shown,
        open_total=len(report.open),
        rubric=citation_answers.RUBRIC if cited else answers.RUBRIC,
    )


def _open_citations(claims: Sequence[OpenCitation]) -> list[OpenClaimResult]:
    return [
        OpenClaimResult(
            claim_id=claim["id"],
            claim=claim["claim"],
            look_at=None,
            evidence=[
                NumberedResult(
                    number=number,
                    level="none",
                    actor="",
                    place=claim["place"],
                    text=passage["text"],
                )
                for number, passage in enumerate(claim["passages"], start=1)
            ],
        )
        for claim in claims
    ]


def open_claims(claims: Sequence[OpenClaim]) -> list[OpenClaimResult]:
    """Return open claims with their numbered evidence."""
    from nodes.reading.sentence import read_sentence  # noqa: PLC0415

    found: list[OpenClaimResult] = []
    for claim in claims:
        reading = read_sentence(claim["subclaim"])
        found.append(
            OpenClaimResult(
                claim_id=claim["id"],
                claim=claim["subclaim"],
                look_at=LookAtResult(
                    level=reading.level, actor=reading.actor, spec_version=claim["spec_version"]
                ),
                evidence=[
                    _numbered(number, item) for number, item in enumerate(claim["evidence"], 1)
                ],
            )
        )
    return found


def _numbered(number: int, item: Evidence) -> NumberedResult:
    return NumberedResult(
        number=number,
        level=item["level"],
        actor=item["actor"],
        place=f"{item['page']}, {item['heading']}",
        text=item["text"],
    )
