"""The Chroma store, the only importer of chromadb: a collection for each kind of chunk."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from copy import copy
from functools import lru_cache
from itertools import islice
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol, cast
from urllib.parse import urlsplit

from retrieval.chunking import Chunk
from retrieval.errors import (
    DataError,
    SourceConfigurationError,
    SourceFailedError,
    SourceUnavailableError,
    UnavailableError,
)
from retrieval.records import Record, RecordTable, Row, rows_from_json, rows_to_json
from retrieval.versions import SpecVersion

if TYPE_CHECKING:
    import httpx
    from chromadb.api.client import Client

    from retrieval.embeddings import Vectors
    from retrieval.lexical import LexicalIndex
    from retrieval.settings import ChunkFields

_CONFIGURATION: Final = {
    "hnsw": {"space": "cosine", "ef_construction": 200, "ef_search": 256, "max_neighbors": 16}
}
_BATCH: Final = 2_000
_SERVER_PATIENCE: Final = 120.0
"""Seconds that a Chroma server may take for one answer; a batch of chunks takes it a few."""
_SPARE: Final = 1.5
"""Neighbours asked for, by how many hold nearby if those of a version lie evenly among the rest."""
_MORE: Final = 4
"""How many times as many are asked for where these were too few."""
_ROW: Final = "record"
"""The key of Chroma's metadata under which a server keeps a record."""


class Hit(NamedTuple):
    """A chunk found, with its cosine similarity (0 to 1) to the query."""

    chunk: Chunk
    similarity: float


class VersionStore(Protocol):
    """Where chunks of one version are found by their vectors, by collection."""

    def query(self, collection: str, vectors: Vectors, top_k: int) -> list[list[Hit]]:
        """Return for each row of `vectors` its `top_k` nearest chunks, best first."""
        ...

    def count(self, collection: str) -> int:
        """Return how many chunks of the version a collection holds."""
        ...

    def lexical(self, collection: str) -> LexicalIndex:
        """Return the passages of the version in a collection by their words."""
        ...

    def has(self, collection: str) -> bool:
        """Return whether there is such a collection."""
        ...


class RecordStore(Protocol):
    """Where records and their vectors are kept, and found by version."""

    def add(self, collection: str, records: Sequence[Record], vectors: Vectors) -> None:
        """Keep the records; `vectors` has one row a record."""
        ...

    def query(
        self, collection: str, vectors: Vectors, top_k: int, version: SpecVersion
    ) -> list[list[Hit]]:
        """Return for each row of `vectors` the `top_k` nearest chunks of a version, best first."""
        ...

    def count(self, collection: str, version: SpecVersion) -> int:
        """Return how many records of a collection hold in a version."""
        ...

    def chunks(self, collection: str, version: SpecVersion) -> list[Chunk]:
        """Return all chunks of a version, in the order in which they were added."""
        ...

    def has(self, collection: str) -> bool:
        """Return whether there is such a collection."""
        ...

    def close(self) -> None:
        """Let go of files or connections."""
        ...


class ChromaStore:
    """A persistent Chroma directory, cosine distance, no embedding function of Chroma's own.

    Chroma keeps vectors under the positions of their records; the records are in a file beside it.
    As Chroma's metadata they would take a third of the time that an index takes, and each record
    found would be read from its database: a search that looks past other versions finds hundreds.

    Raises:
        DataError: the directory is damaged, or its disk is full.

    """

    def __init__(self, directory: Path) -> None:
        import chromadb  # noqa: PLC0415 - a second of start-up that tools/list does not need
        from chromadb.config import Settings  # noqa: PLC0415

        self._directory = directory
        self._searched: dict[str, tuple[Any, RecordTable]] = {}
        self._where = str(directory)
        self._remedy = "remove that folder to have it built anew"
        with self._failures_told():
            client = chromadb.PersistentClient(
                str(directory), settings=Settings(anonymized_telemetry=False)
            )
        self._client = cast("Client", client)  # declared as its base, which cannot be closed

    def _named(self, collection: str) -> str:
        """Return what a collection is called where it is kept."""
        return collection

    def add(self, collection: str, records: Sequence[Record], vectors: Vectors) -> None:
        """Add the records to a collection, which is made where it does not exist."""
        with self._failures_told():
            target = self._client.get_or_create_collection(
                self._named(collection),
                embedding_function=None,
                configuration=cast("Any", _CONFIGURATION),
            )
            first = target.count()
            for start in range(0, len(records), _BATCH):
                batch = records[start : start + _BATCH]
                target.add(
                    ids=[str(first + start + i) for i in range(len(batch))],
                    embeddings=cast("Any", vectors[start : start + _BATCH]),
                    metadatas=self._metadatas(batch),
                )
        self._keep_rows(collection, records)
        self._searched.pop(collection, None)

    def query(
        self, collection: str, vectors: Vectors, top_k: int, version: SpecVersion
    ) -> list[list[Hit]]:
        """Return the nearest chunks of a version.

        Records of other versions are among the nearest: so many neighbours are asked for that
        enough are of this one, and where too few are, more.

        Raises:
            DataError: there is no such collection.

        """
        target, table = self._opened(collection)
        holding = table.holding(version)
        wanted = min(top_k, len(holding))
        found: list[list[Hit]] = [[] for _ in vectors]
        if wanted < 1:
            return found
        asked = min(len(table), ceil(_SPARE * wanted * len(table) / len(holding)))
        open_rows = list(range(len(found)))
        while open_rows:
            nearest = self._nearest(target, vectors[open_rows], asked)
            for row, neighbours in zip(open_rows, nearest, strict=True):
                of_version = (item for item in neighbours if item[0] in holding)
                found[row] = [
                    Hit(table.chunk(position, version), similarity)
                    for position, similarity in islice(of_version, wanted)
                ]
            if asked == len(table):
                break
            open_rows = [row for row in open_rows if len(found[row]) < wanted]
            asked = min(len(table), _MORE * asked)
        return found

    def count(self, collection: str, version: SpecVersion) -> int:
        """Return how many records of a collection hold in a version.

        Raises:
            DataError: there is no such collection.

        """
        return len(self._opened(collection)[1].holding(version))

    def chunks(self, collection: str, version: SpecVersion) -> list[Chunk]:
        """Return all chunks of a version, in the order in which they were added.

        Raises:
            DataError: there is no such collection.

        """
        return self._opened(collection)[1].chunks(version)

    def has(self, collection: str) -> bool:
        """Return whether the directory holds the collection."""
        return self._named(collection) in self.collections()

    def collections(self) -> dict[str, dict[str, Any]]:
        """Return all collections by the name they have there, each with its metadata."""
        with self._failures_told():
            found = self._client.list_collections()
        return {item.name: dict(item.metadata or {}) for item in found}

    def close(self) -> None:
        """Let go of the directory's files."""
        self._client.close()

    def _metadatas(self, records: Sequence[Record]) -> Any:
        """Return what Chroma is to keep of records beside their vectors."""
        del records

    def _keep_rows(self, collection: str, records: Sequence[Record]) -> None:
        """Keep records beside those that are kept of a collection."""
        file = self._rows_file(collection)
        rows = rows_from_json(file.read_bytes()) if file.is_file() else []
        rows += [record.to_row() for record in records]
        try:
            file.write_text(rows_to_json(rows), encoding="utf-8")
        except OSError as error:
            raise self._unusable(error) from error

    def _read_table(self, collection: str, target: Any) -> RecordTable:
        """Return the records of a collection, in the order of their positions."""
        del target
        file = self._rows_file(collection)
        state = file.stat()
        return _table_of(file, state.st_ino, state.st_mtime_ns)

    def _rows_file(self, collection: str) -> Path:
        return self._directory / f"{collection}.json"

    def _opened(self, collection: str) -> tuple[Any, RecordTable]:
        opened = self._searched.get(collection)
        if opened is None:
            target = self._collection(collection)
            try:
                table = self._read_table(collection, target)
            except (OSError, ValueError, LookupError) as error:
                raise self._unusable(error) from error
            opened = self._searched[collection] = target, table
        return opened

    def _nearest(
        self, target: Any, vectors: Vectors, asked: int
    ) -> Iterator[list[tuple[int, float]]]:
        """Yield the positions and similarities of the neighbours of each row."""
        with self._failures_told():
            found = target.query(query_embeddings=vectors, n_results=asked, include=["distances"])
        for ids, distances in zip(found["ids"], found["distances"], strict=True):
            yield [
                (int(id_), min(1.0, max(0.0, 1.0 - distance)))
                for id_, distance in zip(ids, distances, strict=True)
            ]

    def _collection(self, name: str) -> Any:
        from chromadb.errors import NotFoundError  # noqa: PLC0415

        with self._failures_told():
            try:
                return self._client.get_collection(self._named(name), embedding_function=None)
            except NotFoundError as error:
                raise DataError(
                    f"the index at {self._where} has no collection {name!r}; {self._remedy}"
                ) from error

    @contextmanager
    def _failures_told(self) -> Generator[None]:
        """Turn Chroma's errors into ours: it only fails where its files do."""
        from chromadb.errors import ChromaError  # noqa: PLC0415

        try:
            yield
        except ChromaError as error:
            raise self._unusable(error) from error

    def _unusable(self, error: Exception) -> DataError:
        return DataError(f"the index at {self._where} cannot be used ({error}); {self._remedy}")


class ChromaServer(ChromaStore):
    """Collections in a Chroma server, whose names begin with a prefix that is not seen.

    Raises:
        UnavailableError: the server does not answer.
        DataError: it answers with an error.

    """

    def __init__(self, host: str, port: int, ssl: bool = False) -> None:
        import chromadb  # noqa: PLC0415
        from chromadb.config import Settings  # noqa: PLC0415

        self.prefix = ""
        self._searched: dict[str, tuple[Any, RecordTable]] = {}
        self._where = f"{'https' if ssl else 'http'}://{host}:{port}"
        self._remedy = "run `mcp-fact-check specs embed` to have it built anew"
        with self._failures_told():
            client = chromadb.HttpClient(
                host, port, ssl=ssl, settings=Settings(anonymized_telemetry=False)
            )
        self._client = cast("Client", client)
        self._sessions = _http_sessions(client)
        for session in self._sessions:
            session.timeout = _SERVER_PATIENCE

    def close(self) -> None:
        """Let go of the connections."""
        super().close()
        for session in self._sessions:
            session.close()

    def at(self, prefix: str) -> ChromaServer:
        """Return the collections of another prefix, over the same connection."""
        other = copy(self)
        other.prefix = prefix
        other._searched = {}
        return other

    def add_described(self, collection: str, metadata: dict[str, str]) -> None:
        """Make an empty collection that holds nothing but its metadata, where there is none."""
        with self._failures_told():
            self._client.get_or_create_collection(
                self._named(collection), embedding_function=None, metadata=metadata
            )

    def move(self, collection: str, prefix: str) -> None:
        """Give a collection another prefix; where there is one already, that is the one kept."""
        from chromadb.errors import ChromaError  # noqa: PLC0415

        taken = self.at(prefix)
        with self._failures_told():
            try:
                self._collection(collection).modify(name=taken._named(collection))
            except ChromaError:
                if not taken.has(collection):
                    raise
                self._client.delete_collection(self._named(collection))

    def remove(self, name: str) -> None:
        """Remove a collection by its whole name; it may be gone already."""
        from chromadb.errors import NotFoundError  # noqa: PLC0415

        with self._failures_told(), suppress(NotFoundError):
            self._client.delete_collection(name)

    def _named(self, collection: str) -> str:
        return f"{self.prefix}{collection}"

    def _metadatas(self, records: Sequence[Record]) -> Any:
        # No file beside it reaches the other machines.
        return [{_ROW: rows_to_json([record.to_row()])} for record in records]

    def _keep_rows(self, collection: str, records: Sequence[Record]) -> None:
        """Have them in Chroma already."""

    def _read_table(self, collection: str, target: Any) -> RecordTable:
        del collection
        rows: dict[int, Row] = {}
        with self._failures_told():
            offsets = range(0, target.count(), _BATCH)
        for offset in offsets:
            with self._failures_told():
                found = target.get(limit=_BATCH, offset=offset, include=["metadatas"])
            for id_, metadata in zip(found["ids"], found["metadatas"], strict=True):
                (rows[int(id_)],) = rows_from_json(metadata[_ROW])
        return RecordTable([row for _, row in sorted(rows.items())])

    @contextmanager
    def _failures_told(self) -> Generator[None]:
        from httpx import TransportError  # noqa: PLC0415

        try:
            with super()._failures_told():
                yield
        except (TransportError, ValueError) as error:
            # What the client says in a ValueError when no server answers.
            raise UnavailableError(
                f"the Chroma server at {self._where} does not answer ({error}); start it, or unset "
                "CHROMA_HOST to keep indexes on this machine"
            ) from error


class MemoryStore:
    """The same in memory, by an exact dot product: for tests, and to measure Chroma against."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[list[Record], Vectors]] = {}

    def add(self, collection: str, records: Sequence[Record], vectors: Vectors) -> None:
        """Keep the records of a collection beside those it has."""
        import numpy as np  # noqa: PLC0415

        if collection in self._kept and self._kept[collection][0]:
            old, rows = self._kept[collection]
            self._kept[collection] = [*old, *records], np.vstack([rows, vectors])
        else:
            self._kept[collection] = list(records), vectors

    def query(
        self, collection: str, vectors: Vectors, top_k: int, version: SpecVersion
    ) -> list[list[Hit]]:
        """Return the nearest chunks of a version.

        Raises:
            DataError: there is no such collection.

        """
        records, rows = self._records(collection)
        table = RecordTable([record.to_row() for record in records])
        positions = sorted(table.holding(version))
        if not positions:
            return [[] for _ in vectors]
        return [
            [
                Hit(table.chunk(positions[i], version), min(1.0, max(0.0, float(line[i]))))
                for i in line.argsort()[::-1][: max(0, top_k)]
            ]
            for line in vectors @ rows[positions].T
        ]

    def count(self, collection: str, version: SpecVersion) -> int:
        """Return how many records of a collection hold in a version.

        Raises:
            DataError: there is no such collection.

        """
        return sum(
            any(version in place.versions for place in record.places)
            for record in self._records(collection)[0]
        )

    def chunks(self, collection: str, version: SpecVersion) -> list[Chunk]:
        """Return all chunks of a version, in the order in which they were added.

        Raises:
            DataError: there is no such collection.

        """
        records, _ = self._records(collection)
        return RecordTable([record.to_row() for record in records]).chunks(version)

    def has(self, collection: str) -> bool:
        """Return whether there is such a collection."""
        return collection in self._kept

    def close(self) -> None:
        """Have nothing to let go of."""

    def _records(self, collection: str) -> tuple[list[Record], Vectors]:
        if collection not in self._kept:
            raise DataError(f"the index has no collection {collection!r}")
        return self._kept[collection]


class PagesInChroma:
    """A collection of somebody's own with a chunk of a page in each record; read only.

    `fields` name its metadata; the text is the record's document where it has one. `place` is a
    Chroma directory, or the URL of a server.

    Raises:
        SourceConfigurationError, SourceUnavailableError: there is none, or no such collection.

    """

    def __init__(
        self, place: Path | str, collection: str, fields: ChunkFields, timeout: float
    ) -> None:
        self._place = place
        self._name, self._page, self._text, self._position = fields
        with self._failures_told():
            self._client = cast("Client", _client_at(place, timeout))
            self._sessions = _http_sessions(self._client)
            for session in self._sessions:
                session.timeout = timeout
            try:
                self._collection = self._client.get_collection(collection, embedding_function=None)
            except BaseException:
                self.close()
                raise

    def texts(self, name: str, page: int) -> list[str]:
        """Return the texts of a page in order, where they have a position."""
        where = {"$and": [{self._name: name}, {self._page: page}]}
        with self._failures_told():
            found = self._collection.get(
                where=cast("Any", where), include=["documents", "metadatas"]
            )
        rows = zip(found["documents"] or [], found["metadatas"] or [], strict=True)
        ordered = sorted(rows, key=lambda row: cast("float", row[1].get(self._position, 0)))
        return [str(text or metadata.get(self._text) or "") for text, metadata in ordered]

    def pages(self, name: str) -> set[int]:
        """Return the numbers of the pages of a document."""
        with self._failures_told():
            found = self._collection.get(where={self._name: name}, include=["metadatas"])
        return {int(cast("int", item.get(self._page, 0))) for item in found["metadatas"] or []}

    def names(self) -> set[str]:
        """Return the names of the documents."""
        names: set[str] = set()
        offset = 0
        while True:
            with self._failures_told():
                found = self._collection.get(limit=_BATCH, offset=offset, include=["metadatas"])
            metadatas = found["metadatas"] or []
            names |= {str(item[self._name]) for item in metadatas if self._name in item}
            if len(metadatas) < _BATCH:
                return names
            offset += _BATCH

    def close(self) -> None:
        """Let go of the files or the connection."""
        self._client.close()
        for session in self._sessions:
            session.close()

    @contextmanager
    def _failures_told(self) -> Generator[None]:
        from chromadb.errors import ChromaError, NotFoundError  # noqa: PLC0415
        from httpx import TransportError  # noqa: PLC0415

        try:
            yield
        except NotFoundError as error:
            raise SourceConfigurationError(
                "chroma", f"{self._place}: {error}; set CITATION_COLLECTION to one that it has"
            ) from error
        except (TransportError, ValueError) as error:
            # What the client says in a ValueError when no server answers.
            raise SourceUnavailableError("chroma", f"{self._place}: {error}") from error
        except ChromaError as error:
            raise SourceFailedError("chroma", f"{self._place}: {error}") from error


def _http_sessions(client: Any) -> list[httpx.Client]:
    """Return what a client of a server talks through: it would wait for ever, and stay open."""
    servers: list[Any] = [getattr(part, "_server", None) for part in (client, client._admin_client)]
    return [server._session for server in servers if hasattr(server, "_session")]


def _client_at(place: Path | str, timeout: float) -> Any:
    import chromadb  # noqa: PLC0415
    import httpx  # noqa: PLC0415
    from chromadb.config import Settings  # noqa: PLC0415

    settings = Settings(anonymized_telemetry=False)
    if isinstance(place, Path):
        if not (place / "chroma.sqlite3").is_file():  # the client would make one
            raise SourceConfigurationError(
                "chroma", f"{place} is no Chroma directory; set CITATION_PATH to one"
            )
        return chromadb.PersistentClient(str(place), settings=settings)
    parts = urlsplit(place)
    secure = parts.scheme == "https"
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise SourceConfigurationError("chroma", "CITATION_URL is no URL like http://HOST:8000")
    port = parts.port or (443 if secure else 8000)
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    # The client asks as it is made, before it can be told how long to wait.
    httpx.get(f"{parts.scheme}://{host}:{port}/api/v2/heartbeat", timeout=timeout)
    return chromadb.HttpClient(host, port, ssl=secure, settings=settings)


@lru_cache(maxsize=16)  # the versions that one process searches share the index of all versions
def _table_of(file: Path, inode: int, written: int) -> RecordTable:
    del inode, written  # another file in its place is another table
    return RecordTable(rows_from_json(file.read_bytes()))
