"""Vectors prepared ahead: the same as fresh ones, and there for every text that ships."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import as_file
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from retrieval import prepared
from retrieval.embeddings import MiniLMEmbedder, Progress
from retrieval.index import embedded_texts
from retrieval.prepared import FILE, PreparedEmbedder, write_prepared

EIGHT_BIT_STEP = 0.4 / 254
"""Half a step of the largest scale: no dimension of a vector is larger than 0.4."""
"""Relative precision of float16; components of unit vectors are at most 1."""

with as_file(FILE) as shipped:
    needs_vectors = pytest.mark.skipif(
        not shipped.is_file(), reason=f"no vectors are prepared at {shipped}"
    )


class Recorder:
    """Stands for an embedder, keeps what it is asked, and gives vectors of ones."""

    def __init__(self, name: str) -> None:
        self.id = name
        self.asked: list[str] = []

    def embed(self, texts: Sequence[str], progress: Progress | None = None) -> NDArray[np.float32]:
        self.asked += texts
        return np.ones((len(texts), MiniLMEmbedder.dimensions), dtype=np.float32)


@pytest.fixture
def own_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Put a file of the test's own, not yet written, in the place of the shipped vectors."""
    file = tmp_path / "vectors.npz"
    monkeypatch.setattr(prepared, "FILE", file)
    return file


@needs_vectors
def test_every_text_that_ships_is_prepared() -> None:
    model = Recorder(MiniLMEmbedder().id)
    vectors = PreparedEmbedder(model).embed(embedded_texts())
    assert model.asked == [], "the texts have changed: run `python -m retrieval.prepared`"
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=2e-3)


@needs_vectors
def test_prepared_vectors_are_fresh_ones_within_the_precision_of_eight_bits() -> None:
    model = Recorder(MiniLMEmbedder().id)
    PreparedEmbedder(model).embed(embedded_texts())
    texts = sorted({*embedded_texts()} - {*model.asked})
    sample = texts[:: len(texts) // 25]
    ready = PreparedEmbedder(model).embed(sample)
    fresh = MiniLMEmbedder().embed(sample)
    assert len(sample) >= 25
    np.testing.assert_allclose(ready, fresh, atol=EIGHT_BIT_STEP)


@needs_vectors
def test_prepared_vectors_are_of_no_use_to_another_embedder() -> None:
    model = Recorder("another-model")
    texts = embedded_texts()[:3]
    vectors = PreparedEmbedder(model).embed(texts)
    assert model.asked == texts
    assert (vectors == 1.0).all()


def test_only_what_is_not_prepared_is_embedded(own_file: Path) -> None:
    write_prepared(["one text", "another text"], own_file)
    model = Recorder(MiniLMEmbedder().id)
    vectors = PreparedEmbedder(model).embed(["new", "another text", "one text", "newer"])
    assert model.asked == ["new", "newer"]
    assert (vectors[[0, 3]] == 1.0).all()
    fresh = MiniLMEmbedder().embed(["another text", "one text"])
    np.testing.assert_allclose(vectors[1:3], fresh, atol=EIGHT_BIT_STEP)


def test_without_the_file_all_is_embedded(own_file: Path) -> None:
    model = Recorder("any")
    assert PreparedEmbedder(model).embed(["a", "b"]).shape == (2, 384)
    assert model.asked == ["a", "b"]
    assert not own_file.exists()


@pytest.mark.parametrize("prepare", [True, False])
def test_no_texts_give_no_vectors(own_file: Path, prepare: bool) -> None:
    if prepare:
        write_prepared(["one text"], own_file)
    assert PreparedEmbedder(MiniLMEmbedder()).embed([]).shape == (0, 384)


def test_a_text_that_comes_twice_is_kept_once(own_file: Path) -> None:
    assert write_prepared(["one text", "one text", "another text"], own_file) == 2
    with np.load(own_file, allow_pickle=False) as data:
        assert data["vectors"].shape == (2, 384)
        assert data["vectors"].dtype == np.int8


def test_writing_again_keeps_what_is_wanted_and_drops_the_rest(own_file: Path) -> None:
    write_prepared(["kept text", "old text"], own_file)
    before = PreparedEmbedder(Recorder(MiniLMEmbedder().id)).embed(["kept text"])
    write_prepared(["kept text", "new text"], own_file)
    model = Recorder(MiniLMEmbedder().id)
    after = PreparedEmbedder(model).embed(["kept text", "new text", "old text"])
    assert model.asked == ["old text"]
    assert (after[0] == before[0]).all()


def test_the_name_of_the_model_is_the_name_of_its_prepared_vectors() -> None:
    assert PreparedEmbedder(Recorder("the-model")).id == "the-model"
