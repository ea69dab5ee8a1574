"""Codes, methods, names and transports that the tables determine."""

from __future__ import annotations

import pytest

from nodes.migrating.determined.codes import error_code, status
from nodes.migrating.determined.denials import none_but
from nodes.migrating.determined.methods import method
from nodes.migrating.determined.only_names import both_names
from nodes.migrating.determined.replacement import replacement
from nodes.migrating.determined.transports import standard_transport
from tests.nodes.migrating.made_values import change, entry, ground, said, sentence, signal

LATEST = ground("2025-11-25", "2026-07-28")
TO_JUNE = ground("2024-11-05", "2025-06-18")


def test_an_error_code_becomes_the_one_that_reports_the_same_now() -> None:
    moved = change(
        [entry("resources.not-found-32002", "2025-11-25")],
        [entry("resources.not-found-32602", "2026-07-28")],
    )
    text = "A missing resource is answered with `-32002`."
    assert error_code(sentence(text), signal(change=moved), LATEST) == text.replace(
        "32002", "32602"
    )
    assert error_code(sentence("It gets -1 or -2."), signal(change=moved), LATEST) is None


def test_a_status_becomes_that_of_the_entry_which_the_sentence_repeats() -> None:
    nearest = said("A server must answer with HTTP 401 when an access token has expired.")
    wrong = signal("number", nearest=nearest)
    text = "An expired access token must be answered with 403."
    assert status(sentence(text), wrong, LATEST) == text.replace("403", "401")
    assert status(sentence("A missing scope of a token is a 403."), wrong, LATEST) is None


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "Either side can send `ping` to see whether it is alive.",
            "Either side no longer sends `ping` to see whether it is alive.",
        ),
        (
            "Clients must send `notifications/initialized`.",
            "Clients no longer send `notifications/initialized`.",
        ),
        ("Servers send `ping`.", "Servers no longer send `ping`."),
        ("The client must not send `ping`.", None),
        ("The client may send `ping` before `logging/setLevel`.", None),
        ("The level is set with `logging/setLevel`.", None),
        ("The client may send `tools/call`.", None),
    ],
)
def test_a_method_without_a_successor_is_no_longer_sent(before: str, after: str | None) -> None:
    assert method(sentence(before), signal("removed"), LATEST) == after


def test_a_method_whose_place_another_took_is_called_by_that() -> None:
    moved = change(
        [entry("resources.client-subscribes", "2025-11-25")],
        [entry("resources.client-subscribes-via-listen", "2026-07-28")],
    )
    text = "To watch one, the client sends `resources/subscribe`."
    after = text.replace("resources/subscribe", "subscriptions/listen")
    assert method(sentence(text), signal(change=moved), LATEST) == after


def test_a_method_that_came_elsewhere_in_the_change_is_no_successor() -> None:
    old = entry("resources.client-subscribes", "2025-11-25")
    new = entry("resources.client-subscribes-via-listen", "2026-07-28")
    text = "To watch one, the client sends `resources/subscribe`."
    for moved in (
        change([said("It is so."), old], [new]),
        change([old], [said("It is so."), new]),
    ):
        assert method(sentence(text), signal(change=moved), LATEST) is None


def test_in_an_older_version_nothing_is_no_longer_sent() -> None:
    back = ground("2026-07-28", "2025-11-25")
    text = "The client may send `server/discover`."
    assert method(sentence(text), signal("removed"), back) is None


@pytest.mark.parametrize(
    ("text", "names", "after"),
    [
        (
            "Completion needs no capability.",
            ("completions",),
            "Completion needs no capability but `completions`.",
        ),
        (
            "It works without any capability of its own.",
            ("completions",),
            "It works without any capability of its own but `completions`.",
        ),
        (
            "A client needs no header on requests.",
            ("MCP-Protocol-Version",),
            "A client needs no header but `MCP-Protocol-Version` on requests.",
        ),
        ("A client needs no header.", ("Last-Event-ID",), None),
        ("A client needs no header.", ("Accept", "MCP-Protocol-Version"), None),
        ("A client needs no header.", (), None),
    ],
)
def test_what_alone_came_and_is_required_is_named_where_the_text_says_none(
    text: str, names: tuple[str, ...], after: str | None
) -> None:
    assert none_but(sentence(text), signal("added", names=names), TO_JUNE) == after


def test_the_second_of_two_names_joins_the_only_one() -> None:
    both = entry("transports.accept-both-types", "2025-06-18")
    wrong = signal("names")
    text = (
        "The client lists `application/json`, and nothing else, in the `Accept` header of its POST."
    )
    told = type(wrong)(wrong.group, wrong.kind, "", (), (both,))
    assert both_names(sentence(text), told, TO_JUNE) == (
        "The client lists `application/json` and `text/event-stream` in the `Accept` header of its "
        "POST."
    )


def test_the_new_standard_transport_takes_the_place_of_the_old() -> None:
    moved = change(
        [entry("transports.two-standard-transports-sse", "2024-11-05")],
        [entry("transports.two-standard-transports", "2025-06-18")],
    )
    rests = signal(change=moved)
    text = "The standard transports are stdio and HTTP+SSE."
    after = "The standard transports are stdio and Streamable HTTP."
    assert standard_transport(sentence(text), rests, TO_JUNE) == after
    assert standard_transport(sentence("Ours is HTTP+SSE."), rests, TO_JUNE) is None


def test_what_the_judge_confirmed_comes_before_every_rule() -> None:
    wrong = sentence("It may.", "contradicted", swap="It must.")
    assert replacement(wrong, signal(), TO_JUNE) == "It must."
    assert replacement(sentence("It may."), signal(), TO_JUNE) is None
