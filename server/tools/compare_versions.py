"""Tool `compare-spec-versions`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from mcp_types import CallToolResult
from pydantic import Field

from nodes.compare_versions import DEFAULT_CHANGES
from retrieval.comparison import MOST_CHANGES
from server.results.compare_versions import ComparisonResult, comparison_result
from server.tools.common import READ_ONLY, VERSION_NAMES, teaching_errors, tool_result

if TYPE_CHECKING:
    from mcp.server.mcpserver import MCPServer

    from server.runner import Runner


def add(server: MCPServer, runner: Runner) -> None:
    """Register the tool."""

    @server.tool(
        name="compare-spec-versions",
        title="Compare two MCP specification versions",
        description=(
            "List what differs between two versions of the Model Context Protocol specification: "
            "features, methods, headers, error codes and capabilities that came, changed, were "
            "deprecated or left, then requirements added, removed, strengthened, weakened, "
            "renamed, changed or moved, each with its place in both versions. Use it before you "
            "migrate code or docs, or state what a version brought. Either version can be the "
            "newer one. Name a topic to see all of it: without one, only the weightiest "
            "requirements are listed."
        ),
        annotations=READ_ONLY,
    )
    async def compare_spec_versions(
        fromVersion: Annotated[  # noqa: N803 - the name callers use
            str, Field(description=f"Version compared from: {VERSION_NAMES}")
        ],
        toVersion: Annotated[  # noqa: N803
            str, Field(description=f"Version compared to: {VERSION_NAMES}")
        ],
        topic: Annotated[
            str | None,
            Field(description="Only this topic, such as tools, transports or authorization."),
        ] = None,
        kinds: Annotated[
            list[str] | None,
            Field(
                description="Only these kinds of change: strengthened, weakened, changed, renamed, "
                "added, removed, deprecated, moved."
            ),
        ] = None,
        limit: Annotated[
            int,
            Field(
                description=f"How many requirements and facts, 1 to {MOST_CHANGES}.",
                json_schema_extra={"minimum": 1, "maximum": MOST_CHANGES},
            ),
        ] = DEFAULT_CHANGES,
    ) -> Annotated[CallToolResult, ComparisonResult]:
        with teaching_errors():
            state = await runner.compare_versions(fromVersion, toVersion, topic, kinds, limit)
        return tool_result(state["text"], comparison_result(state))
