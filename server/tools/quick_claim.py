"""Tool `check-mcp-quick-claim`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from mcp_types import CallToolResult
from pydantic import Field

from server.results.quick_claim import QuickClaimResult, quick_claim_result
from server.tools.common import MOST_EVIDENCE, READ_ONLY, Version, teaching_errors, tool_result

if TYPE_CHECKING:
    from mcp.server.mcpserver import MCPServer

    from server.runner import Runner


def add(server: MCPServer, runner: Runner) -> None:
    """Register the tool."""

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
            "the passages, or call search-spec."
        ),
        annotations=READ_ONLY,
    )
    async def check_quick_claim(
        claim: Annotated[
            str,
            Field(
                description="One sentence or yes/no question; best under 500 characters.",
                json_schema_extra={"minLength": 1, "maxLength": 50_000},
            ),
        ],
        specVersion: Version = "latest",  # noqa: N803 - the name callers use
    ) -> Annotated[CallToolResult, QuickClaimResult]:
        with teaching_errors():
            state = await runner.quick_claim(claim, specVersion)
        return tool_result(state["text"], quick_claim_result(state, MOST_EVIDENCE))
