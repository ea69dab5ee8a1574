"""Tool `check-mcp-quick-claim`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, cast

from mcp.server.mcpserver import Context
from mcp_types import CallToolResult, InputRequiredResult
from pydantic import Field

from server.results.open_claims import OpenQuickResult
from server.results.quick_claim import quick_claim_result
from server.sampling import Sampling
from server.tools.common import KEEPS_REPORTS, MOST_EVIDENCE, JudgeChosen, Version, teaching_errors
from server.tools.submit_judgements import with_open

if TYPE_CHECKING:
    from mcp.server.mcpserver import MCPServer

    from graphs.open_reports import OpenReport
    from graphs.quick_claim import QuickClaimState
    from server.runner import Runner


def add(server: MCPServer, runner: Runner) -> None:
    """Register the tool."""
    sampling = Sampling(runner)

    @server.tool(
        name="check-mcp-quick-claim",
        title="Check one MCP claim",
        description=(
            "Check whether ONE statement or yes/no question about the Model Context Protocol is "
            "true for a specification version. Use it before you state, write or answer anything "
            "about MCP: requirements (MUST/SHOULD/MAY), who sends what, methods, headers, error "
            "codes, capabilities, what came or left in which version. Returns a verdict line "
            "(✓ ACCURATE, ✗ INACCURATE, ⚠️ PARTIALLY CORRECT, ○ NOT IN SPEC, ? UNDECIDED), why, "
            "the correct information and the passages with links. UNDECIDED is no verdict: read "
            "the passages, call search-spec, or call again with judge `caller`: then you judge by "
            "more passages, and submit-judgements checks what you say."
        ),
        annotations=KEEPS_REPORTS,
    )
    async def check_quick_claim(
        claim: Annotated[
            str,
            Field(
                description="One sentence or yes/no question; best under 500 characters.",
                json_schema_extra={"minLength": 1, "maxLength": 50_000},
            ),
        ],
        ctx: Context,
        specVersion: Version = "latest",  # noqa: N803 - the name callers use
        judge: JudgeChosen = "auto",
    ) -> Annotated[CallToolResult, OpenQuickResult] | InputRequiredResult:
        async def check() -> OpenReport:
            chosen = runner.judge_of(judge, by_caller=False)
            return await runner.kept(
                "quick_claim", await runner.quick_claim(claim, specVersion, chosen)
            )

        with teaching_errors():
            call = (claim, specVersion)
            done = await (sampling.judged(ctx, call, check) if judge == "sampling" else check())
        return done if isinstance(done, InputRequiredResult) else checked(done)


def checked(report: OpenReport) -> CallToolResult:
    """Return a verdict with what is open of it."""
    state = cast("QuickClaimState", report.state)
    values = quick_claim_result(state, MOST_EVIDENCE).model_dump()
    return with_open(report, OpenQuickResult(**values))
