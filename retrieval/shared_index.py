"""Indexes in a Chroma server that several machines share (`CHROMA_HOST`).

The collections of an index have the names that they have in a directory, behind a prefix that is
the hash of what made it. They are filled under another prefix and renamed when they are whole; the
collection `<prefix><version>-index`, which comes last and is empty, says that the index is there
and what made it. Two machines that build one index at once end with one of both: they are the same.

A machine that has no official text of its own uses the newest index with one that another machine
put there.
"""

from __future__ import annotations

import secrets
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from pydantic import ValidationError

from retrieval.embeddings import Embedder
from retrieval.index import (
    OFFICIAL,
    BuildProgress,
    Manifest,
    base_key,
    collection_name,
    embedded_kinds,
    embeddings_of,
    make_manifest,
)
from retrieval.official.metadata import record_embeddings
from retrieval.official.store import OfficialText
from retrieval.store import ChromaServer
from retrieval.versions import SpecVersion

if TYPE_CHECKING:
    from pathlib import Path

_BUILDING: Final = "building-"
_ABANDONED_AFTER: Final = 3 * 3_600.0
"""Seconds after which collections that were never renamed belong to a build that was killed."""
_INDEX: Final = "index"
_NO_TEXT: Final = "none"
"""Stands for the key of the official text in a prefix, where the index has none."""


def shared_prefix(
    server: ChromaServer, version: SpecVersion, embedder_id: str, official: OfficialText | None
) -> str:
    """Return the prefix of the index to use: of the text given, else of the newest one there."""
    base = base_prefix(version, embedder_id)
    if official:
        return base.replace(_NO_TEXT, official.key)
    found = {
        prefix: manifest.built_at
        for prefix, manifest in shared_indexes(server, version).items()
        if prefix.startswith(base.removesuffix(f"{_NO_TEXT}-")) and manifest.official
    }
    return max(found, key=lambda prefix: found[prefix], default=base)


def base_prefix(version: SpecVersion, embedder_id: str) -> str:
    """Return the prefix of the index without an official text."""
    return f"mcp-{base_key(version, embedder_id)}-{_NO_TEXT}-"


def shared_indexes(server: ChromaServer, version: SpecVersion) -> dict[str, Manifest]:
    """Return the whole indexes of a version, by prefix."""
    mark = collection_name(version, _INDEX)
    indexes: dict[str, Manifest] = {}
    for name, metadata in server.collections().items():
        if name.startswith("mcp-") and name.endswith(f"-{mark}"):
            with suppress(ValidationError):  # of another release
                manifest = Manifest.model_validate_json(metadata.get("manifest", ""))
                indexes[name.removesuffix(mark)] = manifest
    return indexes


def open_shared_index(
    server: ChromaServer,
    data_dir: Path,
    version: SpecVersion,
    embedder: Embedder,
    progress: BuildProgress | None,
    official: OfficialText | None,
) -> ChromaServer:
    """Open the index of a version in a server, building it first where there is none.

    Raises:
        UnavailableError: the server does not answer.
        DataError: it cannot keep the index.

    """
    index = server.at(shared_prefix(server, version, embedder.id, official))
    if not index.has(collection_name(version, _INDEX)):
        manifest = _build(index, data_dir, version, embedder, progress, official)
        if official:
            made = embeddings_of(manifest, embedder)
            record_embeddings(data_dir, version, official.digest, made)
    return index


def remove_shared(server: ChromaServer, version: SpecVersion, keep: str) -> list[str]:
    """Remove the indexes of a version but for the one with the prefix `keep`; return which.

    The mark goes first, so that nobody begins to use one that is being removed.
    """
    removed = [prefix for prefix in shared_indexes(server, version) if prefix != keep]
    names = server.collections()
    for prefix in removed:
        server.remove(f"{prefix}{collection_name(version, _INDEX)}")
        for name in names:
            if name.startswith(f"{prefix}{version}-"):
                server.remove(name)
    return removed


def _build(
    index: ChromaServer,
    data_dir: Path,
    version: SpecVersion,
    embedder: Embedder,
    progress: BuildProgress | None,
    official: OfficialText | None,
) -> Manifest:
    _remove_abandoned(index)
    # The time in the name says when it may be taken for abandoned.
    aside = index.at(f"{_BUILDING}{int(time.time())}-{secrets.token_hex(4)}-")
    counts: dict[str, int] = {}
    try:
        for kind in embedded_kinds(data_dir, version, embedder, progress, official):
            full_text = kind.name in ("regular", OFFICIAL["regular"])
            aside.add(collection_name(version, kind.name), kind.chunks, kind.vectors, full_text)
            counts[kind.name] = len(kind.chunks)
        for name in counts:
            aside.move(collection_name(version, name), index.prefix)
    finally:
        for name in index.collections():
            if name.startswith(aside.prefix):
                index.remove(name)
    manifest = make_manifest(version, embedder, counts, official)
    mark = {"manifest": manifest.model_dump_json()}
    index.add_described(collection_name(version, _INDEX), mark)
    return manifest


def _remove_abandoned(server: ChromaServer) -> None:
    for name in server.collections():
        started, _, _ = name.removeprefix(_BUILDING).partition("-")
        ours = name.startswith(_BUILDING) and started.isdigit()
        if ours and time.time() - int(started) > _ABANDONED_AFTER:
            server.remove(name)
