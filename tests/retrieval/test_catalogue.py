"""The catalogue: its loader, and how entries are looked up."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from retrieval.catalogue import TOPICS, Catalogue, catalogue_files, load_catalogue
from retrieval.errors import DataError
from retrieval.versions import VERSIONS
from tests.retrieval.conftest import UseCatalogue
from tests.retrieval.small import belief, belief_row, requirement, requirement_row

TOPICS_OF_THE_SPINE = ("tools", "sampling", "transports", "architecture", "security")


def place(*versions: str, page: str = "server/tools") -> dict[str, Any]:
    return {"versions": list(versions), "page": page, "heading": "Capabilities"}


def test_the_files_are_read_in_order(use_catalogue: UseCatalogue) -> None:
    use_catalogue(
        [requirement_row(id="tools.one"), requirement_row(id="tools.two")],
        [belief_row(id="tools.false")],
    )
    catalogue = load_catalogue()
    assert [entry.id for entry in catalogue.requirements] == ["tools.one", "tools.two"]
    assert [item.id for item in catalogue.misconceptions] == ["tools.false"]


@pytest.mark.parametrize(
    ("folder", "line", "wrong"),
    [
        ("catalogue", "{", "Invalid JSON"),
        ("catalogue", '{"id": "tools.x"}', "statement"),
        ("misconceptions", '{"id": "tools.x"}', "belief"),
    ],
)
def test_a_bad_line_is_an_error_that_names_file_and_line(
    use_catalogue: UseCatalogue, folder: str, line: str, wrong: str
) -> None:
    package = use_catalogue()
    file = package / "data" / folder / "small.jsonl"
    whole = file.read_text().splitlines()[0]
    # An empty line is passed over, and counts.
    file.write_text(f"{whole}\n\n{line}\n")
    with pytest.raises(DataError, match=rf"{folder}/small\.jsonl, line 3: .*") as caught:
        load_catalogue()
    assert wrong in str(caught.value)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("id", "Tools.Capital"),
        ("id", "tools"),
        ("topic", "cooking"),
        ("actor", "waiter"),
        ("level", "SHALL"),
        ("statement", "too short"),
        ("statement", "x" * 421),
        ("phrasings", ["short"]),
        ("places", []),
        ("places", [place("2024-11-04")]),
        ("places", [place()]),
        ("replaces", ["no dot"]),
        ("comment", "an unknown key"),
    ],
)
def test_an_entry_that_does_not_fit_the_schema_is_refused(key: str, value: object) -> None:
    requirement()
    with pytest.raises(ValidationError, match=key):
        requirement(**{key: value})


@pytest.mark.parametrize(
    ("key", "value"), [("versions", []), ("refuted_by", []), ("belief", "short"), ("other", 1)]
)
def test_a_misconception_that_does_not_fit_the_schema_is_refused(key: str, value: object) -> None:
    belief()
    with pytest.raises(ValidationError, match=key):
        belief(**{key: value})


def test_entries_cannot_be_changed_and_can_be_keys() -> None:
    entry = requirement()
    with pytest.raises(ValidationError, match="frozen"):
        entry.level = "MAY"  # pyright: ignore[reportAttributeAccessIssue]
    assert {entry: 1}[requirement()] == 1


def test_an_entry_holds_in_the_versions_of_its_places_and_no_other() -> None:
    entry = requirement(
        places=[place("2025-03-26", "2025-06-18"), place("draft", page="basic/index")]
    )
    assert entry.versions == ("2025-03-26", "2025-06-18", "draft")
    found = {version: entry.place_in(version) for version in VERSIONS}
    pages = {version: place.page if place else None for version, place in found.items()}
    assert pages == {
        "2024-11-05": None,
        "2025-03-26": "server/tools",
        "2025-06-18": "server/tools",
        "2025-11-25": None,
        "2026-07-28": None,
        "draft": "basic/index",
    }


def test_an_entry_with_several_places_in_a_version_holds_there_once() -> None:
    entry = requirement(places=[place("2025-03-26", "draft"), place("draft", page="basic/index")])
    assert entry.versions == ("2025-03-26", "draft")
    assert [found.page for found in entry.places_in("draft")] == ["server/tools", "basic/index"]
    assert entry.place_in("draft") == entry.places[0]
    assert entry.places_in("2025-06-18") == ()


def test_in_version_gives_what_holds_there_in_file_order() -> None:
    old = requirement(id="tools.old", places=[place("2024-11-05")])
    both = requirement(id="tools.both", places=[place("2024-11-05", "draft")])
    new = requirement(id="tools.new", places=[place("draft")])
    catalogue = Catalogue((new, both, old), ())
    assert [entry.id for entry in catalogue.in_version("2024-11-05")] == ["tools.both", "tools.old"]
    assert [entry.id for entry in catalogue.in_version("draft")] == ["tools.new", "tools.both"]
    assert list(catalogue.in_version("2025-06-18")) == []


def test_an_entry_is_found_by_its_id() -> None:
    entry = requirement()
    catalogue = Catalogue((entry,), ())
    assert catalogue.get("tools.declare-capability") is entry
    assert catalogue.get("tools.other") is None


def test_an_entry_knows_what_took_its_place() -> None:
    catalogue = Catalogue(
        (
            requirement(id="tools.first"),
            requirement(id="tools.second", replaces=["tools.first"]),
            requirement(id="tools.third", replaces=["tools.first", "tools.second"]),
        ),
        (),
    )
    assert catalogue.replaced_by("tools.first") == ("tools.second", "tools.third")
    assert catalogue.replaced_by("tools.second") == ("tools.third",)
    assert catalogue.replaced_by("tools.third") == ()


def test_the_shipped_catalogue_is_read_once() -> None:
    assert load_catalogue() is load_catalogue()


def test_the_shipped_files_come_in_a_fixed_order() -> None:
    names = [Path(str(file)) for file in catalogue_files()]
    assert {name.parent.name for name in names} == {"catalogue"}
    assert names == sorted(names)


@pytest.mark.parametrize("topic", TOPICS_OF_THE_SPINE)
def test_the_shipped_catalogue_has_the_topic_in_every_version_that_knows_it(topic: str) -> None:
    assert topic in TOPICS
    for version in VERSIONS:
        entries = [e for e in load_catalogue().in_version(version) if e.topic == topic]
        assert len(entries) >= 5, version


@pytest.mark.parametrize("version", VERSIONS)
def test_the_shipped_misconceptions_can_be_refuted_where_they_are_false(version: str) -> None:
    catalogue = load_catalogue()
    false_here = [item for item in catalogue.misconceptions if version in item.versions]
    assert false_here
    for item in false_here:
        shown = [catalogue.get(entry_id) for entry_id in item.refuted_by]
        assert any(entry and version in entry.versions for entry in shown), item.id
