"""Build the MCP server."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mcp.server.mcpserver import MCPServer

from server import __version__
from server.runner import Runner
from server.tools import check_claims, compare_versions, quick_claim, search, versions

if TYPE_CHECKING:
    from retrieval.settings import Settings

_TOOLS: Final = (quick_claim, check_claims, search, versions, compare_versions)


def build_server(settings: Settings | None = None) -> MCPServer:
    """Return a server with all tools; nothing is loaded until a tool is called."""
    server = MCPServer(
        name="mcp-fact-check",
        title="MCP Fact Check",
        version=__version__,
        instructions=(
            "Checks statements about the Model Context Protocol against its specification, for "
            "the version they mean, with evidence. Name the version where you know it."
        ),
        log_level="WARNING",
    )
    runner = Runner(settings)
    for tool in _TOOLS:
        tool.add(server, runner)
    return server
