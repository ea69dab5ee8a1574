"""A PostgreSQL server of the test's own, from Debian's package, on a free port of 127.0.0.1."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

_DEBIAN: Final = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
_BIN: Final = _DEBIAN[-1] if _DEBIAN else None
MISSING: Final = (
    "PostgreSQL is not installed in /usr/lib/postgresql (apt-get install postgresql)"
    if _BIN is None
    else "setpriv is not installed, and PostgreSQL does not run as root"
    if os.geteuid() == 0 and shutil.which("setpriv") is None
    else None
)
"""Why there can be no server; None where there can."""


class PostgresServer:
    """A running server, whose only user is `postgres`, without a password."""

    def __init__(self, directory: Path, port: int) -> None:
        self._directory = directory
        self.url = f"postgresql://postgres@127.0.0.1:{port}/postgres"
        self._options = (
            f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= "
            "-c fsync=off -c max_connections=50"
        )

    def start(self) -> None:
        """Start the server and wait until it answers."""
        _run("pg_ctl", "-D", self._directory, "-w", "-o", self._options, "-l", "/dev/null", "start")

    def stop(self) -> None:
        """Stop the server; connections are cut."""
        _run("pg_ctl", "-D", self._directory, "-w", "-m", "immediate", "stop")


@contextmanager
def postgres_server() -> Generator[PostgresServer]:
    """Make a database cluster and run a server on it.

    Its directory is none of pytest's: those are closed to the user that PostgreSQL runs as.
    """
    with TemporaryDirectory(prefix="postgres-") as name:
        directory = Path(name)
        if os.geteuid() == 0:
            shutil.chown(directory, "postgres", "postgres")
        _run("initdb", "-D", directory, "-A", "trust", "-U", "postgres", "-E", "UTF8", "--no-sync")
        server = PostgresServer(directory, _free_port())
        server.start()
        try:
            yield server
        finally:
            server.stop()


def _run(program: str, *arguments: str | Path) -> None:
    assert _BIN is not None
    as_postgres = ("setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups")
    done = subprocess.run(
        [*(as_postgres if os.geteuid() == 0 else ()), _BIN / program, *arguments],
        cwd="/",
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, f"{program}: {done.stdout}{done.stderr}"


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
