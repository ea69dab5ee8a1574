"""Tool `check-mcp-claims`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Final, cast

from mcp.server.mcpserver import Context
from mcp_types import CallToolResult, InputRequiredResult
from pydantic import Field

from retrieval.errors import DataError
from server.results.check_claims import check_claims_result
from server.results.open_claims import OpenCheckResult
from server.sampling import Sampling
from server.tools.common import KEEPS_REPORTS, JudgeChosen, Version, teaching_errors
from server.tools.submit_judgements import with_open

if TYPE_CHECKING:
    from mcp.server.mcpserver import MCPServer

    from graphs.check_claims import CheckState
    from graphs.open_reports import OpenReport
    from server.runner import Runner

_MOST_EVIDENCE: Final = 2
"""Passages a claim: a document has many claims, and quick check and search show more."""


def add(server: MCPServer, runner: Runner) -> None:
    """Register the tool."""
    sampling = Sampling(runner)

    @server.tool(
        name="check-mcp-claims",
        title="Check a text about MCP",
        description=(
            "Check a whole text about the Model Context Protocol (documentation, tutorial, blog "
            "post, README, notes, list of features) against a specification version: finds its "
            "claims, judges each with evidence, and returns a report: claims, verdicts "
            "(✓ ACCURATE, ✗ INCORRECT, ⚠️ PARTIALLY CORRECT, ○ NOT IN SPEC, ? UNDECIDED), missing "
            "best practices, use of MUST/SHOULD/MAY, a summary, and a corrected version. "
            "Structured content has every claim with its line and offset. Use "
            "check-mcp-quick-claim for one sentence. Without a language model of its own, the "
            "server leaves open what its checks cannot decide, and its answer ends with these "
            "claims, numbered evidence and a handle: judge them yourself and call "
            "submit-judgements; then the report is finished."
        ),
        annotations=KEEPS_REPORTS,
    )
    async def check_claims(
        content: Annotated[
            str,
            Field(
                description="The text, best as Markdown; up to 50,000 characters.",
                json_schema_extra={"minLength": 1, "maxLength": 50_000},
            ),
        ],
        ctx: Context,
        specVersion: Version = "latest",  # noqa: N803 - the name callers use
        useChunking: Annotated[  # noqa: N803
            bool,
            Field(
                description="Split the text into pieces; done anyway above 2,000 characters.",
            ),
        ] = False,
        judge: JudgeChosen = "auto",
    ) -> Annotated[CallToolResult, OpenCheckResult] | InputRequiredResult:
        async def report(done: int, total: int) -> None:
            await ctx.report_progress(done, total, f"{done} of {total} pieces checked")

        async def check() -> OpenReport:
            chosen = runner.judge_of(judge, by_caller=True)
            state = await runner.check_claims(content, specVersion, useChunking, chosen, report)
            try:
                return await runner.kept("check_claims", state)
            except DataError as error:
                if judge != "auto":
                    raise
                # Nobody asked for open claims to be kept: the report is whole without them.
                state["open"] = []
                return replace(await runner.kept("check_claims", state), notes=[str(error)])

        with teaching_errors():
            call = (content, specVersion, useChunking)
            done = await (sampling.judged(ctx, call, check) if judge == "sampling" else check())
        return done if isinstance(done, InputRequiredResult) else checked(done)


def checked(report: OpenReport) -> CallToolResult:
    """Return a report with what is open in it."""
    state = cast("CheckState", report.state)
    values = check_claims_result(state, _MOST_EVIDENCE).model_dump()
    return with_open(report, OpenCheckResult(**values))
