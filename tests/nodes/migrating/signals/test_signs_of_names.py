"""Signs that come of the tables and of the sentence above, and which sign is the strongest."""

from __future__ import annotations

from nodes.migrating.signals.leaning import leaning
from nodes.migrating.signals.lost_names import lost_names, with_lost_names
from nodes.migrating.signals.reader import read_signal
from nodes.migrating.signals.table_news import table_news
from tests.nodes.migrating.made_values import ground, near, sentence, signal

LATEST = ground("2025-11-25", "2026-07-28")
COMPLETION = near(after={"completion.server-declares-capability": 0.6})


def test_methods_and_headers_that_the_target_has_not_got_are_lost() -> None:
    text = "Send `ping` and `tools/call` with `Mcp-Session-Id`."
    assert lost_names(LATEST, sentence(text)) == ["ping", "Mcp-Session-Id"]
    alone = with_lost_names(LATEST, sentence(text), near(), None)
    assert alone is not None
    assert alone.why == "`ping`, `Mcp-Session-Id`: not in 2026-07-28."
    added = with_lost_names(LATEST, sentence(text), near(), signal())
    assert added is not None
    assert added.why.endswith(": not in 2026-07-28.")
    assert with_lost_names(LATEST, sentence("Send `tools/call`."), near(), None) is None


def test_a_kind_of_which_there_is_none_came_with_the_target() -> None:
    here = ground("2024-11-05", "2025-06-18")
    found = table_news(here, sentence("Completion needs no capability."), COMPLETION)
    assert found is not None
    assert found.why == "2025-06-18 brought: completions."
    assert table_news(here, sentence("Completion needs a capability."), COMPLETION) is None
    elsewhere = near(after={"transports.validate-origin": 0.6})
    assert table_news(here, sentence("It needs no capability."), elsewhere) is None


def test_a_sentence_that_leans_on_a_wrong_one_follows_from_it() -> None:
    above = signal("removed")
    leans = leaning(LATEST, sentence("It must be able to receive them."), near(), above, None)
    assert leans is not None
    assert leans.kind == "follows from removed"
    alone = sentence("Otto sleeps.")
    assert leaning(LATEST, alone, near(), above, None) is None
    true = sentence("It must be able to receive them.", "supported")
    assert leaning(LATEST, true, near(), above, None) is None


def test_what_the_judge_supports_is_doubted_for_a_number_alone() -> None:
    expired = near(after={"authorization.invalid-token-401": 0.8})
    doubted = read_signal(
        LATEST, sentence("An expired token gets 403.", "supported"), None, expired
    )
    assert doubted is not None
    assert doubted.kind == "number"
    assert doubted.nearest is not None
    assert doubted.nearest["id"] == "authorization.invalid-token-401"
    named = sentence("The client can send `ping`.", "supported")
    assert read_signal(LATEST, named, None, near()) is None


def test_a_sign_names_what_came_of_the_kind_that_is_denied() -> None:
    here = ground("2024-11-05", "2025-06-18")
    found = read_signal(here, sentence("Completion needs no capability."), None, COMPLETION)
    assert found is not None
    assert found.names == ("completions",)
