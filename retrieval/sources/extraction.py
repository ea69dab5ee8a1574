"""Read a document in a child process with limits on memory, time and output."""

from __future__ import annotations

import json
import subprocess
import sys
from io import FileIO
from tempfile import TemporaryFile
from typing import Any, BinaryIO, Final, Literal, cast

from retrieval.errors import UnreadableDocumentError
from retrieval.sources.pages import Limits, PageText

READER: Final = "1"
"""Part of the name of what is kept of a document: raised when text would be read otherwise."""

Kind = Literal["pdf", "html", "text"]
KINDS: Final[dict[str, Kind]] = {
    ".pdf": "pdf",
    ".htm": "html",
    ".html": "html",
    ".xhtml": "html",
    ".markdown": "text",
    ".md": "text",
    ".mdx": "text",
    ".text": "text",
    ".txt": "text",
}
"""How a document is read, by the ending of its name."""


def extract(file: FileIO, kind: Kind, document: str, limits: Limits) -> list[PageText]:
    """Return the pages of an open file; `document` is what errors call it.

    Raises:
        UnreadableDocumentError: it is protected, broken, or goes beyond the limits.

    """
    with TemporaryFile() as output:
        ended = _run_child(file, kind, limits, output)
        output.seek(0)
        lines = output.read().splitlines()
    said = _last(lines)
    if "pages" in said:
        return [PageText(label, text) for label, text in said["pages"]]
    raise UnreadableDocumentError(document, _why(said, ended, limits))


def _run_child(file: FileIO, kind: Kind, limits: Limits, output: BinaryIO) -> int | None:
    """Run the child; return its exit code, or None where its time was up."""
    # Isolated from the environment and the current folder, but with the same packages as this one.
    code = (
        f"import sys; sys.path[:] = {sys.path!r}\n"
        "from retrieval.sources.extraction_child import run\n"
        "from retrieval.sources.pages import Limits\n"
        f"run({kind!r}, {limits!r})"
    )
    try:
        return subprocess.run(  # noqa: S603 - this Python, and code of our own
            [sys.executable, "-I", "-c", code],
            stdin=file,
            stdout=output,
            stderr=subprocess.DEVNULL,
            timeout=limits.seconds,
            check=False,
        ).returncode
    except subprocess.TimeoutExpired:
        return None


def _last(lines: list[bytes]) -> dict[str, Any]:
    """Return the last thing that the child said in full."""
    for line in reversed(lines):
        try:
            return cast("dict[str, Any]", json.loads(line))
        except ValueError:
            continue
    return {}


def _why(said: dict[str, Any], ended: int | None, limits: Limits) -> str:
    detail = said.get("detail", "")
    memory = f"{limits.memory_bytes // 2**20:,} MB of memory"
    at = f" at page {said['page']}" if "page" in said else ""
    match said.get("error"):
        case "protected":
            return "it asks for a password; save a copy without one"
        case "pages":
            return f"it has {detail} pages; at most {limits.pages:,} are read"
        case "characters":
            return f"it has {detail} characters of text; at most {limits.characters:,} are read"
        case "memory":
            return f"it needs more than {memory}"
        case "broken":
            return f"it is broken, or not what its name says: {detail}"
        case _ if ended is None:
            return f"it takes more than {limits.seconds} seconds{at}"
        case _:
            return (
                f"reading it broke off{at} (exit code {ended}): it is broken, or needs more than "
                f"{memory} or {limits.seconds} seconds"
            )
