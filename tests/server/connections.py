"""Real MCP clients of both eras, on a server in a process of its own or in this one."""

from __future__ import annotations

import math
import socket
import subprocess
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, Final, Literal, cast

from anyio import CancelScope
from anyio.from_thread import BlockingPortal, start_blocking_portal
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.server.mcpserver import MCPServer
from mcp_types import CallToolResult, TextContent, Tool

Era = Literal["modern", "handshake"]

ERAS: Final[tuple[Era, ...]] = ("modern", "handshake")
MODES: Final[dict[Era, str]] = {"modern": "auto", "handshake": "legacy"}
"""How a client begins: with `server/discover`, or with `initialize`."""

SPOKEN: Final[dict[Era, str]] = {"modern": "2026-07-28", "handshake": "2025-11-25"}
"""The protocol version that they then speak."""


UP_WITHIN: Final = 60.0
"""Seconds after which a server that does not listen has failed."""


class Connection:
    """A connected client, to be called from a test that is not async."""

    def __init__(self, portal: BlockingPortal, client: Client) -> None:
        self._portal = portal
        self.client = client

    def tools(self) -> list[Tool]:
        """Return what `tools/list` gives."""
        return self._portal.call(self.client.list_tools).tools

    def call(self, tool: str, **arguments: Any) -> CallToolResult:
        """Call a tool."""
        return self._portal.call(partial(self.client.call_tool, tool, arguments))

    def watch(
        self, tool: str, arguments: dict[str, Any], most: float = math.inf
    ) -> tuple[CallToolResult | None, list[tuple[float, float | None]]]:
        """Call a tool and return its progress; after `most` of it, cancel the call (None)."""
        seen: list[tuple[float, float | None]] = []

        async def call() -> CallToolResult | None:
            with CancelScope() as scope:

                async def report(progress: float, total: float | None, message: str | None) -> None:
                    seen.append((progress, total))
                    if progress >= most:
                        scope.cancel()

                return await self.client.call_tool(tool, arguments, progress_callback=report)

        return self._portal.call(call), seen

    def call_at_once(self, tool: str, arguments: list[dict[str, Any]]) -> list[CallToolResult]:
        """Call a tool several times without waiting in between."""
        calls = [partial(self.client.call_tool, tool, given) for given in arguments]
        started = [self._portal.start_task_soon(call) for call in calls]
        return [call.result() for call in started]


@contextmanager
def connect_to_process(
    era: Era,
    command: str,
    env: dict[str, str],
    log: Path,
    arguments: Sequence[str] = ("serve",),
) -> Generator[Connection]:
    """Start `command serve` and connect to it over stdio; what it says on stderr goes to `log`."""
    server = StdioServerParameters(command=command, args=[*arguments], env=env, cwd=log.parent)
    with (
        log.open("w", encoding="utf-8") as stderr,
        _connect(stdio_client(server, errlog=stderr), era) as connection,
    ):
        yield connection


@contextmanager
def connect_over_http(
    era: Era, command: str, env: dict[str, str], log: Path
) -> Generator[Connection]:
    """Start `command serve --http` on a free port and connect to it."""
    with serve_over_http(command, env, log) as address, _connect(address, era) as connection:
        yield connection


@contextmanager
def connect_to_address(era: Era, address: str) -> Generator[Connection]:
    """Connect to a server that listens already."""
    with _connect(address, era) as connection:
        yield connection


@contextmanager
def serve_over_http(command: str, env: dict[str, str], log: Path) -> Generator[str]:
    """Start `command serve --http` on a free port; yield its address once it answers."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with (
        log.open("w", encoding="utf-8") as stderr,
        subprocess.Popen(
            [command, "serve", "--http", "--port", str(port)],
            env=env,
            cwd=log.parent,
            stdout=subprocess.DEVNULL,
            stderr=stderr,
        ) as process,
    ):
        try:
            _await_port(port, process)
            yield f"http://127.0.0.1:{port}/mcp"
        finally:
            process.terminate()


def _await_port(port: int, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + UP_WITHIN
    while time.monotonic() < deadline and process.poll() is None:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        time.sleep(0.05)
    raise AssertionError(f"no server on port {port} (exit code {process.poll()})")


@contextmanager
def connect_in_memory(era: Era, server: MCPServer) -> Generator[Connection]:
    """Connect to a server in this process."""
    with _connect(server, era) as connection:
        yield connection


@contextmanager
def _connect(server: Any, era: Era) -> Generator[Connection]:
    client = Client(server, mode=MODES[era], read_timeout_seconds=120)
    with (
        start_blocking_portal() as portal,
        portal.wrap_async_context_manager(client) as connected,
    ):
        yield Connection(portal, connected)


def text_of(result: CallToolResult) -> str:
    """Return the only content of a result, which must be text."""
    (content,) = result.content
    assert isinstance(content, TextContent)
    return content.text


def values_of(result: CallToolResult) -> dict[str, Any]:
    """Return the structured content of a result, which must be there."""
    assert result.is_error is False, text_of(result)
    assert result.structured_content is not None
    return cast("dict[str, Any]", result.structured_content)
