"""Keep the official texts and their indexes up to date: what the `specs` commands do."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from retrieval.catalogue import load_catalogue
from retrieval.embeddings import Embedder, make_embedder, model_hash
from retrieval.errors import FactCheckError
from retrieval.evidence import Granularity
from retrieval.index import BuildProgress, base_key, embeddings_of, index_directory, open_index
from retrieval.index_manifest import Manifest, read_manifest
from retrieval.index_pruning import ALL, remove_index, unused
from retrieval.official.drift import Drift, find_drift
from retrieval.official.extract import Extracted, Tell, extract, remove
from retrieval.official.metadata import (
    Embedding,
    SpecRecord,
    read_metadata,
    record_embeddings,
)
from retrieval.official.origin import Origin
from retrieval.official.source import upstream_commit
from retrieval.official.store import OfficialText, current_text, require_record, sizes_of, text_of
from retrieval.prepared import PreparedEmbedder
from retrieval.settings import Settings
from retrieval.shared_index import (
    base_prefix,
    open_shared_index,
    remove_shared,
    shared_indexes,
    text_prefix,
)
from retrieval.store import ChromaServer
from retrieval.vector_cache import FILE as VECTORS
from retrieval.vector_cache import CachedEmbedder
from retrieval.versions import SpecVersion

_UPSTREAM_PATIENCE: Final = 15.0
"""Seconds to wait for each repository when a status is asked for."""


class VersionIndexed(NamedTuple):
    """The index of a version, with its official text where there is one."""

    name: str
    chunks: dict[str, int]
    """Chunks by collection."""
    embedder: str
    built_at: datetime


@dataclass(frozen=True)
class Upstream:
    """Where the source of a text is now; `error` where it could not be asked."""

    commit: str | None = None
    moved: bool | None = None
    error: str | None = None


@dataclass(frozen=True)
class VersionStatus:
    """What there is of a version."""

    version: SpecVersion
    extracted: SpecRecord | None
    age_days: float | None
    index: str | None
    """The name of the current index; None where it is built with the next search."""
    chunks: dict[str, int] = field(default_factory=dict[str, int])
    """Chunks by collection of the index."""
    embedder: str | None = None
    built_at: datetime | None = None
    unused_indexes: int = 0
    upstream: Upstream | None = None


@dataclass(frozen=True)
class Removed:
    """What `specs remove` took away."""

    texts: list[SpecVersion]
    indexes: list[str]


class SpecMaintenance:
    """The official texts of one data directory."""

    def __init__(self, settings: Settings, progress: BuildProgress | None = None) -> None:
        self._settings = settings
        self._data_dir = settings.data_dir
        self._progress = progress
        self._embedder: Embedder = make_embedder(settings)

    def extract(
        self,
        versions: Sequence[SpecVersion],
        source: str,
        ref: str | None,
        tell: Tell,
        *,
        embed: bool = True,
        skip_absent: bool = False,
    ) -> list[Extracted]:
        """Extract versions and make their indexes; see `retrieval.official.extract`."""
        return extract(
            self._data_dir,
            versions,
            source,
            ref,
            tell,
            embed=self._make_index if embed else None,
            skip_absent=skip_absent,
        )

    def embed(self, version: SpecVersion) -> VersionIndexed:
        """Make the current index of a version, if it is not there.

        Raises:
            DataError, UnavailableError: it cannot be kept.

        """
        text = current_text(self._data_dir, version)
        return _together(version, self._made(version, text))

    def embed_fine(self, version: SpecVersion) -> Embedding:
        """Embed the fine chunks of an official text alone: the next index finds their vectors.

        Raises:
            NotExtractedError: there is no text.

        """
        record = require_record(self._data_dir, version)
        text = text_of(self._data_dir, version, record, sizes_of(record))
        chunks = text.chunks("fine")
        what = f"Embedding the fine chunks of MCP {version}"
        report = partial(self._progress, what) if self._progress else None
        self._vectors.embed([chunk.embedded for chunk in chunks], report)
        made = Embedding(
            embedder=self._embedder.id,
            sha256=model_hash(self._embedder),
            count=len(chunks),
            embedded_at=datetime.now(UTC),
        )
        record_embeddings(self._data_dir, version, record.digest, {"fine": made})
        return made

    def status(self, versions: Sequence[SpecVersion], ask_upstream: bool) -> list[VersionStatus]:
        """Return what there is of versions; with `ask_upstream`, whether their sources moved on.

        Raises:
            DataError: the metadata are damaged.

        """
        records = read_metadata(self._data_dir).specs
        asked: dict[Origin, Upstream] = {}
        if ask_upstream:
            origins = {records[name].origin for name in versions if name in records}
            asked = {origin: _upstream(origin) for origin in origins if origin.commit}
        return [self._status(version, records.get(version), asked) for version in versions]

    def drift(self, version: SpecVersion) -> tuple[SpecRecord, Drift]:
        """Return what the last extraction of a version changed.

        Raises:
            NotExtractedError: there is no text.

        """
        record = require_record(self._data_dir, version)
        after = text_of(self._data_dir, version, record)
        before = record.previous and text_of(self._data_dir, version, record.previous)
        catalogue = load_catalogue()
        return record, find_drift(before, after, catalogue, PreparedEmbedder(self._vectors))

    def remove(self, versions: Sequence[SpecVersion]) -> Removed:
        """Remove the official texts of versions, and their indexes but for those without a text.

        Raises:
            BusyError: an extraction is going on.

        """
        texts = remove(self._data_dir, versions)
        indexes = [name for version in versions for name in self._remove_indexes(version)]
        return Removed(texts, indexes)

    @property
    def _vectors(self) -> CachedEmbedder:
        return CachedEmbedder(self._embedder, self._data_dir / VECTORS)

    def _make_index(self, text: OfficialText) -> dict[Granularity, Embedding]:
        *_, of_text = self._made(text.version, text).values()
        return embeddings_of(of_text, self._embedder)

    def _made(self, version: SpecVersion, text: OfficialText | None) -> dict[str, Manifest]:
        """Make what is searched for a version with this text, if it is not there; return both."""
        if self._settings.chroma_host is None:
            open_index(self._data_dir, version, self._embedder, self._progress, text).close()
        else:
            with self._server(self._settings.chroma_host) as server:
                open_shared_index(
                    server, self._data_dir, version, self._embedder, self._progress, text
                )
        return {name: found for name, found in self._there(version, text)[0].items() if found}

    def _there(
        self, version: SpecVersion, text: OfficialText | None
    ) -> tuple[dict[str, Manifest | None], int]:
        """Return the indexes to search for a version, that of its text last, and how many are old.

        Each by name, with what made it if it is there.
        """
        if self._settings.chroma_host is not None:
            with self._server(self._settings.chroma_host) as server:
                return self._there_shared(server, version, text)
        folders = [index_directory(self._data_dir, self._embedder.id)]
        if text:
            folders.append(index_directory(self._data_dir, self._embedder.id, text))
        parent = folders[0].parent
        old = [*unused(parent, ALL, folders[0]), *unused(parent, version, folders[-1])]
        there = {item.name: read_manifest(item) if item.is_dir() else None for item in folders}
        return there, len(old)

    def _there_shared(
        self, server: ChromaServer, version: SpecVersion, text: OfficialText | None
    ) -> tuple[dict[str, Manifest | None], int]:
        prefixes: list[tuple[SpecVersion | None, str | None]] = [
            (None, base_prefix(self._embedder.id)),
            (version, text_prefix(server, version, self._embedder.id, text)),
        ]
        there: dict[str, Manifest | None] = {}
        old = 0
        for of, prefix in prefixes:
            indexes = shared_indexes(server, of)
            old += len(indexes.keys() - {prefix})
            if prefix is not None:
                there[prefix] = indexes.get(prefix)
        return there, old

    @contextmanager
    def _server(self, host: str) -> Generator[ChromaServer]:
        server = ChromaServer(host, self._settings.chroma_port, self._settings.chroma_ssl)
        try:
            yield server
        finally:
            server.close()

    def _status(
        self, version: SpecVersion, record: SpecRecord | None, asked: dict[Origin, Upstream]
    ) -> VersionStatus:
        there, old = self._there(version, current_text(self._data_dir, version))
        made = {name: manifest for name, manifest in there.items() if manifest}
        index = _together(version, made) if len(made) == len(there) else None
        age = datetime.now(UTC) - record.extracted_at if record else None
        return VersionStatus(
            version=version,
            extracted=record,
            age_days=round(age.total_seconds() / 86_400, 1) if age else None,
            index=index.name if index else None,
            chunks=index.chunks if index else {},
            embedder=index.embedder if index else None,
            built_at=index.built_at if index else None,
            unused_indexes=old,
            upstream=_seen_from(record, asked.get(record.origin)) if record else None,
        )

    def _remove_indexes(self, version: SpecVersion) -> list[str]:
        if self._settings.chroma_host is not None:
            with self._server(self._settings.chroma_host) as server:
                older = remove_shared(server, None, keep=base_prefix(self._embedder.id))
                return [*remove_shared(server, version), *older]
        directory = index_directory(self._data_dir, self._embedder.id)
        key = base_key(self._embedder.id)
        removed = {
            *unused(directory.parent, ALL, keep=directory),
            *unused(directory.parent, version, keep=directory),
            *directory.parent.glob(f"{version}-{key}-*"),
        }
        for folder in removed:
            remove_index(folder)
        return sorted(folder.name for folder in removed)


def _together(version: SpecVersion, manifests: dict[str, Manifest]) -> VersionIndexed:
    """Return what is told of the indexes of a version, that of its text last."""
    *_, last = manifests
    chunks: dict[str, int] = {}
    for manifest in manifests.values():
        chunks |= manifest.chunks[version]
    return VersionIndexed(last, chunks, manifests[last].embedder, manifests[last].built_at)


def _upstream(origin: Origin) -> Upstream:
    try:
        with TemporaryDirectory(prefix="mcp-fact-check-") as work:
            return Upstream(commit=upstream_commit(origin, Path(work), _UPSTREAM_PATIENCE))
    except FactCheckError as error:
        return Upstream(error=str(error))


def _seen_from(record: SpecRecord, upstream: Upstream | None) -> Upstream | None:
    if upstream is None or upstream.commit is None:
        return upstream
    return Upstream(upstream.commit, moved=upstream.commit != record.origin.commit)
