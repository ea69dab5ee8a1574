"""Turning questions into statements, and finding what is said of the subject itself."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nodes.reading.clauses import as_statement, joined_parts, main_clause, without_place


@pytest.mark.parametrize(
    ("question", "statement"),
    [
        # "Do" carries nothing and goes; any other auxiliary moves behind the subject.
        ("Does MCP bill per call?", "MCP bill per call"),
        ("Do clients poll?", "clients poll"),
        ("Did the protocol drop batches?", "the protocol drop batches"),
        ("Can a server call the client?", "a server can call the client"),
        ("Must every MCP server keep logs?", "every MCP server must keep logs"),
        ("Should hosts cache lists?", "hosts should cache lists"),
        ("Are tools public?", "tools are public"),
        ("Has the remote server an address?", "the remote server has an address"),
        ("Is `ping` gone?", "`ping` is gone"),
        ("is it true that hosts log calls?", "hosts log calls"),
        ("Is it the case that roots are gone ?", "roots are gone"),
    ],
)
def test_a_yes_or_no_question_claims_that_the_answer_is_yes(question: str, statement: str) -> None:
    assert as_statement(question) == (statement, True)


@pytest.mark.parametrize(
    ("asked", "statement"),
    [
        ("Servers log calls, right?", "Servers log calls"),
        ("Servers log calls, don't they?", "Servers log calls"),
        ("A host can refuse, can't it?", "A host can refuse"),
        ("Roots are gone, correct ?", "Roots are gone"),
        ("It is JSON, isn't it?", "It is JSON"),
    ],
)
def test_a_tag_does_not_make_a_question_of_a_statement(asked: str, statement: str) -> None:
    assert as_statement(asked) == (statement, False)


@pytest.mark.parametrize(
    "question", ["Which transport is the default?", "How long is a name?", "Why not REST?"]
)
def test_a_question_that_cannot_be_answered_by_yes_stays_as_it_is(question: str) -> None:
    assert as_statement(question) == (question, True)


@pytest.mark.parametrize(
    "sentence", ["Servers log calls.", "Do not poll.", "Must be a string", "can", ""]
)
def test_a_statement_stays_as_it_is(sentence: str) -> None:
    assert as_statement(sentence) == (sentence, False)


def test_a_question_of_one_word_has_no_subject_to_turn_round() -> None:
    assert as_statement("Does?") == ("Does", True)


@given(st.text(max_size=80))
def test_white_space_is_nothing_that_a_statement_depends_on(text: str) -> None:
    assert as_statement(f"  {text}\n\n") == as_statement(" ".join(text.split()))


@pytest.mark.parametrize(
    ("sentence", "left"),
    [
        ("If the user agrees, the host must go on", "the host must go on"),
        ("When no token is sent, servers refuse the call", "servers refuse the call"),
        ("Without consent: hosts must not send data", "hosts must not send data"),
        ("Servers must log calls unless the user objects", "Servers must log calls"),
        ("Servers must log calls that are slow", "Servers must log calls"),
        ("Tools, which may be slow, need a timeout", "Tools , need a timeout"),
        ("Servers must log calls, not the results", "Servers must log calls"),
        ("Servers must log calls, and not by name", "Servers must log calls"),
        ("Servers must not log calls", "Servers must not log calls"),
        ("Servers do not log calls.", "Servers do not log calls."),
        ("Servers write JSON instead of XML", "Servers write JSON"),
        ("Hosts ask users rather than servers", "Hosts ask users"),
        ('Servers answer with "must not happen" here', "Servers answer with here"),
        ("A field `should_log` is a boolean", "A field is a boolean"),
        ("The word “never” stands in it", "The word stands in it"),
    ],
)
def test_conditions_contrasts_and_quotations_are_not_said_of_the_subject(
    sentence: str, left: str
) -> None:
    assert " ".join(main_clause(sentence).split()) == left


@given(
    st.sampled_from(["Servers", "The clients", "All MCP hosts of a user"]),
    st.sampled_from(["must not", "do not", "must", "should never", "need not", "will, not"]),
    st.sampled_from(["log calls", "cache tokens, not names", "reuse the same short id"]),
)
def test_a_full_stop_at_its_end_changes_nothing_of_a_sentence(
    subject: str, verb: str, rest: str
) -> None:
    sentence = f"{subject} {verb} {rest}"
    assert main_clause(f"{sentence}.").rstrip(" .") == main_clause(sentence).rstrip()


def test_a_sentence_that_is_nothing_but_a_condition_is_read_whole() -> None:
    assert main_clause("When servers start") == "When servers start"


@pytest.mark.parametrize(
    ("sentence", "left"),
    [
        ("In the HTTP flow, clients poll", "clients poll"),
        ("As of the last version, roots are gone", "roots are gone"),
        ("Clients poll in the HTTP flow", "Clients poll in the HTTP flow"),
        ("In the HTTP flow clients poll", "In the HTTP flow clients poll"),
    ],
)
def test_a_place_is_taken_off_only_at_the_front_and_before_a_comma(
    sentence: str, left: str
) -> None:
    assert without_place(sentence) == left


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Servers log calls.", ("Servers log calls",)),
        ("Servers log calls, and hosts show them", ("Servers log calls", "hosts show them")),
        ("Servers log; clients poll", ("Servers log", "clients poll")),
        ("Hosts ask while servers wait as well as poll", ("Hosts ask", "servers wait", "poll")),
        ("It takes text, images and video", ("It takes text", "images", "video")),
        ("The brand is handy", ("The brand is handy",)),
        ("", ()),
        (" , and ", ()),
    ],
)
def test_the_parts_of_a_sentence_stand_between_its_joints(
    text: str, parts: tuple[str, ...]
) -> None:
    assert joined_parts(text) == parts
