"""The contrast model: what ships fits together, and tells true from false wordings."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from retrieval.catalogue import load_catalogue
from retrieval.contrast import DIMENSIONS, MODEL, VECTORS, ContrastEmbedder, contrast_wordings
from retrieval.embeddings import MiniLMEmbedder, Progress
from retrieval.prepared import PreparedEmbedder
from retrieval.wordings import all_wordings, load_more_wordings


@pytest.fixture(scope="module")
def base() -> MiniLMEmbedder:
    return MiniLMEmbedder()


class Refusing:
    """Stands for the model, counts what it is asked, and gives zeros."""

    def __init__(self, name: str) -> None:
        self.id = name
        self.asked = 0

    def embed(self, texts: Sequence[str], progress: Progress | None = None) -> NDArray[np.float32]:
        self.asked += len(texts)
        return np.zeros((len(texts), DIMENSIONS), dtype=np.float32)


def test_the_model_is_smaller_than_what_it_sits_on() -> None:
    assert len(MODEL.read_bytes()) < 6_000_000


def test_vectors_are_of_length_one_and_do_not_depend_on_their_neighbours(
    base: MiniLMEmbedder,
) -> None:
    embedder = ContrastEmbedder(base)
    texts = ["Servers must log calls.", "Clients may ask.", "?"]
    together = embedder.embed(texts)
    assert together.shape == (3, DIMENSIONS)
    assert np.allclose(np.linalg.norm(together, axis=1), 1.0, atol=1e-5)
    for text, vector in zip(texts, together, strict=True):
        np.testing.assert_array_equal(embedder.embed([text])[0], vector)


def test_the_middle_states_of_a_text_are_the_same_whether_it_was_embedded_before_or_not(
    base: MiniLMEmbedder,
) -> None:
    fresh = base.middle("A text that nobody has embedded")
    base.embed(["A text that nobody has embedded"])
    kept = base.middle("A text that nobody has embedded")
    np.testing.assert_array_equal(fresh, kept)
    assert base.middle("A text that nobody has embedded") is kept


def test_only_so_many_middle_states_are_kept(base: MiniLMEmbedder) -> None:
    base.embed(["first"])
    first = base.middle("first")
    base.embed([f"text {number}" for number in range(260)])
    again = base.middle("first")
    assert again is not first
    np.testing.assert_array_equal(again, first)


def test_progress_is_told(base: MiniLMEmbedder) -> None:
    told: list[tuple[int, int]] = []
    ContrastEmbedder(base).embed(["one", "two"], lambda done, of: told.append((done, of)))
    assert told == [(1, 2), (2, 2)]


def test_nearly_every_wording_that_ships_is_prepared(base: MiniLMEmbedder) -> None:
    model = Refusing(ContrastEmbedder(base).id)
    texts = list(dict.fromkeys(all_wordings(load_catalogue(), load_more_wordings())))
    PreparedEmbedder(model, VECTORS).embed(texts)
    assert model.asked <= len(texts) / 50, "run `python -m evals.train_contrast --vectors`"


def test_misconceptions_are_nearer_to_false_wordings_and_their_corrections_to_true_ones(
    base: MiniLMEmbedder,
) -> None:
    catalogue = load_catalogue()
    wordings = contrast_wordings(catalogue, base)
    items = [item for item in catalogue.misconceptions if "2025-11-25" in item.versions][::40]
    corrected = wordings.near([item.correction for item in items], "2025-11-25")
    held = wordings.near([item.belief for item in items], "2025-11-25")
    assert all(near.false.highest() > near.true.highest() for near in held)
    true = [near.true.highest() > near.false.highest() for near in corrected]
    assert sum(true) / len(true) > 0.6
