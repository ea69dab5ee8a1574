"""Indexes: immutable directories, named by the hash of everything that made them.

`<data_dir>/indexes/all-<hash>/` holds what is said in our own words and in the schema, of all
versions: a collection for fine chunks, one for regular ones and one for misconceptions, in which
each different text is once. `<version>-<hash>-<key>/` holds the official text of one version, where
that is extracted. Both are a Chroma directory, a table of the chunks of each collection, and
`index.json`. They are built in a folder of their own beside the others and renamed into place when
they are complete: a reader finds a whole index or none, whichever process built it, and an
interrupted build leaves nothing that is ever read.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING, Final, NamedTuple

from retrieval.catalogue import catalogue_files, load_catalogue
from retrieval.chunking import CHUNKING_ID, Chunk, catalogue_chunks, schema_chunks
from retrieval.embeddings import Embedder, model_hash
from retrieval.errors import DataError, EmbedderMismatchError
from retrieval.evidence import Granularity
from retrieval.index_manifest import (
    MANIFEST,
    Manifest,
    OfficialManifest,
    Section,
    read_manifest,
)
from retrieval.index_pruning import ALL, BUILDING, mark_used, remove_unused
from retrieval.official.metadata import Embedding, record_embeddings
from retrieval.official.store import GRANULARITIES, OfficialText
from retrieval.prepared import PreparedEmbedder
from retrieval.records import Record, merged
from retrieval.schema_corpus import read_schema_comments, schema_package_version
from retrieval.store import ChromaStore
from retrieval.vector_cache import FILE as VECTORS
from retrieval.vector_cache import CachedEmbedder
from retrieval.version_index import OFFICIAL, VersionIndex
from retrieval.versions import VERSIONS, SpecVersion

if TYPE_CHECKING:
    from retrieval.embeddings import Vectors

BuildProgress = Callable[[str, int, int], None]
"""Told (what is done, done, total) while an index is built."""

_ABANDONED_AFTER: Final = 3_600.0
"""Seconds after which a folder that was never renamed belongs to a build that was killed."""


class Kind(NamedTuple):
    """The records of one collection, embedded."""

    name: str
    records: list[Record]
    vectors: Vectors


class Content(NamedTuple):
    """What an index is to hold."""

    what: str
    """Told with the progress of its building."""
    kinds: dict[str, list[Record]]
    chunks: dict[SpecVersion, dict[str, int]]
    """How many chunks each version has of each kind."""
    official: OfficialText | None = None


def base_key(embedder_id: str) -> str:
    """Return the hash of what an index is made of, but for the official text."""
    digest = hashlib.sha256()
    for part in (_catalogue_digest(), schema_package_version(), CHUNKING_ID, embedder_id):
        digest.update(part.encode() + b"\0")
    return digest.hexdigest()[:16]


def index_directory(data_dir: Path, embedder_id: str, official: OfficialText | None = None) -> Path:
    """Return where the index of all versions, or of an official text, is or will be built."""
    key = base_key(embedder_id)
    name = f"{official.version}-{key}-{official.key}" if official else f"{ALL}-{key}"
    return data_dir / "indexes" / name


def open_index(
    data_dir: Path,
    version: SpecVersion,
    embedder: Embedder,
    progress: BuildProgress | None = None,
    official: OfficialText | None = None,
) -> VersionIndex:
    """Open what is searched for a version, with its official text if one is given.

    What is not there is built first.

    Raises:
        EmbedderMismatchError: a directory was made by another embedder.
        DataError: a directory cannot be written, or holds something that is no index.

    """
    words = _open(data_dir, embedder, progress, None)
    if official is None:
        return VersionIndex(version, words)
    try:
        text = _open(data_dir, embedder, progress, official)
    except BaseException:
        words.close()
        raise
    manifest = read_manifest(index_directory(data_dir, embedder.id, official))
    return VersionIndex(version, words, text, manifest.official)


def own_content() -> Content:
    """Return what is indexed of all versions: the catalogue and the schema."""
    versions: dict[SpecVersion, dict[str, list[Chunk]]] = {
        version: version_chunks(version) for version in VERSIONS
    }
    counts: dict[SpecVersion, dict[str, int]] = {
        version: {name: len(chunks) for name, chunks in kinds.items()}
        for version, kinds in versions.items()
    }
    return Content(
        what="Indexing the MCP specification",
        kinds={name: _merged_kind(versions, name) for name in GRANULARITIES},
        chunks=counts,
    )


def text_content(official: OfficialText) -> Content:
    """Return what is indexed of an official text."""
    chunks = {OFFICIAL[kind]: official.chunks(kind) for kind in GRANULARITIES}
    return Content(
        what=f"Indexing the official text of MCP {official.version}",
        kinds={name: merged({official.version: found}) for name, found in chunks.items()},
        chunks={official.version: {name: len(found) for name, found in chunks.items()}},
        official=official,
    )


def version_chunks(version: SpecVersion) -> dict[str, list[Chunk]]:
    """Return every chunk of a version but those of its official text, by collection."""
    catalogue = load_catalogue()
    comments = read_schema_comments(version)
    return {
        granularity: [
            *catalogue_chunks(catalogue, version, granularity),
            *schema_chunks(comments, granularity),
        ]
        for granularity in GRANULARITIES
    }


def embedded_texts() -> list[str]:
    """Return every text of every version that the index embeds."""
    return [record.embedded for kind in own_content().kinds.values() for record in kind]


def embedded_kinds(
    data_dir: Path, content: Content, embedder: Embedder, progress: BuildProgress | None
) -> Iterator[Kind]:
    """Yield the collections of an index, each embedded when it is asked for."""
    total = sum(len(records) for records in content.kinds.values())
    done = 0
    vectors = PreparedEmbedder(CachedEmbedder(embedder, data_dir / VECTORS))
    for name, records in content.kinds.items():
        base = done

        def report(embedded: int, _: int, base: int = base) -> None:
            if progress:
                progress(content.what, base + embedded, total)

        report(0, 0)
        yield Kind(name, records, vectors.embed([item.embedded for item in records], report))
        done += len(records)
        report(len(records), total)


def make_manifest(content: Content, embedder: Embedder) -> Manifest:
    """Return what is to be said of an index that was made now."""
    return Manifest(
        embedder=embedder.id,
        chunking=CHUNKING_ID,
        schema_package=schema_package_version(),
        chunks=content.chunks,
        built_at=datetime.now(UTC),
        official=_official_manifest(content.official) if content.official else None,
    )


def record_made(
    data_dir: Path, manifest: Manifest, embedder: Embedder, official: OfficialText
) -> None:
    """Record with what an official text was embedded."""
    made = embeddings_of(manifest, embedder)
    record_embeddings(data_dir, official.version, official.digest, made)


def embeddings_of(manifest: Manifest, embedder: Embedder) -> dict[Granularity, Embedding]:
    """Return what the metadata keep of the embedding of an official text."""
    return {
        kind: Embedding(
            embedder=embedder.id,
            sha256=model_hash(embedder),
            count=chunks[OFFICIAL[kind]],
            embedded_at=manifest.built_at,
        )
        for chunks in manifest.chunks.values()
        for kind in GRANULARITIES
        if OFFICIAL[kind] in chunks
    }


def _open(
    data_dir: Path,
    embedder: Embedder,
    progress: BuildProgress | None,
    official: OfficialText | None,
) -> ChromaStore:
    directory = index_directory(data_dir, embedder.id, official)
    if not directory.is_dir():
        _build(data_dir, directory, embedder, progress, official)
        remove_unused(directory.parent, official.version if official else ALL, keep=directory)
    manifest = read_manifest(directory)
    if manifest.embedder != embedder.id:
        raise EmbedderMismatchError(manifest.embedder, embedder.id, str(directory))
    mark_used(directory)
    return ChromaStore(directory)


def _build(
    data_dir: Path,
    directory: Path,
    embedder: Embedder,
    progress: BuildProgress | None,
    official: OfficialText | None,
) -> None:
    try:
        directory.parent.mkdir(parents=True, exist_ok=True)
        _remove_abandoned(directory.parent)
        aside = Path(mkdtemp(prefix=BUILDING, dir=directory.parent))
    except OSError as error:
        raise DataError(
            f"cannot write an index below {directory.parent}: {error.strerror or error}; "
            "set MCP_FACT_CHECK_DATA_DIR to a folder that can be written"
        ) from error
    try:
        content = text_content(official) if official else own_content()
        store = ChromaStore(aside)
        try:
            for kind in embedded_kinds(data_dir, content, embedder, progress):
                store.add(kind.name, kind.records, kind.vectors)
        finally:
            store.close()
        manifest = make_manifest(content, embedder)
        (aside / MANIFEST).write_text(json.dumps(manifest.model_dump(mode="json"), indent=2))
        # Another process may have been faster; its index is the same, so ours is not needed.
        with suppress(OSError):
            aside.rename(directory)
        if not directory.is_dir():
            raise DataError(f"the index could not be moved to {directory}")
    finally:
        shutil.rmtree(aside, ignore_errors=True)
    if official:
        record_made(data_dir, manifest, embedder, official)


def _merged_kind(versions: dict[SpecVersion, dict[str, list[Chunk]]], name: str) -> list[Record]:
    chunks: dict[SpecVersion, list[Chunk]] = {
        version: kinds[name] for version, kinds in versions.items()
    }
    return merged(chunks)


def _official_manifest(official: OfficialText) -> OfficialManifest:
    origin = official.origin
    return OfficialManifest(
        key=official.key,
        repository=origin.repository,
        ref=origin.ref,
        commit=origin.commit,
        sections=list(_sections(official)),
    )


def _sections(official: OfficialText) -> Iterator[Section]:
    """Yield the sections that passages in our own words speak of, where the text has them."""
    pages = {page.path: page for page in official.pages}
    kinds = version_chunks(official.version)
    places = {(item.page, item.heading) for kind in GRANULARITIES for item in kinds[kind]}
    for path, heading in sorted(places):
        page = pages.get(path)
        lines = page.section(heading) if page else None
        if page and lines:
            link = official.permalink(page.file, lines)
            yield Section(page=path, heading=heading, lines=lines, permalink=link)


def _remove_abandoned(parent: Path) -> None:
    for folder in parent.glob(f"{BUILDING}*"):
        with suppress(OSError):
            if time.time() - folder.stat().st_mtime > _ABANDONED_AFTER:
                shutil.rmtree(folder, ignore_errors=True)


def _catalogue_digest() -> str:
    digest = hashlib.sha256()
    for file in catalogue_files():
        digest.update(file.read_bytes())
    return digest.hexdigest()
