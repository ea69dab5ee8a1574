"""Indexes in a real Chroma server: built under another name, whole or not there, shared."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from threading import Barrier, Thread

import pytest

from retrieval.errors import UnavailableError
from retrieval.index import base_key
from retrieval.maintenance import SpecMaintenance
from retrieval.official.extract import extract
from retrieval.official.store import OfficialText, current_text
from retrieval.open_store import open_store
from retrieval.settings import Settings
from retrieval.shared_index import open_shared_index, remove_shared, shared_indexes
from retrieval.store import ChromaServer
from retrieval.version_index import OFFICIAL, VersionIndex
from tests.retrieval.conftest import UseCatalogue
from tests.retrieval.small import WordEmbedder, requirement_row
from tests.support.chroma_server import chroma_server
from tests.support.spec_source import VERSION, write_source

FILE = f"docs/specification/{VERSION}/server/tools.mdx"


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    with chroma_server(tmp_path_factory.mktemp("chroma") / "data") as port:
        yield port


@pytest.fixture
def server(port: int) -> Iterator[ChromaServer]:
    opened = ChromaServer("127.0.0.1", port)
    for name in opened.collections():
        opened.remove(name)
    yield opened
    opened.close()


@pytest.fixture(autouse=True)
def small_catalogue(use_catalogue: UseCatalogue) -> None:
    use_catalogue([requirement_row()])


ALL = 3 + 3
"""Collections: three of our own words, two of the text, and the mark of each index."""


def text_in(data_dir: Path, said: str = "Lamps are red.") -> OfficialText:
    source = write_source(data_dir.parent / f"spec-{data_dir.name}")
    (source / FILE).write_text(said, encoding="utf-8")
    extract(data_dir, [VERSION], str(source), None, lambda _: None)
    text = current_text(data_dir, VERSION)
    assert text is not None
    return text


def opened(
    server: ChromaServer,
    data_dir: Path,
    text: OfficialText | None,
    before_each: Callable[[], None] | None = None,
) -> VersionIndex:
    embedder = WordEmbedder(before_each=before_each)
    return open_shared_index(server, data_dir, VERSION, embedder, None, text)


def found(index: VersionIndex, query: str) -> Sequence[str]:
    vectors = WordEmbedder().embed([query])
    (hits,) = index.query(OFFICIAL["fine"], vectors, 2)
    return [hit.chunk.text for hit in hits]


def test_an_index_in_a_server_finds_what_one_in_a_directory_finds(
    server: ChromaServer, tmp_path: Path
) -> None:
    index = opened(server, tmp_path / "data", text_in(tmp_path / "data"))
    assert found(index, "Lamps are red.")[0] == "Lamps are red."
    names = server.collections()
    assert len(names) == ALL
    assert all(name.startswith("mcp-") for name in names)
    (manifest,) = shared_indexes(server, VERSION).values()
    assert manifest.embedder == "words-64"
    assert manifest.chunks[VERSION][OFFICIAL["fine"]] == index.count(OFFICIAL["fine"])


def test_an_index_that_is_there_is_not_built_again(server: ChromaServer, tmp_path: Path) -> None:
    text = text_in(tmp_path / "data")
    opened(server, tmp_path / "data", text)

    def never() -> None:
        raise AssertionError("it was embedded again")

    opened(server, tmp_path / "other", text, before_each=never)


def test_a_build_that_fails_leaves_nothing_that_is_ever_used(
    server: ChromaServer, tmp_path: Path
) -> None:
    calls = 0

    def fail_at_the_second() -> None:
        nonlocal calls
        calls += 1
        if calls == 2:
            raise ConnectionError("gone")

    text = text_in(tmp_path / "data")
    with pytest.raises(ConnectionError):
        opened(server, tmp_path / "data", text, before_each=fail_at_the_second)
    assert server.collections() == {}
    assert found(opened(server, tmp_path / "data", text), "Lamps are red.")


def test_what_a_killed_build_left_is_no_index_and_goes_when_it_is_old(
    server: ChromaServer, tmp_path: Path
) -> None:
    text = text_in(tmp_path / "data")
    prefix = f"mcp-{base_key('words-64')}-{VERSION}-{text.key}-"
    # Killed between two renames: one collection is in its place, another is not.
    opened(server, tmp_path / "data", text)
    server.remove(f"{prefix}index")
    server.remove(f"{prefix}{OFFICIAL['regular']}")
    server.at("building-1-dead-").add_described("x", {"of": "a build"})
    assert shared_indexes(server, VERSION) == {}
    again = opened(server, tmp_path / "data", text)
    assert list(shared_indexes(server, VERSION)) == [prefix]
    assert len(server.collections()) == ALL
    assert found(again, "Lamps are red.")[0] == "Lamps are red."


def test_two_machines_that_build_at_once_end_with_one_whole_index(
    port: int, server: ChromaServer, tmp_path: Path
) -> None:
    text = text_in(tmp_path / "data")
    both = Barrier(2, timeout=60)
    results: list[Sequence[str]] = []

    def build(name: str) -> None:
        waited: list[bool] = []

        def meet() -> None:
            if not waited:
                waited.append(True)
                both.wait()

        own = ChromaServer("127.0.0.1", port)
        results.append(found(opened(own, tmp_path / name, text, meet), "Lamps are red."))
        own.close()

    threads = [Thread(target=build, args=(name,)) for name in ("one", "other")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert len(results) == 2
    assert results[0] == results[1]
    assert len(server.collections()) == ALL


def test_a_machine_without_a_text_uses_the_newest_that_others_put_there(
    server: ChromaServer, tmp_path: Path
) -> None:
    opened(server, tmp_path / "a", text_in(tmp_path / "a", "Lamps are red."))
    opened(server, tmp_path / "b", text_in(tmp_path / "b", "Lamps are blue."))
    index = opened(server, tmp_path / "none", None)
    assert found(index, "Lamps are blue.")[0] == "Lamps are blue."


def test_search_goes_to_the_server_that_the_settings_name(
    server: ChromaServer, port: int, tmp_path: Path
) -> None:
    data_dir = tmp_path / "data"
    text_in(data_dir)
    settings = Settings(data_dir=data_dir, chroma_host="127.0.0.1", chroma_port=port)
    store = open_store(settings, VERSION, WordEmbedder())
    assert store.has(OFFICIAL["fine"])
    store.close()
    assert not (data_dir / "indexes").exists()
    assert len(server.collections()) == ALL


def test_an_older_index_can_be_removed_and_the_current_one_stays(
    server: ChromaServer, tmp_path: Path
) -> None:
    opened(server, tmp_path / "a", text_in(tmp_path / "a", "Lamps are red."))
    (old,) = shared_indexes(server, VERSION)
    index = opened(server, tmp_path / "b", text_in(tmp_path / "b", "Lamps are blue."))
    (new,) = shared_indexes(server, VERSION).keys() - {old}
    assert remove_shared(server, VERSION, keep=new) == [old]
    assert list(shared_indexes(server, VERSION)) == [new]
    assert len(server.collections()) == ALL
    assert found(index, "Lamps are blue.")[0] == "Lamps are blue."


def test_removing_an_index_of_all_versions_leaves_the_texts(
    server: ChromaServer, tmp_path: Path
) -> None:
    opened(server, tmp_path / "a", text_in(tmp_path / "a"))
    (words,) = shared_indexes(server, None)
    assert remove_shared(server, None) == [words]
    assert len(shared_indexes(server, VERSION)) == 1
    assert len(server.collections()) == ALL - 3


def test_the_status_tells_of_the_index_in_the_server(
    server: ChromaServer, port: int, tmp_path: Path
) -> None:
    settings = Settings(data_dir=tmp_path / "data", chroma_host="127.0.0.1", chroma_port=port)
    (status,) = SpecMaintenance(settings).status([VERSION], ask_upstream=False)
    assert (status.index, status.chunks, status.unused_indexes) == (None, {}, 0)


def test_a_server_that_does_not_answer_is_told_with_what_to_do(tmp_path: Path) -> None:
    settings = Settings(data_dir=tmp_path, chroma_host="127.0.0.1", chroma_port=9)
    with pytest.raises(
        UnavailableError, match=r"http://127\.0\.0\.1:9 does not answer.*CHROMA_HOST"
    ):
        open_store(settings, VERSION, WordEmbedder())
