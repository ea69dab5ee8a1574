"""The key words of RFC 2119 and RFC 8174."""

from __future__ import annotations

from typing import get_args

import pytest

from retrieval.levels import NORMATIVE_WORDS, Level, forbids, normative_levels, strength


@pytest.mark.parametrize(
    ("word", "level"),
    [
        ("MUST", "MUST"),
        ("SHALL", "MUST"),
        ("REQUIRED", "MUST"),
        ("MUST NOT", "MUST NOT"),
        ("SHALL NOT", "MUST NOT"),
        ("SHOULD", "SHOULD"),
        ("RECOMMENDED", "SHOULD"),
        ("SHOULD NOT", "SHOULD NOT"),
        ("NOT RECOMMENDED", "SHOULD NOT"),
        ("MAY", "MAY"),
        ("OPTIONAL", "MAY"),
    ],
)
def test_each_key_word_of_rfc_2119_has_its_level(word: str, level: Level) -> None:
    assert NORMATIVE_WORDS[word] == level
    assert normative_levels(f"Servers {word} log.") == [level]


def test_rfc_2119_has_eleven_key_words() -> None:
    assert len(NORMATIVE_WORDS) == 11


@pytest.mark.parametrize(
    "text",
    ["Servers must log.", "Servers Must Not log.", "It is recommended.", "MUSTARD", "DISMAY", ""],
)
def test_only_whole_words_in_capitals_are_normative(text: str) -> None:
    assert normative_levels(text) == []


def test_levels_come_in_the_order_of_the_text() -> None:
    text = "Clients MUST NOT send it, SHOULD wait, and MAY close; it is NOT RECOMMENDED to retry."
    assert normative_levels(text) == ["MUST NOT", "SHOULD", "MAY", "SHOULD NOT"]


def test_a_denied_key_word_is_one_level_and_not_two() -> None:
    assert normative_levels("MUST NOT") == ["MUST NOT"]
    assert normative_levels("MUST, NOT merely SHOULD") == ["MUST", "SHOULD"]


def test_a_denial_binds_as_much_as_what_it_denies() -> None:
    assert strength("MUST") == strength("MUST NOT") > strength("SHOULD")
    assert strength("SHOULD") == strength("SHOULD NOT") > strength("MAY")
    assert strength("MAY") > strength("none") == 0


def test_only_denials_forbid() -> None:
    levels: tuple[Level, ...] = get_args(Level)
    assert [level for level in levels if forbids(level)] == ["MUST NOT", "SHOULD NOT"]
