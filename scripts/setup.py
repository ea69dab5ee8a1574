"""Set up a checkout: `python3 scripts/setup.py [--dev]`.

Makes `.venv` and installs the pinned, hashed requirements and this checkout into it, compiled, so
that the first start is as fast as the later ones. Needs Python 3.11 or newer and pip, nothing else;
uv is fetched into `.uv` where it is not installed. Running it again is quick. With `--dev`,
`.venv-mcp1` holds an older client, for the tests that the server serves both.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WINDOWS = os.name == "nt"


def main() -> None:
    """Install what is asked for."""
    if sys.version_info < (3, 11):  # noqa: UP036 - whoever runs this may have any Python
        sys.exit(f"mcp-fact-check needs Python 3.11 or newer, this is {sys.version.split()[0]}")
    uv, dev = find_uv(), "--dev" in sys.argv[1:]
    python = environment(uv, ".venv", "requirements-dev.txt" if dev else "requirements.txt")
    run(uv, *install_in(python), "--no-deps", "--editable", str(ROOT))
    if dev:
        environment(uv, ".venv-mcp1", "requirements-mcp1.txt")


def environment(uv: str, folder: str, lock: str) -> Path:
    """Make an environment with what a file of pinned requirements names; return its Python."""
    python = ROOT / folder / ("Scripts/python.exe" if WINDOWS else "bin/python")
    if not python.exists():
        run(uv, "venv", "--quiet", "--python", sys.executable, str(ROOT / folder))
    run(uv, *install_in(python), "--require-hashes", "--requirement", str(ROOT / lock))
    return python


def install_in(python: Path) -> tuple[str, ...]:
    """Return uv's command to install something for a Python."""
    return "pip", "install", "--quiet", "--python", str(python), "--compile-bytecode"


def find_uv() -> str:
    """Return an installed uv, or fetch one into `.uv`."""
    installed = shutil.which("uv")
    if installed:
        return installed
    folder = ROOT / ".uv"
    uv = folder / "bin" / ("uv.exe" if WINDOWS else "uv")
    if not uv.exists():
        run(sys.executable, "-m", "pip", "install", "--quiet", "--target", str(folder), "uv")
    return str(uv)


def run(*command: str) -> None:
    """Run a command, and stop with its exit code where it fails."""
    done = subprocess.run(command, check=False)  # noqa: S603 - fixed commands
    if done.returncode:
        sys.exit(f"{' '.join(command)} failed (exit code {done.returncode})")


if __name__ == "__main__":
    main()
