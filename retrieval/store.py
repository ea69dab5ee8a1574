"""The Chroma store, the only importer of chromadb: a collection for each kind of chunk."""

from __future__ import annotations

import json
from collections.abc import Generator, Sequence
from contextlib import contextmanager, suppress
from copy import copy
from functools import lru_cache
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

if TYPE_CHECKING:
    import httpx
    from chromadb.api.client import Client
    from langchain_chroma import Chroma

    from retrieval.embeddings import Embedder, Vectors
    from retrieval.settings import ChunkFields

_CONFIGURATION: Final = {
    "hnsw": {"space": "cosine", "ef_construction": 64, "ef_search": 128, "max_neighbors": 16}
}
_BATCH: Final = 2_000
_SERVER_PATIENCE: Final = 120.0
"""Seconds that a Chroma server may take for one answer; a batch of chunks takes it a few."""


class Hit(NamedTuple):
    """A chunk found, with its cosine similarity (0 to 1) to the query."""

    chunk: Chunk
    similarity: float


class SearchableStore(Protocol):
    """Where chunks are found by their vectors, by collection name."""

    def query(self, collection: str, vectors: Vectors, top_k: int) -> list[list[Hit]]:
        """Return for each row of `vectors` its `top_k` nearest chunks, best first."""
        ...

    def count(self, collection: str) -> int:
        """Return how many chunks a collection holds."""
        ...

    def has(self, collection: str) -> bool:
        """Return whether there is such a collection."""
        ...


class ChunkStore(SearchableStore, Protocol):
    """Where chunks and their vectors are kept too."""

    def add(self, collection: str, chunks: Sequence[Chunk], vectors: Vectors) -> None:
        """Keep the chunks; `vectors` has one row a chunk."""
        ...


class ChromaStore:
    """A persistent Chroma directory, cosine distance, no embedding function of Chroma's own.

    Raises:
        DataError: the directory is damaged, or its disk is full.

    """

    def __init__(self, directory: Path) -> None:
        import chromadb  # noqa: PLC0415 - a second of start-up that tools/list does not need
        from chromadb.config import Settings  # noqa: PLC0415

        self._searched: dict[str, Any] = {}
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

    def add(
        self,
        collection: str,
        chunks: Sequence[Chunk],
        vectors: Vectors,
        full_text: bool = False,
    ) -> None:
        """Add the chunks to a collection, which is made where it does not exist.

        Chroma keeps a full-text index of what it is given as documents. Nothing here asks it, and
        it takes 40 % of the time, so texts are metadata; `full_text` keeps them as documents too,
        for `as_vectorstore`.
        """
        with self._failures_told():
            target = self._client.get_or_create_collection(
                self._named(collection),
                embedding_function=None,
                configuration=cast("Any", _CONFIGURATION),
            )
            for start in range(0, len(chunks), _BATCH):
                batch = chunks[start : start + _BATCH]
                target.add(
                    ids=[chunk.id for chunk in batch],
                    embeddings=cast("Any", vectors[start : start + _BATCH]),
                    documents=[chunk.text for chunk in batch] if full_text else None,
                    metadatas=[_metadata(chunk, full_text) for chunk in batch],
                )

    def query(self, collection: str, vectors: Vectors, top_k: int) -> list[list[Hit]]:
        """Return the nearest chunks.

        Raises:
            DataError: the directory does not hold the collection.

        """
        target = self._searched.get(collection)
        if target is None:
            target = self._searched[collection] = self._collection(collection)
        if top_k < 1 or not len(vectors):
            return [[] for _ in vectors]
        with self._failures_told():
            found = target.query(
                query_embeddings=cast("Any", vectors),
                n_results=top_k,
                include=["metadatas", "distances"],
            )
        rows = zip(
            found["ids"],
            found["metadatas"] or [],
            found["distances"] or [],
            strict=True,
        )
        return [
            [
                Hit(_chunk(id_, str(metadata["chunk"])), min(1.0, max(0.0, 1.0 - distance)))
                for id_, metadata, distance in zip(*row, strict=True)
            ]
            for row in rows
        ]

    def count(self, collection: str) -> int:
        """Return how many chunks a collection holds.

        Raises:
            DataError: the directory does not hold the collection.

        """
        target = self._collection(collection)
        with self._failures_told():
            return target.count()

    def has(self, collection: str) -> bool:
        """Return whether the directory holds the collection."""
        return self._named(collection) in self.collections()

    def collections(self) -> dict[str, dict[str, Any]]:
        """Return all collections by the name they have there, each with its metadata."""
        with self._failures_told():
            found = self._client.list_collections()
        return {item.name: dict(item.metadata or {}) for item in found}

    def as_vectorstore(self, collection: str, embedder: Embedder) -> Chroma:
        """Return a collection that was added with `full_text` as LangChain's vector store.

        For other people's graphs and chains; `embedder` is the one that made the index.
        """
        from langchain_chroma import Chroma  # noqa: PLC0415
        from langchain_core.embeddings import Embeddings  # noqa: PLC0415

        class Queries(Embeddings):
            def embed_documents(self, texts: list[str]) -> list[list[float]]:
                return embedder.embed(texts).tolist()

            def embed_query(self, text: str) -> list[float]:
                return self.embed_documents([text])[0]

        return Chroma(
            collection_name=self._named(collection),
            client=self._client,
            embedding_function=Queries(),
            create_collection_if_not_exists=False,
        )

    def close(self) -> None:
        """Let go of the directory's files."""
        self._client.close()

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
            raise DataError(
                f"the index at {self._where} cannot be used ({error}); {self._remedy}"
            ) from error


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
        self._searched = {}
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
        self._kept: dict[str, tuple[list[Chunk], Vectors]] = {}

    def add(self, collection: str, chunks: Sequence[Chunk], vectors: Vectors) -> None:
        """Keep the chunks of a collection beside those it has."""
        import numpy as np  # noqa: PLC0415

        if collection in self._kept and self._kept[collection][0]:
            old, rows = self._kept[collection]
            self._kept[collection] = [*old, *chunks], np.vstack([rows, vectors])
        else:
            self._kept[collection] = list(chunks), vectors

    def query(self, collection: str, vectors: Vectors, top_k: int) -> list[list[Hit]]:
        """Return the nearest chunks.

        Raises:
            DataError: there is no such collection.

        """
        chunks, rows = self._rows(collection)
        if not chunks:
            return [[] for _ in vectors]
        scores = vectors @ rows.T
        return [
            [
                Hit(chunks[i], min(1.0, max(0.0, float(line[i]))))
                for i in line.argsort()[::-1][: max(0, top_k)]
            ]
            for line in scores
        ]

    def count(self, collection: str) -> int:
        """Return how many chunks a collection holds.

        Raises:
            DataError: there is no such collection.

        """
        return len(self._rows(collection)[0])

    def has(self, collection: str) -> bool:
        """Return whether there is such a collection."""
        return collection in self._kept

    def _rows(self, collection: str) -> tuple[list[Chunk], Vectors]:
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


def _metadata(chunk: Chunk, full_text: bool) -> dict[str, str]:
    """Return what Chroma keeps of a chunk, as one text.

    Chroma reads a row of its database for each key of each chunk that it finds, which is most of
    the time of a query. Only what others read through `as_vectorstore` has its place beside it.
    """
    kept: dict[str, object] = {
        "corpus": chunk.corpus,
        "page": chunk.page,
        "heading": chunk.heading,
        "entries": chunk.entry_ids,
        "text": chunk.text,
        "lines": chunk.lines,
        "permalink": chunk.permalink,
        "commit": chunk.commit,
    }
    place = {"corpus": chunk.corpus, "page": chunk.page, "heading": chunk.heading}
    return {"chunk": json.dumps(kept, ensure_ascii=False)} | (place if full_text else {})


@lru_cache(maxsize=8192)  # a document finds the same few hundred chunks again and again
def _chunk(id_: str, content: str) -> Chunk:
    kept = json.loads(content)
    return Chunk(
        id=id_,
        corpus=kept["corpus"],
        page=kept["page"],
        heading=kept["heading"],
        text=kept["text"],
        embedded=kept["text"],
        entry_ids=tuple(kept["entries"]),
        lines=tuple(kept["lines"]) if kept["lines"] else None,
        permalink=kept["permalink"],
        commit=kept["commit"],
    )
