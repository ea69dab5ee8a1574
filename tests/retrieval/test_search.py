"""Search: passages and misconceptions nearest to any of the queries, each once, best first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import numpy as np
import pytest
from numpy.typing import NDArray

from retrieval.catalogue import Catalogue
from retrieval.chunking import Chunk
from retrieval.embeddings import Progress
from retrieval.errors import DataError
from retrieval.evidence import Evidence
from retrieval.records import merged
from retrieval.search import VectorSearch
from retrieval.store import MemoryStore
from retrieval.version_index import VersionIndex
from retrieval.versions import SpecVersion
from tests.nodes.scripted_contrast import ScriptedContrast
from tests.nodes.values import passage
from tests.retrieval.small import belief, requirement

EAST, NORTH, NORTH_EAST = (1.0, 0.0), (0.0, 1.0), (0.6, 0.8)
DIRECTIONS = {"east": EAST, "north": NORTH, "north-east": NORTH_EAST, "west": (-1.0, 0.0)}


class Compass:
    """Embeds names of directions as these directions, and counts how often it is asked."""

    id = "compass"

    def __init__(self) -> None:
        self.calls = 0

    def embed(self, texts: Sequence[str], progress: Progress | None = None) -> NDArray[np.float32]:
        self.calls += 1
        return np.array([DIRECTIONS[text] for text in texts], dtype=np.float32)


class World:
    """A search over stores in memory that the test fills."""

    def __init__(self) -> None:
        self.embedder = Compass()
        self.stores: dict[SpecVersion, MemoryStore] = {"draft": MemoryStore()}
        self.opened: list[SpecVersion] = []
        entries = [
            requirement(id=f"tools.{name}", level="SHOULD", actor="client")
            for name in ("one", "two", "three", "four")
        ]
        beliefs = [
            belief(id="tools.false-one", refuted_by=["tools.one", "tools.two"]),
            belief(id="tools.false-two", refuted_by=["tools.two"]),
        ]
        self.wordings = ScriptedContrast()
        self.search = VectorSearch(
            self.embedder, Catalogue(tuple(entries), tuple(beliefs)), self.open, self.wordings
        )

    def open(self, version: SpecVersion) -> VersionIndex:
        self.opened.append(version)
        return VersionIndex(version, self.stores[version])

    def put(self, kind: str, *placed: tuple[str, Sequence[str], str], **more: Any) -> None:
        """Add chunks: id, entries, direction."""
        chunks = [
            Chunk(
                id=name,
                corpus=more.get("corpus", "catalogue"),
                page="server/tools",
                heading="Listing Tools",
                text=f"Text of {name}.",
                embedded="",
                entry_ids=tuple(entries),
            )
            for name, entries, _ in placed
        ]
        vectors = np.array([DIRECTIONS[d] for *_, d in placed], dtype=np.float32)
        self.stores["draft"].add(kind, merged({"draft": chunks}), vectors)

    def found(self, *queries: str, top_k: int = 10) -> list[tuple[str, float]]:
        evidence = self.search.find(queries, "draft", "fine", top_k)
        return [(" ".join(item["entry_ids"]), item["similarity"]) for item in evidence]


@pytest.fixture
def world() -> World:
    return World()


def test_passages_come_best_first(world: World) -> None:
    world.put(
        "fine",
        ("a", ["tools.one"], "north"),
        ("b", ["tools.two"], "east"),
        ("c", ["tools.three"], "north-east"),
    )
    assert world.found("north") == [("tools.one", 1.0), ("tools.three", 0.8), ("tools.two", 0.0)]


def test_a_passage_found_by_several_of_its_phrasings_comes_once_with_the_best(
    world: World,
) -> None:
    world.put(
        "fine",
        ("one#0", ["tools.one"], "east"),
        ("one#1", ["tools.one"], "north-east"),
        ("two#0", ["tools.two"], "east"),
    )
    assert world.found("north") == [("tools.one", 0.8), ("tools.two", 0.0)]


def test_a_passage_found_by_several_queries_comes_once_with_the_best(world: World) -> None:
    world.put("fine", ("a", ["tools.one"], "north-east"), ("b", ["tools.two"], "north"))
    found = world.found("east", "north")
    assert found == [("tools.two", 1.0), ("tools.one", 0.8)]
    assert world.found("north", "east") == found


def test_chunks_without_entries_are_told_apart_by_their_ids(world: World) -> None:
    world.put("fine", ("schema:Tool#0", [], "north"), ("schema:Tool#1", [], "north"))
    evidence = world.search.find(["north"], "draft", "fine", 10)
    assert [item["text"] for item in evidence] == [
        "Text of schema:Tool#0.",
        "Text of schema:Tool#1.",
    ]


def test_equally_near_passages_come_in_the_order_of_their_ids(world: World) -> None:
    world.put("fine", *((name, [], "north") for name in ("c", "a", "b")))
    evidence = world.search.find(["north"], "draft", "fine", 10)
    assert [item["text"] for item in evidence] == ["Text of a.", "Text of b.", "Text of c."]


def test_top_k_passages_come_even_where_each_is_found_three_times(world: World) -> None:
    names = ("one", "two", "three", "four")
    world.put(
        "fine",
        *((f"{name}#{i}", [f"tools.{name}"], "north") for name in names for i in range(3)),
    )
    assert len(world.found("north", top_k=4)) == 4
    assert len(world.found("north", top_k=2)) == 2


@pytest.mark.parametrize("top_k", [0])
def test_asking_for_nothing_finds_nothing(world: World, top_k: int) -> None:
    world.put("fine", ("a", ["tools.one"], "north"))
    assert world.found("north", top_k=top_k) == []


def test_evidence_says_where_it_stands_and_what_its_entry_is(world: World) -> None:
    world.put("fine", ("a", ["tools.one"], "north-east"))
    assert world.search.find(["east"], "draft", "fine", 1) == [
        {
            "corpus": "catalogue",
            "version": "draft",
            "page": "server/tools",
            "heading": "Listing Tools",
            "link": "https://modelcontextprotocol.io/specification/draft/server/tools#listing-tools",
            "similarity": 0.6,
            "text": "Text of a.",
            "entry_ids": ["tools.one"],
            "level": "SHOULD",
            "actor": "client",
        }
    ]


@pytest.mark.parametrize("entries", [[], ["tools.one", "tools.two"], ["tools.unknown"]])
def test_a_passage_that_is_not_one_entry_has_no_level_and_no_actor(
    world: World, entries: list[str]
) -> None:
    world.put("fine", ("a", entries, "north"))
    (item,) = world.search.find(["north"], "draft", "fine", 1)
    assert (item["level"], item["actor"]) == ("none", "protocol")


def test_fine_and_regular_chunks_are_searched_apart(world: World) -> None:
    world.put("fine", ("a", ["tools.one"], "north"))
    world.put("regular", ("b", ["tools.one", "tools.two"], "north"))
    (item,) = world.search.find(["north"], "draft", "regular", 10)
    assert item["text"] == "Text of b."


def test_a_passage_fits_as_the_nearest_wording_of_what_it_decides(world: World) -> None:
    world.wordings.true |= {"tools.one": 0.4, "tools.two": 0.1, "tools.three": 0.3}
    world.wordings.false |= {"tools.false-one": 0.2, "tools.false-two": 0.7}
    passages = [
        passage(entry_ids=["tools.one"]),
        passage(entry_ids=["tools.two"]),
        passage(entry_ids=["tools.three", "tools.one"]),
        passage(entry_ids=[]),
    ]
    assert world.search.wording_fits(["north"], "draft", passages) == pytest.approx(
        [0.4, 0.7, 0.4, 0.0]
    )


def test_an_official_passage_stands_for_the_entries_of_its_heading(world: World) -> None:
    world.wordings.true |= {"tools.one": 0.4, "tools.three": 0.6}
    entry = requirement(id="tools.one")
    place = entry.places[0]
    here, elsewhere = (
        passage(corpus="official", version=place.versions[0], page=place.page, heading=heading)
        for heading in (place.heading, "Another heading")
    )
    fits = world.search.wording_fits(["north"], "draft", [here, elsewhere])
    assert fits == pytest.approx([0.6, 0.0])


def test_similarity_is_the_cosine_to_each_text(world: World) -> None:
    scores = world.search.similarity("north", ["north", "north-east", "east", "north"])
    assert scores == pytest.approx([1.0, 0.8, 0.0, 1.0])
    assert world.search.similarity("north", []) == []


def test_an_index_is_opened_when_it_is_first_asked_for_and_once(world: World) -> None:
    world.put("fine", ("a", ["tools.one"], "north"))
    assert world.opened == []
    world.found("north")
    world.found("east")
    assert world.opened == ["draft"]


def test_a_version_whose_index_cannot_be_opened_is_tried_again(world: World) -> None:
    with pytest.raises(KeyError):
        world.search.find(["north"], "2024-11-05", "fine", 1)
    world.stores["2024-11-05"] = MemoryStore()
    with pytest.raises(DataError, match="no collection 'fine'"):
        world.search.find(["north"], "2024-11-05", "fine", 1)


def test_the_queries_of_one_claim_are_embedded_once(world: World) -> None:
    world.put("fine", ("a", ["tools.one"], "north"))
    world.put("regular", ("b", ["tools.one"], "north"))
    queries = ["north", "east"]
    world.search.find(queries, "draft", "fine", 3)
    world.search.find(queries, "draft", "regular", 3)
    assert world.embedder.calls == 1


def test_queries_that_differ_are_never_answered_with_the_vectors_of_others(world: World) -> None:
    world.put("fine", ("a", ["tools.one"], "north"))
    assert world.found("north") == [("tools.one", 1.0)]
    assert world.found("north-east") == [("tools.one", 0.8)]
    assert world.found("north") == [("tools.one", 1.0)]


def test_the_words_of_passages_are_weighed_each_among_those_of_its_own_collection(
    world: World,
) -> None:
    world.put("fine", ("lamp", ["tools.one"], "north"), ("bell", ["tools.two"], "north"))
    world.put("regular", ("lamp horn", ["tools.one", "tools.two"], "north"))
    world.put("official-fine", ("door", [], "north"), ("gate", [], "north"), corpus="official")
    passages = [
        *world.search.find(["north"], "draft", "fine", 5),
        *world.search.find(["north"], "draft", "regular", 5),
        *world.search.find_official([["north"]], "draft", "fine", 5)[0],
    ]
    fits = world.search.word_fits(["lamp", "gate"], "draft", passages)
    assert {item["text"]: fit for item, fit in zip(passages, fits, strict=True)} == {
        "Text of bell.": 0.0,
        "Text of lamp.": 1.0,
        "Text of lamp horn.": 1.0,
        "Text of door.": 0.0,
        "Text of gate.": 1.0,
    }


def test_a_passage_that_is_in_no_collection_any_more_fits_no_words(world: World) -> None:
    world.put("fine", ("lamp", ["tools.one"], "north"))
    world.put("regular", ("bell", ["tools.two"], "north"))
    (passage,) = world.search.find(["north"], "draft", "fine", 1)
    gone = {**passage, "text": "Text of lamps that were."}
    assert world.search.word_fits(["lamp"], "draft", [cast("Evidence", gone)]) == [0.0]


def test_where_there_are_no_passages_no_collection_is_read(world: World) -> None:
    assert world.search.word_fits(["lamp"], "draft", []) == []
    assert world.opened == []
