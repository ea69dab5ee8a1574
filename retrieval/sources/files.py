"""Back end `files`, the default: a folder of PDF, HTML, Markdown and text documents."""

from __future__ import annotations

import hashlib
import os
import time
from collections import OrderedDict
from io import FileIO
from pathlib import Path
from threading import Lock, Semaphore
from typing import Any, Final

from retrieval.errors import SourceConfigurationError, UnreadableDocumentError
from retrieval.settings import SourceSettings
from retrieval.sources.extraction import KINDS, READER, extract
from retrieval.sources.folder import DocumentFolder
from retrieval.sources.page_cache import PageCache
from retrieval.sources.pages import Limits, PageText

_MOST_IN_MEMORY: Final = 20_000_000
"""Characters of documents that stay in memory."""

_MOST_CHILDREN: Final = 2
"""Documents that are read at the same time: each may take a gigabyte."""

_TRIED_AGAIN_AFTER: Final = 600.0
"""Seconds before a document that could not be read is tried again: each try may take minutes."""

_State = tuple[str, int, int, int, int]
"""Name, device, file number, size and time of change: as long as it is the same, so is the text."""


def open_files(settings: SourceSettings) -> FileSource:
    """Open the folder that the settings name.

    Raises:
        SourceConfigurationError: they name none.

    """
    if settings.folder is None:
        raise SourceConfigurationError(
            "files",
            "give --folder, or set CITATION_FOLDER, to the folder that has the documents",
        )
    limits = Limits(file_bytes=settings.max_file_mb * 2**20, pages=settings.max_pages)
    return FileSource(settings.folder, settings.data_dir / "citations", limits)


class FileSource:
    """The pages of the documents in a folder; what was read is kept in another."""

    def __init__(self, folder: Path, kept_in: Path, limits: Limits | None = None) -> None:
        self._folder = DocumentFolder(folder)
        self._cache = PageCache(kept_in)
        self._limits = limits or Limits()
        self._recent: OrderedDict[_State, list[PageText]] = OrderedDict()
        self._failed: dict[_State, tuple[float, str]] = {}
        self._reading: dict[str, Lock] = {}
        self._lock = Lock()
        self._children = Semaphore(_MOST_CHILDREN)

    def fetch(self, pdf_name: str, page_number: int) -> list[dict[str, Any]]:
        """Return the text of a page as one chunk.

        Raises:
            UnreadableDocumentError: the document is protected, broken, or too much.

        """
        pages = self._pages(pdf_name)
        if not 1 <= page_number <= len(pages) or not pages[page_number - 1].text.strip():
            return []
        text = pages[page_number - 1].text
        return [{"pdf_name": pdf_name, "page_number": page_number, "text": text}]

    def list_documents(self) -> list[str]:
        """Return the paths of all documents in the folder."""
        return self._folder.names()

    def page_count(self, pdf_name: str) -> int:
        """Return how many pages a document has."""
        return len(self._pages(pdf_name))

    def page_labels(self, pdf_name: str) -> list[str]:
        """Return the printed page numbers that a PDF gives; a page without is counted."""
        pages = self._pages(pdf_name)
        if not any(page.label for page in pages):
            return []
        return [page.label or str(number) for number, page in enumerate(pages, start=1)]

    def close(self) -> None:
        """Let go of the texts in memory."""
        with self._lock:
            self._recent.clear()

    def _pages(self, name: str) -> list[PageText]:
        file = self._folder.open(name)
        if file is None:
            return []
        with file:
            stat = os.fstat(file.fileno())
            state = (name, stat.st_dev, stat.st_ino, stat.st_size, stat.st_mtime_ns)
            with self._one_reader(name):
                pages = self._recall(state)
                if pages is None:
                    pages = self._read(file, state)
                    self._remember(state, pages)
            return pages

    def _read(self, file: FileIO, state: _State) -> list[PageText]:
        name, size = state[0], state[3]
        most = self._limits.file_bytes
        if size > most:
            raise UnreadableDocumentError(
                name,
                f"the file has {size / 2**20:,.1f} MB; at most {most // 2**20:,} MB are read "
                "(CITATION_MAX_FILE_MB)",
            )
        kind = KINDS[Path(name).suffix.lower()]
        key = f"{hashlib.file_digest(file, 'sha256').hexdigest()}-{kind}-{READER}"
        pages = self._cache.get(key)
        if pages is None:
            file.seek(0)
            pages = self._extract(file, state)
            self._cache.put(key, pages)
        return pages

    def _extract(self, file: FileIO, state: _State) -> list[PageText]:
        name = state[0]
        try:
            with self._children:
                return extract(file, KINDS[Path(name).suffix.lower()], name, self._limits)
        except UnreadableDocumentError as error:
            with self._lock:
                self._failed[state] = (time.monotonic(), error.why)
            raise

    def _one_reader(self, name: str) -> Lock:
        """Return a lock under which a document is read once, however many ask for it at once."""
        with self._lock:
            return self._reading.setdefault(name, Lock())

    def _recall(self, state: _State) -> list[PageText] | None:
        with self._lock:
            failed_at, why = self._failed.get(state, (0.0, ""))
            if why and time.monotonic() - failed_at < _TRIED_AGAIN_AFTER:
                raise UnreadableDocumentError(state[0], why)
            if state in self._recent:
                self._recent.move_to_end(state)
            return self._recent.get(state)

    def _remember(self, state: _State, pages: list[PageText]) -> None:
        with self._lock:
            self._failed.pop(state, None)
            self._recent[state] = pages
            while len(self._recent) > 1 and self._characters() > _MOST_IN_MEMORY:
                self._recent.popitem(last=False)

    def _characters(self) -> int:
        return sum(len(page.text) for pages in self._recent.values() for page in pages)
