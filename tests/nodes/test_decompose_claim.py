"""Taking compound claims apart: each part says who, and nothing is lost or made up."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nodes.decompose_claim import MAX_SUBCLAIMS, decompose, decompose_claim
from retrieval.catalogue import load_catalogue

SPLIT: dict[str, list[str]] = {
    # Two modals of one subject
    "Servers MUST validate tool inputs and SHOULD log tool usage.": [
        "Servers MUST validate tool inputs",
        "Servers SHOULD log tool usage",
    ],
    "The client must honour maxTokens but is free to drop temperature": [
        "The client must honour maxTokens",
        "The client is free to drop temperature",
    ],
    "Hosts must ask the user, and must not send data, and may cache answers": [
        "Hosts must ask the user",
        "Hosts must not send data",
        "Hosts may cache answers",
    ],
    "Tool names should be case-sensitive and should be unique across all servers a client knows.": [
        "Tool names should be case-sensitive",
        "Tool names should be unique across all servers a client knows",
    ],
    "A client can't sample and cannot list roots": [
        "A client can't sample",
        "A client cannot list roots",
    ],
    "Hosts must get consent before exposing user data and must encrypt all data at rest.": [
        "Hosts must get consent before exposing user data",
        "Hosts must encrypt all data at rest",
    ],
    "When a request times out, the sender should cancel it and must report the event.": [
        "When a request times out, the sender should cancel it",
        "When a request times out, the sender must report the event",
    ],
    "What tools a caller sees can depend on its scopes but must not depend on its connection": [
        "What tools a caller sees can depend on its scopes",
        "What tools a caller sees must not depend on its connection",
    ],
    # Clauses with a subject each
    "Clients must validate root URIs, and servers must validate all paths.": [
        "Clients must validate root URIs",
        "servers must validate all paths",
    ],
    "Servers expose tools and clients call them.": ["Servers expose tools", "clients call them"],
    "The host keeps the whole conversation; servers get what they need.": [
        "The host keeps the whole conversation",
        "servers get what they need",
    ],
    "The complete conversation stays with the host; servers get only what they need": [
        "The complete conversation stays with the host",
        "servers get only what they need",
    ],
    "Roots are offered by clients, while servers offer tools": [
        "Roots are offered by clients",
        "servers offer tools",
    ],
    "Not every request can be cancelled; the receiver is then allowed to ignore the notice.": [
        "Not every request can be cancelled",
        "the receiver is then allowed to ignore the notice",
    ],
    # Pronouns stand for the subject of the first clause
    "The session ID should be unique and it must be a UUID.": [
        "The session ID should be unique",
        "The session ID must be a UUID",
    ],
    "Receivers may override the ttl, and they must keep the results.": [
        "Receivers may override the ttl",
        "Receivers must keep the results",
    ],
    "Tokens must not go into the query string; they also must not live longer than one hour.": [
        "Tokens must not go into the query string",
        "Tokens also must not live longer than one hour",
    ],
    "The host is the AI application itself, and it is the one that opens connections.": [
        "The host is the AI application itself",
        "The host is the one that opens connections",
    ],
    # Verbs of one modal
    "A server must validate inputs and reject bad ones": [
        "A server must validate inputs",
        "A server must reject bad ones",
    ],
    "MCP clients and servers can start small and add features over time.": [
        "MCP clients and servers can start small",
        "MCP clients and servers can add features over time",
    ],
    # Lists
    "MCP enforces rate limits, quotas, and timeouts": [
        "MCP enforces rate limits",
        "MCP enforces quotas",
        "MCP enforces timeouts",
    ],
    "A metadata document must contain client_id, client_name and logo_uri.": [
        "A metadata document must contain client_id",
        "A metadata document must contain client_name",
        "A metadata document must contain logo_uri",
    ],
    "MCP servers expose resources, tools and prompts through the MCP primitives.": [
        "MCP servers expose resources",
        "MCP servers expose tools",
        "MCP servers expose prompts through the MCP primitives",
    ],
    "Every implementation must support the base protocol and lifecycle management.": [
        "Every implementation must support the base protocol",
        "Every implementation must support lifecycle management",
    ],
    "A resource definition requires `uri` and `name`": [
        "A resource definition requires `uri`",
        "A resource definition requires `name`",
    ],
}

WHOLE = (
    "MCP uses JSON-RPC 2.0.",
    "Servers that support tools MUST declare the tools capability",
    "xyzzy",
    # One subject of two actors
    "Clients and servers must respect the negotiated version.",
    "Both MCP client and server must respect the declared capabilities.",
    "Beyond the mandatory parts, clients and servers may implement what they need.",
    "Negotiation of capabilities between server and client is part of the base protocol.",
    "Implementors of MCP clients and servers must take security into account.",
    # Conditions, relative clauses, and what is said in them
    "A server must answer 401 where authorization is needed and the client has not shown it yet.",
    "An HTTP server that gets no version header and cannot tell the version should assume one.",
    "A server should check that the data is valid and can be parsed.",
    "The client that does not support sampling must disconnect and may log.",
    "Servers must return an error when a tool fails and log it",
    "The server must wait while clients process the data.",
    "When only one of client and server supports an extension, it must be refused.",
    # No plain subject to repeat
    "Caching and change notifications complement each other and can be used side by side.",
    "Error code -32603 means that the receiver met a bug and cannot fulfil the request.",
    "The purpose of a request is to start an operation, and it is answered by a response.",
    "Metadata can name several servers, and it is the client that chooses; "
    "they are meant for display.",
    "A server with tools may send a list, and it must be short.",
    # Lists whose items are not things by themselves
    "A server must implement OAuth 2.1, with measures for confidential and for public clients.",
    "New implementations should not add support for roots, sampling and logging.",
    "MCP servers can offer clients any of these features: resources, prompts and tools.",
    "A client must offer clear options to decline and to cancel an elicitation.",
    "Clients must support both stdio and HTTP",
    "MCP defines tools, log levels and ping",
    "MCP requires tools that log, and prompts",
    "A progress notification contains the token, the progress and, optionally, a total.",
    "MCP defines a protocol that connects models and provides tools.",
    "Clients may support sampling or elicitation",
    # Questions
    "Does MCP enforce rate limits, quotas and timeouts?",
    "Must servers validate inputs and should they log them?",
)


@pytest.mark.parametrize("claim", SPLIT)
def test_a_compound_claim_is_split_into_sentences_that_say_who(claim: str) -> None:
    assert decompose(claim) == SPLIT[claim]


@pytest.mark.parametrize("claim", WHOLE)
def test_a_claim_that_is_not_plainly_compound_stays_as_it_is(claim: str) -> None:
    assert decompose(claim) == [claim]


@pytest.mark.parametrize("claim", SPLIT)
def test_the_parts_of_a_split_claim_are_not_split_again(claim: str) -> None:
    for part in SPLIT[claim]:
        assert decompose(part) == [part]


def test_white_space_is_made_even() -> None:
    assert decompose("  Servers\tmust \n log ") == ["Servers must log"]


def test_the_node_gives_the_subclaims() -> None:
    assert decompose_claim({"claim": "Servers expose tools and clients call them."}) == {
        "subclaims": ["Servers expose tools", "clients call them"]
    }


def test_a_claim_with_more_parts_than_the_limit_is_kept_whole() -> None:
    names = [f"limit{i}" for i in range(MAX_SUBCLAIMS + 1)]
    just = "MCP enforces " + ", ".join(names[:-2]) + f" and {names[-2]}"
    assert decompose(just) == [f"MCP enforces {name}" for name in names[:-1]]
    over = "MCP enforces " + ", ".join(names[:-1]) + f" and {names[-1]}"
    assert decompose(over) == [over]


def test_a_first_clause_whose_subject_is_a_pronoun_keeps_it() -> None:
    claim = "It's the server that must distrust annotations, while clients can take them as true."
    assert decompose(claim) == [
        "It's the server that must distrust annotations",
        "clients can take them as true",
    ]


SUBJECTS = (
    "Servers",
    "An MCP server",
    "Tool names",
    "The `client_id` URL",
    "MCP clients and hosts",
)
MODALS = ("MUST", "must not", "should", "SHOULD NOT", "may", "cannot", "is allowed to")
PREDICATES = ("be short", "validate inputs", "keep 10 entries", "log `tools/call`", "wait for ping")

subject = st.sampled_from(SUBJECTS)
modal_phrases = st.lists(
    st.tuples(st.sampled_from(MODALS), st.sampled_from(PREDICATES)),
    min_size=2,
    max_size=MAX_SUBCLAIMS,
)


@given(subject, modal_phrases, st.sampled_from([" and ", ", and ", " but "]))
def test_each_modal_of_a_subject_gives_a_sentence_with_the_subject(
    who: str, phrases: list[tuple[str, str]], joint: str
) -> None:
    said = [f"{modal} {predicate}" for modal, predicate in phrases]
    assert decompose(f"{who} {joint.join(said)}.") == [f"{who} {what}" for what in said]


@given(subject, st.sampled_from(MODALS), st.sampled_from(PREDICATES), st.sampled_from(".! "))
def test_a_sentence_with_one_subject_modal_and_verb_stays_as_it_is(
    who: str, modal: str, predicate: str, end: str
) -> None:
    claim = f"{who} {modal} {predicate}{end}".strip()
    assert decompose(claim) == [claim]


@given(
    st.lists(
        st.sampled_from(("roots", "rate limits", "the `tools` capability", "PKCE", "HTTP 404")),
        min_size=2,
        max_size=MAX_SUBCLAIMS,
    )
)
def test_each_item_of_a_list_gives_a_sentence_with_the_subject(items: list[str]) -> None:
    *first, last = items
    expected = [f"A server requires {item}" for item in items]
    assert decompose(f"A server requires {', '.join(first)} and {last}") == expected
    assert decompose(f"A server requires {', '.join(first)}, and {last}") == expected


VOCABULARY = (
    *("servers", "clients", "the host", "a client", "MCP", "it", "they", "tokens", "data"),
    *("must", "must not", "should", "may", "cannot", "is", "are", "has", "never", "supports"),
    *("enforces", "requires", "validate", "send", "log", "and", "and", "but", "while", ";", ","),
    *("that", "which", "when", "if", "where", "for", "with", "of", "also", "inputs", "`x/y`"),
)
soup = st.lists(st.sampled_from(VOCABULARY), min_size=1, max_size=40).map(" ".join)
anything = st.text(min_size=1, max_size=200)
PRONOUNS = {"it", "they"}
JOINTS = {"and", "but", "while", "whereas", "also", "then", "that"}


def words(text: str) -> set[str]:
    return set(re.findall(r"[\w`/'-]+", text.lower()))


@given(st.one_of(soup, anything))
@settings(max_examples=1_000)
def test_any_text_gives_one_to_the_limit_parts_and_a_single_one_is_the_text(text: str) -> None:
    parts = decompose(text)
    assert 1 <= len(parts) <= MAX_SUBCLAIMS
    if len(parts) == 1:
        assert parts == [" ".join(text.split())]


@given(soup)
@settings(max_examples=1_000)
def test_no_word_is_made_up_and_none_is_lost_but_joints_and_pronouns(text: str) -> None:
    parts = decompose(text)
    said = words(" ".join(parts))
    assert said <= words(text)
    assert words(text) - said <= JOINTS | PRONOUNS


@given(st.sampled_from(("servers", "a client", "MCP", "tool names")), soup)
@settings(max_examples=1_000)
def test_no_part_of_a_text_that_begins_with_a_subject_is_without_one(who: str, text: str) -> None:
    for part in decompose(f"{who} {text}")[1:]:
        assert len(part.split()) >= 2
        # A part that begins with a verb or a joint has lost who it speaks of.
        first = part.split()[0].lower()
        assert first not in {*JOINTS - {"that"}, "must", "should", "may", "cannot", "is", "are"}


def test_a_joint_without_anything_after_it_is_no_part() -> None:
    for claim in ("Servers must and and log", "Servers must log and", "MCP enforces , , and x"):
        assert decompose(claim) == [claim]


def test_the_shipped_statements_keep_their_words() -> None:
    statements = [entry.statement for entry in load_catalogue().requirements]
    split = {text: parts for text in statements if len(parts := decompose(text)) > 1}
    assert split
    for text, parts in split.items():
        assert words(text) - words(" ".join(parts)) <= JOINTS | PRONOUNS | {"have", "both"}, parts
