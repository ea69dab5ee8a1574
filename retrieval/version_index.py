"""What is searched for one version: the index of all versions, and that of its official text."""

from __future__ import annotations

from dataclasses import replace
from threading import Lock
from typing import TYPE_CHECKING, Final

from retrieval.chunking import Chunk
from retrieval.evidence import Granularity
from retrieval.index_manifest import OfficialManifest, Section
from retrieval.lexical import LexicalIndex, searched_text
from retrieval.store import Hit, RecordStore
from retrieval.versions import SpecVersion

if TYPE_CHECKING:
    from retrieval.embeddings import Vectors

OFFICIAL: Final[dict[Granularity, str]] = {
    "fine": "official-fine",
    "regular": "official-regular",
}
"""The collections of the official text."""


class VersionIndex:
    """The collections of one version; see `VersionStore`.

    `text` holds the official text of the version and `official` tells of it, where there is one.
    Passages in our own words then say which of its lines they speak of.
    """

    def __init__(
        self,
        version: SpecVersion,
        words: RecordStore,
        text: RecordStore | None = None,
        official: OfficialManifest | None = None,
    ) -> None:
        self._version: SpecVersion = version
        self._words = words
        self._text = text
        self._sections: dict[tuple[str, str], Section] = {
            (section.page, section.heading): section
            for section in (official.sections if official else [])
        }
        self._commit = official.commit if official else None
        self._lexical: dict[str, LexicalIndex] = {}
        self._lock = Lock()

    def query(self, collection: str, vectors: Vectors, top_k: int) -> list[list[Hit]]:
        """Return the nearest chunks."""
        rows = self._store(collection).query(collection, vectors, top_k, self._version)
        return [[hit._replace(chunk=self._located(hit.chunk)) for hit in row] for row in rows]

    def count(self, collection: str) -> int:
        """Return how many chunks of the version a collection holds."""
        return self._store(collection).count(collection, self._version)

    def lexical(self, collection: str) -> LexicalIndex:
        """Return the passages of the version in a collection by their words; made once."""
        with self._lock:
            if collection not in self._lexical:
                chunks = self._store(collection).chunks(collection, self._version)
                self._lexical[collection] = LexicalIndex(
                    searched_text(chunk.heading, chunk.text) for chunk in chunks
                )
            return self._lexical[collection]

    def has(self, collection: str) -> bool:
        """Return whether there is such a collection."""
        return self._store(collection).has(collection)

    def close(self) -> None:
        """Let go of both indexes."""
        self._words.close()
        if self._text is not None:
            self._text.close()

    def _store(self, collection: str) -> RecordStore:
        if self._text is not None and collection in OFFICIAL.values():
            return self._text
        return self._words

    def _located(self, chunk: Chunk) -> Chunk:
        section = self._sections.get((chunk.page, chunk.heading))
        if section is None or chunk.lines is not None:
            return chunk
        return replace(chunk, lines=section.lines, permalink=section.permalink, commit=self._commit)
