"""A real Chroma server in a process of its own."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen


@contextmanager
def chroma_server(folder: Path) -> Generator[int]:
    """Start `chroma run` on a free port of this machine; give the port once it answers."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [str(Path(sys.executable).parent / "chroma"), "run", "--path", str(folder)]
    with (folder.parent / "chroma.log").open("w") as log:
        process = subprocess.Popen(
            [*command, "--host", "127.0.0.1", "--port", str(port)], stdout=log, stderr=log
        )
        try:
            for _ in range(200):
                if _answers(port):
                    break
                assert process.poll() is None, "the server ended"
                _pause(process)
            else:
                raise AssertionError("the server does not answer")
            yield port
        finally:
            process.terminate()
            process.wait(30)


def _answers(port: int) -> bool:
    try:
        with urlopen(f"http://127.0.0.1:{port}/api/v2/heartbeat", timeout=5) as answer:
            return answer.status == 200
    except (URLError, OSError):
        return False


def _pause(process: subprocess.Popen[bytes]) -> None:
    try:
        process.wait(0.1)
    except subprocess.TimeoutExpired:
        return
