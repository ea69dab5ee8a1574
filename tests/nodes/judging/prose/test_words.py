"""Words: stems, names, and what says nothing."""

from __future__ import annotations

import pytest

from nodes.judging.prose.words import stem, words_of


@pytest.mark.parametrize(
    "forms",
    ["open opens opened opening", "wrote written write", "museum museums museum's", "city cities"],
)
def test_forms_of_one_word_have_one_stem(forms: str) -> None:
    assert len({stem(form) for form in forms.split()}) == 1


@pytest.mark.parametrize(("one", "other"), [("glass", "glas"), ("1931", "1932"), ("x86", "x64")])
def test_words_that_only_look_alike_keep_apart(one: str, other: str) -> None:
    assert stem(one) != stem(other)


def test_a_word_knows_where_it_stands() -> None:
    text = "It didn't cost 1,500 euros."
    assert [text[word.start : word.end] for word in words_of(text)] == [
        "It", "didn't", "cost", "1,500", "euros",
    ]  # fmt: skip


def test_words_that_say_nothing_are_no_content() -> None:
    assert [word.text for word in words_of("It was not in the harbour") if word.content] == [
        "harbour"
    ]


def test_a_capital_within_a_sentence_is_a_name() -> None:
    words = words_of("The ferry to Lindau left. Nobody saw Anna Keller or the eBird app.")
    assert [word.text for word in words if word.name] == ["Lindau", "Anna", "Keller", "eBird"]


def test_a_name_at_the_beginning_is_told_by_its_second_capital() -> None:
    assert [word.text for word in words_of("Anna Keller sails") if word.name] == ["Anna", "Keller"]


def test_a_heading_in_capitals_has_no_names() -> None:
    assert not any(word.name for word in words_of("OPENING HOURS AND PRICES"))
