"""Tool `submit-judgements`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Final, cast

from mcp_types import CallToolResult
from pydantic import Field, WithJsonSchema

from server.open_claims import what_became, what_is_open
from server.results.check_claims import check_claims_result
from server.results.citation import citation_result
from server.results.open_claims import (
    OpenCheckResult,
    OpenCitationResult,
    OpenQuickResult,
    RefusedResult,
    SubmittedResult,
    open_result,
)
from server.results.quick_claim import quick_claim_result
from server.tools.common import KEEPS_REPORTS, MOST_EVIDENCE, teaching_errors, tool_result

if TYPE_CHECKING:
    from mcp.server.mcpserver import MCPServer

    from graphs.check_citation import CitationState
    from graphs.check_claims import CheckState
    from graphs.open_reports import OpenReport
    from graphs.quick_claim import QuickClaimState
    from server.runner import Runner

_MOST: Final = 500
_MOST_PASSAGES: Final = 2
"""Passages a claim in the report on a document."""

_JUDGEMENT: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {
        "claimId": {"type": "string", "description": "As the open claim has it."},
        "label": {
            "type": "string",
            "enum": ["supported", "contradicted", "not_mentioned", "undecided"],
        },
        "evidence": {
            "type": "array",
            "items": {"type": "integer"},
            "description": "Numbers of the passages it rests on; needed for supported and "
            "contradicted.",
        },
        "quote": {
            "type": "string",
            "description": "Three or more words, word for word from one of these passages.",
        },
        "reason": {"type": "string", "description": "One or two sentences."},
        "correction": {
            "type": "string",
            "description": "The true sentence, for contradicted only.",
        },
    },
    "required": ["claimId", "label", "reason"],
}
"""For the model; a judgement that does not fit is refused by itself, not with all others."""


def add(server: MCPServer, runner: Runner) -> None:
    """Register the tool."""

    @server.tool(
        name="submit-judgements",
        title="Hand in your judgements of open claims",
        description=(
            "Finish a report whose open claims you judged yourself. check-mcp-claims, "
            "check-mcp-quick-claim and check_citation end with a handle and the open claims with "
            "numbered evidence; "
            "judge each by its evidence alone and hand the judgements in here, all at once or in "
            "parts. Each is checked in code: cited passages, word-for-word quote, level. What does "
            "not hold is refused with the reason: correct it and hand it in again. Returns what is "
            "still open, and the final report when nothing is. With no judgements it shows the "
            "report as it stands."
        ),
        annotations=KEEPS_REPORTS,
    )
    async def submit_judgements(
        handle: Annotated[
            str, Field(description="The handle that came with the open claims.", max_length=100)
        ],
        judgements: Annotated[
            list[Any],
            Field(description="One for each claim that you judged.", max_length=_MOST),
            WithJsonSchema({"type": "array", "items": _JUDGEMENT, "maxItems": _MOST}),
        ],
    ) -> Annotated[CallToolResult, SubmittedResult]:
        with teaching_errors():
            report = await (await runner.open_reports()).submit(handle, judgements)
        return submitted(report, whole=not judgements or not report.open)


def submitted(report: OpenReport, *, whole: bool) -> CallToolResult:
    """Return what became of a submission, with the whole report or without it."""
    waits = open_result(report)
    shown = report.kind if whole else None
    check = cast("CheckState", report.state)
    quick = cast("QuickClaimState", report.state)
    cited = cast("CitationState", report.state)
    values = SubmittedResult(
        handle=report.handle,
        taken=report.taken,
        refused=[RefusedResult(**item) for item in report.refused],
        finished=waits is None,
        waits=waits,
        report=check_claims_result(check, _MOST_PASSAGES) if shown == "check_claims" else None,
        verdict=quick_claim_result(quick, MOST_EVIDENCE) if shown == "quick_claim" else None,
        citation=citation_result(cited["verdict"]) if shown == "check_citation" else None,
    )
    blocks = [report.state["text"]] if whole else []
    blocks += [f"Note: {note}." for note in report.notes]
    if report.taken or report.refused:
        blocks.append(what_became(report))
    if waits:
        blocks.append(what_is_open(waits))
    return tool_result("\n\n".join(blocks), values)


def with_open(
    report: OpenReport, values: OpenCheckResult | OpenQuickResult | OpenCitationResult
) -> CallToolResult:
    """Return the result of a check, and at its end what waits for the caller."""
    values.waits = waits = open_result(report)
    values.notes = [*values.notes, *report.notes]
    blocks = [report.state["text"], *(f"Note: {note}." for note in report.notes)]
    return tool_result("\n\n".join([*blocks, *([what_is_open(waits)] if waits else [])]), values)
