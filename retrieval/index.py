"""Indexes: one immutable directory a spec version, named by the hash of everything that made it.

`<data_dir>/indexes/<version>-<hash>/` holds a Chroma directory and `index.json`. It is built in a
folder of its own beside the others and renamed into place when it is complete: a reader finds a
whole index or none, whichever process built it, and an interrupted build leaves nothing that is
ever read.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING, Final, NamedTuple

from pydantic import BaseModel, ValidationError

from retrieval.catalogue import catalogue_files, load_catalogue
from retrieval.chunking import CHUNKING_ID, Chunk, catalogue_chunks, schema_chunks
from retrieval.embeddings import Embedder, model_hash
from retrieval.errors import DataError, EmbedderMismatchError
from retrieval.evidence import Granularity
from retrieval.index_pruning import BUILDING, MANIFEST, mark_used, remove_unused
from retrieval.official.metadata import Embedding, record_embeddings
from retrieval.official.store import GRANULARITIES, OfficialText
from retrieval.prepared import PreparedEmbedder
from retrieval.schema_corpus import MODULES, read_schema_comments, schema_package_version
from retrieval.store import ChromaStore
from retrieval.vector_cache import FILE as VECTORS
from retrieval.vector_cache import CachedEmbedder
from retrieval.versions import VERSIONS, SpecVersion

if TYPE_CHECKING:
    from retrieval.embeddings import Vectors

BuildProgress = Callable[[str, int, int], None]
"""Told (what is done, done, total) while an index is built."""

BELIEFS: Final = "beliefs"
"""The collection of misconceptions; the others are named after their granularity."""

OFFICIAL: Final[dict[Granularity, str]] = {
    "fine": "official-fine",
    "regular": "official-regular",
}
"""The collections of the official text, which an index has where that is extracted."""

_ABANDONED_AFTER: Final = 3_600.0
"""Seconds after which a folder that was never renamed belongs to a build that was killed."""


class OfficialManifest(BaseModel):
    """The official text in an index."""

    key: str
    repository: str
    ref: str | None
    commit: str | None


class Manifest(BaseModel):
    """What made an index."""

    version: SpecVersion
    embedder: str
    chunking: str
    schema_package: str | None
    chunks: dict[str, int]
    built_at: datetime
    official: OfficialManifest | None = None


class Kind(NamedTuple):
    """The chunks of one collection, embedded."""

    name: str
    chunks: list[Chunk]
    vectors: Vectors


def collection_name(version: SpecVersion, kind: str) -> str:
    """Return the name of a collection: version and granularity, or version and `beliefs`."""
    return f"{version}-{kind}"


def base_key(version: SpecVersion, embedder_id: str) -> str:
    """Return the hash of what an index is made of, but for the official text."""
    digest = hashlib.sha256()
    for part in (_catalogue_digest(), _schema_package(version) or "-", CHUNKING_ID, embedder_id):
        digest.update(part.encode() + b"\0")
    return digest.hexdigest()[:16]


def index_directory(
    data_dir: Path, version: SpecVersion, embedder_id: str, official: OfficialText | None = None
) -> Path:
    """Return where the index of a version is, or will be once it is built."""
    text = f"-{official.key}" if official else ""
    return data_dir / "indexes" / f"{version}-{base_key(version, embedder_id)}{text}"


def open_index(
    data_dir: Path,
    version: SpecVersion,
    embedder: Embedder,
    progress: BuildProgress | None = None,
    official: OfficialText | None = None,
) -> ChromaStore:
    """Open the index of a version, with or without its official text; build it if there is none.

    Raises:
        EmbedderMismatchError: the directory was made by another embedder.
        DataError: the directory cannot be written, or holds something that is no index.

    """
    directory = index_directory(data_dir, version, embedder.id, official)
    if not directory.is_dir():
        _build(data_dir, directory, version, embedder, progress, official)
        remove_unused(directory.parent, version, keep=directory)
    manifest = read_manifest(directory)
    if manifest.embedder != embedder.id:
        raise EmbedderMismatchError(manifest.embedder, embedder.id, str(directory))
    mark_used(directory)
    return ChromaStore(directory)


def read_manifest(directory: Path) -> Manifest:
    """Read what made an index.

    Raises:
        DataError: the file is missing or damaged.

    """
    try:
        return Manifest.model_validate_json((directory / MANIFEST).read_bytes())
    except (OSError, ValidationError) as error:
        what = error.strerror if isinstance(error, OSError) else error.errors()[0]["msg"]
        raise DataError(
            f"{directory} is no whole index ({MANIFEST}: {what}); remove that folder to have it "
            "built anew"
        ) from error


def version_chunks(
    version: SpecVersion, official: OfficialText | None = None
) -> dict[str, list[Chunk]]:
    """Return every chunk of a version, by the kind of collection it belongs to."""
    catalogue = load_catalogue()
    comments = read_schema_comments(version)
    kinds: dict[str, list[Chunk]] = {
        granularity: [
            *catalogue_chunks(catalogue, version, granularity),
            *schema_chunks(comments, granularity),
        ]
        for granularity in GRANULARITIES
    }
    kinds[BELIEFS] = [
        Chunk(
            id=item.id,
            corpus="catalogue",
            page="",
            heading="",
            text=item.belief,
            embedded=item.belief,
            entry_ids=(item.id,),
        )
        for item in catalogue.misconceptions
        if version in item.versions
    ]
    if official is None:
        return kinds
    located = {kind: _located(kinds[kind], official) for kind in GRANULARITIES}
    texts = {OFFICIAL[kind]: official.chunks(kind) for kind in GRANULARITIES}
    return kinds | located | texts


def embedded_texts() -> list[str]:
    """Return every text of every version that an index embeds."""
    return [
        chunk.embedded
        for version in VERSIONS
        for chunks in version_chunks(version).values()
        for chunk in chunks
    ]


def embedded_kinds(
    data_dir: Path,
    version: SpecVersion,
    embedder: Embedder,
    progress: BuildProgress | None,
    official: OfficialText | None,
) -> Iterator[Kind]:
    """Yield the collections of an index, each embedded when it is asked for."""
    kinds = version_chunks(version, official)
    total = sum(len(chunks) for chunks in kinds.values())
    done = 0
    vectors = PreparedEmbedder(CachedEmbedder(embedder, data_dir / VECTORS))
    for name, chunks in kinds.items():
        base = done

        def report(embedded: int, _: int, base: int = base) -> None:
            if progress:
                progress(f"Indexing MCP {version}", base + embedded, total)

        report(0, 0)
        yield Kind(name, chunks, vectors.embed([chunk.embedded for chunk in chunks], report))
        done += len(chunks)
        report(len(chunks), total)


def make_manifest(
    version: SpecVersion, embedder: Embedder, counts: dict[str, int], official: OfficialText | None
) -> Manifest:
    """Return what is to be said of an index that was made now."""
    origin = official.origin if official else None
    return Manifest(
        version=version,
        embedder=embedder.id,
        chunking=CHUNKING_ID,
        schema_package=_schema_package(version),
        chunks=counts,
        built_at=datetime.now(UTC),
        official=OfficialManifest(
            key=official.key,
            repository=origin.repository,
            ref=origin.ref,
            commit=origin.commit,
        )
        if official and origin
        else None,
    )


def embeddings_of(manifest: Manifest, embedder: Embedder) -> dict[Granularity, Embedding]:
    """Return what the metadata keep of the embedding of an official text."""
    return {
        kind: Embedding(
            embedder=embedder.id,
            sha256=model_hash(embedder),
            count=manifest.chunks[OFFICIAL[kind]],
            embedded_at=manifest.built_at,
        )
        for kind in GRANULARITIES
        if OFFICIAL[kind] in manifest.chunks
    }


def _build(
    data_dir: Path,
    directory: Path,
    version: SpecVersion,
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
        counts: dict[str, int] = {}
        store = ChromaStore(aside)
        try:
            for kind in embedded_kinds(data_dir, version, embedder, progress, official):
                # The whole texts are for `as_vectorstore`; see `ChromaStore.add`.
                full_text = kind.name in ("regular", OFFICIAL["regular"])
                name = collection_name(version, kind.name)
                store.add(name, kind.chunks, kind.vectors, full_text)
                counts[kind.name] = len(kind.chunks)
        finally:
            store.close()
        manifest = make_manifest(version, embedder, counts, official)
        (aside / MANIFEST).write_text(json.dumps(manifest.model_dump(mode="json"), indent=2))
        # Another process may have been faster; its index is the same, so ours is not needed.
        with suppress(OSError):
            aside.rename(directory)
        if not directory.is_dir():
            raise DataError(f"the index could not be moved to {directory}")
    finally:
        shutil.rmtree(aside, ignore_errors=True)
    if official:
        record_embeddings(data_dir, version, official.digest, embeddings_of(manifest, embedder))


def _located(chunks: list[Chunk], official: OfficialText) -> list[Chunk]:
    """Return chunks in our own words with the lines of the official section that they speak of."""
    pages = {page.path: page for page in official.pages}
    found: list[Chunk] = []
    for chunk in chunks:
        page = pages.get(chunk.page)
        lines = page.section(chunk.heading) if page else None
        if page is None or lines is None:
            found.append(chunk)
            continue
        link = official.permalink(page.file, lines)
        commit = official.origin.commit
        found.append(replace(chunk, lines=lines, permalink=link, commit=commit))
    return found


def _remove_abandoned(parent: Path) -> None:
    for folder in parent.glob(f"{BUILDING}*"):
        with suppress(OSError):
            if time.time() - folder.stat().st_mtime > _ABANDONED_AFTER:
                shutil.rmtree(folder, ignore_errors=True)


def _schema_package(version: SpecVersion) -> str | None:
    return schema_package_version() if version in MODULES else None


def _catalogue_digest() -> str:
    digest = hashlib.sha256()
    for file in catalogue_files():
        digest.update(file.read_bytes())
    return digest.hexdigest()
