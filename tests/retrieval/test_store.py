"""The stores: Chroma and its twin in memory keep one contract, tested by one body."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from retrieval.errors import DataError
from retrieval.records import Place, Record
from retrieval.store import ChromaStore, MemoryStore, RecordStore
from retrieval.versions import SpecVersion
from tests.retrieval.child import Child
from tests.retrieval.small import WordEmbedder

COLLECTION = "fine"
VERSION: SpecVersion = "2024-11-05"


@pytest.fixture(params=["chroma", "memory"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[RecordStore]:
    if request.param == "memory":
        yield MemoryStore()
        return
    chroma = ChromaStore(tmp_path / "chroma")
    yield chroma
    chroma.close()


@pytest.fixture
def chroma(tmp_path: Path) -> Iterator[ChromaStore]:
    store = ChromaStore(tmp_path / "chroma")
    yield store
    store.close()


def record(name: str, *entries: str, versions: tuple[SpecVersion, ...] = (VERSION,)) -> Record:
    return Record(
        corpus="catalogue",
        text=f"The text of {name}.",
        embedded=f"What finds {name}.",
        entry_ids=entries,
        places=(Place(versions, name, "server/tools", "Capabilities"),),
    )


def rows(*vectors: tuple[float, ...]) -> NDArray[np.float32]:
    return np.array(vectors, dtype=np.float32)


EAST, NORTH, WEST = (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)
NORTH_EAST = (0.6, 0.8)


def found(store: RecordStore, vector: tuple[float, ...], top_k: int = 10) -> dict[str, float]:
    (hits,) = store.query(COLLECTION, rows(vector), top_k, VERSION)
    return {hit.chunk.id: round(hit.similarity, 5) for hit in hits}


def test_the_nearest_chunks_come_first_with_their_cosine_similarity(store: RecordStore) -> None:
    chunks = [record("north"), record("east"), record("north-east")]
    store.add(COLLECTION, chunks, rows(NORTH, EAST, NORTH_EAST))
    assert list(found(store, EAST).items()) == [("east", 1.0), ("north-east", 0.6), ("north", 0.0)]
    assert list(found(store, NORTH).items()) == [("north", 1.0), ("north-east", 0.8), ("east", 0.0)]


def test_similarity_is_never_below_0_or_above_1(store: RecordStore) -> None:
    # The unit vector of 0.1 and 0.7 has a product with itself that float32 rounds off 1.
    rounded = rows((0.1, 0.7)) / np.float32(np.hypot(0.1, 0.7))
    store.add(COLLECTION, [record("there"), record("back")], np.vstack([rounded, -rounded]))
    (hits,) = store.query(COLLECTION, rounded * np.float32(1.000001), 2, VERSION)
    by_id = {hit.chunk.id: hit.similarity for hit in hits}
    assert by_id["there"] == pytest.approx(1.0)
    assert by_id["there"] <= 1.0
    assert by_id["back"] == 0.0


def test_no_more_than_top_k_are_returned_and_no_more_than_there_are(store: RecordStore) -> None:
    store.add(COLLECTION, [record("a"), record("b"), record("c")], rows(EAST, NORTH_EAST, NORTH))
    assert list(found(store, EAST, top_k=2)) == ["a", "b"]
    assert list(found(store, EAST, top_k=50)) == ["a", "b", "c"]


def test_each_query_has_its_own_answer_in_order(store: RecordStore) -> None:
    store.add(COLLECTION, [record("east"), record("north")], rows(EAST, NORTH))
    answers = store.query(COLLECTION, rows(NORTH, EAST, NORTH), 1, VERSION)
    assert [[hit.chunk.id for hit in hits] for hits in answers] == [["north"], ["east"], ["north"]]


def test_a_chunk_comes_back_with_what_is_shown_of_it(store: RecordStore) -> None:
    store.add(COLLECTION, [record("two", "tools.one", "tools.two")], rows(EAST))
    ((hit,),) = store.query(COLLECTION, rows(EAST), 1, VERSION)
    assert hit.chunk.id == "two"
    assert hit.chunk.corpus == "catalogue"
    assert hit.chunk.page == "server/tools"
    assert hit.chunk.heading == "Capabilities"
    assert hit.chunk.text == "The text of two."
    assert hit.chunk.entry_ids == ("tools.one", "tools.two")


def test_a_chunk_without_entries_comes_back_without_entries(store: RecordStore) -> None:
    store.add(COLLECTION, [record("schema")], rows(EAST))
    ((hit,),) = store.query(COLLECTION, rows(EAST), 1, VERSION)
    assert hit.chunk.entry_ids == ()


def test_all_chunks_of_a_version_come_in_the_order_in_which_they_were_added(
    store: RecordStore,
) -> None:
    others = record("later", versions=("2025-03-26",))
    store.add(COLLECTION, [record("b"), others, record("a")], rows(EAST, EAST, NORTH))
    assert [chunk.id for chunk in store.chunks(COLLECTION, VERSION)] == ["b", "a"]
    assert [chunk.text for chunk in store.chunks(COLLECTION, "2025-03-26")] == [
        "The text of later."
    ]


def test_adding_again_keeps_what_was_there(store: RecordStore) -> None:
    store.add(COLLECTION, [record("east")], rows(EAST))
    store.add(COLLECTION, [record("north")], rows(NORTH))
    assert store.count(COLLECTION, VERSION) == 2
    assert list(found(store, NORTH)) == ["north", "east"]


def test_collections_do_not_see_each_other(store: RecordStore) -> None:
    store.add(COLLECTION, [record("east")], rows(EAST))
    store.add("regular", [record("north")], rows(NORTH))
    assert list(found(store, NORTH)) == ["east"]
    assert store.count("regular", VERSION) == 1


def test_asking_for_nothing_finds_nothing(store: RecordStore) -> None:
    store.add(COLLECTION, [record("east")], rows(EAST))
    assert found(store, EAST, top_k=0) == {}
    assert store.query(COLLECTION, np.empty((0, 2), dtype=np.float32), 3, VERSION) == []


def test_a_collection_to_which_nothing_was_added_is_empty(store: RecordStore) -> None:
    store.add(COLLECTION, [], np.empty((0, 0), dtype=np.float32))
    assert store.count(COLLECTION, VERSION) == 0
    assert found(store, EAST) == {}
    store.add(COLLECTION, [record("east")], rows(EAST))
    assert found(store, EAST) == {"east": 1.0}


def test_a_collection_that_is_not_there_is_damaged_data(store: RecordStore) -> None:
    store.add(COLLECTION, [record("east")], rows(EAST))
    with pytest.raises(DataError, match="no collection 'other'"):
        store.count("other", VERSION)
    for top_k in (0, 1):
        with pytest.raises(DataError, match="no collection 'other'"):
            store.query("other", rows(EAST), top_k, VERSION)


def test_more_chunks_than_one_batch_are_all_kept(chroma: ChromaStore) -> None:
    many = [record(f"n{i}") for i in range(2_101)]
    angles = np.linspace(0, np.pi / 2, len(many))
    vectors = np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float32)
    chroma.add(COLLECTION, many, vectors)
    assert chroma.count(COLLECTION, VERSION) == 2_101
    assert list(found(chroma, NORTH, top_k=1)) == ["n2100"]


def test_chroma_finds_what_an_exact_search_finds(chroma: ChromaStore) -> None:
    random = np.random.default_rng(7)
    vectors = random.standard_normal((1_500, 32)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    chunks = [record(f"n{i}") for i in range(len(vectors))]
    exact = MemoryStore()
    for store in (exact, chroma):
        store.add(COLLECTION, chunks, vectors)
    queries = vectors[::75] + np.float32(0.2) * vectors[1::75]
    pairs = zip(
        exact.query(COLLECTION, queries, 10, VERSION),
        chroma.query(COLLECTION, queries, 10, VERSION),
        strict=True,
    )
    shared = sum(len({h.chunk.id for h in a} & {h.chunk.id for h in b}) for a, b in pairs)
    assert shared / (10 * len(queries)) >= 0.98


def test_what_was_added_is_there_when_the_directory_is_opened_again(tmp_path: Path) -> None:
    first = ChromaStore(tmp_path / "chroma")
    first.add(COLLECTION, [record("east"), record("north")], rows(EAST, NORTH))
    first.close()
    second = ChromaStore(tmp_path / "chroma")
    assert found(second, EAST) == {"east": 1.0, "north": 0.0}
    second.close()


def test_a_directory_can_be_moved_when_it_is_closed(tmp_path: Path) -> None:
    first = ChromaStore(tmp_path / "aside")
    first.add(COLLECTION, [record("east")], rows(EAST))
    first.close()
    (tmp_path / "aside").rename(tmp_path / "there")
    second = ChromaStore(tmp_path / "there")
    assert found(second, EAST) == {"east": 1.0}
    second.close()
    assert not (tmp_path / "aside").exists()


def test_two_processes_read_one_directory_at_once(tmp_path: Path) -> None:
    texts = {"inputs": "Validate the inputs of a tool call.", "human": "Keep a human in the loop."}
    vectors = WordEmbedder().embed(list(texts.values()))
    writer = ChromaStore(tmp_path / "chroma")
    writer.add(COLLECTION, [record(name) for name in texts], vectors)
    writer.close()

    children = [Child("read", str(tmp_path / "chroma"), COLLECTION) for _ in range(2)]
    for child in children:
        child.hear("open")
    here = ChromaStore(tmp_path / "chroma")
    for child in children:
        child.tell()
    ours = here.query(COLLECTION, WordEmbedder().embed(["inputs of a tool call"]), 10, VERSION)[0]
    assert [hit.chunk.id for hit in ours] == ["inputs", "human"]
    assert [child.result() for child in children] == [["inputs", "human"], ["inputs", "human"]]
    here.close()


def test_a_damaged_directory_is_told_with_what_to_do(tmp_path: Path) -> None:
    store = ChromaStore(tmp_path / "whole")
    store.add(COLLECTION, [record("east")], rows(EAST))
    store.close()
    shutil.copytree(tmp_path / "whole", tmp_path / "damaged")
    (tmp_path / "damaged" / "chroma.sqlite3").write_bytes(b"no database" * 1_000)
    with pytest.raises(DataError, match=r"damaged cannot be used .*; remove that folder"):
        ChromaStore(tmp_path / "damaged")


def test_vectors_of_another_width_are_told_as_damage(chroma: ChromaStore) -> None:
    chroma.add(COLLECTION, [record("east")], rows(EAST))
    with pytest.raises(DataError, match="dimension of 2, got 3"):
        chroma.query(COLLECTION, rows((1.0, 0.0, 0.0)), 1, VERSION)
