"""The index that a search uses: the current one, here or in a Chroma server, and its successor.

A process that runs for weeks meets `specs extract` more than once. It looks at a time stamp before
each query, and goes over to the new index when there is one.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from retrieval.embeddings import Embedder
from retrieval.index import BuildProgress, index_directory, open_index
from retrieval.index_pruning import USE_TOLD_EVERY, mark_used
from retrieval.official.metadata import FILE
from retrieval.official.store import current_text
from retrieval.settings import Settings
from retrieval.shared_index import base_prefix, open_shared_index, text_prefix
from retrieval.store import ChromaServer, Hit, VersionStore
from retrieval.version_index import VersionIndex
from retrieval.versions import SpecVersion

if TYPE_CHECKING:
    from retrieval.embeddings import Vectors
    from retrieval.lexical import LexicalIndex

_SERVER_ASKED_EVERY: Final = 60.0
"""Seconds after which a Chroma server is asked for a newer index."""


class OpenStore(VersionStore, Protocol):
    """A store that can be let go of."""

    def close(self) -> None:
        """Let go of its files or its connection."""
        ...


class Target(NamedTuple):
    """The index to use: a name that no other index has, and how to open it."""

    name: str
    open: Callable[[], OpenStore]


class CurrentStore:
    """The store of whatever index is the current one; see `VersionStore`.

    `stamp` gives, at little cost, a value that changes when there may be another index.
    """

    def __init__(self, stamp: Callable[[], object], target: Callable[[], Target]) -> None:
        self._stamp = stamp
        self._target = target
        self._lock = Lock()
        self._seen = stamp()
        current = target()
        self._name = current.name
        self._store = current.open()
        self._has: dict[str, bool] = {}
        self._before: OpenStore | None = None

    def query(self, collection: str, vectors: Vectors, top_k: int) -> list[list[Hit]]:
        """Return the nearest chunks."""
        return self._current().query(collection, vectors, top_k)

    def count(self, collection: str) -> int:
        """Return how many chunks a collection holds."""
        return self._current().count(collection)

    def lexical(self, collection: str) -> LexicalIndex:
        """Return the passages of a collection by their words."""
        return self._current().lexical(collection)

    def has(self, collection: str) -> bool:
        """Return whether there is such a collection."""
        store = self._current()
        if collection not in self._has:
            self._has[collection] = store.has(collection)
        return self._has[collection]

    def close(self) -> None:
        """Let go of the index."""
        for store in (self._store, self._before):
            if store is not None:
                store.close()

    def _current(self) -> OpenStore:
        with self._lock:
            stamp = self._stamp()
            if stamp != self._seen:
                target = self._target()
                if target.name != self._name:
                    opened = target.open()
                    # A query of another thread may still run on the one before: one is kept.
                    if self._before is not None:
                        self._before.close()
                    self._before, self._store, self._name = self._store, opened, target.name
                    self._has = {}
                self._seen = stamp
            return self._store


def open_store(
    settings: Settings,
    version: SpecVersion,
    embedder: Embedder,
    progress: BuildProgress | None = None,
) -> CurrentStore:
    """Open the current index of a version, in the data directory or in the Chroma server.

    Raises:
        DataError, EmbedderMismatchError: see `open_index`.
        UnavailableError: the Chroma server does not answer.

    """
    if settings.chroma_host is None:
        return _local(settings.data_dir, version, embedder, progress)
    return _shared(settings, settings.chroma_host, version, embedder, progress)


def _local(
    data_dir: Path, version: SpecVersion, embedder: Embedder, progress: BuildProgress | None
) -> CurrentStore:
    def stamp() -> object:
        return _time_of(data_dir / FILE), int(time.monotonic() / USE_TOLD_EVERY)

    def target() -> Target:
        text = current_text(data_dir, version)
        directories = [index_directory(data_dir, embedder.id)]
        if text:
            directories.append(index_directory(data_dir, embedder.id, text))
        for directory in directories:
            mark_used(directory)
        return Target(
            " ".join(map(str, directories)),
            lambda: open_index(data_dir, version, embedder, progress, text),
        )

    return CurrentStore(stamp, target)


def _shared(
    settings: Settings,
    host: str,
    version: SpecVersion,
    embedder: Embedder,
    progress: BuildProgress | None,
) -> CurrentStore:
    data_dir = settings.data_dir
    server = ChromaServer(host, settings.chroma_port, settings.chroma_ssl)

    def stamp() -> object:
        return _time_of(data_dir / FILE), int(time.monotonic() / _SERVER_ASKED_EVERY)

    def open_it() -> VersionIndex:
        text = current_text(data_dir, version)
        return open_shared_index(server, data_dir, version, embedder, progress, text)

    def target() -> Target:
        text = current_text(data_dir, version)
        prefix = text_prefix(server, version, embedder.id, text)
        return Target(f"{base_prefix(embedder.id)} {prefix}", open_it)

    return CurrentStore(stamp, target)


def _time_of(file: Path) -> int | None:
    try:
        return file.stat().st_mtime_ns
    except OSError:
        return None
