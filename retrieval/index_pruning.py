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
from typing import Final

from retrieval.versions import SpecVersion

MANIFEST: Final = "index.json"
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


def unused(indexes: Path, version: SpecVersion, keep: Path) -> list[Path]:
    """Return the indexes of a version, but for `keep`, that nobody used for a day."""
    old: list[Path] = []
    for folder in indexes.glob(f"{version}-*"):
        with suppress(OSError):
            idle = time.time() - (folder / MANIFEST).stat().st_mtime
            if folder != keep and idle > UNUSED_AFTER:
                old.append(folder)
    return old


def remove_unused(indexes: Path, version: SpecVersion, keep: Path) -> list[Path]:
    """Remove them; return which."""
    old = unused(indexes, version, keep)
    for folder in old:
        remove_index(folder)
    return old


def remove_index(folder: Path) -> None:
    """Remove an index: nobody finds it from the first moment on."""
    aside = folder.with_name(f"{BUILDING}removed-{folder.name}")
    with suppress(OSError):
        folder.rename(aside)
        shutil.rmtree(aside, ignore_errors=True)
