"""The child process that reads one document: stdin is the file, stdout the pages as JSON lines.

    {"page": 1}                          about to read it: where the process ends, the parent knows
    {"error": "protected"}               the end: why the document cannot be read
    {"pages": [["ii", "text"], ...]}     the end: all of it

What parses files of others runs here, within limits, so that a file that takes all memory, all time
or the process itself takes nothing from the server.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any, BinaryIO, Final

from retrieval.sources.clean import clean_text
from retrieval.sources.pages import Limits, PageText

_DECLARED: Final = re.compile(rb"""charset\s*=\s*["']?\s*([\w.:-]+)""", re.IGNORECASE)
_HEAD: Final = 1_024
"""Bytes in which an HTML page has to declare its encoding."""

_MARKS: Final = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))


def run(kind: str, limits: Limits) -> None:
    """Read the document on stdin."""
    _restrict(limits)
    with os.fdopen(1, "wb", buffering=0, closefd=False) as out:
        _tell(out, _read(kind, limits, lambda page: _tell(out, {"page": page})))


def _read(kind: str, limits: Limits, progress: Callable[[int], None]) -> dict[str, Any]:
    from retrieval.sources.pdf_text import ProtectedError, TooManyPagesError  # noqa: PLC0415

    try:
        data = sys.stdin.buffer.read()
        pages = _pages(kind, data, limits.pages, progress)
    except ProtectedError:
        return {"error": "protected"}
    except TooManyPagesError as error:
        return {"error": "pages", "detail": str(error)}
    except MemoryError:
        return {"error": "memory"}
    except ValueError as error:
        return {"error": "broken", "detail": str(error)}
    cleaned = [(page.label, clean_text(page.text)) for page in pages]
    if (length := sum(len(text) for _, text in cleaned)) > limits.characters:
        return {"error": "characters", "detail": f"{length:,}"}
    return {"pages": cleaned}


def _pages(
    kind: str, data: bytes, most_pages: int, progress: Callable[[int], None]
) -> list[PageText]:
    from retrieval.sources.html_text import html_text  # noqa: PLC0415
    from retrieval.sources.pdf_text import TooManyPagesError, read_pdf  # noqa: PLC0415
    from retrieval.sources.plain_pages import split_pages  # noqa: PLC0415

    if kind == "pdf":
        return read_pdf(data, most_pages, progress)
    text = _decoded(data, kind)
    texts = split_pages(html_text(text) if kind == "html" else text.replace("\r\n", "\n"))
    if len(texts) > most_pages:
        raise TooManyPagesError(f"{len(texts):,}")
    return [PageText(None, text) for text in texts]


def _decoded(data: bytes, kind: str) -> str:
    """Return text by its byte order mark, as UTF-8, or by what an HTML page declares.

    Raises:
        ValueError: it is none of them; guessing would make other words of it.

    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return data.decode(encoding)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        declared = _DECLARED.search(data[:_HEAD]) if kind == "html" else None
        if declared is None:
            raise ValueError("it is not UTF-8; save it as UTF-8") from None
    try:
        return data.decode(declared[1].decode())
    except LookupError:
        raise ValueError(f"it declares the unknown encoding {declared[1]!r}") from None


def _restrict(limits: Limits) -> None:
    """Limit what this process can take, where the system can: not on Windows."""
    if sys.platform == "win32":
        return
    import resource  # noqa: PLC0415

    # The parent stops it by the clock; this ends it also where the parent was killed.
    for what, most in (
        (resource.RLIMIT_AS, limits.memory_bytes),
        (resource.RLIMIT_CPU, limits.seconds),
        (resource.RLIMIT_FSIZE, 8 * limits.characters),
        (resource.RLIMIT_CORE, 0),
    ):
        hard = resource.getrlimit(what)[1]
        allowed = most if hard == resource.RLIM_INFINITY else min(most, hard)
        with suppress(ValueError):  # macOS takes no limit on memory
            resource.setrlimit(what, (allowed, allowed))


def _tell(out: BinaryIO, value: dict[str, Any]) -> None:
    data = memoryview(json.dumps(value).encode() + b"\n")
    while data:
        data = data[out.write(data) :]
