"""The installed command in a process of its own, with the settings of the test and no others."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

SETTINGS: Final = (
    *("MCP_FACT_CHECK_", "OPENAI_", "LANGSMITH_", "LANGCHAIN_", "LANGGRAPH_"),
    *("CHROMA_", "CITATION_", "WEAVIATE_"),
)

NO_NETWORK: Final = {
    # Nobody listens there: whatever would leave the machine fails at once instead.
    "HTTP_PROXY": "http://127.0.0.1:9",
    "HTTPS_PROXY": "http://127.0.0.1:9",
    "ALL_PROXY": "http://127.0.0.1:9",
    "NO_PROXY": "127.0.0.1,localhost",
}


def environment(data_dir: Path, **more: str) -> dict[str, str]:
    """Return the machine's environment without its settings, keys and network, and with `more`."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(SETTINGS) and name.upper() not in NO_NETWORK
    }
    ours = {"MCP_FACT_CHECK_DATA_DIR": str(data_dir), "LANGSMITH_TRACING": "false"}
    return kept | NO_NETWORK | ours | more


def script(name: str, python: Path | None = None) -> str:
    """Return the path of a command that is installed beside a Python, by default this one."""
    folder = (python or Path(sys.executable)).parent
    found = shutil.which(name, path=str(folder))
    assert found, f"{name} is not installed in {folder}"
    return found


def run_command(
    *arguments: str, env: dict[str, str], stdin: str | bytes = b""
) -> subprocess.CompletedProcess[str]:
    """Run `mcp-fact-check` to its end; its output is read as UTF-8, whatever the locale."""
    done = subprocess.run(
        [script("mcp-fact-check"), *arguments],
        env=env,
        input=stdin.encode() if isinstance(stdin, str) else stdin,
        capture_output=True,
        timeout=120,
        check=False,
    )
    return subprocess.CompletedProcess(
        done.args, done.returncode, done.stdout.decode(), done.stderr.decode()
    )
