"""Vectors that are kept: nothing is embedded twice, and a file that is no use is no failure."""

from __future__ import annotations

import logging
from pathlib import Path

import numpy as np
import pytest

from retrieval.vector_cache import CachedEmbedder
from tests.retrieval.small import WordEmbedder

TEXTS = [f"lamp number {n}" for n in range(150)]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "data" / "vectors.sqlite"


def asked(embedder: WordEmbedder) -> list[str]:
    return [text for texts in embedder.asked for text in texts]


def test_the_vectors_are_those_of_the_embedder_behind(file: Path) -> None:
    plain = WordEmbedder().embed(TEXTS)
    first = CachedEmbedder(WordEmbedder(), file).embed(TEXTS)
    again = CachedEmbedder(WordEmbedder(), file).embed(TEXTS)
    assert np.array_equal(first, plain)
    assert np.array_equal(again, plain)
    assert CachedEmbedder(WordEmbedder("x"), file).id == "x"


def test_a_text_is_embedded_once_also_where_it_is_asked_for_twice(file: Path) -> None:
    embedder = WordEmbedder()
    cached = CachedEmbedder(embedder, file)
    cached.embed(["a b", "c d", "a b"])
    cached.embed(["c d", "e f"])
    assert asked(embedder) == ["a b", "c d", "e f"]


def test_each_embedder_has_vectors_of_its_own(file: Path) -> None:
    CachedEmbedder(WordEmbedder("one"), file).embed(["a b"])
    other = WordEmbedder("other")
    CachedEmbedder(other, file).embed(["a b"])
    assert asked(other) == ["a b"]


def test_an_embedding_that_is_interrupted_goes_on_where_it_stopped(file: Path) -> None:
    calls = 0

    def interrupt_at_the_third() -> None:
        nonlocal calls
        calls += 1
        if calls == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        CachedEmbedder(WordEmbedder(before_each=interrupt_at_the_third), file).embed(TEXTS)
    embedder = WordEmbedder()
    CachedEmbedder(embedder, file).embed(TEXTS)
    assert asked(embedder) == TEXTS[128:]


def test_progress_is_told_to_the_end(file: Path) -> None:
    CachedEmbedder(WordEmbedder(), file).embed(TEXTS[:20])
    told: list[tuple[int, int]] = []

    def tell(done: int, total: int) -> None:
        told.append((done, total))

    CachedEmbedder(WordEmbedder(), file).embed(TEXTS, tell)
    assert told == [(84, 150), (148, 150), (150, 150)]


def test_no_texts_give_no_vectors(file: Path) -> None:
    assert len(CachedEmbedder(WordEmbedder(), file).embed([])) == 0


@pytest.mark.parametrize("content", [b"no database" * 200, None])
def test_a_file_that_cannot_be_used_is_told_and_everything_is_embedded(
    file: Path, caplog: pytest.LogCaptureFixture, content: bytes | None
) -> None:
    file.parent.mkdir()
    if content is None:
        file.mkdir()
    else:
        file.write_bytes(content)
    with caplog.at_level(logging.WARNING):
        vectors = CachedEmbedder(WordEmbedder(), file).embed(TEXTS[:3])
    assert np.array_equal(vectors, WordEmbedder().embed(TEXTS[:3]))
    assert str(file) in caplog.text


def test_an_embedder_that_fails_is_not_taken_for_a_damaged_file(file: Path) -> None:
    def fail() -> None:
        raise ConnectionError("gone")

    with pytest.raises(ConnectionError):
        CachedEmbedder(WordEmbedder(before_each=fail), file).embed(["a"])
