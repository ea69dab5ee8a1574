"""Corrections of single words."""

from __future__ import annotations

from typing import Any

import pytest

from nodes.correcting.words import swapped, swaps_for
from nodes.verdicts import FindingKind
from tests.nodes.document_values import judged
from tests.nodes.values import passage


def corrected(
    sentence: str, *kinds: FindingKind, statement: str | None = None, **evidence: Any
) -> str | None:
    """Return a sentence after the swaps that findings of these kinds ask for."""
    part = judged(
        statement or sentence,
        "contradicted",
        evidence=[passage(**evidence)],
        cited=[1],
        findings=[{"kind": kind, "message": kind} for kind in kinds],
    )
    swaps = swaps_for(sentence, part)
    return swapped(sentence, swaps) if swaps else None


@pytest.mark.parametrize(
    ("sentence", "level", "after"),
    [
        ("Servers must log.", "SHOULD", "Servers should log."),
        ("Servers MUST log.", "SHOULD", "Servers SHOULD log."),
        ("Servers **MUST** log.", "MAY", "Servers **MAY** log."),
        ("Servers must log.", "MUST NOT", "Servers must not log."),
        ("Servers must not log.", "MAY", "Servers may log."),
        ("Servers MUST NOT log.", "SHOULD NOT", "Servers SHOULD NOT log."),
        ("Servers cannot log.", "MAY", "Servers may log."),
        ("Servers don't have to log.", "MUST", "Servers must log."),
        ("A server is required to log.", "SHOULD", "A server should log."),
        ("A server has to log.", "MAY", "A server may log."),
        ("Logging is mandatory.", "SHOULD", "Logging is recommended."),
        ("Logs are optional.", "MUST", "Logs are required."),
        ("Logging is recommended to servers.", "MUST", "Logging is required to servers."),
        ("Must servers log? They do.", "SHOULD", "Should servers log? They do."),
    ],
)
def test_the_word_for_a_level_becomes_the_word_for_the_right_one(
    sentence: str, level: str, after: str
) -> None:
    assert corrected(sentence, "level", level=level) == after


@pytest.mark.parametrize(
    "sentence",
    [
        "Servers must log and clients must listen.",
        "Servers log.",
        "Servers must log so that clients can see.",
    ],
)
def test_a_level_that_does_not_stand_once_is_left(sentence: str) -> None:
    assert corrected(sentence, "level", level="SHOULD") is None


def test_a_level_that_is_right_already_is_no_change() -> None:
    assert corrected("Servers must log.", "level", level="MUST") is None


def test_a_name_becomes_the_one_that_the_passage_has_instead() -> None:
    after = corrected(
        "Clients send `tools/show` first.", "identifier", text="A client sends `tools/list`."
    )
    assert after == "Clients send `tools/list` first."


def test_a_name_is_spelled_as_the_passage_spells_it() -> None:
    after = corrected(
        "It is `sessionid`.", "identifier", text="The header is `Mcp-Session-Id` here."
    )
    assert after == "It is `Mcp-Session-Id`."


def test_which_of_two_names_was_meant_nobody_knows() -> None:
    text = "A client sends `tools/list` or `tools/call`."
    assert corrected("Clients send `tools/show`.", "identifier", text=text) is None


def test_a_number_becomes_the_one_of_the_passage() -> None:
    after = corrected("At most 50 values come.", "number", text="At most 100 values come.")
    assert after == "At most 100 values come."


def test_a_number_inside_a_longer_one_is_not_touched() -> None:
    assert corrected("At most 50 of 150 values.", "number", text="At most 100 of 150.") == (
        "At most 100 of 150 values."
    )


def test_the_actor_becomes_the_right_one_in_its_number_and_case() -> None:
    assert corrected("Servers must ask.", "actor", actor="client") == "Clients must ask."
    assert corrected("The server must ask.", "actor", actor="host") == "The host must ask."


def test_an_actor_that_is_named_twice_is_left() -> None:
    assert corrected("Servers must ask other servers.", "actor", actor="client") is None


def test_an_actor_that_is_no_single_word_is_left() -> None:
    assert corrected("Servers must ask.", "actor", actor="client and server") is None


def test_two_things_that_are_wrong_are_changed_together() -> None:
    after = corrected("Servers must ask.", "actor", "level", actor="client", level="SHOULD")
    assert after == "Clients should ask."


def test_where_one_of_two_things_is_unclear_nothing_is_changed() -> None:
    assert corrected("Servers must ask.", "polarity", "level", level="SHOULD") is None


def test_without_a_passage_nothing_is_changed() -> None:
    part = judged("Servers must ask.", "contradicted", findings=[{"kind": "level", "message": ""}])
    assert swaps_for("Servers must ask.", part) == []


def test_words_of_regular_expressions_are_taken_as_they_are() -> None:
    after = corrected("It is `a.b*`.", "identifier", text=r"It is `c\1d`.")
    assert after == r"It is `c\1d`."
