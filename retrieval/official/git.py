"""Run git for one purpose: to bring files of a commit here, and nothing else.

No shell, no hooks, no submodules, no prompts, no protocol but https, ssh and file; nothing is
checked out, so that no filter, attribute or symbolic link of the source has an effect.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Final

from retrieval.errors import DataError, GitMissingError, SpecSourceError, SpecSourceRefusedError
from retrieval.official.limits import MAX_FETCHED, MAX_PRINTED
from retrieval.settings import environment_without

QUICK: Final = 60.0
"""Seconds for what brings little."""
SLOW: Final = 900.0
"""Seconds for what may bring megabytes."""

_SAFE: Final = (
    "-c", f"core.hooksPath={os.devnull}",
    "-c", "core.fsmonitor=false",
    "-c", "core.askPass=",
    "-c", "protocol.version=2",
    "-c", "fetch.recurseSubmodules=false",
    "-c", "fetch.negotiationAlgorithm=noop",
    "-c", "gc.auto=0",
    "-c", "maintenance.auto=false",
    "-c", "http.lowSpeedLimit=500",
    "-c", "http.lowSpeedTime=30",
)  # fmt: skip
_ENVIRONMENT: Final = {
    "GIT_ALLOW_PROTOCOL": "https:ssh:file",
    "GIT_ASKPASS": "",
    "GIT_SSH_COMMAND": "ssh -oBatchMode=yes -oConnectTimeout=20",
    "GIT_TERMINAL_PROMPT": "0",
    "GCM_INTERACTIVE": "never",
    "LC_ALL": "C",
    "SSH_ASKPASS": "",
}
_POLL: Final = 0.05
_PASSWORD: Final = re.compile(r"://[^/@\s]+@")


class Git:
    """The git binary, working in a bare repository of its own in `folder`.

    Raises:
        GitMissingError: there is no git on this machine.

    """

    def __init__(self, folder: Path, source: str, patience: float = QUICK) -> None:
        binary = shutil.which("git")
        if binary is None:
            raise GitMissingError
        self._command = (binary, *_SAFE)
        self._folder = folder
        self._source = source
        self._patience = patience
        folder.mkdir(parents=True, exist_ok=True)
        self.run("init", "--quiet", "--bare", "--template=", ".")

    def run(self, *arguments: str, stdin: bytes = b"", timeout: float | None = None) -> bytes:
        """Run a git command and return what it printed.

        Raises:
            SpecSourceError: it failed or took too long; says what git said.
            SpecSourceRefusedError: it brought more than is allowed.
            DataError: the disk is full.

        """
        with TemporaryFile() as given, TemporaryFile() as output, TemporaryFile() as errors:
            given.write(stdin)
            given.seek(0)
            process = self._start(arguments, given, output, errors)
            try:
                self._wait(process, output.fileno(), timeout or self._patience)
            finally:
                _end(process)
            if process.returncode:
                errors.seek(0)
                raise self._failure(errors.read(20_000).decode(errors="replace"))
            output.seek(0)
            return output.read()

    def _start(
        self, arguments: tuple[str, ...], stdin: IO[bytes], stdout: IO[bytes], stderr: IO[bytes]
    ) -> subprocess.Popen[bytes]:
        try:
            return subprocess.Popen(  # noqa: S603 - no shell; arguments are checked by callers
                [*self._command, *arguments],
                cwd=self._folder,
                env=environment_without("GIT_", "SSH_ASKPASS") | _ENVIRONMENT,
                stdin=stdin,
                stdout=stdout,
                stderr=stderr,
                start_new_session=True,
            )
        except OSError as error:
            raise SpecSourceError(shown(self._source), f"git does not start ({error})") from error

    def _wait(self, process: subprocess.Popen[bytes], output: int, timeout: float) -> None:
        deadline = time.monotonic() + timeout
        while True:
            try:
                process.wait(_POLL)
                self._check_amount(output)
                return
            except subprocess.TimeoutExpired:
                pass
            if time.monotonic() > deadline:
                raise SpecSourceError(
                    shown(self._source), f"git took more than {timeout:g} seconds"
                )
            self._check_amount(output)

    def _check_amount(self, output: int) -> None:
        for size, most in (
            (os.fstat(output).st_size, MAX_PRINTED),
            (_size_of(self._folder), MAX_FETCHED),
        ):
            if size > most:
                raise SpecSourceRefusedError(
                    shown(self._source), f"it sends more than {most:,} bytes"
                )

    def _failure(self, said: str) -> SpecSourceError | DataError:
        lines = [line.strip() for line in shown(said).splitlines() if line.strip()]
        why = next((line for line in lines if line.startswith(("fatal:", "error:"))), "")
        if "No space left" in said or "File too large" in said:
            return DataError(
                f"the disk is full below {self._folder.parent}; free some space, or set "
                "MCP_FACT_CHECK_DATA_DIR to another disk. What was extracted before is unharmed"
            )
        return SpecSourceError(shown(self._source), why or (lines[-1] if lines else "git failed"))


def shown(text: str) -> str:
    """Return an address, or what git says of it, without user name and password."""
    return _PASSWORD.sub("://", text)


def _end(process: subprocess.Popen[bytes]) -> None:
    """Stop git and what it started; whoever interrupts us interrupts it."""
    if process.poll() is not None:
        return
    if os.name == "posix":
        os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()
    process.wait()


def _size_of(folder: Path) -> int:
    total = 0
    for file in folder.rglob("*"):
        with suppress(OSError):  # git renames and removes files meanwhile
            total += file.lstat().st_size
    return total


def fields(listing: bytes) -> list[str]:
    """Return the fields of a listing that ends each with NUL."""
    return [item.decode("utf-8", "surrogateescape") for item in listing.split(b"\0") if item]
