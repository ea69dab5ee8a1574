"""Vectors prepared ahead, so that a first index takes seconds: `python -m retrieval.prepared`.

`data/vectors.npz` maps the hash of a text to the local model's vector for it. It is a cache: a text
that is not in it is embedded when an index is built.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Sequence
from functools import cached_property
from importlib.resources import as_file, files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from retrieval.embeddings import Embedder, MiniLMEmbedder, Progress

if TYPE_CHECKING:
    from retrieval.embeddings import Vectors

FILE: Final = files("retrieval") / "data" / "vectors.npz"


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
        """Return one vector a text, prepared (kept as float16) or embedded now."""
        import numpy as np  # noqa: PLC0415

        known = self._known
        missing = [i for i, text in enumerate(texts) if _key(text) not in known]
        fresh = self._embedder.embed([texts[i] for i in missing], progress)
        width = fresh.shape[1] or len(next(iter(known.values()), ()))
        vectors = np.empty((len(texts), width), dtype=np.float32)
        vectors[missing] = fresh
        for i, text in enumerate(texts):
            if (vector := known.get(_key(text))) is not None:
                vectors[i] = vector
        return vectors

    @cached_property
    def _known(self) -> dict[bytes, Vectors]:
        return _read(self._embedder.id, self._file or FILE)


def _read(embedder_id: str, file: Traversable) -> dict[bytes, Vectors]:
    """Return the prepared vectors of an embedder by text hash; none where there are none for it."""
    import numpy as np  # noqa: PLC0415

    with as_file(file) as path:
        if not path.is_file():
            return {}
        with np.load(path, allow_pickle=False) as data:
            if str(data["embedder"]) != embedder_id:
                return {}
            vectors = data["vectors"].astype(np.float32)
            return {key.tobytes(): vectors[i] for i, key in enumerate(data["keys"])}


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
    keys = np.frombuffer(b"".join(_key(text) for text in unique), dtype=np.uint8)
    np.savez(
        path,
        embedder=np.array(embedder.id),
        keys=keys.reshape(len(unique), -1),
        vectors=vectors.astype(np.float16),
    )
    return len(unique)


def _key(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()[:12]


def main() -> None:
    """Write the file anew from the catalogue and the installed schema types."""
    from retrieval.index import embedded_texts  # noqa: PLC0415 - index imports this module

    texts = embedded_texts()
    with as_file(FILE) as path:
        count = write_prepared(texts, path, lambda n, of: print(f"\r{n}/{of}", end=""))  # noqa: T201
    print(f"\n{count} vectors in {path}", file=sys.stderr)  # noqa: T201


if __name__ == "__main__":
    main()
