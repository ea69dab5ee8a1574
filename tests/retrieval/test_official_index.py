"""Indexes with the official text: beside our own words, quoted, found, followed and pruned."""

from __future__ import annotations

import os
import time
from pathlib import Path

import numpy as np
import pytest

from retrieval.catalogue import load_catalogue
from retrieval.errors import DataError
from retrieval.index import index_directory, open_index
from retrieval.index_manifest import MANIFEST, read_manifest
from retrieval.index_pruning import remove_unused
from retrieval.official.extract import extract, rechunk
from retrieval.official.metadata import read_metadata
from retrieval.official.store import OfficialText, current_text
from retrieval.open_store import CurrentStore, Target, open_store
from retrieval.search import VectorSearch
from retrieval.settings import Settings
from retrieval.store import MemoryStore
from retrieval.version_index import OFFICIAL, VersionIndex
from tests.nodes.scripted_contrast import ScriptedContrast
from tests.retrieval.conftest import UseCatalogue
from tests.retrieval.small import WordEmbedder, requirement_row
from tests.support.spec_source import TOOLS, VERSION, Repository, write_source

FILE = f"docs/specification/{VERSION}/server/tools.mdx"
LAMPS = "Servers that own lamps MUST declare the `lamps` capability:"


class World:
    """A repository with a specification, a data directory, and a small catalogue."""

    def __init__(self, folder: Path) -> None:
        self.repository = Repository(folder / "repository")
        self.data_dir = folder / "data"
        self.embedder = WordEmbedder()
        write_source(self.repository.folder)

    def extract(self, text: str | None = None) -> OfficialText:
        if text is not None:
            (self.repository.folder / FILE).write_text(text, encoding="utf-8")
        self.repository.commit()
        extract(self.data_dir, [VERSION], self.repository.address, None, lambda _: None)
        found = current_text(self.data_dir, VERSION)
        assert found is not None
        return found

    def search(self) -> VectorSearch:
        settings = Settings(data_dir=self.data_dir)
        return VectorSearch(
            self.embedder,
            load_catalogue(),
            lambda version: open_store(settings, version, self.embedder),
            ScriptedContrast(),
        )

    def directory(self, text: OfficialText | None) -> Path:
        return index_directory(self.data_dir, self.embedder.id, text)


@pytest.fixture
def world(tmp_path: Path, use_catalogue: UseCatalogue) -> World:
    use_catalogue([requirement_row()])
    return World(tmp_path)


def official(search: VectorSearch, query: str) -> list[str]:
    (found,) = search.find_official([[query]], VERSION, "fine", 3)
    return [item["text"] for item in found]


def test_the_official_text_has_collections_of_its_own(world: World) -> None:
    text = world.extract()
    store = open_index(world.data_dir, VERSION, world.embedder, official=text)
    manifest = read_manifest(world.directory(text))
    assert manifest.chunks == {VERSION: {OFFICIAL["fine"]: 13, OFFICIAL["regular"]: 5}}
    own = read_manifest(world.directory(None)).chunks[VERSION]
    assert own == {"fine": 1, "regular": 1}
    for kind, count in (own | manifest.chunks[VERSION]).items():
        assert store.count(kind) == count
    store.close()
    assert manifest.official is not None
    assert manifest.official.commit == text.origin.commit
    assert manifest.official.key == text.key


def test_the_name_of_an_index_changes_with_the_text_and_how_it_is_cut(world: World) -> None:
    without = world.directory(None)
    first = world.directory(world.extract())
    second = world.directory(world.extract(TOOLS + "\nMore is said.\n"))
    rechunk(world.data_dir, VERSION, "fine", 120, 0)
    third = world.directory(current_text(world.data_dir, VERSION))
    assert len({without, first, second, third}) == 4
    key = without.name.removeprefix("all-")
    assert all(there.name.startswith(f"{VERSION}-{key}-") for there in (first, second, third))


def test_a_passage_is_quoted_with_place_lines_link_and_commit(world: World) -> None:
    text = world.extract()
    ((found,),) = world.search().find_official([["own declare capability:"]], VERSION, "fine", 1)
    source = TOOLS.split("\n")
    line = source.index("Servers that own lamps **MUST** declare the `lamps` capability:") + 1
    assert found == {
        "corpus": "official",
        "version": VERSION,
        "page": "server/tools",
        "heading": "Capabilities",
        "link": "https://modelcontextprotocol.io/specification/2024-11-05/server/tools"
        "#capabilities",
        "similarity": found["similarity"],
        "text": LAMPS,
        "entry_ids": [],
        "level": "MUST",
        "actor": "protocol",
        "lines": [line, line],
        "permalink": f"{world.repository.address}@{text.origin.commit}/{FILE}#L{line}",
        "commit": text.origin.commit,
    }


def test_a_passage_of_the_schema_alone_links_to_its_lines(world: World) -> None:
    world.extract()
    ((found, *_),) = world.search().find_official([["any word of the lamp"]], VERSION, "fine", 3)
    assert found["page"] == "schema.json"
    assert found["link"] == found.get("permalink")


def test_our_own_words_say_which_official_section_they_speak_of(world: World) -> None:
    world.extract()
    (found,) = world.search().find(["tools capability"], VERSION, "fine", 1)
    assert found["corpus"] == "catalogue"
    first, last = found.get("lines", [0, 0])
    section = "\n".join(TOOLS.split("\n")[first - 1 : last])
    assert section.startswith("## Capabilities")
    assert "## Security" not in section


def test_without_an_official_text_nothing_is_quoted(world: World) -> None:
    search = world.search()
    assert official(search, "lamps") == []
    (found,) = search.find(["tools capability"], VERSION, "fine", 1)
    assert "permalink" not in found


def test_a_text_that_a_page_repeats_is_found_once(world: World) -> None:
    world.extract("Lamps are red.\n\n## Again\n\nLamps are red.\n\nLamps are blue.\n")
    assert official(world.search(), "Lamps are red.")[:2] == ["Lamps are red.", "Lamps are blue."]


def test_a_search_that_is_open_goes_over_to_a_new_text(world: World) -> None:
    search = world.search()
    assert official(search, "lamps") == []
    world.extract("Lamps are red.")
    assert official(search, "Lamps are red.")[0] == "Lamps are red."
    world.extract("Lamps are blue.")
    assert official(search, "Lamps are blue.")[0] == "Lamps are blue."
    assert "Lamps are red." not in official(search, "Lamps are red.")


def test_an_index_is_looked_for_only_when_there_may_be_another() -> None:
    stamps = [1]
    asked: list[str] = []

    def target() -> Target:
        asked.append("target")
        return Target("one", open_it)

    def open_it() -> VersionIndex:
        asked.append("open")
        return VersionIndex(VERSION, memory)

    memory = MemoryStore()
    memory.add("c", [], np.empty((0, 2), dtype=np.float32))
    store = CurrentStore(lambda: stamps[0], target)
    store.count("c")
    store.count("c")
    assert asked == ["target", "open"]
    stamps[0] = 2
    store.count("c")
    assert asked == ["target", "open", "target"], "the same index is not opened again"


def test_with_what_a_text_was_embedded_is_recorded(world: World) -> None:
    text = world.extract()
    open_index(world.data_dir, VERSION, world.embedder, official=text).close()
    embeddings = read_metadata(world.data_dir).specs[VERSION].embeddings
    assert {kind: (e.embedder, e.count) for kind, e in embeddings.items()} == {
        "fine": ("words-64", 13),
        "regular": ("words-64", 5),
    }


def test_an_index_whose_text_is_gone_is_told(world: World) -> None:
    text = world.extract()
    (text.directory / FILE).unlink()
    (text.directory / FILE).symlink_to("/does/not/exist")
    with pytest.raises(DataError, match="specs extract"):
        open_index(world.data_dir, VERSION, world.embedder, official=text)


def aged(directory: Path, hours: float) -> None:
    then = time.time() - hours * 3_600
    os.utime(directory / MANIFEST, (then, then))


def test_indexes_that_nobody_used_for_a_day_go_when_a_new_one_is_built(world: World) -> None:
    made: list[Path] = []
    for number in range(4):
        text = world.extract(f"Lamp number {number} is red.")
        open_index(world.data_dir, VERSION, world.embedder, official=text).close()
        made.append(world.directory(text))
        aged(made[-1], hours=30 if number < 2 else 3)
    assert [directory.is_dir() for directory in made] == [False, False, True, True]


def test_the_current_index_and_those_of_other_texts_are_never_pruned(tmp_path: Path) -> None:
    names = ("all-1", "all-2", "draft-1", "draft-1-a", "draft-1-b", "2025-06-18-1-a")
    for name in names:
        (tmp_path / name).mkdir()
        (tmp_path / name / MANIFEST).touch()
        aged(tmp_path / name, hours=100)
    assert remove_unused(tmp_path, "draft", tmp_path / "draft-1-a") == [tmp_path / "draft-1-b"]
    # `draft-1` is what an earlier release had in the place of `all-1`.
    removed = remove_unused(tmp_path, "all", tmp_path / "all-2")
    assert sorted(folder.name for folder in removed) == ["all-1", "draft-1"]
    left = sorted(folder.name for folder in tmp_path.iterdir())
    assert left == ["2025-06-18-1-a", "all-2", "draft-1-a"]


def test_opening_an_index_says_that_it_is_used(world: World) -> None:
    text = world.extract()
    open_index(world.data_dir, VERSION, world.embedder, official=text).close()
    aged(world.directory(text), hours=100)
    open_index(world.data_dir, VERSION, world.embedder, official=text).close()
    assert time.time() - (world.directory(text) / MANIFEST).stat().st_mtime < 3_600
