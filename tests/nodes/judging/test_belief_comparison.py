"""A claim beside a known misconception."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nodes.judging.belief_comparison import compare_belief
from nodes.judging.comparison import Comparison, Outcome
from nodes.judging.level_comparison import LevelOutcome
from nodes.reading.sentence import read_sentence
from retrieval.catalogue import load_catalogue
from tests.retrieval.small import belief, requirement


def beside(claim: str, false: str, *phrasings: str, **refuting: Any) -> Comparison:
    """Compare a claim with a misconception; `refuting` are the keys of an entry that denies it."""
    return compare_belief(
        read_sentence(claim),
        belief(belief=false, phrasings=phrasings),
        0.7,
        requirement(**refuting) if refuting else None,
    )


@given(
    st.sampled_from(["A server", "Clients", "MCP", "Only the host"]),
    st.sampled_from(["must", "must not", "may", "does not have to", "never", "always"]),
    st.sampled_from(["log all calls", "answer 3 calls with true", "take XML instead of JSON"]),
)
def test_a_misconception_is_never_at_odds_with_itself(subject: str, how: str, act: str) -> None:
    false = f"{subject} {how} {act}."
    found = beside(false, false)
    assert (found.conflicts, found.level) == ((), "same")
    assert (found.coverage, found.fullness, found.missing) == (1.0, 1.0, frozenset())


def test_no_misconception_of_the_catalogue_is_misread_as_at_odds_with_itself() -> None:
    misread = [
        item.id
        for item in load_catalogue().misconceptions
        if compare_belief(read_sentence(item.belief), item, 1.0, None).conflicts
    ]
    assert misread == []


def test_few_are_misread_in_the_words_of_others() -> None:
    others = [
        compare_belief(read_sentence(text), item, 1.0, None)
        for item in load_catalogue().misconceptions
        for text in item.phrasings
    ]
    assert sum(bool(found.conflicts) for found in others) / len(others) < 0.15


def test_terms_are_covered_by_all_wordings_and_filled_by_the_fullest() -> None:
    found = beside(
        "Servers log calls to a journal",
        "Servers log errors at night.",
        "Whoever serves keeps a journal of calls.",
    )
    assert found.missing == frozenset()
    assert found.coverage == 1.0
    # It has one of the three terms of the one wording, and two of the five of the other.
    assert found.fullness == pytest.approx(2 / 5)
    assert found.similarity == 0.7


def test_terms_that_no_wording_has_are_missing() -> None:
    found = beside("Servers log zebras", "Servers log errors.")
    assert (found.missing, found.coverage) == ({"zebra"}, 0.5)


@pytest.mark.parametrize(
    ("claim", "false", "level"),
    [
        ("Servers must log calls", "Servers must log calls.", "same"),
        ("Servers should log calls", "Servers must log calls.", "unclear"),
        ("Servers log calls", "Servers must log calls.", "unclear"),
        # Who denies the duty does not share the belief in it.
        ("Servers must not log calls", "Servers must log calls.", "opposite"),
        ("Servers do not have to log calls", "Servers must log calls.", "opposite"),
        ("Servers may log calls", "Servers must log calls.", "opposite"),
        ("Servers must log calls", "Servers do not have to log calls.", "opposite"),
        ("Servers do not log calls", "Servers log calls.", "opposite"),
        ("Servers may log calls", "Servers do not have to log calls.", "unclear"),
    ],
)
def test_who_denies_a_misconception_does_not_share_it(
    claim: str, false: str, level: LevelOutcome
) -> None:
    found = beside(claim, false)
    assert found.level == level
    assert bool(found.conflicts) == (level == "opposite")


def test_a_wording_that_denies_in_other_words_is_shared_by_who_denies() -> None:
    claim = "Servers must not log calls"
    assert beside(claim, "Logs are taboo for servers.").level == "opposite"
    assert beside(claim, "Logs are taboo for servers.", "Servers never log.").level == "unclear"


@pytest.mark.parametrize(
    ("claim", "false", "actor"),
    [
        ("Servers log calls", "Servers log calls.", "same"),
        ("Clients log calls", "Servers log calls.", "different"),
        ("Hosts log calls", "Servers log calls.", "different"),
        ("Calls are logged", "Servers log calls.", "unclear"),
        ("The sender logs calls", "Servers log calls.", "unclear"),
        ("Servers log calls", "The protocol logs calls.", "unclear"),
        ("Servers log calls", "All calls are logged.", "unclear"),
    ],
)
def test_a_misconception_of_another_side_is_another_one(
    claim: str, false: str, actor: Outcome
) -> None:
    assert beside(claim, false).actor == actor


def test_a_wording_with_another_subject_is_shared_by_that_subject() -> None:
    assert beside("Clients log", "Servers log calls.", "Clients log calls.").actor == "same"


@pytest.mark.parametrize(
    ("claim", "false", "words"),
    [
        ("Servers log calls", "Only servers log calls.", "different"),
        ("Only servers log calls", "Only servers log calls.", "unclear"),
        ("Servers alone log calls", "Only servers log calls.", "unclear"),
        ("The default is false", "The default is true.", "different"),
        ("Servers take JSON instead of XML", "Servers take XML from clients.", "different"),
        ("The default is true", "The default is true.", "unclear"),
    ],
)
def test_a_word_that_turns_the_sense_tells_a_misconception_from_the_truth(
    claim: str, false: str, words: Outcome
) -> None:
    assert beside(claim, false).words == words


def test_another_number_is_another_misconception() -> None:
    assert beside("At most 50 names", "There are at most 10 names.").numbers == "different"
    assert beside("At most 10 names", "There are at most 10 names.").numbers == "same"


def test_versions_and_names_are_no_part_of_a_misconception() -> None:
    found = beside("Servers log `a/b` in 2025-03-26", "Servers log `c/d` in 2025-06-18.")
    assert (found.dates, found.identifiers, found.polarity) == ("unclear",) * 3


TRUE = {"statement": "Servers may skip all logs.", "phrasings": ["Logs are up to them."]}
FALSE = ("Servers need all logs.", "They love logs.")


@pytest.mark.parametrize(
    ("claim", "contrast"),
    [
        # Of three words, "need" is only in the false wordings, or "skip" only in the true ones.
        ("Servers need logs", 1 / 3),
        ("Servers skip logs", -1 / 3),
        ("Servers keep logs", 0.0),
        ("Love or skip logs", 0.0),
        ("They love logs", 2 / 3),
        ("?!", 0.0),
    ],
)
def test_contrast_tells_whose_words_a_claim_has(claim: str, contrast: float) -> None:
    assert beside(claim, *FALSE, **TRUE).contrast == pytest.approx(contrast)


def test_small_words_count_for_the_contrast() -> None:
    found = beside("Servers don't log", "Servers do log calls.", statement="Servers do not log.")
    assert found.contrast == pytest.approx(-1 / 4)


def test_without_what_refutes_it_there_is_no_contrast() -> None:
    assert beside("Servers need logs", *FALSE).contrast == 0.0
