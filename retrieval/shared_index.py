"""Indexes in a Chroma server that several machines share (`CHROMA_HOST`).

The collections of an index have the names that they have in a directory, behind a prefix that says
what made it: `mcp-<hash>-` for the index of all versions, `mcp-<hash>-<version>-<key>-` for that of
an official text. They are filled under another prefix and renamed when they are whole; the
collection `<prefix>index`, which comes last and is empty, says that the index is there and what
made it. Two machines that build one index at once end with one of both: they are the same.

A machine that has no official text of its own uses the newest index of one that another machine put
there.
"""

from __future__ import annotations

import secrets
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from pydantic import ValidationError

from retrieval.embeddings import Embedder
from retrieval.index import (
    BuildProgress,
    Content,
    base_key,
    embedded_kinds,
    make_manifest,
    own_content,
    record_made,
    text_content,
)
from retrieval.index_manifest import Manifest
from retrieval.official.store import OfficialText
from retrieval.store import ChromaServer
from retrieval.version_index import VersionIndex
from retrieval.versions import VERSIONS, SpecVersion

if TYPE_CHECKING:
    from pathlib import Path

_BUILDING: Final = "building-"
_ABANDONED_AFTER: Final = 3 * 3_600.0
"""Seconds after which collections that were never renamed belong to a build that was killed."""
_INDEX: Final = "index"


def base_prefix(embedder_id: str) -> str:
    """Return the prefix of the index of all versions."""
    return f"mcp-{base_key(embedder_id)}-"


def text_prefix(
    server: ChromaServer, version: SpecVersion, embedder_id: str, official: OfficialText | None
) -> str | None:
    """Return the prefix of the text given, else of the newest one there; None without any."""
    base = f"{base_prefix(embedder_id)}{version}-"
    if official:
        return f"{base}{official.key}-"
    found = {
        prefix: manifest.built_at
        for prefix, manifest in shared_indexes(server, version).items()
        if prefix.startswith(base)
    }
    return max(found, key=lambda prefix: found[prefix], default=None)


def shared_indexes(server: ChromaServer, version: SpecVersion | None) -> dict[str, Manifest]:
    """Return by prefix the whole indexes of a version's official text, or of all versions."""
    indexes: dict[str, Manifest] = {}
    for name, metadata in server.collections().items():
        prefix = name.removesuffix(_INDEX)
        if name != prefix and prefix.startswith("mcp-"):
            with suppress(ValidationError):  # of another release
                manifest = Manifest.model_validate_json(metadata.get("manifest", ""))
                holds = tuple(manifest.chunks) if manifest.official else (None,)
                if version in holds:
                    indexes[prefix] = manifest
    return indexes


def open_shared_index(
    server: ChromaServer,
    data_dir: Path,
    version: SpecVersion,
    embedder: Embedder,
    progress: BuildProgress | None,
    official: OfficialText | None,
) -> VersionIndex:
    """Open what is searched for a version in a server, building first what is not there.

    Raises:
        UnavailableError: the server does not answer.
        DataError: it cannot keep the index.

    """
    words = server.at(base_prefix(embedder.id))
    if not words.has(_INDEX):
        _build(words, data_dir, own_content(), embedder, progress)
    prefix = text_prefix(server, version, embedder.id, official)
    if prefix is None:
        return VersionIndex(version, words)
    text = server.at(prefix)
    if official and not text.has(_INDEX):
        manifest = _build(text, data_dir, text_content(official), embedder, progress)
        record_made(data_dir, manifest, embedder, official)
    else:
        manifest = shared_indexes(server, version)[prefix]
    return VersionIndex(version, words, text, manifest.official)


def remove_shared(server: ChromaServer, version: SpecVersion | None, keep: str = "") -> list[str]:
    """Remove the indexes of a version's text, or of all versions, but for one; return which.

    The mark goes first, so that nobody begins to use one that is being removed.
    """
    removed = [prefix for prefix in shared_indexes(server, version) if prefix != keep]
    names = server.collections()
    for prefix in removed:
        server.remove(f"{prefix}{_INDEX}")
        for name in names:
            if name.startswith(prefix) and not _is_of_text(name.removeprefix(prefix)):
                server.remove(name)
    return removed


def _is_of_text(rest: str) -> bool:
    """Return whether a name goes on with a version: it is of a text, whose index is another."""
    return any(rest.startswith(f"{version}-") for version in VERSIONS)


def _build(
    index: ChromaServer,
    data_dir: Path,
    content: Content,
    embedder: Embedder,
    progress: BuildProgress | None,
) -> Manifest:
    _remove_abandoned(index)
    # The time in the name says when it may be taken for abandoned.
    aside = index.at(f"{_BUILDING}{int(time.time())}-{secrets.token_hex(4)}-")
    try:
        for kind in embedded_kinds(data_dir, content, embedder, progress):
            aside.add(kind.name, kind.records, kind.vectors)
        for name in content.kinds:
            aside.move(name, index.prefix)
    finally:
        for name in index.collections():
            if name.startswith(aside.prefix):
                index.remove(name)
    manifest = make_manifest(content, embedder)
    index.add_described(_INDEX, {"manifest": manifest.model_dump_json()})
    return manifest


def _remove_abandoned(server: ChromaServer) -> None:
    for name in server.collections():
        started, _, _ = name.removeprefix(_BUILDING).partition("-")
        ours = name.startswith(_BUILDING) and started.isdigit()
        if ours and time.time() - int(started) > _ABANDONED_AFTER:
            server.remove(name)
