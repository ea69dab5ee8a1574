"""Serve on stdin and stdout."""

from __future__ import annotations

import os
import signal
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mcp.server.mcpserver import MCPServer


def serve_stdio(server: MCPServer) -> None:
    """Serve until stdin ends, or Ctrl-C."""
    # The SDK waits for stdin in a thread that Ctrl-C cannot end; there is nothing to clean up.
    signal.signal(signal.SIGINT, lambda _number, _frame: os._exit(130))
    server.run("stdio")
