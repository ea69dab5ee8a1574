"""What a source may hold: nothing of it is written that leads out of its folder or is too large."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePosixPath
from typing import Final, NamedTuple

from retrieval.errors import SpecSourceRefusedError
from retrieval.versions import SpecVersion

MAX_FILES: Final = 2_000
MAX_FILE: Final = 4_000_000
"""Bytes of one file; the largest page there is, a schema page, has 0.7 million."""
MAX_TOTAL: Final = 60_000_000
"""Bytes of all files of a version."""
MAX_DEPTH: Final = 10
MAX_PATH: Final = 200
MAX_PRINTED: Final = 80_000_000
"""Bytes that one git command may print: all files of a version, or a list of its objects."""
MAX_FETCHED: Final = 600_000_000
"""Bytes that git may bring, where a server sends more than was asked for."""


class SourceFile(NamedTuple):
    """A file that a source offers, by its path below the root of the source."""

    path: str
    size: int


def folders(version: SpecVersion) -> tuple[str, str]:
    """Return the folders of a version: its pages, its schema."""
    return f"docs/specification/{version}", f"schema/{version}"


def is_wanted(path: str) -> bool:
    """Return whether a file is read: pages and schemas; pictures and the like are not."""
    return path.endswith(".mdx") or PurePosixPath(path).name == "schema.json"


def checked(files: Sequence[SourceFile], where: str) -> list[SourceFile]:
    """Return the files to be read, if all that a version offers keeps to the limits.

    Raises:
        SpecSourceRefusedError: a path leads elsewhere, or there is too much of something.

    """
    if len(files) > MAX_FILES:
        raise SpecSourceRefusedError(where, f"it has more than {MAX_FILES:,} files")
    seen: set[str] = set()
    for file in files:
        _check_path(file.path, where)
        if file.path.casefold() in seen:
            raise SpecSourceRefusedError(where, f"{file.path!r} is there twice, but for case")
        seen.add(file.path.casefold())
    wanted = [file for file in files if is_wanted(file.path)]
    for file in wanted:
        if file.size > MAX_FILE:
            raise SpecSourceRefusedError(where, f"{file.path} has more than {MAX_FILE:,} bytes")
    if sum(file.size for file in wanted) > MAX_TOTAL:
        raise SpecSourceRefusedError(where, f"its pages have more than {MAX_TOTAL:,} bytes")
    return wanted


def _check_path(path: str, where: str) -> None:
    parts = path.split("/")
    if len(parts) > MAX_DEPTH or len(path) > MAX_PATH:
        raise SpecSourceRefusedError(where, f"{path[:80]!r}... lies too deep")
    bad = any(part in ("", ".", "..", ".git") for part in parts)
    if bad or any(ord(char) < 32 or char in '\\:*?"<>|\x7f' for char in path):
        raise SpecSourceRefusedError(where, f"the path {path!r} is not one that pages have")
