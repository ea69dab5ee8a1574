"""Listing catalogue entries by what they say and where they stand."""

from __future__ import annotations

from typing import Any

import pytest

from retrieval.catalogue import load_catalogue
from retrieval.errors import LimitError, UnknownVersionError
from retrieval.requirements import RequirementFilter, list_requirements
from retrieval.versions import VERSIONS
from tests.retrieval.conftest import UseCatalogue
from tests.retrieval.small import belief_row, requirement_row


def place(page: str, *versions: str) -> dict[str, Any]:
    return {"versions": list(versions), "page": page, "heading": "User Interaction Model"}


ROWS = [
    requirement_row(
        id="tools.old",
        statement="A server must list its tools.",
        identifiers=["tools/list"],
        places=[place("server/tools", "2025-06-18")],
    ),
    requirement_row(
        id="tools.new",
        statement="A server should list its tools in a fixed order.",
        level="SHOULD",
        identifiers=["tools/list", "nextCursor"],
        places=[place("server/tools", "2025-11-25", "draft")],
        replaces=["tools.old"],
    ),
    requirement_row(
        id="sampling.human",
        topic="sampling",
        actor="client",
        statement="A client must not send what the user has not seen.",
        level="MUST NOT",
        places=[place("client/sampling", "2025-06-18"), place("client/index", "draft")],
    ),
]


@pytest.fixture(autouse=True)
def small(use_catalogue: UseCatalogue) -> None:
    use_catalogue(ROWS, [belief_row(refuted_by=["tools.old"])])


def ids(version: str = "draft", **filters: str) -> list[str]:
    return [item["id"] for item in list_requirements(RequirementFilter.parse(version, **filters))]


def test_without_a_filter_all_entries_of_the_version_are_listed() -> None:
    assert ids("2025-06-18") == ["tools.old", "sampling.human"]
    assert ids("2025-11-25") == ["tools.new"]
    assert ids("draft") == ["tools.new", "sampling.human"]
    assert ids("2024-11-05") == []


def test_an_entry_is_listed_with_its_place_in_the_version() -> None:
    (item,) = list_requirements(RequirementFilter.parse("2025-11-25"))
    assert item == {
        "id": "tools.new",
        "level": "SHOULD",
        "actor": "server",
        "statement": "A server should list its tools in a fixed order.",
        "page": "server/tools",
        "heading": "User Interaction Model",
        "link": "https://modelcontextprotocol.io/specification/2025-11-25/server/tools"
        "#user-interaction-model",
        "topic": "tools",
        "identifiers": ["tools/list", "nextCursor"],
        "versions": ["2025-11-25", "draft"],
        "replaces": ["tools.old"],
        "replaced_by": [],
    }


def test_an_entry_that_moved_is_listed_where_it_stands_in_each_version() -> None:
    pages = {
        version: [
            item["page"]
            for item in list_requirements(RequirementFilter.parse(version, topic="sampling"))
        ]
        for version in ("2025-06-18", "draft")
    }
    assert pages == {"2025-06-18": ["client/sampling"], "draft": ["client/index"]}


def test_an_entry_of_several_pages_is_listed_where_it_stands_on_the_page_asked_for(
    use_catalogue: UseCatalogue,
) -> None:
    places = [place("server/tools", "draft"), place("basic/index", "draft")]
    use_catalogue([requirement_row(places=places)])
    for page, filters in (
        ("server/tools", {}),
        ("server/tools", {"page": "server/tools"}),
        ("basic/index", {"page": "basic"}),
    ):
        (item,) = list_requirements(RequirementFilter.parse("draft", **filters))
        assert item["page"] == page
        assert f"/{page.removesuffix('/index')}#" in item["link"]
        assert item["versions"] == ["draft"]


def test_an_old_entry_says_what_took_its_place() -> None:
    (item,) = list_requirements(RequirementFilter.parse("2025-06-18", topic="tools"))
    assert item["replaced_by"] == ["tools.new"]


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        ({"level": "MUST NOT"}, ["sampling.human"]),
        ({"level": "must not"}, ["sampling.human"]),
        ({"level": " Should "}, ["tools.new"]),
        ({"level": "MUST"}, []),
        ({"actor": "client"}, ["sampling.human"]),
        ({"actor": "Server"}, ["tools.new"]),
        ({"topic": "TOOLS"}, ["tools.new"]),
        ({"page": "server/tools"}, ["tools.new"]),
        ({"page": "/server/tools.mdx"}, ["tools.new"]),
        ({"page": "client"}, ["sampling.human"]),
        ({"page": "client/index"}, ["sampling.human"]),
        ({"page": "client/sampling"}, []),
        ({"identifier": "NEXTCURSOR"}, ["tools.new"]),
        ({"identifier": "`tools/list`"}, ["tools.new"]),
        ({"identifier": "tools"}, []),
        ({"text": "HAS NOT SEEN"}, ["sampling.human"]),
        ({"text": "seen  user"}, ["sampling.human"]),
        ({"text": "seen tools"}, []),
        ({"text": "a"}, ["tools.new", "sampling.human"]),
        ({"level": "SHOULD", "actor": "client"}, []),
        ({"level": "SHOULD", "actor": "server", "text": "order"}, ["tools.new"]),
    ],
)
def test_entries_fit_all_that_is_asked_for(filters: dict[str, str], expected: list[str]) -> None:
    assert ids(**filters) == expected


@pytest.mark.parametrize(
    ("field", "given", "allowed"),
    [
        ("level", "SHALL", "MUST, MUST NOT, SHOULD, SHOULD NOT, MAY, none"),
        ("actor", "waiter", "client, server, host"),
        ("topic", "cooking", "architecture, security"),
    ],
)
def test_a_word_that_is_none_of_the_allowed_ones_is_an_error_that_lists_them(
    field: str, given: str, allowed: str
) -> None:
    with pytest.raises(LimitError) as caught:
        RequirementFilter.parse("draft", **{field: given})
    assert caught.value.field == field
    assert repr(given) in str(caught.value)
    assert allowed in caught.value.allowed


def test_an_unknown_version_is_an_error() -> None:
    with pytest.raises(UnknownVersionError):
        RequirementFilter.parse("2023-01-01")


def test_no_version_means_the_latest_release() -> None:
    assert RequirementFilter.parse().version == "2026-07-28"
    assert RequirementFilter.parse("current").version == "2026-07-28"


@pytest.mark.parametrize("version", VERSIONS)
def test_of_the_shipped_catalogue_all_entries_of_a_version_are_listed(
    version: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()
    load_catalogue.cache_clear()
    catalogue = load_catalogue()
    wanted = RequirementFilter.parse(version)
    listed = [item["id"] for item in list_requirements(wanted)]
    assert listed == [entry.id for entry in catalogue.in_version(wanted.version)]
    assert len(listed) > 300
