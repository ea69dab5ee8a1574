"""Comparing versions: what the shipped data shows first, and how a request is read."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any, Final

import pytest

from retrieval.catalogue import TOPICS, load_catalogue
from retrieval.changes import KINDS, Headline, turned, turned_headline
from retrieval.comparison import MOST_CHANGES, Comparison, ComparisonRequest, compare_versions
from retrieval.errors import LimitError, UnknownVersionError
from retrieval.tables import load_tables
from retrieval.versions import VERSIONS, SpecVersion


def compared(from_version: str, to_version: str, **wanted: Any) -> Comparison:
    request = ComparisonRequest.parse(from_version, to_version, **wanted)
    return compare_versions(load_catalogue(), load_tables(), request)


def features(comparison: Comparison) -> dict[str, str]:
    """Return kind by name of the features, which come first."""
    first = [h["subject"] for h in comparison["headlines"]]
    assert first == sorted(first, key=lambda subject: subject != "feature")
    return {h["name"]: h["kind"] for h in comparison["headlines"] if h["subject"] == "feature"}


def test_from_2025_03_26_to_2025_06_18_a_reader_sees_what_came_and_left() -> None:
    shown = features(compared("2025-03-26", "2025-06-18"))
    for name, kind in {
        "JSON-RPC batching": "removed",
        "Elicitation": "added",
        "Structured tool output": "added",
        "Resource Indicators (RFC 8707) required of clients": "added",
        "`MCP-Protocol-Version` header required over HTTP": "added",
    }.items():
        assert list(shown).index(name) < 10
        assert shown[name] == kind


def test_from_2025_11_25_to_2026_07_28_a_reader_sees_the_new_protocol() -> None:
    shown = features(compared("2025-11-25", "2026-07-28"))
    near_the_top = list(shown)[:25]
    for name, kind in {
        "`initialize` handshake": "removed",
        "Sessions of Streamable HTTP (`Mcp-Session-Id`)": "removed",
        "`server/discover`": "added",
        "Multi Round-Trip Requests (MRTR)": "added",
        "`subscriptions/listen`": "added",
        "Sampling": "deprecated",
        "Roots": "deprecated",
        "Logging": "deprecated",
        "Dynamic Client Registration (RFC 7591)": "deprecated",
        "Error code `-32602` for a resource that is not found, in place of `-32002`": "added",
        "MCP's own error codes, `-32020` to `-32022`": "added",
    }.items():
        assert name in near_the_top
        assert shown[name] == kind


def headline(comparison: Comparison, name: str) -> Headline:
    (found,) = (h for h in comparison["headlines"] if h["name"] == name)
    return found


def test_a_renumbered_error_shows_both_codes_and_both_places() -> None:
    found = headline(
        compared("2025-11-25", "2026-07-28"), "error for a resource that does not exist"
    )
    assert (found["kind"], found["before"], found["after"]) == ("renamed", "-32002", "-32602")
    assert found["before_passage"] is not None
    assert found["after_passage"] is not None
    assert found["before_passage"]["version"] == "2025-11-25"
    assert found["after_passage"]["page"] == "server/resources"


def test_what_came_and_left_between_the_versions_is_no_headline() -> None:
    names = {h["name"] for h in compared("2024-11-05", "2025-11-25")["headlines"]}
    assert "JSON-RPC batching" not in names
    assert "Streamable HTTP transport" in names


def test_known_changes_of_duties_are_found() -> None:
    changes = compared("2025-03-26", "2025-06-18")["changes"]
    (respect,) = (
        c for c in changes if any("respect the neg" in p["statement"] for p in c["after"])
    )
    assert respect["kind"] == "strengthened"
    assert respect["differences"][0] == {"aspect": "level", "before": "SHOULD", "after": "MUST"}
    (renamed,) = (c for c in changes if c["kind"] == "renamed")
    assert renamed["differences"] == [
        {"aspect": "name", "before": "ResourceReference", "after": "ResourceTemplateReference"}
    ]


PAIRS: Final = list(combinations(VERSIONS, 2))


@pytest.mark.parametrize(("older", "newer"), PAIRS)
def test_a_downgrade_is_the_upgrade_seen_from_the_other_end(
    older: SpecVersion, newer: SpecVersion
) -> None:
    up, down = compared(older, newer), compared(newer, older)
    assert [turned_headline(h) for h in up["headlines"]] == down["headlines"]
    key = str
    assert sorted(map(key, map(turned, up["changes"]))) == sorted(map(key, down["changes"]))


@pytest.mark.parametrize(("older", "newer"), PAIRS)
def test_every_change_has_its_places_and_every_entry_is_accounted_for(
    older: SpecVersion, newer: SpecVersion
) -> None:
    comparison = compared(older, newer)
    for change in comparison["changes"]:
        assert all(p["version"] == older for p in change["before"])
        assert all(p["version"] == newer for p in change["after"])
        assert bool(change["before"]) == (change["kind"] != "added")
        assert bool(change["after"]) == (change["kind"] != "removed")
    for found in comparison["headlines"]:
        assert found["before_passage"] or found["after_passage"], found["name"]
        if found["kind"] in ("removed", "deprecated"):
            assert found["before_passage"], found["name"]
    catalogue = load_catalogue()
    was = {e.id for e in catalogue.in_version(older)}
    now = {e.id for e in catalogue.in_version(newer)}
    said = Counter(p["id"] for c in comparison["changes"] for p in (*c["before"], *c["after"]))
    news = {e.id for e in catalogue.requirements if all(p.page == "changelog" for p in e.places)}
    assert (was ^ now) - said.keys() <= news
    assert all(said[i] == 1 for i in (was ^ now) & said.keys())


def test_a_topic_shows_all_that_is_about_it_and_nothing_else() -> None:
    everything = compared("2025-11-25", "2026-07-28")
    tools = compared("2025-11-25", "2026-07-28", topic="Tools")
    assert tools["topic"] == "tools"
    assert 0 < len(tools["changes"]) < len(everything["changes"])
    for change in tools["changes"]:
        ids = [p["id"] for p in (*change["before"], *change["after"])]
        assert change["topic"] == "tools" or any(i.startswith("tools.") for i in ids)
    assert all("tools" in h["topics"] for h in tools["headlines"])
    assert "Icons of tools, resources, templates and prompts" in {
        h["name"] for h in compared("2025-06-18", "2025-11-25", topic="prompts")["headlines"]
    }


def test_kinds_choose_and_counts_count_all_that_was_chosen() -> None:
    added = compared("2025-06-18", "2025-11-25", kinds=["ADDED", "moved"], limit=5)
    assert {c["kind"] for c in added["changes"]} <= {"added", "moved"}
    assert {h["kind"] for h in added["headlines"]} == {"added"}
    assert len(added["changes"]) == 5
    everything = compared("2025-06-18", "2025-11-25")
    expected = Counter((c["topic"], c["kind"]) for c in everything["changes"])
    for item in added["counts"]:
        assert expected[item["topic"], item["kind"]] == item["count"]


def test_a_limit_keeps_the_weightiest_and_they_are_in_the_order_of_the_topics() -> None:
    kept = compared("2025-03-26", "2025-06-18", limit=30)["changes"]
    everything = compared("2025-03-26", "2025-06-18")["changes"]
    rank = [KINDS.index(change["kind"]) for change in kept]
    left = [KINDS.index(c["kind"]) for c in everything if c not in kept]
    assert max(rank) <= min(left)
    topics = [TOPICS.index(change["topic"]) for change in kept]
    assert topics == sorted(topics)


def test_names_of_versions_are_read_as_everywhere() -> None:
    request = ComparisonRequest.parse("2024-11-04", "current")
    assert (request.from_version, request.to_version) == ("2024-11-05", "2026-07-28")
    assert request.notes == (
        "there is no version 2024-11-04; it was read as 2024-11-05, the first release",
    )
    assert request.kinds == set(KINDS)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"to_version": "current"}, "toVersion must be another version than fromVersion"),
        ({"topic": "cooking"}, "topic must be one of: architecture, security"),
        ({"kinds": ["added", "lost"]}, "kind must be one of: strengthened, weakened"),
        ({"limit": 0}, "limit must be from 1 to 2,000; got 0"),
        ({"limit": MOST_CHANGES + 1}, "limit must be from 1 to 2,000; got 2001"),
    ],
)
def test_what_cannot_be_compared_is_an_error_that_says_what_can(
    given: dict[str, Any], message: str
) -> None:
    wanted: dict[str, Any] = {"to_version": "draft", **given}
    with pytest.raises(LimitError, match=message):
        ComparisonRequest.parse("latest", **wanted)


def test_an_unknown_version_is_never_replaced_by_another() -> None:
    with pytest.raises(UnknownVersionError):
        ComparisonRequest.parse("2025-03-26", "2025-06-19")
