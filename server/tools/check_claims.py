"""Tool `check-mcp-claims`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final

from mcp.server.mcpserver import Context
from mcp_types import CallToolResult
from pydantic import Field

from server.results.check_claims import CheckClaimsResult, check_claims_result
from server.tools.common import READ_ONLY, Version, teaching_errors, tool_result

if TYPE_CHECKING:
    from mcp.server.mcpserver import MCPServer

    from server.runner import Runner

_MOST_EVIDENCE: Final = 2
"""Passages a claim: a document has many claims, and quick check and search show more."""


def add(server: MCPServer, runner: Runner) -> None:
    """Register the tool."""

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
            "check-mcp-quick-claim for one sentence. UNDECIDED is no verdict: read the passages."
        ),
        annotations=READ_ONLY,
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
    ) -> Annotated[CallToolResult, CheckClaimsResult]:
        async def report(done: int, total: int) -> None:
            await ctx.report_progress(done, total, f"{done} of {total} pieces checked")

        with teaching_errors():
            state = await runner.check_claims(content, specVersion, useChunking, progress=report)
        return tool_result(state["text"], check_claims_result(state, _MOST_EVIDENCE))
