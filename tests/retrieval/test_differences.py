"""Signs that tell near statements apart, and their absence where two say the same."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.catalogue import load_catalogue
from retrieval.differences import code_names, is_event, read_signs, tell_apart
from tests.retrieval.small import requirement

BASE = "A server must announce the `tools` capability within 5 seconds of a request."


def signs(statement: str, other: str = BASE, **changes: str) -> tuple[str, ...]:
    return tell_apart(requirement(statement=other), requirement(statement=statement, **changes))


@pytest.mark.parametrize(
    ("sign", "statement"),
    [
        ("number", "A server must announce the `tools` capability within 7 seconds of a request."),
        ("name", "A server must announce the `prompts` capability within 5 seconds of a request."),
        ("negation", "A server must never announce the `tools` capability in 5 s of a request."),
        (
            "kind",
            "A server must announce the `tools` capability within 5 seconds of a notification.",
        ),
        (
            "scope",
            "A server must announce the `tools` capability in 5 seconds of a custom request.",
        ),
    ],
)
def test_a_statement_that_differs_in_one_sign_is_told_apart_by_it(
    sign: str, statement: str
) -> None:
    assert signs(statement) == (sign,)


def test_level_and_actor_of_the_entry_are_signs_too() -> None:
    assert signs(BASE, level="SHOULD") == ("level",)
    assert signs(BASE, actor="client") == ("actor",)
    assert signs(BASE, actor="protocol") == ()
    assert signs(BASE, actor="implementor") == ()


@pytest.mark.parametrize(
    "statement",
    [
        "Within 5 seconds of a request, a server has to advertise the `tools` capability.",
        "The `tools` capability must be declared by a server within 5 seconds of requests.",
        "In 2025-06-18 a server must announce the `tools` capability in 5 seconds (RFC 9110).",
    ],
)
def test_other_words_versions_and_standards_tell_nothing_apart(statement: str) -> None:
    assert signs(statement) == ()


def test_a_name_more_on_one_side_is_a_sign_only_where_few_are_shared() -> None:
    one = "The result requires `tools`, `ttlMs` and `cacheScope`."
    assert signs("The result requires `tools`, `ttlMs`, `cacheScope` and `meta`.", one) == ()
    assert signs("The result requires `tools`.", one) == ("name",)


def test_what_only_a_changelog_tells_as_a_fact_is_an_event() -> None:
    changelog = [{"versions": ["2025-06-18"], "page": "changelog", "heading": "Major changes"}]
    event = requirement(level="none", places=changelog)
    assert is_event(event)
    assert not is_event(requirement(level="MUST", places=changelog))
    assert not is_event(requirement(level="none", places=[*changelog, *TOOLS]))
    assert tell_apart(event, requirement(level="none")) == ("event",)


TOOLS = [{"versions": ["2025-06-18"], "page": "server/tools", "heading": "Tools"}]


def test_names_and_numbers_are_read_from_code_and_from_prose() -> None:
    read = read_signs(
        "`-32602` in `ping` of JSON-RPC: MCP-Protocol-Version `2025-06-18`, nextCursor, 3."
    )
    assert read.names == {"-32602", "ping", "mcp-protocol-version", "nextcursor"}
    assert read.numbers == {"-32602", "3"}
    assert code_names("`a` and `2025-06-18`, `B`") == ["a", "B"]


@given(st.text(max_size=200))
def test_any_statement_is_the_same_as_itself(text: str) -> None:
    assert read_signs(text) == read_signs(text)
    one = requirement().model_copy(update={"statement": text})
    assert tell_apart(one, one) == ()


def test_signs_do_not_depend_on_the_order_of_two_entries() -> None:
    entries = load_catalogue().requirements[:400:7]
    for one in entries:
        for other in entries:
            assert tell_apart(one, other) == tell_apart(other, one)
