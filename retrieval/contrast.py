"""The contrast model: vectors that tell a true wording from a false one of the same fact.

The upper three layers of all-MiniLM-L6-v2, tuned on the catalogue's own wordings (see
`evals.train_contrast` and docs/judges.md), on top of the lower three as they come. So a claim that
was embedded for the search needs only half a model more.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cached_property
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from retrieval.catalogue import Catalogue
from retrieval.embeddings import MiniLMEmbedder, Progress
from retrieval.prepared import PreparedEmbedder
from retrieval.wordings import Wordings, load_more_wordings

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

    from retrieval.embeddings import Vectors

MODEL: Final = files("retrieval") / "data" / "contrast.onnx"
VECTORS: Final = files("retrieval") / "data" / "contrast_vectors.npz"
DIMENSIONS: Final = 192


class ContrastEmbedder:
    """Embeds by the lower half of `base` and the tuned upper half."""

    def __init__(self, base: MiniLMEmbedder) -> None:
        self._base = base

    @cached_property
    def _content(self) -> bytes:
        return MODEL.read_bytes()

    @cached_property
    def _digest(self) -> str:
        return hashlib.sha256(self._content).hexdigest()[:12]

    @property
    def id(self) -> str:
        """The model, and the file that it is."""
        return f"contrast-{self._digest}"

    def embed(self, texts: Sequence[str], progress: Progress | None = None) -> Vectors:
        """Return one unit vector a text, shape (len(texts), 192)."""
        import numpy as np  # noqa: PLC0415 - heavy, and not needed to answer tools/list

        vectors = np.empty((len(texts), DIMENSIONS), dtype=np.float32)
        for i, text in enumerate(texts):
            states = self._base.middle(text)
            vectors[i] = np.asarray(self._session.run(None, {"states": states[None]})[0])[0]
            if progress:
                progress(i + 1, len(texts))
        return vectors

    @cached_property
    def _session(self) -> InferenceSession:
        import onnxruntime  # noqa: PLC0415

        options = onnxruntime.SessionOptions()
        options.log_severity_level = 3
        options.intra_op_num_threads = 1  # too little work to share
        return onnxruntime.InferenceSession(
            self._content, options, providers=["CPUExecutionProvider"]
        )


def contrast_wordings(catalogue: Catalogue, base: MiniLMEmbedder) -> Wordings:
    """Return the wordings of the catalogue as the contrast model sees them."""
    embedder = ContrastEmbedder(base)
    prepared = PreparedEmbedder(embedder, VECTORS)
    return Wordings(catalogue, embedder, prepared, load_more_wordings)
