"""Back end `chroma`: a collection that holds a chunk of a page in each record.

Its metadata for the name (a string) and the page (a whole number) are named by settings. It is read
as it is: no vectors are asked for, and any embedding function may have made it.
"""

from __future__ import annotations

from pathlib import Path
from threading import Lock
from typing import Any

from retrieval.errors import SourceConfigurationError
from retrieval.settings import USUAL_FIELDS, ChunkFields, SourceSettings
from retrieval.store import PagesInChroma


def open_chroma(settings: SourceSettings) -> ChromaSource:
    """Prepare for the directory or server that the settings name.

    Raises:
        SourceConfigurationError: they name neither or both.

    """
    url = settings.url.get_secret_value() if settings.url is not None else None
    if (settings.path is None) == (url is None):
        raise SourceConfigurationError(
            "chroma",
            "set either CITATION_PATH to a Chroma directory or CITATION_URL to the address of a "
            "Chroma server, such as http://localhost:8000",
        )
    place = settings.path or url or ""
    return ChromaSource(place, settings.collection, settings.fields, settings.timeout)


class ChromaSource:
    """Pages as records of a collection, opened by the first question."""

    def __init__(
        self,
        place: Path | str,
        collection: str = "pages",
        fields: ChunkFields = USUAL_FIELDS,
        timeout: float = 10.0,
    ) -> None:
        self._opening = (place, collection, fields, timeout)
        self._opened: PagesInChroma | None = None
        self._lock = Lock()

    def fetch(self, pdf_name: str, page_number: int) -> list[dict[str, Any]]:
        """Return the records of a page."""
        return [
            {"pdf_name": pdf_name, "page_number": page_number, "text": text}
            for text in self._pages().texts(pdf_name, page_number)
        ]

    def list_documents(self) -> list[str]:
        """Return the names in the collection."""
        return sorted(self._pages().names())

    def page_count(self, pdf_name: str) -> int:
        """Return the highest page number of a document."""
        return max(self._pages().pages(pdf_name), default=0)

    def close(self) -> None:
        """Let go of the collection."""
        with self._lock:
            if self._opened is not None:
                self._opened.close()
                self._opened = None

    def _pages(self) -> PagesInChroma:
        with self._lock:
            if self._opened is None:
                self._opened = PagesInChroma(*self._opening)
            return self._opened
