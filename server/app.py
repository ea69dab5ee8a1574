"""Build the MCP server."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from server import __version__
from server.prompt_errors import PromptServer
from server.prompts import fact_check, migrate
from server.runner import Runner
from server.tools import (
    check_citation,
    check_claims,
    compare_versions,
    migrations,
    quick_claim,
    search,
    start_migration,
    submit_judgements,
    versions,
)

if TYPE_CHECKING:
    from mcp.server.mcpserver import MCPServer

    from retrieval.settings import Settings

_TOOLS: Final = (
    quick_claim,
    check_claims,
    check_citation,
    submit_judgements,
    search,
    versions,
    compare_versions,
    start_migration,
    migrations,
)


def build_server(settings: Settings | None = None) -> MCPServer:
    """Return a server with all tools; nothing is loaded until a tool is called."""
    server = PromptServer(
        name="mcp-fact-check",
        title="MCP Fact Check",
        version=__version__,
        instructions=(
            "Checks statements about the Model Context Protocol against its specification, for "
            "the version they mean, with evidence. Name the version where you know it. For a text "
            "call check-mcp-claims; where its answer ends with open claims, judge them by the "
            "evidence given and call submit-judgements until the report is finished. For one "
            "statement call check-mcp-quick-claim. To check a claim against the page of a document "
            "that it cites, about any subject, call check_citation."
        ),
        log_level="WARNING",
    )
    runner = Runner(settings)
    for tool in _TOOLS:
        tool.add(server, runner)
    migrate.add(server, runner)
    fact_check.add(server, runner)
    return server
