"""What the tables settle: names that a version does not know or has no more, and who sends what."""

from __future__ import annotations

import pytest

from nodes.judging.table_checks import TableFinding, check_tables, said_sender
from nodes.reading.sentence import read_sentence
from retrieval.tables import load_tables
from retrieval.versions import SpecVersion


def found(claim: str, version: SpecVersion) -> TableFinding | None:
    return check_tables(read_sentence(claim), version, load_tables())


def test_a_name_that_only_later_versions_know_is_not_mentioned() -> None:
    finding = found("A tool may declare an `outputSchema`.", "2025-03-26")
    assert finding is not None
    assert (finding.label, finding.kind) == ("not_mentioned", "version")
    assert "2025-06-18" in finding.message


def test_a_name_that_is_gone_contradicts() -> None:
    finding = found("Clients call `logging/setLevel` to choose a level.", "2026-07-28")
    assert finding is not None
    assert (finding.label, finding.kind) == ("contradicted", "version")
    assert "2025-11-25" in finding.message


@pytest.mark.parametrize(
    ("claim", "version"),
    [
        ("A tool may declare an `outputSchema`.", "2025-06-18"),
        ("Clients call `logging/setLevel` to choose a level.", "2025-11-25"),
        ("`outputSchema` was added in 2025-06-18.", "2025-03-26"),
        ("A server should ignore an `Mcp-Session-Id` header.", "2026-07-28"),
        ("Old servers are recognised by their answer to `initialize`.", "2026-07-28"),
        ("Tools do not have an `outputSchema`.", "2025-03-26"),
        ("Is the scope of a tool limited?", "2024-11-05"),
    ],
)
def test_a_known_name_a_denial_and_talk_of_other_versions_are_left_alone(
    claim: str, version: SpecVersion
) -> None:
    assert found(claim, version) is None


@pytest.mark.parametrize(
    ("claim", "sender"),
    [
        ("The client sends `tools/list` first.", "client"),
        ("Servers emit notifications/initialized.", "server"),
        ("A server is the one that sends `roots/list`.", "server"),
        ("`sampling/createMessage` goes from the client to the server.", "client"),
        ("roots/list is sent by the client.", "client"),
        ("`roots/list` is a request the client makes to see folders.", "client"),
        ("After `initialize` the client is ready.", None),
        ("The server answers what the client sends in `tools/list`.", None),
    ],
)
def test_who_sends_a_message_is_read_from_plain_words(claim: str, sender: str | None) -> None:
    name = next(word.strip("`.") for word in claim.split() if "/" in word or "initialize" in word)
    assert said_sender(claim, name) == sender


def test_a_message_of_the_other_side_contradicts() -> None:
    finding = found("`roots/list` is sent by the client.", "2025-06-18")
    assert finding is not None
    assert finding.label == "contradicted"
    assert finding.message == "the server sends `roots/list`, not the client"


@pytest.mark.parametrize(
    "claim", ["The client sends `ping` to the server.", "The server sends `roots/list`."]
)
def test_a_message_that_a_side_may_send_is_no_finding(claim: str) -> None:
    assert found(claim, "2025-06-18") is None
