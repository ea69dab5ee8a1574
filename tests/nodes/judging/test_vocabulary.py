"""How telling the words of a version are."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nodes.judging.vocabulary import FILE, Vocabulary, Words, count_words
from retrieval.catalogue import Catalogue, load_catalogue
from retrieval.versions import SpecVersion
from retrieval.wordings import load_more_wordings
from tests.retrieval.small import requirement

OLD: SpecVersion = "2024-11-05"
NEW: SpecVersion = "2025-06-18"


CATALOGUE = Catalogue(
    (
        requirement(
            id="tools.lamp",
            statement="Lamps glow at night.",
            phrasings=["At night it is never dark."],
            identifiers=["lamp/On"],
            places=[{"versions": [OLD, NEW], "page": "server/lamps", "heading": "Lamps"}],
        ),
        requirement(
            id="tools.lamp-colour",
            statement="Lamps glow in the colour that `hueName` gives.",
            places=[{"versions": [NEW], "page": "server/lamps", "heading": "Lamps"}],
        ),
    ),
    (),
)


WORDS = count_words(CATALOGUE, {"tools.lamp": ["Switch it off at dawn."]})


def test_the_weight_of_a_term_is_its_inverse_document_frequency() -> None:
    words = WORDS.of(NEW)
    assert words.weight("lamp") == 1.0
    assert words.weight("night") == words.weight("colour") == 1.0 + math.log(3 / 2)


def test_a_term_that_no_entry_has_weighs_most() -> None:
    words = WORDS.of(NEW)
    assert words.weight("zebra") > max(words.weights.values())


def test_phrasings_and_identifiers_have_terms_too() -> None:
    assert {"dark", "lamp", "glow", "dawn"} <= WORDS.of(OLD).weights.keys()


def test_terms_that_no_entry_of_the_version_has_are_unknown_to_it() -> None:
    asked = ["lamp", "colour", "zebra"]
    assert WORDS.of(NEW).unknown(asked) == {"zebra"}
    assert WORDS.of(OLD).unknown(asked) == {"colour", "zebra"}


def test_names_and_terms_of_other_versions_only_are_kept_apart() -> None:
    old, new = (WORDS.of(version) for version in (OLD, NEW))
    assert (old.names, old.other_names) == ({"lamp/on"}, {"huename"})
    assert (new.names, new.other_names) == ({"lamp/on", "huename"}, frozenset())
    assert old.other_terms == {"colour", "giv", "huenam"}
    assert new.other_terms == frozenset()


def test_a_version_without_entries_knows_no_word() -> None:
    words = WORDS.of("draft")
    assert (words.weights, words.names) == ({}, frozenset())
    assert words.unknown(["lamp"]) == {"lamp"}


def test_the_words_that_ship_are_those_of_the_catalogue_that_ships() -> None:
    shipped = Words.model_validate_json(FILE.read_bytes())
    counted = count_words(load_catalogue(), load_more_wordings())
    assert shipped == counted, "run `python -m evals.vocabulary`"


WEIGHED = Vocabulary({"a": 1.0, "b": 3.0}, frozenset(), frozenset(), frozenset())


@pytest.mark.parametrize(
    ("part", "whole", "share"),
    [("a", "ab", 0.25), ("b", "ab", 0.75), ("ab", "ab", 1.0), ("", "ab", 0.0), ("", "", 0.0)],
)
def test_a_share_is_of_weight_and_not_of_count(part: str, whole: str, share: float) -> None:
    assert WEIGHED.share(part, whole) == share


@given(st.sets(st.text(min_size=1)), st.sets(st.text(min_size=1)))
def test_a_share_is_between_nothing_and_all(part: set[str], whole: set[str]) -> None:
    assert 0.0 <= WEIGHED.share(part & whole, whole) <= 1.0
    assert not whole or WEIGHED.share(whole, whole) == 1.0


@given(st.dictionaries(st.text(min_size=1), st.floats(1.0, 8.0), min_size=2))
def test_a_share_does_not_depend_on_the_order_of_the_terms(weights: dict[str, float]) -> None:
    words = Vocabulary(weights, frozenset(), frozenset(), frozenset())
    terms = list(weights)
    half = terms[: len(terms) // 2]
    assert words.share(half, terms) == words.share(half[::-1], terms[::-1])
