"""Who a sentence says acts or is obliged."""

from __future__ import annotations

import pytest

from nodes.reading.actors import named_actors, relative_actor, subject_actor
from retrieval.catalogue import Actor


@pytest.mark.parametrize(
    ("sentence", "actor"),
    [
        ("Servers must log", "server"),
        ("An MCP server logs", "server"),
        ("Remote HTTP servers log", "server"),
        ("Tool providers must log", "server"),
        ("Clients must poll", "client"),
        ("Legacy clients poll", "client"),
        ("Hosts must ask", "host"),
        ("The host application asks", "host"),
        ("LLM applications should ask", "host"),
        ("The sender cancels", "sender"),
        ("Recipients may ignore it", "receiver"),
        ("The requester polls", "requestor"),
        ("Proxies must not strip headers", "proxy"),
        ("A gateway must not strip headers", "proxy"),
        ("The authorization server issues tokens", "authorization server"),
        ("Authorisation servers issue tokens", "authorization server"),
        ("Humans must agree", "user"),
        ("End users must agree", "user"),
        ("SDK authors should log", "implementor"),
        ("Implementations must log", "implementor"),
        ("MCP forbids it", "protocol"),
        ("The protocol is stateless", "protocol"),
        ("The specification says so", "protocol"),
        ("Both sides must log", "client and server"),
        ("Either party may ping", "client and server"),
        ("Clients and servers must log", "client and server"),
        ("MCP servers or clients may log", "client and server"),
    ],
)
def test_the_actor_before_the_verb_acts(sentence: str, actor: Actor) -> None:
    assert subject_actor(sentence) == actor


@pytest.mark.parametrize(
    ("sentence", "actor"),
    [
        ("Tokens are issued by the authorization server", "authorization server"),
        ("Servers are started by the client", "client"),
        ("Roots were given by every client", "client"),
        ("The list must be sent by servers", "server"),
        # An agent that is no actor leaves the subject in its place.
        ("Servers are reached by HTTP", "server"),
    ],
)
def test_the_agent_of_a_passive_acts(sentence: str, actor: Actor) -> None:
    assert subject_actor(sentence) == actor


@pytest.mark.parametrize(
    ("sentence", "actor"),
    [
        ("Should the server log", "server"),
        ("Why does a client poll", "client"),
        ("How can users refuse", "user"),
    ],
)
def test_the_actor_after_the_auxiliary_of_a_question_acts(sentence: str, actor: Actor) -> None:
    assert subject_actor(sentence) == actor


def test_a_place_in_front_does_not_act() -> None:
    assert subject_actor("On the server, clients must not write files") == "client"


def test_the_only_actor_of_a_sentence_is_whom_it_is_about() -> None:
    assert subject_actor("Logs must come from the server") == "server"


@pytest.mark.parametrize("sentence", ["Logs must go from clients to servers", "Logs are JSON", ""])
def test_nobody_acts_where_that_is_not_plain(sentence: str) -> None:
    assert subject_actor(sentence) is None


@pytest.mark.parametrize(
    "sentence", ["Observers log", "Clientele logs", "A hostname is text", "The abuser logs"]
)
def test_an_actor_within_another_word_is_none(sentence: str) -> None:
    assert named_actors(sentence) == frozenset()


@pytest.mark.parametrize(
    ("sentence", "actors"),
    [
        ("The host asks the user before the client acts", {"host", "user", "client"}),
        ("Senders and receivers", {"sender", "receiver"}),
        # "Authorization server" has "server" in it.
        ("An authorization server", {"authorization server", "server"}),
        ("MCP itself", set[str]()),
    ],
)
def test_all_actors_that_are_named_are_found(sentence: str, actors: set[str]) -> None:
    assert named_actors(sentence) == actors


@pytest.mark.parametrize(
    ("sentence", "actor"),
    [
        ("A request that servers send has an id", "server"),
        ("The token which a client stores is short", "client"),
        ("A request that has an id", None),
        ("Servers send requests", None),
    ],
)
def test_who_acts_in_a_relative_clause_is_found(sentence: str, actor: Actor | None) -> None:
    assert relative_actor(sentence) == actor


@pytest.mark.parametrize("words", ["mcp ", "is ", "local ", "is not "])
def test_a_long_text_of_one_word_is_read_in_one_pass(words: str) -> None:
    # Takes minutes, and the time limit of the test, where a pattern starts anew at each word.
    assert subject_actor(words * 60_000) in (None, "protocol")
