"""What a child process does in the tests: `python -m tests.retrieval.child build|read ...`.

It talks with the test by lines: it prints where it is, and waits for a line before it goes on.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import IO

import retrieval.catalogue
import retrieval.index
from retrieval.index import index_directory, open_index
from retrieval.store import ChromaStore
from retrieval.versions import SpecVersion
from tests.retrieval.small import WordEmbedder, few_comments

ROOT = Path(__file__).resolve().parent.parent.parent
VERSION: SpecVersion = "2024-11-05"


class Child:
    """A child process, and the lines it and the test say to each other."""

    def __init__(self, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.retrieval.child", *arguments],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def hear(self, line: str) -> None:
        """Wait until the child says `line`."""
        said = _pipe(self.process.stdout).readline().strip()
        assert said == line, f"the child said {said!r}"

    def tell(self) -> None:
        """Let the child go on."""
        _pipe(self.process.stdin).write("go\n")
        _pipe(self.process.stdin).flush()

    def result(self) -> object:
        """Return what the child printed last, after its end."""
        said, _ = self.process.communicate(timeout=120)
        assert self.process.returncode == 0
        return json.loads(said)

    def kill(self) -> None:
        """End the child as `kill -9` does."""
        self.process.kill()
        self.process.communicate(timeout=120)


def _pipe(stream: IO[str] | None) -> IO[str]:
    assert stream is not None
    return stream


def build(catalogue: Path, data_dir: Path, wait_at: int) -> None:
    """Open the index; wait when the embedder is asked for the `wait_at`th time."""
    retrieval.catalogue.files = lambda _package: catalogue  # pyright: ignore
    retrieval.index.read_schema_comments = few_comments
    asked = 0

    def before_each() -> None:
        nonlocal asked
        asked += 1
        if asked == wait_at:
            _wait("building")

    embedder = WordEmbedder(before_each=before_each)
    store = open_index(data_dir, VERSION, embedder)
    question = WordEmbedder().embed(["inputs of a tool call"])
    found = store.query("fine", question, 10)
    _print(
        {
            "directory": str(index_directory(data_dir, embedder.id)),
            "counts": {kind: store.count(kind) for kind in ("fine", "regular")},
            "found": [[hit.chunk.id, round(hit.similarity, 5)] for hit in found[0]],
        }
    )


def read(directory: Path, collection: str) -> None:
    """Open a Chroma directory, wait, then query it."""
    store = ChromaStore(directory)
    _wait("open")
    vectors = WordEmbedder().embed(["inputs of a tool call"])
    _print([hit.chunk.id for hit in store.query(collection, vectors, 10, VERSION)[0]])


def _wait(where: str) -> None:
    sys.stdout.write(where + "\n")
    sys.stdout.flush()
    if not sys.stdin.readline():
        sys.exit("the test is gone")


def _print(value: object) -> None:
    sys.stdout.write(json.dumps(value) + "\n")


if __name__ == "__main__":
    command, *rest = sys.argv[1:]
    if command == "build":
        build(Path(rest[0]), Path(rest[1]), int(rest[2]))
    else:
        read(Path(rest[0]), rest[1])
