"""One sentence, read."""

from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nodes.reading.modality import ClaimLevel
from nodes.reading.sentence import Reading, read_sentence
from retrieval.catalogue import Actor
from retrieval.levels import Level

LEVELS = {*get_args(Level), "OPTIONAL"}
WORDS = st.sampled_from(
    """
    servers the MCP client must not may should is are by if that `x/y` no only 3 2025-06-18 , ; . ?
    instead of rather than never do does user agrees log unless and
    """.split()  # noqa: SIM905 - a list of words is read best as text
)


def test_a_sentence_is_read_in_all_its_parts() -> None:
    assert read_sentence(
        "When a user agrees, MCP clients MUST send at most 3 `roots/list` calls as of 2025-06-18."
    ) == Reading(
        text="When a user agrees, MCP clients MUST send at most 3 `roots/list` calls as of "
        "2025-06-18.",
        is_question=False,
        actor="client",
        actors=frozenset({"client", "user"}),
        level="MUST",
        negated=False,
        identifiers=frozenset({"roots/list"}),
        numbers=frozenset({"3"}),
        dates=frozenset({"2025-06-18"}),
        sweeping=False,
        joined=0,
        excepts=False,
        rejected=frozenset(),
        terms=frozenset({"agre", "send", "root", "list", "execut"}),
    )


@pytest.mark.parametrize(
    ("question", "statement"),
    [
        ("Must servers log calls?", "Servers must log calls"),
        ("Do servers log calls?", "Servers log calls"),
        ("Can a client poll twice?", "a client can poll twice"),
        ("Servers may log calls, right?", "Servers may log calls"),
    ],
)
def test_a_question_is_read_as_the_statement_that_it_asks_about(
    question: str, statement: str
) -> None:
    asked, said = read_sentence(question), read_sentence(statement)
    assert (asked.level, asked.actor, asked.negated, asked.terms) == (
        said.level,
        said.actor,
        said.negated,
        said.terms,
    )


@pytest.mark.parametrize(
    ("sentence", "level", "negated"),
    [
        ("If the user may not agree, the host must ask", "MUST", False),
        ("Servers should log calls unless they cannot", "SHOULD", False),
        ("Clients send a token that cannot leave the host, and poll", "none", False),
        ("A server answers with “not found”", "none", False),
        ("Servers must log calls, not names", "MUST", False),
        ("The clients must not cache tokens", "MUST NOT", False),
        ("The clients do not cache tokens", "none", True),
    ],
)
def test_level_and_denial_are_those_of_the_main_clause(
    sentence: str, level: ClaimLevel, negated: bool
) -> None:
    for ending in ("", "."):
        read = read_sentence(sentence + ending)
        assert (read.level, read.negated) == (level, negated)


@pytest.mark.parametrize(
    ("sentence", "actor"),
    [
        ("On the server, a client must not write", "client"),
        ("Calls that servers make carry an id", "server"),
        ("If the host agrees, the calls go on, and the client polls", "client"),
        ("It is JSON", None),
    ],
)
def test_the_actor_is_that_of_the_main_clause_or_of_a_relative_one(
    sentence: str, actor: Actor | None
) -> None:
    assert read_sentence(sentence).actor == actor


@pytest.mark.parametrize(
    ("sentence", "rejected"),
    [
        ("Servers write XML instead of JSON", {"json"}),
        ("Servers write XML rather than JSON, too", {"json"}),
        ("XML, in place of JSON", {"json"}),
        ("Cursors replaced offsets", {"offset"}),
        ("Servers write XML", set[str]()),
    ],
)
def test_what_is_said_to_be_replaced_is_kept_apart(sentence: str, rejected: set[str]) -> None:
    assert read_sentence(sentence).rejected == rejected


@pytest.mark.parametrize("word", ["only", "always", "every", "All", "exclusively", "entirely"])
def test_sweeping_words_are_seen(word: str) -> None:
    assert read_sentence(f"Servers {word} log calls").sweeping
    assert not read_sentence("Servers log calls").sweeping


@pytest.mark.parametrize("word", ["unless", "without", "until", "before"])
def test_conditions_that_except_are_seen(word: str) -> None:
    assert read_sentence(f"Servers log calls {word} consent").excepts
    assert not read_sentence("Servers log calls with consent").excepts


@pytest.mark.parametrize(
    ("sentence", "joined"),
    [
        ("Servers log calls", 0),
        ("Servers log calls and poll", 1),
        ("Servers log, poll; and wait", 3),
        # What stands in front, in a condition or in quotes joins nothing.
        ("In the HTTP flow, servers log calls", 0),
        ("If it is slow and late, servers log calls", 0),
        ("Servers log the word “now, and then”", 0),
    ],
)
def test_the_joints_of_the_main_clause_are_counted(sentence: str, joined: int) -> None:
    assert read_sentence(sentence).joined == joined


@given(st.text(max_size=300) | st.lists(WORDS, max_size=40).map(" ".join))
def test_any_text_can_be_read(text: str) -> None:
    read = read_sentence(text)
    assert read.level in LEVELS
    assert read.actor is None or read.actor in get_args(Actor)
    assert read.actors <= set(get_args(Actor))
    assert read.joined >= 0


@given(st.lists(WORDS, max_size=40))
def test_white_space_and_the_case_of_levels_do_not_count(words: list[str]) -> None:
    text = " ".join(words)
    assert read_sentence(text) == read_sentence("\n " + "  ".join(words) + " ")
    assert read_sentence(text).level == read_sentence(text.replace("must", "MUST")).level


@pytest.mark.parametrize("words", ["mcp ", "is ", "not a, ", "“", "does the server "])
def test_a_sentence_as_long_as_a_claim_may_be_is_read_in_one_pass(words: str) -> None:
    # Takes minutes, and the time limit of the test, where a pattern starts anew at each word.
    assert read_sentence((words * 50_000)[:200_000]).level == "none"
