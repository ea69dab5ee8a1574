"""Vectors prepared ahead, so that a first index takes seconds: `python -m retrieval.prepared`.

`data/vectors.npz` maps the hash of a text to the local model's vector for it, kept in eight bits a
dimension with a scale for each vector. It is a cache: a text that is not in it is embedded when an
index is built.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Sequence
from functools import cached_property
from importlib.resources import as_file, files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from retrieval.embeddings import Embedder, MiniLMEmbedder, Progress

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from retrieval.embeddings import Vectors

FILE: Final = files("retrieval") / "data" / "vectors.npz"
_KEY: Final = 12
"""Bytes of a text's hash that tell it from all others."""


class PreparedEmbedder:
    """An embedder that looks its texts up first, and embeds only what is not prepared."""

    def __init__(self, embedder: Embedder, file: Traversable | None = None) -> None:
        """`file` holds the prepared vectors; those of the local model where none is given."""
        self._embedder = embedder
        self._file = file

    @property
    def id(self) -> str:
        """The id of the embedder behind it: the vectors are the same."""
        return self._embedder.id

    def embed(self, texts: Sequence[str], progress: Progress | None = None) -> Vectors:
        """Return one vector a text, prepared or embedded now."""
        import numpy as np  # noqa: PLC0415

        known = self._known
        rows = [known.rows.get(_key(text), -1) for text in texts]
        missing = [i for i, row in enumerate(rows) if row < 0]
        fresh = self._embedder.embed([texts[i] for i in missing], progress)
        if len(missing) == len(texts):
            return fresh
        vectors = known.vectors[rows].astype(np.float32)
        vectors *= known.scales[rows, None]
        vectors[missing] = fresh
        return vectors

    @cached_property
    def _known(self) -> _Prepared:
        return _read(self._embedder.id, self._file or FILE)


class _Prepared(NamedTuple):
    """Vectors in eight bits, times the scale of each, by the hash of their texts."""

    rows: dict[bytes, int]
    vectors: NDArray[np.int8]
    scales: NDArray[np.float32]


def _read(embedder_id: str, file: Traversable) -> _Prepared:
    """Return the prepared vectors of an embedder; none where there are none for it."""
    import numpy as np  # noqa: PLC0415

    none = _Prepared({}, np.empty((0, 0), np.int8), np.empty(0, np.float32))
    with as_file(file) as path:
        if not path.is_file():
            return none
        with np.load(path, allow_pickle=False) as data:
            if str(data["embedder"]) != embedder_id:
                return none
            keys = data["keys"].tobytes()
            rows = {keys[i : i + _KEY]: i // _KEY for i in range(0, len(keys), _KEY)}
            return _Prepared(rows, data["vectors"], data["scales"])


def write_prepared(
    texts: Sequence[str],
    path: Path,
    progress: Progress | None = None,
    embedder: Embedder | None = None,
) -> int:
    """Embed `texts`, with the local model where no other is given, and write them to `path`.

    What is prepared there already is not embedded again. Return how many texts there are.
    """
    import numpy as np  # noqa: PLC0415

    embedder = embedder or MiniLMEmbedder()
    unique = sorted(set(texts), key=_key)
    vectors = PreparedEmbedder(embedder, path).embed(unique, progress)
    bytes_of = np.rint(vectors * (127 / np.abs(vectors).max(axis=1, keepdims=True)))
    scales = np.linalg.norm(vectors, axis=1) / np.linalg.norm(bytes_of, axis=1)
    np.savez(
        path,
        embedder=np.array(embedder.id),
        keys=np.frombuffer(b"".join(map(_key, unique)), dtype=np.uint8),
        vectors=bytes_of.astype(np.int8),
        scales=scales.astype(np.float32),
    )
    return len(unique)


def _key(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()[:_KEY]


def main() -> None:
    """Write the file anew from the catalogue and the installed schema types."""
    from retrieval.index import embedded_texts  # noqa: PLC0415 - index imports this module

    texts = embedded_texts()
    with as_file(FILE) as path:
        count = write_prepared(texts, path, lambda n, of: print(f"\r{n}/{of}", end=""))  # noqa: T201
    print(f"\n{count} vectors in {path}", file=sys.stderr)  # noqa: T201


if __name__ == "__main__":
    main()
