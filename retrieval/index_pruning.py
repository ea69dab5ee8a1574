"""Remove indexes that nobody uses any more.

Other processes may have an index open: another release, another embedder, a server that runs for
weeks. Whoever uses one says so by the time of its manifest; an index is removed when nobody has
for a day.
"""

from __future__ import annotations

import os
import shutil
import time
from contextlib import suppress
from pathlib import Path
from typing import Final, Literal

from retrieval.index_manifest import MANIFEST
from retrieval.versions import VERSIONS, SpecVersion

ALL: Final = "all"
"""Begins the name of an index of all versions."""
BUILDING: Final = ".building-"
"""Begins the names of folders that are no index yet, or no more."""

UNUSED_AFTER: Final = 24 * 3_600.0
"""Seconds after its last use at which an index is removed."""
USE_TOLD_EVERY: Final = 3_600.0
"""Seconds after which a process that goes on using an index says so again."""


def mark_used(directory: Path) -> None:
    """Say that an index is in use now; where that cannot be written, nobody removes it either."""
    with suppress(OSError):
        os.utime(directory / MANIFEST)


def unused(indexes: Path, name: SpecVersion | Literal["all"], keep: Path) -> list[Path]:
    """Return the indexes of a version's text, or of all versions, that nobody used for a day.

    Earlier releases had an index of each version, named by the version and one hash; the index of
    all versions takes their place.
    """
    return [
        folder
        for folder in (indexes.iterdir() if indexes.is_dir() else ())
        if folder != keep and _is_index_of(folder.name, name) and _is_idle(folder)
    ]


def remove_unused(indexes: Path, name: SpecVersion | Literal["all"], keep: Path) -> list[Path]:
    """Remove them; return which."""
    old = unused(indexes, name, keep)
    for folder in old:
        remove_index(folder)
    return old


def remove_index(folder: Path) -> None:
    """Remove an index: nobody finds it from the first moment on."""
    aside = folder.with_name(f"{BUILDING}removed-{folder.name}")
    with suppress(OSError):
        folder.rename(aside)
        shutil.rmtree(aside, ignore_errors=True)


def _is_index_of(folder: str, name: SpecVersion | Literal["all"]) -> bool:
    of, _, key = folder.rpartition("-")
    if name == ALL:
        return of == ALL or (of in VERSIONS and bool(key))
    return folder.startswith(f"{name}-") and of != name


def _is_idle(folder: Path) -> bool:
    with suppress(OSError):
        return time.time() - (folder / MANIFEST).stat().st_mtime > UNUSED_AFTER
    return False
