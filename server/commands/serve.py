"""Command `serve`."""

from __future__ import annotations

from typing import Annotated

import typer

from retrieval.errors import LimitError, UnavailableError

_LOOPBACK = ("127.0.0.1", "localhost", "::1")


def serve(
    http: Annotated[
        bool, typer.Option("--http", help="Serve over Streamable HTTP at /mcp, not over stdio.")
    ] = False,
    host: Annotated[str, typer.Option(help="Loopback address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port to listen on.")] = 8000,
) -> None:
    """Serve the tools over MCP on stdin and stdout, or over HTTP on this machine."""
    if http:
        _serve_http(host, port)
    else:
        _serve_stdio()


def _serve_stdio() -> None:
    from server.app import build_server  # noqa: PLC0415
    from server.stdio import serve_stdio  # noqa: PLC0415

    serve_stdio(build_server())


def _serve_http(host: str, port: int) -> None:
    if host not in _LOOPBACK:
        # The server asks nobody who they are, so nobody else may reach it.
        allowed = f"a loopback address ({', '.join(_LOOPBACK)}); put a proxy with auth before it"
        raise LimitError("host", allowed, host)
    if not 1 <= port <= 65_535:
        raise LimitError("port", "from 1 to 65535", str(port))
    _refuse_taken(host, port)
    from server import printing  # noqa: PLC0415
    from server.app import build_server  # noqa: PLC0415

    server = build_server()
    shown = f"[{host}]" if ":" in host else host
    printing.message_out(f"MCP over HTTP at http://{shown}:{port}/mcp (Ctrl-C stops it)")
    server.run("streamable-http", host=host, port=port)


def _refuse_taken(host: str, port: int) -> None:
    """Say plainly that a port is taken: the web server would end the process with its own words."""
    import socket  # noqa: PLC0415

    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise UnavailableError(
                f"cannot listen on {host}, port {port}: {error.strerror}; choose another --port"
            ) from error
