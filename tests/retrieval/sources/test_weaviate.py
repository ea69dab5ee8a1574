"""The back end `weaviate`: the real client, and a stand-in for the server it speaks to."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from typing import Any
from uuid import UUID, uuid5

import pytest
from pydantic import SecretStr

from retrieval.errors import (
    DocumentNotFoundError,
    SourceConfigurationError,
    SourceUnavailableError,
)
from retrieval.settings import SourceSettings, read_source_settings
from retrieval.sources import conformance
from retrieval.sources.conformance import Check
from retrieval.sources.reader import Sources
from retrieval.sources.weaviate import WeaviateSource, open_weaviate

pytest.importorskip("weaviate", reason="the extra `weaviate` is not installed")

from tests.support.weaviate_server import WeaviateServer

NAMESPACE = UUID(int=0)


def as_objects(chunks: Any) -> list[dict[str, Any]]:
    """Return chunks as stored objects, in an order that is that of no document."""
    stored = [
        {**chunk, "uuid": str(uuid5(NAMESPACE, str(number)))} for number, chunk in enumerate(chunks)
    ]
    return sorted(stored, key=lambda item: item["uuid"])


def whole_pages() -> list[dict[str, Any]]:
    """Return the sample with one chunk a page: Weaviate keeps no order of chunks."""
    return [
        {"pdf_name": document.name, "page_number": number, "text": text}
        for document in conformance.SAMPLE
        for number, text in document.texts.items()
    ]


def settings_for(server: WeaviateServer, **more: Any) -> SourceSettings:
    return SourceSettings(
        weaviate_mode="local",
        weaviate_host="127.0.0.1",
        weaviate_port=server.port,
        weaviate_grpc_port=server.grpc_port,
        **more,
    )


@pytest.fixture(scope="module")
def sample() -> Iterator[WeaviateServer]:
    with WeaviateServer("Pages", as_objects(whole_pages())) as server:
        yield server


@pytest.mark.parametrize("check", conformance.CHECKS, ids=str)
def test_weaviate_conforms(check: Check, sample: WeaviateServer) -> None:
    source = open_weaviate(settings_for(sample))
    try:
        check(source, conformance.SAMPLE)
    finally:
        source.close()


def test_a_name_is_not_taken_for_another_with_the_same_words(sample: WeaviateServer) -> None:
    with Sources(open_weaviate(settings_for(sample)), "weaviate") as sources:
        assert sources.read("handbook.pdf", 1).text == "Tea is served at four."
        assert sources.read("my handbook.pdf", 1).text == "Tea is never served."
        with pytest.raises(DocumentNotFoundError, match=r"mean 'handbook\.pdf'"):
            sources.read("pdf handbook", 1)


def test_a_page_of_more_chunks_than_one_answer_holds_is_whole() -> None:
    chunks = [{"pdf_name": "a.pdf", "page_number": 2, "text": f"{n}."} for n in range(250)]
    with WeaviateServer("Pages", as_objects(chunks)) as server:
        with Sources(open_weaviate(settings_for(server)), "weaviate") as sources:
            passages = sources.read("a.pdf", 2).passages
        assert sorted(passages) == sorted(f"{n}." for n in range(250))
        assert [search.offset for search in server.searches] == [0, 100, 200]


def test_collection_and_properties_are_named_by_settings() -> None:
    objects = as_objects(
        {"source": "a.pdf", "page": 1, "body": f"{place}.", "place": place} for place in range(9)
    )
    with WeaviateServer("Own", objects) as server:
        settings = settings_for(server, collection="own").model_copy(
            update={"name_field": "source", "page_field": "page", "text_field": "body"}
        )
        settings = settings.model_copy(update={"position_field": "place"})
        with Sources(open_weaviate(settings), "weaviate") as sources:
            assert sources.read("a.pdf", 1).passages == tuple(f"{place}." for place in range(9))
            assert sources.documents() == ["a.pdf"]


def test_the_variables_of_the_design_choose_and_reach_the_server(
    monkeypatch: pytest.MonkeyPatch, sample: WeaviateServer
) -> None:
    monkeypatch.setenv("WEAVIATE_MODE", "local")
    monkeypatch.setenv("WEAVIATE_HOST", "127.0.0.1")
    monkeypatch.setenv("WEAVIATE_PORT", str(sample.port))
    monkeypatch.setenv("WEAVIATE_GRPC_PORT", str(sample.grpc_port))
    settings = read_source_settings()
    assert settings.chosen_backend == "weaviate"
    with Sources(open_weaviate(settings), "weaviate") as sources:
        assert sources.read("handbook.pdf", 2).text == "Coffee is served at ten."


def test_the_key_is_sent_and_a_wrong_one_is_a_matter_of_settings() -> None:
    with WeaviateServer("Pages", as_objects(whole_pages()), key="sesame") as server:
        right = settings_for(server, weaviate_api_key=SecretStr("sesame"))
        with Sources(open_weaviate(right), "weaviate") as sources:
            assert sources.read("handbook.pdf", 3).text == "Closed."
        for key in (None, SecretStr("wrong")):
            wrong = settings_for(server, weaviate_api_key=key)
            with (
                Sources(open_weaviate(wrong), "weaviate") as sources,
                pytest.raises(SourceConfigurationError, match="check WEAVIATE_API_KEY"),
            ):
                sources.read("handbook.pdf", 3)


def test_the_cloud_is_asked_with_its_url_and_key(
    monkeypatch: pytest.MonkeyPatch, sample: WeaviateServer
) -> None:
    import weaviate

    asked: list[tuple[str, Any]] = []

    def here(cluster_url: str, auth_credentials: Any, **rest: Any) -> Any:
        asked.append((cluster_url, auth_credentials.api_key))
        return weaviate.connect_to_local(
            "127.0.0.1", sample.port, sample.grpc_port, auth_credentials=auth_credentials, **rest
        )

    monkeypatch.setattr(weaviate, "connect_to_weaviate_cloud", here)
    settings = SourceSettings(
        weaviate_cloud_url="https://cluster.example", weaviate_api_key=SecretStr("sesame")
    )
    assert settings.chosen_backend == "weaviate"
    with Sources(open_weaviate(settings), "weaviate") as sources:
        assert sources.read("handbook.pdf", 1).text == "Tea is served at four."
    assert asked == [("https://cluster.example", "sesame")]


@pytest.mark.parametrize(
    "settings",
    [
        SourceSettings(weaviate_mode="cloud"),
        SourceSettings(weaviate_mode="cloud", weaviate_cloud_url="https://cluster.example"),
        SourceSettings(weaviate_cloud_url="https://cluster.example"),
    ],
    ids=["nothing", "no key", "no mode and no key"],
)
def test_the_cloud_needs_its_url_and_key(settings: SourceSettings) -> None:
    with pytest.raises(SourceConfigurationError, match="WEAVIATE_CLOUD_URL and WEAVIATE_API_KEY"):
        open_weaviate(settings)


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("collection", "other", "could not find class Other"),
        ("name_field", "other", "no such prop with name 'other'"),
        ("text_field", "other", "no such prop with name 'other'"),
    ],
)
def test_what_is_not_there_is_named(
    sample: WeaviateServer, field: str, value: str, message: str
) -> None:
    settings = settings_for(sample).model_copy(update={field: value})
    with (
        Sources(open_weaviate(settings), "weaviate") as sources,
        pytest.raises(SourceConfigurationError, match=message),
    ):
        sources.read("handbook.pdf", 1)


def test_a_server_that_is_gone_is_told_at_once() -> None:
    with WeaviateServer("Pages", as_objects(whole_pages())) as server:
        source = open_weaviate(settings_for(server))
        assert source.fetch("handbook.pdf", 1)
        server.stop()
        for _ in range(2):
            with pytest.raises(SourceUnavailableError, match=r"127\.0\.0\.1, ports"):
                source.fetch("handbook.pdf", 1)
        source.close()


def test_nobody_who_listens_cannot_be_reached() -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    settings = SourceSettings(weaviate_host="127.0.0.1", weaviate_port=9, weaviate_grpc_port=port)
    with pytest.raises(SourceUnavailableError, match="refused"):
        WeaviateSource(settings).fetch("a.pdf", 1)


def test_without_the_extra_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(_name: str) -> None:
        return None

    monkeypatch.setattr("retrieval.sources.weaviate.find_spec", nothing)
    with pytest.raises(SourceConfigurationError, match=r"mcp-fact-check\[weaviate\]"):
        open_weaviate(SourceSettings())
