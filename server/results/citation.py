"""The values of the check of a citation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import Field

from server.results.common import Result

if TYPE_CHECKING:
    from nodes.citations import CitationVerdict


class QuoteResult(Result):
    """Words of the page."""

    text: str = Field(description="As they stand on the page, line breaks included.")
    start: int = Field(description="Where they begin in the text of the page, in characters.")
    end: int


class OtherPageResult(Result):
    """Another page of the document that bears the claim out."""

    page: int = Field(description="Its place in the document, from 1.")
    page_label: str | None = Field(description="Its printed number, where that is known.")
    quote: str
    confidence: float


class CitationResult(Result):
    """What the text at a cited place makes of a claim."""

    claim: str
    pdf_name: str
    pdf_page: int = Field(description="The place of the page in the document, from 1.")
    page_label: str | None = Field(description="Its printed number, where that is known.")
    label: str = Field(
        description="supported, contradicted, not_mentioned (the page neither says nor denies it, "
        "or says only a part) or undecided (the judge could not tell, or failed)."
    )
    reasoning: str = Field(description="One sentence.")
    confidence: float = Field(description="Probability that the label is right; 0 if undecided.")
    quote: QuoteResult | None = Field(description="The words that decide, if any do.")
    other_pages: list[OtherPageResult] = Field(
        description="Other pages of the document that bear the claim out, surest first; looked for "
        "where the cited page does not."
    )
    judge: str = Field(
        description="Who judged: local, llm:<model>, caller, or local (degraded: <why>)."
    )
    notes: list[str] = Field(description="What was left out or not looked at, and why.")


def citation_result(verdict: CitationVerdict) -> CitationResult:
    """Return a verdict on a citation."""
    return CitationResult(
        claim=verdict["claim"],
        pdf_name=verdict["document"],
        pdf_page=verdict["page"],
        page_label=verdict["page_label"],
        label=verdict["label"],
        reasoning=verdict["reasoning"],
        confidence=verdict["confidence"],
        quote=QuoteResult(**verdict["quote"]) if verdict["quote"] else None,
        other_pages=[
            OtherPageResult(
                page=item["page"],
                page_label=item["label"],
                quote=item["quote"],
                confidence=item["confidence"],
            )
            for item in verdict["elsewhere"]
        ],
        judge=verdict["judge"],
        notes=verdict["notes"],
    )
