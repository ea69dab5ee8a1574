"""The stems of what a sentence speaks of."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nodes.reading.terms import terms


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("cursor", "cursors"),
        ("log", "logs"),
        ("cancel", "cancels"),
        ("validated", "validates"),
        ("subscribe", "subscribed"),
        ("short", "shortly"),
        ("capability", "capabilities"),
        ("reply", "replies"),
        ("log", "logged"),
        ("emit", "emitted"),
        ("query", "queries"),
        ("negotiate", "negotiation"),
        ("call", "called"),
        ("stateless", "Stateless"),
        ("`uri`", "uri"),
    ],
)
def test_forms_of_one_word_are_one_term(one: str, other: str) -> None:
    assert terms(one) == terms(other) != frozenset()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("declare", "advertise"),
        ("validate", "verification"),
        ("sends", "transmits"),
        ("respond", "replies"),
        ("refuse", "rejected"),
        ("terminate", "shutdown"),
        ("fetch", "obtain"),
        ("invoke", "executed"),
        ("parameter", "arguments"),
        ("failure", "errors"),
        ("approval", "consent"),
        ("https", "TLS"),
    ],
)
def test_synonyms_of_this_field_are_one_term(one: str, other: str) -> None:
    assert terms(one) == terms(other) != frozenset()


@pytest.mark.parametrize(
    ("one", "other"),
    [("cursor", "curse"), ("client_id", "client_secret"), ("start", "stop"), ("tool", "prompt")],
)
def test_words_of_other_things_are_other_terms(one: str, other: str) -> None:
    assert terms(one) != terms(other)


@pytest.mark.parametrize(
    "text",
    [
        "the and of it",
        "must should may shall can",
        "clients servers hosts users",
        "is not, isn't, don't, can't, never",
        "MCP, the Model Context Protocol specification",
        "12 345",
        "a b c",
        "...",
        "",
    ],
)
def test_what_other_checks_read_is_no_term(text: str) -> None:
    assert terms(text) == frozenset()


def test_a_word_with_hyphens_is_found_whole_and_in_its_parts() -> None:
    assert terms("long-poll") == {"long-poll", "long", "poll"}


@given(st.lists(st.sampled_from(["servers", "log", "the", "cursors", "of", "lists", "poll"])))
def test_the_order_and_number_of_words_do_not_count(words: list[str]) -> None:
    assert terms(" ".join(words)) == terms(" ".join(sorted(set(words))))


@given(st.text(), st.text())
def test_terms_of_two_texts_are_those_of_both_together(one: str, other: str) -> None:
    assert terms(f"{one} , {other}") == terms(one) | terms(other)
