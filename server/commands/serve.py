"""Command `serve`."""

from __future__ import annotations


def serve() -> None:
    """Serve the tools over MCP on stdin and stdout."""
    import os  # noqa: PLC0415
    import signal  # noqa: PLC0415

    from server.app import build_server  # noqa: PLC0415

    # The SDK waits for stdin in a thread that Ctrl-C cannot end; there is nothing to clean up.
    signal.signal(signal.SIGINT, lambda _number, _frame: os._exit(130))
    build_server().run("stdio")
