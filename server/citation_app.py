"""Command `mcp-citation-checker`: a server on stdin and stdout with the one tool `check_citation`.

Its settings are those of the design (WEAVIATE_...) and of docs/citations.md.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mcp.server.mcpserver import MCPServer

    from retrieval.settings import Settings
    from retrieval.sources.reader import Sources


def build_citation_server(
    settings: Settings | None = None, sources: Sources | None = None
) -> MCPServer:
    """Return the server; nothing is loaded until the tool is called."""
    from mcp.server.mcpserver import MCPServer  # noqa: PLC0415

    from server import __version__  # noqa: PLC0415
    from server.runner import Runner  # noqa: PLC0415
    from server.tools import check_citation  # noqa: PLC0415

    server = MCPServer(
        name="mcp-citation-checker",
        title="Citation Checker",
        version=__version__,
        instructions=(
            "Checks whether a claim is borne out by the text at the page it cites. The page is "
            "fetched anew: what you remember of it is no evidence. Call check_citation for each "
            "citation, and correct what it contradicts or does not find."
        ),
        log_level="WARNING",
    )
    check_citation.add_alone(server, Runner(settings, sources=sources))
    return server


def main() -> None:
    """Serve until stdin ends; there are no arguments, the settings are in the environment."""
    if sys.argv[1:]:
        from server import printing  # noqa: PLC0415

        printing.message_out(
            "mcp-citation-checker takes no arguments: an MCP client starts it and speaks to it on "
            "stdin and stdout. Its settings are environment variables, such as CITATION_FOLDER "
            "(docs/citations.md); at a terminal, use: mcp-fact-check cite"
        )
        sys.exit(2)
    from server.stdio import serve_stdio  # noqa: PLC0415

    serve_stdio(build_citation_server())
