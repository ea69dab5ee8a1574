"""Signs that come of entries: changed ones, contradicted ones, ones at odds, and new ones."""

from __future__ import annotations

import pytest

from nodes.migrating.signals.at_odds import another_level, another_number, more_names
from nodes.migrating.signals.changed_entry import change_below, rests_on_change
from nodes.migrating.signals.contradicted import contradicted
from nodes.migrating.signals.news import brought
from nodes.migrating.signals.reader import read_signal
from nodes.verdicts import Label
from tests.nodes.migrating.made_values import change, entry, ground, near, sentence

GONE = change([entry("transports.two-standard-transports-sse", "2024-11-05")], [], "removed")
MOVED = change(
    [entry("transports.two-standard-transports-sse", "2024-11-05")],
    [entry("transports.two-standard-transports", "2025-06-18")],
)
SSE = "transports.two-standard-transports-sse"
STDIO = "transports.stdio-server-reads-stdin"


def test_a_sentence_rests_on_the_nearest_entry_that_changed() -> None:
    here = ground("2024-11-05", "2025-06-18", MOVED)
    found = rests_on_change(here, near({SSE: 0.8}), 0.0)
    assert found is not None
    assert (found.kind, found.change, found.similarity) == ("changed", MOVED, 0.8)
    assert "In 2025-06-18: MCP has two standard transports" in found.why


@pytest.mark.parametrize(
    ("before", "strict"),
    [
        ({SSE: 0.6, STDIO: 0.59}, 0.0),
        ({STDIO: 0.9, SSE: 0.7}, 0.0),
        ({SSE: 0.64, STDIO: 0.6}, 0.04),
    ],
    ids=["too far", "another much nearer", "no claim"],
)
def test_a_sentence_does_not_rest_on_what_is_too_far(
    before: dict[str, float], strict: float
) -> None:
    here = ground("2024-11-05", "2025-06-18", MOVED)
    assert change_below(here, near(before)["before"], strict) is None


def test_what_left_does_not_count_where_what_stays_is_nearer() -> None:
    matches = near({STDIO: 0.75, SSE: 0.7})["before"]
    assert change_below(ground("2024-11-05", "2025-06-18", GONE), matches, 0.0) is None
    assert change_below(ground("2024-11-05", "2025-06-18", MOVED), matches, 0.0) is MOVED


def test_a_change_that_somebody_left_out_is_none() -> None:
    here = ground("2024-11-05", "2025-06-18", MOVED, left_out=frozenset({SSE}))
    assert rests_on_change(here, near({SSE: 0.9}), 0.0) is None


@pytest.mark.parametrize(
    ("now", "group", "told"),
    [("supported", "required", True), ("contradicted", "pre_existing", False)],
)
def test_what_was_wrong_before_is_told_apart(now: Label, group: str, told: bool) -> None:
    here = ground("2024-11-05", "2025-06-18", MOVED)
    found = contradicted(here, sentence("It is so.", "contradicted"), now, near({SSE: 0.8}))
    assert found.group == group
    assert (found.change is MOVED) == told
    assert ("It rests on" in found.why) == told


def test_a_level_or_number_at_odds_with_the_nearest_entry_is_a_sign() -> None:
    here = ground("2025-06-18", "2025-11-25")
    limits = near(after={"tools.server-rate-limits": 0.8})
    weak = sentence("A server should limit the rate of tool invocations.")
    found = another_level(here, weak, limits, 0.0)
    assert found is not None
    assert (found.group, found.kind) == ("pre_existing", "level")
    assert "SHOULD, which is too weak: (MUST)" in found.why
    assert another_level(here, weak, near(after={"tools.server-rate-limits": 0.69}), 0.0) is None
    right = sentence("A server must limit the rate of tool invocations.")
    assert another_level(here, right, limits, 0.0) is None

    expired = near(after={"authorization.invalid-token-401": 0.8})
    number = another_number(here, sentence("An expired token gets 403."), expired)
    assert number is not None
    assert "403, not 401" in number.why
    assert another_number(here, sentence("An expired token gets 401."), expired) is None
    assert another_number(here, sentence("All 12 tokens expired."), expired) is None


def test_names_beside_the_only_one_are_a_sign() -> None:
    here = ground("2025-03-26", "2025-06-18")
    matches = near(after={"transports.accept-both-types": 0.7})
    text = "The client lists `application/json`, and nothing else, in `Accept`."
    found = more_names(here, sentence(text), matches, 0.0)
    assert found is not None
    assert "text/event-stream" in found.why
    assert more_names(here, sentence(text.replace(", and nothing else,", "")), matches, 0.0) is None


@pytest.mark.parametrize(
    ("text", "similarity", "group"),
    [
        ("There is no other transport.", 0.55, "required"),
        ("The transport is fine.", 0.75, "recommended"),
        ("The transport is fine.", 0.55, None),
    ],
    ids=["shut", "near", "far"],
)
def test_news_is_required_where_a_sentence_leaves_no_room_for_it(
    text: str, similarity: float, group: str | None
) -> None:
    here = ground("2024-11-05", "2025-06-18", MOVED)
    matches = near({STDIO: 0.54}, {"transports.two-standard-transports": similarity})
    found = brought(here, sentence(text), matches, 0.0)
    assert (found.group if found else None) == group


@pytest.mark.parametrize(("similarity", "listed"), [(0.8, True), (0.7, False)])
def test_a_supported_sentence_is_doubted_where_it_all_but_repeats_what_changed(
    similarity: float, listed: bool
) -> None:
    here = ground("2024-11-05", "2025-06-18", MOVED)
    said = sentence("MCP has two standard transports: stdio and HTTP with SSE.", "supported")
    found = read_signal(here, said, "supported", near({SSE: similarity, STDIO: similarity - 0.05}))
    assert (found is not None) == listed
