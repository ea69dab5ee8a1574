"""A process that extracts, and dies where the test says.

It reads orders, one JSON object a line. For each it forks; the fork extracts and makes the index,
and ends itself as `kill -9` does before the `die_at`th thing that it does to files or processes.
Imports are done before, so that each order is quick. It answers with the signal that ended the fork
(or 0), and with how many such things it did, where it came to its end.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import IO, Any, Final

import chromadb
import numpy as np

import retrieval.catalogue
import retrieval.index
from retrieval.index import embeddings_of, index_directory, open_index
from retrieval.index_manifest import read_manifest
from retrieval.official.extract import extract
from retrieval.official.store import OfficialText
from tests.retrieval.small import WordEmbedder, few_comments
from tests.support.spec_source import VERSION

ROOT: Final = Path(__file__).resolve().parent.parent.parent.parent
LOADED: Final = (chromadb, np)
COUNTED: Final = frozenset(
    {
        "open",
        "os.mkdir",
        "os.remove",
        "os.rename",
        "os.rmdir",
        "os.utime",
        "shutil.rmtree",
        "sqlite3.connect",
        "subprocess.Popen",
        "fcntl.flock",
    }
)


class Doomed:
    """The process, seen from the test."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.retrieval.official.child"],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def extract(self, data_dir: Path, source: str, catalogue: Path, die_at: int) -> tuple[int, int]:
        """Extract in a fork; return the signal that ended it, and what it did if none did."""
        order = {
            "data_dir": str(data_dir),
            "source": source,
            "catalogue": str(catalogue),
            "die_at": die_at,
        }
        stdin, stdout = _pipe(self._process.stdin), _pipe(self._process.stdout)
        stdin.write(json.dumps(order) + "\n")
        stdin.flush()
        answer = json.loads(stdout.readline())
        return answer["signal"], answer["done"]

    def close(self) -> None:
        self._process.communicate(timeout=60)


def _pipe(stream: IO[str] | None) -> IO[str]:
    assert stream is not None
    return stream


def extract_and_embed(data_dir: Path, source: str) -> None:
    """Do what `specs extract` does, with an embedder that needs no model."""
    embedder = WordEmbedder()

    def embed(text: OfficialText) -> Any:
        open_index(data_dir, VERSION, embedder, official=text).close()
        directory = index_directory(data_dir, embedder.id, text)
        return embeddings_of(read_manifest(directory), embedder)

    extract(data_dir, [VERSION], source, None, lambda _: None, embed=embed)


def _fork(order: dict[str, Any]) -> dict[str, int]:
    read, write = os.pipe()
    pid = os.fork()
    if pid == 0:
        done = 0

        def watch(event: str, _: object) -> None:
            nonlocal done
            if event in COUNTED:
                done += 1
                if done == order["die_at"]:
                    os.kill(os.getpid(), signal.SIGKILL)

        sys.addaudithook(watch)
        status = 1
        try:
            extract_and_embed(Path(order["data_dir"]), order["source"])
            status = 0
        finally:
            os.write(write, str(done).encode())
            os._exit(status)
    os.close(write)
    _, status = os.waitpid(pid, 0)
    with os.fdopen(read) as stream:
        done = int(stream.read() or 0)
    if os.WIFEXITED(status) and os.WEXITSTATUS(status):
        return {"signal": -1, "done": done}
    return {"signal": os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0, "done": done}


def main() -> None:
    """Answer orders until there are no more."""
    for line in sys.stdin:
        order = json.loads(line)
        retrieval.index.read_schema_comments = few_comments
        retrieval.catalogue.files = lambda _, folder=order["catalogue"]: Path(folder)  # pyright: ignore
        sys.stdout.write(json.dumps(_fork(order)) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
