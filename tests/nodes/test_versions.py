"""Listing the versions: read and written."""

from __future__ import annotations

from nodes.read_versions import read_versions
from nodes.write_versions import write_versions
from retrieval.catalogue import Catalogue, load_catalogue
from retrieval.versions import VERSIONS


def test_versions_come_newest_first_and_the_draft_before_them() -> None:
    listed = read_versions({}, catalogue=Catalogue((), ()))["versions"]
    assert [item["version"] for item in listed] == list(reversed(VERSIONS))
    assert [item["version"] for item in listed if item["latest"]] == ["2026-07-28"]
    assert {item["requirements"] for item in listed} == {0}


def test_each_version_says_how_many_entries_hold_there() -> None:
    catalogue = load_catalogue()
    for item in read_versions({}, catalogue=catalogue)["versions"]:
        holding = [e for e in catalogue.requirements if item["version"] in e.versions]
        assert item["requirements"] == len(holding) > 0


def test_the_text_is_a_bullet_list_that_marks_the_latest_release() -> None:
    update = read_versions({}, catalogue=Catalogue((), ()))
    lines = write_versions({"versions": update["versions"]})["text"].splitlines()
    bullets = [line for line in lines if line.startswith("- ")]
    assert bullets[:2] == ["- draft", "- 2026-07-28 (latest)"]
    assert len(bullets) == len(VERSIONS)
    assert lines[0] == "Available MCP specification versions:"
