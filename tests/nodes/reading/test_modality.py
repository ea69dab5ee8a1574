"""How binding a sentence says something is, and whether it denies it."""

from __future__ import annotations

import pytest

from nodes.reading.modality import ClaimLevel, claim_level, is_negated

BY_LEVEL: dict[ClaimLevel, list[str]] = {
    "MUST": [
        "Servers MUST log",
        "Servers shall log",
        "Servers have to log",
        "A server has to log",
        "Servers are required to log",
        "Servers are obliged to log",
        "Logging is mandatory",
        "Logging is compulsory",
        "MCP mandates logging",
        "The protocol requires logging",
        "Servers need to log",
        "Logging is the only way",
        "Logging is non-negotiable",
        "Servers log, no exceptions",
    ],
    "MUST NOT": [
        "Servers must not log",
        "Servers must never log",
        "Servers shall not log",
        "Servers mustn't log",
        "Servers may not log",
        "Servers cannot log",
        "Servers can not log",
        "Servers can't log",
        "Servers are not allowed to log",
        "Servers aren't permitted to log",
        "Logging is forbidden",
        "The spec prohibits logging",
        "No server may log",
        "Neither side can log",
        "Logging is illegal",
        "Logging is off limits",
        "The spec disallows logging",
    ],
    "SHOULD": [
        "Servers SHOULD log",
        "Servers ought to log",
        "Servers had better log",
        "Servers are supposed to log",
        "Logging is recommended",
        "The recommendation is to log",
        "Servers are encouraged to log",
        "The spec advises logging",
        "Ideally servers log",
        "Logging is best practice",
    ],
    "SHOULD NOT": [
        "Servers should not log",
        "Servers should never log",
        "Servers shouldn't log",
        "Logging is not recommended",
        "Logging is discouraged",
        "The spec advised against logging",
        "Servers had better not log",
    ],
    "MAY": [
        "Servers MAY log",
        "Servers can log",
        "Servers could log",
        "Servers might log",
        "Servers optionally log",
        "Servers are free to log",
        "Servers are allowed to log",
        "The spec permits logging",
        "Servers log if they want",
        "Servers log if they like",
    ],
    "OPTIONAL": [
        "Servers do not have to log",
        "A server doesn't need to log",
        "Servers need not log",
        "There is no obligation to log",
        "Logging is not required",
        "Logging isn't mandatory",
        "The spec does not require logging",
        "Logging is optional",
        "Logging is left to the server",
        "Logging is up to each server",
        "Servers are under no obligation",
        "Servers log at their discretion",
    ],
    "none": ["Servers log", "Servers do not log", "Logging was added", ""],
}


@pytest.mark.parametrize(
    ("sentence", "level"),
    [(sentence, level) for level, sentences in BY_LEVEL.items() for sentence in sentences],
)
def test_the_words_of_a_sentence_tell_its_level(sentence: str, level: ClaimLevel) -> None:
    assert claim_level(sentence) == level
    assert claim_level(sentence.upper()) == level


@pytest.mark.parametrize("word", ["mustard", "mayor", "canned", "shoulder", "shallow", "dismay"])
def test_a_modal_within_another_word_is_none(word: str) -> None:
    assert claim_level(f"The {word} logs") == "none"


@pytest.mark.parametrize(
    ("sentence", "level"),
    [
        ("Servers may send what the client must then read", "MAY"),
        ("Clients must read what a server may then send", "MUST"),
        ("Hosts should ask before a tool is allowed to run", "SHOULD"),
    ],
)
def test_the_first_modal_is_that_of_the_sentence(sentence: str, level: ClaimLevel) -> None:
    assert claim_level(sentence) == level


@pytest.mark.parametrize(
    "sentence",
    [
        "Servers do not log",
        "Servers don't log",
        "Servers never log",
        "No server logs",
        "Nothing is logged",
        "Neither side logs",
        "Servers lack a log",
        "Logging was removed",
        "Logging is unsupported",
        "servers dont log",
    ],
)
def test_a_denial_is_seen(sentence: str) -> None:
    assert is_negated(sentence, "none")


@pytest.mark.parametrize(
    "sentence",
    ["Servers log", "Servers log notes", "Not only servers log", "It is knotty", "A noun logs"],
)
def test_an_affirmation_is_no_denial(sentence: str) -> None:
    assert not is_negated(sentence, "none")


@pytest.mark.parametrize(
    ("sentence", "level"),
    [
        ("Servers must not log", "MUST NOT"),
        ("Servers should not log", "SHOULD NOT"),
        ("Servers do not have to log", "OPTIONAL"),
    ],
)
def test_a_denial_that_is_in_the_level_is_not_counted_twice(
    sentence: str, level: ClaimLevel
) -> None:
    assert claim_level(sentence) == level
    assert not is_negated(sentence, level)


def test_a_duty_can_be_denied_beside_its_level() -> None:
    assert is_negated("Servers must log nothing", "MUST")
