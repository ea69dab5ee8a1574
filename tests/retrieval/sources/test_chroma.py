"""The back end `chroma`, on real directories and on a real server."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from retrieval.errors import SourceConfigurationError, SourceUnavailableError
from retrieval.settings import SourceSettings
from retrieval.sources import conformance
from retrieval.sources.chroma import ChromaSource, open_chroma
from retrieval.sources.conformance import Check
from retrieval.sources.reader import Sources


def fill(client: Any, name: str, records: Sequence[tuple[str | None, Any]]) -> None:
    """Make a collection as somebody's own program would."""
    collection = client.create_collection(name, embedding_function=None)
    collection.add(
        ids=[str(number) for number in range(len(records))],
        embeddings=[[1.0, float(number)] for number in range(len(records))],
        documents=None if records[0][0] is None else [text for text, _ in records],
        metadatas=[metadata for _, metadata in records],
    )


@pytest.fixture(scope="module")
def directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a Chroma directory with the sample, and with a collection of another form."""
    import chromadb

    path = tmp_path_factory.mktemp("chroma")
    client: Any = chromadb.PersistentClient(str(path))
    sample = [(chunk.pop("text"), chunk) for chunk in conformance.sample_chunks()]
    fill(client, "pages", sample)
    own = [
        (None, {"source": "a.pdf", "page": 1, "body": "second", "position": 2}),
        (None, {"source": "a.pdf", "page": 1, "body": "first", "position": 1}),
        (None, {"source": "a.pdf", "page": 3, "body": "third"}),
        (None, {"kind": "about the collection"}),
    ]
    fill(client, "own", own)
    client.close()
    return path


@pytest.mark.parametrize("check", conformance.CHECKS, ids=str)
def test_chroma_conforms(check: Check, directory: Path) -> None:
    source = ChromaSource(directory)
    try:
        check(source, conformance.SAMPLE)
    finally:
        source.close()


def test_a_collection_of_one_s_own_form_serves_too(directory: Path) -> None:
    settings = SourceSettings(
        path=directory, collection="own", name_field="source", page_field="page", text_field="body"
    )
    with Sources(open_chroma(settings), "chroma") as sources:
        assert sources.read("a.pdf", 1).passages == ("first", "second")
        assert sources.page_count("a.pdf") == 3
        assert sources.documents() == ["a.pdf"]


def test_what_is_not_set_up_is_named(directory: Path, tmp_path: Path) -> None:
    with pytest.raises(SourceConfigurationError, match="set either CITATION_PATH"):
        open_chroma(SourceSettings())
    with pytest.raises(SourceConfigurationError, match="set either CITATION_PATH"):
        open_chroma(SourceSettings(path=directory, url=SecretStr("http://localhost:8000")))
    with pytest.raises(SourceConfigurationError, match="is no Chroma directory"):
        ChromaSource(tmp_path / "nothing").fetch("a.pdf", 1)
    assert not (tmp_path / "nothing").exists()
    with pytest.raises(SourceConfigurationError, match="set CITATION_COLLECTION"):
        ChromaSource(directory, "nothing").fetch("a.pdf", 1)
    with pytest.raises(SourceConfigurationError, match="CITATION_URL is no URL"):
        ChromaSource("localhost:8000").fetch("a.pdf", 1)


def test_nobody_who_listens_cannot_be_reached() -> None:
    with pytest.raises(SourceUnavailableError, match=r"http://127\.0\.0\.1:9"):
        ChromaSource("http://127.0.0.1:9").fetch("a.pdf", 1)


def test_a_server_that_says_nothing_is_not_waited_for_without_end() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}"
        with pytest.raises(SourceUnavailableError, match="timed out"):
            ChromaSource(url, timeout=0.1).fetch("a.pdf", 1)


@pytest.fixture
def server(directory: Path, tmp_path: Path) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """Run a Chroma server on the directory, and wait until it listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = Path(sys.executable).parent / "chroma"
    process = subprocess.Popen(
        [command, "run", "--path", directory, "--host", "127.0.0.1", "--port", str(port)],
        cwd=tmp_path,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        while process.poll() is None:
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                break
            except OSError:
                continue
        yield f"http://127.0.0.1:{port}", process
    finally:
        process.kill()
        process.wait()


def test_a_server_serves_too_and_its_end_is_told(
    server: tuple[str, subprocess.Popen[bytes]],
) -> None:
    url, process = server
    source = open_chroma(SourceSettings(url=SecretStr(url)))
    for check in conformance.CHECKS[:-1]:
        check(source, conformance.SAMPLE)
    process.kill()
    process.wait()
    with pytest.raises(SourceUnavailableError):
        source.fetch("handbook.pdf", 1)
    source.close()
