"""Indexes: immutable, built aside, whole or not there, whatever stops a build."""

from __future__ import annotations

import json
import os
import shutil
import time
from datetime import timedelta
from pathlib import Path

import pytest

from retrieval import index
from retrieval.chunking import SEARCHED_PHRASINGS
from retrieval.errors import DataError, EmbedderMismatchError
from retrieval.index import (
    embedded_texts,
    index_directory,
    open_index,
)
from retrieval.index_manifest import read_manifest
from retrieval.versions import VERSIONS, SpecVersion
from tests.retrieval.child import VERSION, Child
from tests.retrieval.conftest import UseCatalogue
from tests.retrieval.small import SMALL, WordEmbedder, requirement_row

COUNTS = {"fine": 3 + min(1, SEARCHED_PHRASINGS), "regular": 3}
"""Chunks of the small catalogue: three entries, one with a phrasing, under three headings."""


@pytest.fixture
def data_dir(tmp_path: Path) -> Path:
    return tmp_path / "data"


def indexes(data_dir: Path) -> list[str]:
    return sorted(folder.name for folder in (data_dir / "indexes").iterdir())


def directory(data_dir: Path, embedder_id: str = "words-64") -> Path:
    return index_directory(data_dir, embedder_id)


def test_the_name_stays_where_nothing_changes(use_catalogue: UseCatalogue, data_dir: Path) -> None:
    use_catalogue()
    there = directory(data_dir)
    assert there == directory(data_dir)
    assert there.parent == data_dir / "indexes"
    assert there.name.startswith("all-")


def test_the_name_changes_with_a_word_of_the_catalogue(
    use_catalogue: UseCatalogue, data_dir: Path
) -> None:
    use_catalogue()
    before = directory(data_dir)
    use_catalogue([*SMALL[1:], requirement_row(statement="A server must declare its tools.")])
    assert directory(data_dir) != before


def test_the_name_changes_with_the_embedder(data_dir: Path) -> None:
    assert directory(data_dir, "one") != directory(data_dir, "other")


def test_the_name_changes_with_the_chunking(
    data_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = directory(data_dir)
    monkeypatch.setattr(index, "CHUNKING_ID", "another")
    assert directory(data_dir) != before


def test_the_name_changes_with_the_schema_package(
    data_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = directory(data_dir)
    monkeypatch.setattr(index, "schema_package_version", lambda: "999")
    assert directory(data_dir) != before


def test_one_index_serves_all_versions(use_catalogue: UseCatalogue, data_dir: Path) -> None:
    later = {"id": "tools.later", "statement": "A later rule."}
    moved = [
        {"versions": ["2024-11-05"], "page": "old/page", "heading": "Old"},
        {"versions": ["draft"], "page": "new/page", "heading": "New"},
    ]
    place = {"versions": ["draft"], "page": "new/page", "heading": "New"}
    use_catalogue([requirement_row(places=moved), requirement_row(places=[place], **later)])
    embedder = WordEmbedder()
    found: dict[SpecVersion, list[tuple[str, str, str]]] = {}
    for version in ("2024-11-05", "draft", "2025-03-26"):
        store = open_index(data_dir, version, embedder)
        (hits,) = store.query("fine", embedder.embed(["A rule about tools"]), 5)
        found[version] = sorted((h.chunk.id, h.chunk.page, h.chunk.heading) for h in hits)
        store.close()
    assert found == {
        "2024-11-05": [("tools.declare-capability#0", "old/page", "Old")],
        "2025-03-26": [],
        "draft": [
            ("tools.declare-capability#0", "new/page", "New"),
            ("tools.later#0", "new/page", "New"),
        ],
    }
    assert indexes(data_dir) == [directory(data_dir).name]
    said = [text for texts in embedder.asked for text in texts]
    assert said.count(requirement_row()["statement"]) == 1


def test_the_first_opening_builds_a_whole_index(
    use_catalogue: UseCatalogue, data_dir: Path
) -> None:
    use_catalogue()
    store = open_index(data_dir, VERSION, WordEmbedder())
    assert {kind: store.count(kind) for kind in COUNTS} == COUNTS
    assert indexes(data_dir) == [directory(data_dir).name]
    store.close()


def test_the_manifest_tells_what_made_the_index(
    use_catalogue: UseCatalogue, data_dir: Path
) -> None:
    use_catalogue()
    open_index(data_dir, VERSION, WordEmbedder()).close()
    manifest = read_manifest(directory(data_dir))
    assert manifest.embedder == "words-64"
    assert manifest.chunking == index.CHUNKING_ID
    assert manifest.schema_package == index.schema_package_version()
    assert manifest.chunks[VERSION] == COUNTS
    assert manifest.chunks.keys() == set(VERSIONS)
    assert manifest.official is None
    assert manifest.built_at.utcoffset() == timedelta(0)


def test_the_second_opening_embeds_nothing_and_writes_nothing(
    use_catalogue: UseCatalogue, data_dir: Path
) -> None:
    use_catalogue()
    open_index(data_dir, VERSION, WordEmbedder()).close()
    built = (directory(data_dir) / "index.json").read_bytes()
    embedder = WordEmbedder()
    open_index(data_dir, VERSION, embedder).close()
    assert embedder.asked == []
    assert (directory(data_dir) / "index.json").read_bytes() == built
    assert indexes(data_dir) == [directory(data_dir).name]


def test_the_texts_to_prepare_are_those_that_the_indexes_embed(
    use_catalogue: UseCatalogue, data_dir: Path
) -> None:
    use_catalogue()
    embedder = WordEmbedder()
    open_index(data_dir, VERSION, embedder).close()
    asked = [text for texts in embedder.asked for text in texts]
    assert set(asked) == set(embedded_texts())
    assert len(asked) == len(set(asked)), "a text that several versions share is embedded once"


def test_progress_goes_from_0_to_all_chunks_and_never_back(
    use_catalogue: UseCatalogue, data_dir: Path
) -> None:
    use_catalogue()
    told: list[tuple[str, int, int]] = []

    def tell(what: str, done: int, total: int) -> None:
        told.append((what, done, total))

    open_index(data_dir, VERSION, WordEmbedder(), tell).close()
    total = len(embedded_texts())
    assert {(what, of) for what, _, of in told} == {("Indexing the MCP specification", total)}
    done = [n for _, n, _ in told]
    assert done == sorted(done)
    assert (done[0], done[-1]) == (0, total)


def test_an_index_of_another_embedder_is_never_searched(
    use_catalogue: UseCatalogue, data_dir: Path
) -> None:
    use_catalogue()
    open_index(data_dir, VERSION, WordEmbedder("old-model")).close()
    directory(data_dir, "old-model").rename(directory(data_dir, "new-model"))
    with pytest.raises(EmbedderMismatchError) as caught:
        open_index(data_dir, VERSION, WordEmbedder("new-model"))
    assert (caught.value.made_by, caught.value.asked_by) == ("old-model", "new-model")
    assert str(directory(data_dir, "new-model")) in str(caught.value)


@pytest.mark.parametrize(
    "content", [None, b"", b"{", b"[]", b'{"chunks": {"1999": {}}}', b"\xff\xfe"], ids=repr
)
def test_a_damaged_manifest_is_told_with_what_to_do(
    use_catalogue: UseCatalogue, data_dir: Path, content: bytes | None
) -> None:
    use_catalogue()
    open_index(data_dir, VERSION, WordEmbedder()).close()
    manifest = directory(data_dir) / "index.json"
    if content is None:
        manifest.unlink()
    else:
        manifest.write_bytes(content)
    with pytest.raises(DataError, match=r"no whole index .*; remove that folder to have it built"):
        open_index(data_dir, VERSION, WordEmbedder())
    shutil.rmtree(directory(data_dir))
    open_index(data_dir, VERSION, WordEmbedder()).close()


@pytest.mark.parametrize("below", ["data", "data/indexes"])
def test_a_data_folder_that_cannot_be_written_is_told_with_the_setting(
    use_catalogue: UseCatalogue, data_dir: Path, below: str
) -> None:
    use_catalogue()
    # A file in the way stops root too, whom no permission stops.
    file = data_dir.parent / below
    file.parent.mkdir(exist_ok=True)
    file.write_text("in the way")
    with pytest.raises(DataError, match="MCP_FACT_CHECK_DATA_DIR") as caught:
        open_index(data_dir, VERSION, WordEmbedder())
    assert str(data_dir / "indexes") in str(caught.value)


def test_a_build_that_fails_leaves_nothing_behind(
    use_catalogue: UseCatalogue, data_dir: Path
) -> None:
    use_catalogue()
    calls = 0

    def fail_at_the_second_call() -> None:
        nonlocal calls
        calls += 1
        if calls == 2:
            raise ConnectionError("the endpoint is gone")

    with pytest.raises(ConnectionError, match="the endpoint is gone"):
        open_index(data_dir, VERSION, WordEmbedder(before_each=fail_at_the_second_call))
    assert indexes(data_dir) == []


def test_an_index_that_another_process_finished_first_is_taken_as_it_is(
    use_catalogue: UseCatalogue, data_dir: Path
) -> None:
    use_catalogue()
    built_by_the_other: list[bytes] = []

    def other_is_faster() -> None:
        if not built_by_the_other:
            built_by_the_other.append(b"")
            open_index(data_dir, VERSION, WordEmbedder()).close()
            built_by_the_other[0] = (directory(data_dir) / "index.json").read_bytes()

    open_index(data_dir, VERSION, WordEmbedder(before_each=other_is_faster)).close()
    assert (directory(data_dir) / "index.json").read_bytes() == built_by_the_other[0]
    assert indexes(data_dir) == [directory(data_dir).name]


def test_processes_that_build_at_once_all_end_with_the_same_whole_index(
    use_catalogue: UseCatalogue, data_dir: Path
) -> None:
    package = use_catalogue()
    children = [Child("build", str(package), str(data_dir), "1") for _ in range(4)]
    for child in children:
        child.hear("building")  # now none has an index, and all are making one
    assert all(name.startswith(".building-") for name in indexes(data_dir))
    assert len(indexes(data_dir)) == 4
    for child in children:
        child.tell()
    first, *others = [child.result() for child in children]
    assert isinstance(first, dict)
    assert first["counts"] == COUNTS
    assert first["directory"] == str(directory(data_dir))
    assert first["found"][0][0] == "tools.validate-inputs#0"
    assert all(other == first for other in others)
    assert indexes(data_dir) == [directory(data_dir).name]


def test_a_build_that_is_killed_leaves_no_index_and_the_next_start_builds_it(
    use_catalogue: UseCatalogue, data_dir: Path
) -> None:
    package = use_catalogue()
    child = Child("build", str(package), str(data_dir), "2")
    child.hear("building")  # the first collection is written, the others are not
    child.kill()
    (left,) = indexes(data_dir)
    assert left.startswith(".building-")
    assert (data_dir / "indexes" / left / "chroma.sqlite3").is_file()

    store = open_index(data_dir, VERSION, WordEmbedder())
    assert {kind: store.count(kind) for kind in COUNTS} == COUNTS
    store.close()
    # It may be of a build that is still going on.
    assert indexes(data_dir) == sorted([left, directory(data_dir).name])


def test_folders_of_killed_builds_are_removed_when_they_are_old_and_left_when_not(
    use_catalogue: UseCatalogue, data_dir: Path
) -> None:
    use_catalogue()
    now = time.time()
    for name, age in ((".building-old", 7_200), (".building-new", 60), ("other-index", 7_200)):
        folder = data_dir / "indexes" / name
        folder.mkdir(parents=True)
        (folder / "chroma.sqlite3").touch()
        os.utime(folder, (now - age, now - age))
    open_index(data_dir, VERSION, WordEmbedder()).close()
    assert indexes(data_dir) == [".building-new", directory(data_dir).name, "other-index"]


def test_the_manifest_is_json_that_people_can_read(
    use_catalogue: UseCatalogue, data_dir: Path
) -> None:
    use_catalogue()
    open_index(data_dir, VERSION, WordEmbedder()).close()
    text = (directory(data_dir) / "index.json").read_text()
    assert json.loads(text)["chunks"][VERSION] == COUNTS
    assert len(text.splitlines()) > len(COUNTS)
