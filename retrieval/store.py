"""The Chroma store, the only importer of chromadb: a collection for each kind of chunk."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol, cast

from retrieval.chunking import Chunk
from retrieval.errors import DataError

if TYPE_CHECKING:
    from chromadb.api.client import Client
    from langchain_chroma import Chroma

    from retrieval.embeddings import Embedder, Vectors

_CONFIGURATION: Final = {
    "hnsw": {"space": "cosine", "ef_construction": 64, "ef_search": 128, "max_neighbors": 16}
}
_BATCH: Final = 2_000


class Hit(NamedTuple):
    """A chunk found, with its cosine similarity (0 to 1) to the query."""

    chunk: Chunk
    similarity: float


class ChunkStore(Protocol):
    """Where chunks and their vectors are kept, by collection name."""

    def add(self, collection: str, chunks: Sequence[Chunk], vectors: Vectors) -> None:
        """Keep the chunks; `vectors` has one row a chunk."""
        ...

    def query(self, collection: str, vectors: Vectors, top_k: int) -> list[list[Hit]]:
        """Return for each row of `vectors` its `top_k` nearest chunks, best first."""
        ...

    def count(self, collection: str) -> int:
        """Return how many chunks a collection holds."""
        ...


class ChromaStore:
    """A persistent Chroma directory, cosine distance, no embedding function of Chroma's own.

    Raises:
        DataError: the directory is damaged, or its disk is full.

    """

    def __init__(self, directory: Path) -> None:
        import chromadb  # noqa: PLC0415 - a second of start-up that tools/list does not need
        from chromadb.config import Settings  # noqa: PLC0415

        self._directory = directory
        with self._failures_told():
            client = chromadb.PersistentClient(
                str(directory), settings=Settings(anonymized_telemetry=False)
            )
        self._client = cast("Client", client)  # declared as its base, which cannot be closed

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
                collection, embedding_function=None, configuration=cast("Any", _CONFIGURATION)
            )
            for start in range(0, len(chunks), _BATCH):
                batch = chunks[start : start + _BATCH]
                target.add(
                    ids=[chunk.id for chunk in batch],
                    embeddings=cast("Any", vectors[start : start + _BATCH]),
                    documents=[chunk.text for chunk in batch] if full_text else None,
                    metadatas=[_metadata(chunk) for chunk in batch],
                )

    def query(self, collection: str, vectors: Vectors, top_k: int) -> list[list[Hit]]:
        """Return the nearest chunks.

        Raises:
            DataError: the directory does not hold the collection.

        """
        target = self._collection(collection)
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
                Hit(_chunk(id_, dict(metadata)), min(1.0, max(0.0, 1.0 - distance)))
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
            collection_name=collection,
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
                return self._client.get_collection(name, embedding_function=None)
            except NotFoundError as error:
                raise DataError(
                    f"the index at {self._directory} has no collection {name!r}; remove that "
                    "folder to have it built anew"
                ) from error

    @contextmanager
    def _failures_told(self) -> Generator[None]:
        """Turn Chroma's errors into ours: it only fails where its files do."""
        from chromadb.errors import ChromaError  # noqa: PLC0415

        try:
            yield
        except ChromaError as error:
            raise DataError(
                f"the index at {self._directory} cannot be used ({error}); remove that folder to "
                "have it built anew"
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

    def _rows(self, collection: str) -> tuple[list[Chunk], Vectors]:
        if collection not in self._kept:
            raise DataError(f"the index has no collection {collection!r}")
        return self._kept[collection]


def _metadata(chunk: Chunk) -> dict[str, str]:
    return {
        "corpus": chunk.corpus,
        "page": chunk.page,
        "heading": chunk.heading,
        "entries": " ".join(chunk.entry_ids),
        "text": chunk.text,
    }


def _chunk(id_: str, metadata: dict[str, Any]) -> Chunk:
    return Chunk(
        id=id_,
        corpus=metadata["corpus"],
        page=metadata["page"],
        heading=metadata["heading"],
        text=metadata["text"],
        embedded=metadata["text"],
        entry_ids=tuple(metadata["entries"].split()),
    )
