"""What becomes of catalogue entries between two versions, on small catalogues."""

from __future__ import annotations

from typing import Any

import pytest

from retrieval.catalogue import Catalogue, Requirement
from retrieval.changes import Change
from retrieval.entry_changes import entry_changes
from tests.retrieval.small import requirement

OLD, MIDDLE, NEW = "2025-03-26", "2025-06-18", "2025-11-25"


def entry(
    entry_id: str, statement: str, *versions: str, page: str = "server/tools", **changes: Any
) -> Requirement:
    places = [{"versions": list(versions), "page": page, "heading": "Tools"}]
    return requirement(id=f"tools.{entry_id}", statement=statement, **{"places": places, **changes})


def changes(*entries: Requirement) -> list[Change]:
    return list(entry_changes(Catalogue(entries, ()), OLD, NEW))


def kinds(*entries: Requirement) -> list[str]:
    return [change["kind"] for change in changes(*entries)]


SAME = entry("same", "A server must list its tools.", OLD, MIDDLE, NEW)


def test_an_entry_that_stands_in_the_same_place_is_no_change() -> None:
    assert changes(SAME) == []


def test_an_entry_of_one_version_alone_was_added_or_removed() -> None:
    gone = entry("gone", "A server must sort its tools.", OLD, MIDDLE)
    came = entry("came", "A server must name its tools.", MIDDLE, NEW)
    between = entry("between", "A server must count its tools.", MIDDLE)
    removed, added = changes(SAME, gone, came, between)
    assert (removed["kind"], [p["id"] for p in removed["before"]]) == ("removed", ["tools.gone"])
    assert removed["after"] == []
    assert (added["kind"], [p["id"] for p in added["after"]]) == ("added", ["tools.came"])
    assert added["after"][0]["link"].endswith("/specification/2025-11-25/server/tools#tools")


def test_an_entry_at_another_place_has_moved_and_tells_from_where_to_where() -> None:
    places = [
        {"versions": [OLD], "page": "server/tools", "heading": "Tools"},
        {"versions": [NEW], "page": "server/index", "heading": "Tools"},
    ]
    (moved,) = changes(entry("a", "A server must list its tools.", places=places))
    assert moved["kind"] == "moved"
    assert [p["page"] for p in (*moved["before"], *moved["after"])] == [
        "server/tools",
        "server/index",
    ]
    assert moved["differences"] == [
        {"aspect": "page", "before": "server/tools", "after": "server/index"}
    ]


@pytest.mark.parametrize(
    ("before", "after", "kind"),
    [
        ("SHOULD", "MUST", "strengthened"),
        ("MAY", "SHOULD", "strengthened"),
        ("MUST", "MAY", "weakened"),
        ("SHOULD NOT", "MUST NOT", "strengthened"),
        ("MUST NOT", "SHOULD NOT", "weakened"),
        ("MUST", "MUST NOT", "changed"),
        ("MAY", "MUST NOT", "changed"),
        ("none", "MUST", "changed"),
        ("MUST", "none", "changed"),
    ],
)
def test_a_duty_with_another_level_is_stronger_or_weaker_only_in_its_own_direction(
    before: str, after: str, kind: str
) -> None:
    old = entry("old", "A server lists its tools in a fixed order.", OLD, level=before)
    new = entry(
        "new",
        "A server lists its tools in a fixed order.",
        NEW,
        level=after,
        replaces=["tools.old"],
    )
    (change,) = changes(old, new)
    assert change["kind"] == kind
    assert {"aspect": "level", "before": before, "after": after} in change["differences"]


def test_another_duty_with_another_level_is_no_stronger_one() -> None:
    old = entry("old", "A server should list its tools in a fixed order.", OLD, level="SHOULD")
    new = entry(
        "new", "Clients must ignore unknown annotations.", NEW, level="MUST", replaces=["tools.old"]
    )
    assert kinds(old, new) == ["changed"]


def test_a_name_in_the_place_of_another_is_renamed_and_a_changed_number_is_told() -> None:
    old = entry("old", "A server must answer a missing tool with `ToolError` 5 at once.", OLD)
    new = entry(
        "new",
        "A server must answer a missing tool with `MissingTool` 7 at once.",
        NEW,
        replaces=["tools.old"],
    )
    (change,) = changes(old, new)
    assert change["kind"] == "renamed"
    assert change["differences"] == [
        {"aspect": "number", "before": "5", "after": "7"},
        {"aspect": "name", "before": "ToolError", "after": "MissingTool"},
    ]


def test_a_chain_is_followed_over_the_versions_between() -> None:
    old = entry("a", "A server should list its tools.", OLD, level="SHOULD")
    step = entry("b", "A server ought to list its tools.", MIDDLE, replaces=["tools.a"])
    new = entry("c", "A server must list its tools.", NEW, level="MUST", replaces=["tools.b"])
    (change,) = changes(old, step, new)
    assert change["kind"] == "strengthened"
    assert [p["id"] for p in (*change["before"], *change["after"])] == ["tools.a", "tools.c"]


def test_a_chain_that_ends_between_the_versions_is_a_removal() -> None:
    old = entry("a", "A server should list its tools.", OLD)
    step = entry("b", "A server must list its tools.", MIDDLE, replaces=["tools.a"])
    assert kinds(old, step) == ["removed"]


def test_entries_that_gave_way_to_one_are_one_change() -> None:
    olds = [entry(f"old{n}", f"A server must do thing {n} with tools.", OLD) for n in range(3)]
    news = [
        entry("x", "A server must do both with tools.", NEW, replaces=["tools.old0", "tools.old1"]),
        entry("y", "A server may do the third with tools.", NEW, replaces=["tools.old1"]),
        entry("z", "A server must do thing 2 with its tools.", NEW, replaces=["tools.old2"]),
    ]
    both, alone = changes(*olds, *news)
    assert [p["id"] for p in both["before"]] == ["tools.old0", "tools.old1"]
    assert [p["id"] for p in both["after"]] == ["tools.x", "tools.y"]
    assert [p["id"] for p in alone["after"]] == ["tools.z"]


def test_events_of_changelogs_are_neither_added_nor_removed_nor_a_replacement() -> None:
    old = entry("old", "A server must list its tools.", OLD)
    event = entry(
        "event",
        "Version 2025-11-25 removed the tool list.",
        NEW,
        page="changelog",
        level="none",
        replaces=["tools.old"],
    )
    before = entry("before", "Version 2025-03-26 added it.", OLD, page="changelog", level="none")
    (change,) = changes(old, event, before)
    assert (change["kind"], change["before"][0]["id"]) == ("removed", "tools.old")
