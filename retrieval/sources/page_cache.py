"""Pages of documents that were read before, by the hash of the file: each is read once."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Final

from retrieval.sources.pages import PageText

_MOST_BYTES: Final = 500 * 2**20
_SUFFIX: Final = ".json"


class PageCache:
    """A folder with a file for each document: written whole or not at all, by any process.

    That it cannot be written is no error: documents are then read each time.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def get(self, key: str) -> list[PageText] | None:
        """Return the pages that are kept under a key."""
        path = self._path(key)
        try:
            kept = json.loads(path.read_bytes())
            pages = [PageText(label, text) for label, text in kept]
        except (OSError, ValueError, TypeError):
            return None
        with suppress(OSError):
            os.utime(path)  # what is used stays
        return pages

    def put(self, key: str, pages: list[PageText]) -> None:
        """Keep the pages of a document."""
        with suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            with NamedTemporaryFile(
                dir=self._folder, prefix=".writing-", mode="w", encoding="ascii", delete=False
            ) as aside:
                json.dump(pages, aside)
            os.replace(aside.name, self._path(key))
            self._drop_oldest()

    def _drop_oldest(self) -> None:
        kept = [(path.stat(), path) for path in self._folder.iterdir()]
        kept.sort(key=lambda item: item[0].st_mtime)
        total = sum(stat.st_size for stat, _ in kept)
        for stat, path in kept:
            if total <= _MOST_BYTES:
                break
            path.unlink(missing_ok=True)
            total -= stat.st_size

    def _path(self, key: str) -> Path:
        return self._folder / f"{key}{_SUFFIX}"
