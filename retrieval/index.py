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
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from tempfile import mkdtemp
from typing import Final

from pydantic import BaseModel, ValidationError

from retrieval.catalogue import catalogue_files, load_catalogue
from retrieval.chunking import CHUNKING_ID, Chunk, catalogue_chunks, schema_chunks
from retrieval.embeddings import Embedder
from retrieval.errors import DataError, EmbedderMismatchError
from retrieval.evidence import Granularity
from retrieval.prepared import PreparedEmbedder
from retrieval.schema_corpus import MODULES, read_schema_comments, schema_package_version
from retrieval.store import ChromaStore
from retrieval.versions import VERSIONS, SpecVersion

BuildProgress = Callable[[str, int, int], None]
"""Told (what is done, done, total) while an index is built."""

BELIEFS: Final = "beliefs"
"""The collection of misconceptions; the others are named after their granularity."""

_GRANULARITIES: Final[tuple[Granularity, ...]] = ("fine", "regular")
_MANIFEST: Final = "index.json"
_BUILDING: Final = ".building-"
_ABANDONED_AFTER: Final = 3_600.0
"""Seconds after which a folder that was never renamed belongs to a build that was killed."""


class Manifest(BaseModel):
    """What made an index."""

    version: SpecVersion
    embedder: str
    chunking: str
    schema_package: str | None
    chunks: dict[str, int]
    built_at: datetime


def collection_name(version: SpecVersion, kind: str) -> str:
    """Return the name of a collection: version and granularity, or version and `beliefs`."""
    return f"{version}-{kind}"


def index_directory(data_dir: Path, version: SpecVersion, embedder_id: str) -> Path:
    """Return where the index of a version is, or will be once it is built."""
    digest = hashlib.sha256()
    for part in (_catalogue_digest(), _schema_package(version) or "-", CHUNKING_ID, embedder_id):
        digest.update(part.encode() + b"\0")
    return data_dir / "indexes" / f"{version}-{digest.hexdigest()[:16]}"


def open_index(
    data_dir: Path,
    version: SpecVersion,
    embedder: Embedder,
    progress: BuildProgress | None = None,
) -> ChromaStore:
    """Open the index of a version, building it first where there is none.

    Raises:
        EmbedderMismatchError: the directory was made by another embedder.
        DataError: the directory cannot be written, or holds something that is no index.

    """
    directory = index_directory(data_dir, version, embedder.id)
    if not directory.is_dir():
        _build(directory, version, embedder, progress)
    manifest = read_manifest(directory)
    if manifest.embedder != embedder.id:
        raise EmbedderMismatchError(manifest.embedder, embedder.id, str(directory))
    return ChromaStore(directory)


def read_manifest(directory: Path) -> Manifest:
    """Read what made an index.

    Raises:
        DataError: the file is missing or damaged.

    """
    try:
        return Manifest.model_validate_json((directory / _MANIFEST).read_bytes())
    except (OSError, ValidationError) as error:
        what = error.strerror if isinstance(error, OSError) else error.errors()[0]["msg"]
        raise DataError(
            f"{directory} is no whole index ({_MANIFEST}: {what}); remove that folder to have it "
            "built anew"
        ) from error


def version_chunks(version: SpecVersion) -> dict[str, list[Chunk]]:
    """Return every chunk of a version, by the kind of collection it belongs to."""
    catalogue = load_catalogue()
    comments = read_schema_comments(version)
    kinds: dict[str, list[Chunk]] = {
        granularity: [
            *catalogue_chunks(catalogue, version, granularity),
            *schema_chunks(comments, granularity),
        ]
        for granularity in _GRANULARITIES
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
    return kinds


def embedded_texts() -> list[str]:
    """Return every text of every version that an index embeds."""
    return [
        chunk.embedded
        for version in VERSIONS
        for chunks in version_chunks(version).values()
        for chunk in chunks
    ]


def _build(
    directory: Path, version: SpecVersion, embedder: Embedder, progress: BuildProgress | None
) -> None:
    try:
        directory.parent.mkdir(parents=True, exist_ok=True)
        _remove_abandoned(directory.parent)
        aside = Path(mkdtemp(prefix=_BUILDING, dir=directory.parent))
    except OSError as error:
        raise DataError(
            f"cannot write an index below {directory.parent}: {error.strerror or error}; "
            "set MCP_FACT_CHECK_DATA_DIR to a folder that can be written"
        ) from error
    try:
        _fill(aside, version, embedder, progress)
        # Another process may have been faster; its index is the same, so ours is not needed.
        with suppress(OSError):
            aside.rename(directory)
        if not directory.is_dir():
            raise DataError(f"the index could not be moved to {directory}")
    finally:
        shutil.rmtree(aside, ignore_errors=True)


def _fill(
    aside: Path, version: SpecVersion, embedder: Embedder, progress: BuildProgress | None
) -> None:
    store = ChromaStore(aside)
    kinds = version_chunks(version)
    total = sum(len(chunks) for chunks in kinds.values())
    what = f"Indexing MCP {version}"
    done = 0
    try:
        for kind, chunks in kinds.items():
            base = done

            def report(embedded: int, _: int, base: int = base) -> None:
                if progress:
                    progress(what, base + embedded, total)

            report(0, 0)
            texts = [chunk.embedded for chunk in chunks]
            vectors = PreparedEmbedder(embedder).embed(texts, report)
            full_text = kind == "regular"
            store.add(collection_name(version, kind), chunks, vectors, full_text)
            done += len(chunks)
            report(len(chunks), total)
    finally:
        store.close()
    manifest = Manifest(
        version=version,
        embedder=embedder.id,
        chunking=CHUNKING_ID,
        schema_package=_schema_package(version),
        chunks={kind: len(chunks) for kind, chunks in kinds.items()},
        built_at=datetime.now(UTC),
    )
    (aside / _MANIFEST).write_text(json.dumps(manifest.model_dump(mode="json"), indent=2))


def _remove_abandoned(parent: Path) -> None:
    for folder in parent.glob(f"{_BUILDING}*"):
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
