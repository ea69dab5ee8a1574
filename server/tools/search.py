"""Tool `search-spec`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from mcp_types import CallToolResult
from pydantic import Field

from server.results.search import SearchResult, search_result
from server.tools.common import READ_ONLY, Version, teaching_errors, tool_result

if TYPE_CHECKING:
    from mcp.server.mcpserver import MCPServer

    from server.runner import Runner


def add(server: MCPServer, runner: Runner) -> None:
    """Register the tool."""

    @server.tool(
        name="search-spec",
        title="Search the MCP specification",
        description=(
            "Find what a version of the Model Context Protocol specification says about a topic, "
            "by meaning. Use it to look something up, or to see more passages than a verdict "
            "showed. Returns ranked passages with similarity, level, page, heading and link; it "
            "judges nothing."
        ),
        annotations=READ_ONLY,
    )
    async def search_spec(
        query: Annotated[
            str,
            Field(
                description="What to look for, in words or identifiers, up to 500 characters.",
                json_schema_extra={"minLength": 1, "maxLength": 500},
            ),
        ],
        specVersion: Version = "latest",  # noqa: N803
        topK: Annotated[  # noqa: N803
            int,
            Field(
                description="How many passages, 1 to 20.",
                json_schema_extra={"minimum": 1, "maximum": 20},
            ),
        ] = 5,
    ) -> Annotated[CallToolResult, SearchResult]:
        with teaching_errors():
            state = await runner.search(query, specVersion, topK)
        return tool_result(state["text"], search_result(state))
