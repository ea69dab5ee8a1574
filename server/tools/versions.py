"""Tool `list-spec-versions`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from mcp_types import CallToolResult

from server.results.versions import VersionsResult, versions_result
from server.tools.common import READ_ONLY, teaching_errors, tool_result

if TYPE_CHECKING:
    from mcp.server.mcpserver import MCPServer

    from server.runner import Runner


def add(server: MCPServer, runner: Runner) -> None:
    """Register the tool."""

    @server.tool(
        name="list-spec-versions",
        title="List MCP specification versions",
        description=(
            "List the Model Context Protocol specification versions that the other tools know, "
            "newest first, and which is the latest. Use it when you are not sure which version to "
            "name."
        ),
        annotations=READ_ONLY,
    )
    async def list_spec_versions() -> Annotated[CallToolResult, VersionsResult]:
        with teaching_errors():
            state = await runner.versions()
        return tool_result(state["text"], versions_result(state))
