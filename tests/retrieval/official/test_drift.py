"""Drift: what a new extraction changed, and which catalogue entries lost their text."""

from __future__ import annotations

from pathlib import Path

import pytest

from retrieval.catalogue import Catalogue
from retrieval.official.drift import Drift, find_drift
from retrieval.official.extract import extract
from retrieval.official.metadata import read_metadata
from retrieval.official.store import text_of
from tests.retrieval.small import WordEmbedder, requirement
from tests.support.spec_source import VERSION, write_source

FILE = f"docs/specification/{VERSION}/server/tools.mdx"
NOTHING = Catalogue((), ())


class World:
    """A source that a test changes and extracts again."""

    def __init__(self, folder: Path) -> None:
        self.source = write_source(folder / "spec")
        self.data_dir = folder / "data"
        self.extract()

    def extract(self) -> None:
        extract(self.data_dir, [VERSION], str(self.source), None, lambda _: None)

    def edit(self, *changes: tuple[str, str]) -> None:
        text = (self.source / FILE).read_text(encoding="utf-8")
        for old, new in changes:
            assert old in text
            text = text.replace(old, new)
        (self.source / FILE).write_text(text, encoding="utf-8")
        self.extract()

    def drift(self, catalogue: Catalogue = NOTHING) -> Drift:
        record = read_metadata(self.data_dir).specs[VERSION]
        after = text_of(self.data_dir, VERSION, record)
        before = record.previous and text_of(self.data_dir, VERSION, record.previous)
        return find_drift(before, after, catalogue, WordEmbedder())


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path)


def entry(**changes: object) -> Catalogue:
    place = {"versions": [VERSION], "page": "server/tools", "heading": "Capabilities"}
    values = {
        "id": "tools.lamps",
        "statement": "Servers that own lamps must declare the `lamps` capability:",
        "places": [place | changes],
    }
    return Catalogue((requirement(**values),), ())


def test_the_first_extraction_is_compared_with_the_catalogue_alone(world: World) -> None:
    drift = world.drift(entry())
    assert (drift.pages, drift.sentences, drift.entries) == ([], [], [])


def test_lines_that_only_shift_are_no_change(world: World) -> None:
    world.edit(
        ("Lamps light rooms. Whoever", "Lamps light rooms.\nWhoever"), ("\n## Cap", "\n\n## Cap")
    )
    assert world.drift() == Drift(VERSION)


def test_a_level_that_changed_is_seen_in_each_sentence_that_has_it(world: World) -> None:
    world.edit(("Servers **MUST**:", "Servers **SHOULD**:"))
    drift = world.drift()
    assert [(page.page, page.change) for page in drift.pages] == [("server/tools", "changed")]
    changed = [change for change in drift.sentences if change.changes_level]
    assert [(c.change, c.before, c.after, c.levels_before, c.levels_after) for c in changed] == [
        (
            "changed",
            "Servers MUST: Check every colour",
            "Servers SHOULD: Check every colour",
            ("MUST",),
            ("SHOULD",),
        ),
        (
            "changed",
            "Servers MUST: Refuse to burn paper",
            "Servers SHOULD: Refuse to burn paper",
            ("MUST",),
            ("SHOULD",),
        ),
    ]


def test_a_sentence_that_came_and_one_that_went_are_told(world: World) -> None:
    world.edit(("- Keep water at hand", "- Never sleep"), ("Lamps light rooms. ", ""))
    found = {(c.change, c.before or c.after, c.heading) for c in world.drift().sentences}
    assert found == {
        ("removed", "Lamps light rooms.", "Tools"),
        ("removed", "Owners SHOULD: Keep water at hand", "Tools"),
        ("added", "Owners SHOULD: Never sleep", "Tools"),
    }


def test_a_sentence_that_is_reworded_is_one_change(world: World) -> None:
    world.edit(("A person **SHOULD** be near", "A grown person **SHOULD** be near"))
    (change,) = world.drift().sentences
    assert change.change == "changed"
    assert change.before == "A person SHOULD be near every lamp that burns."
    assert change.after == "A grown person SHOULD be near every lamp that burns."
    assert not change.changes_level


def test_a_sentence_that_only_moved_changes_no_level(world: World) -> None:
    moved = "A person **SHOULD** be near every lamp that burns.\n"
    world.edit(
        (moved, ""), ("## Security Considerations\n", f"## Security Considerations\n\n{moved}")
    )
    (change,) = [c for c in world.drift().sentences if "person" in (c.before or "")]
    assert (change.change, change.heading) == ("moved", "Security Considerations")
    assert not change.changes_level


def test_pages_that_came_and_went_are_told(world: World) -> None:
    (world.source / FILE).rename(world.source / FILE.replace("tools", "lamps"))
    world.extract()
    drift = world.drift(entry())
    assert [(page.page, page.change) for page in drift.pages] == [
        ("server/lamps", "added"),
        ("server/tools", "removed"),
    ]
    assert {change.change for change in drift.sentences} == {"moved"}
    assert [(lost.entry_id, lost.why) for lost in drift.entries] == [
        ("tools.lamps", "the page is gone")
    ]


def test_an_entry_whose_heading_is_gone_is_told(world: World) -> None:
    world.edit(("## Capabilities", "## What a server says"))
    (lost,) = world.drift(entry()).entries
    assert (lost.entry_id, lost.why) == ("tools.lamps", "the heading is gone")
    assert (lost.page, lost.heading) == ("server/tools", "Capabilities")


def test_an_entry_that_no_sentence_says_any_more_is_told_with_the_nearest(world: World) -> None:
    world.edit(
        ("Servers that own lamps **MUST** declare the `lamps` capability:", "Anything goes here.")
    )
    (lost,) = world.drift(entry()).entries
    assert lost.why == "no sentence says it"
    assert lost.nearest


def test_an_entry_whose_text_is_as_it_was_is_not_told(world: World) -> None:
    world.edit(("Keep water at hand", "Keep sand at hand"))
    assert world.drift(entry()).entries == []


def test_an_entry_that_the_first_text_does_not_say_is_told(world: World) -> None:
    place = {"versions": [VERSION], "page": "server/tools", "heading": "Tools"}
    far = requirement(statement="Zebras quietly juggle purple umbrellas.", places=[place])
    (lost,) = world.drift(Catalogue((far,), ())).entries
    assert lost.why == "no sentence says it"
