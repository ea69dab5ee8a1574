"""How binding a claim says a duty is, beside how binding the specification makes it."""

from __future__ import annotations

from itertools import permutations
from typing import cast, get_args

import pytest

from nodes.judging.level_comparison import LevelOutcome, compare_duty, compare_levels
from nodes.reading.modality import ClaimLevel
from nodes.reading.sentence import read_sentence
from retrieval.levels import Level

SPEC: tuple[Level, ...] = ("MUST", "MUST NOT", "SHOULD", "SHOULD NOT", "MAY", "none")
STRONG: LevelOutcome = "too strong"
WEAK: LevelOutcome = "too weak"
TABLE: dict[ClaimLevel, tuple[LevelOutcome, ...]] = {
    "MUST": ("same", "opposite", STRONG, "opposite", STRONG, "unclear"),
    "MUST NOT": ("opposite", "same", "opposite", STRONG, "opposite", "unclear"),
    "SHOULD": (WEAK, "opposite", "same", "opposite", STRONG, "unclear"),
    "SHOULD NOT": ("opposite", WEAK, "opposite", "same", "unclear", "unclear"),
    "MAY": (WEAK, "opposite", WEAK, "unclear", "same", "unclear"),
    # "Does not have to" holds of all but a duty; of a ban it is no fair account.
    "OPTIONAL": ("opposite", "unclear", "same", "same", "same", "unclear"),
    # A plain indicative tells what is done: it agrees with any level but one that forbids.
    "none": ("same", "opposite", "same", "opposite", "same", "same"),
}
"""How each level of a claim (row) compares with each level of the specification (`SPEC`)."""

PAIRS = [
    (claim, spec, outcome)
    for claim, row in TABLE.items()
    for spec, outcome in zip(SPEC, row, strict=True)
]


def test_the_table_has_all_levels() -> None:
    assert set(SPEC) == set(get_args(Level))
    assert set(TABLE) == {*get_args(Level), "OPTIONAL"}


@pytest.mark.parametrize(("claim", "spec", "outcome"), PAIRS)
def test_a_claim_is_as_strong_as_it_should_be_or_is_told_how_it_is_off(
    claim: ClaimLevel, spec: Level, outcome: LevelOutcome
) -> None:
    assert compare_levels(claim, spec) == outcome


@pytest.mark.parametrize(("claim", "spec"), list(permutations(SPEC[:-1], 2)))
def test_what_is_too_strong_one_way_round_is_too_weak_the_other(claim: Level, spec: Level) -> None:
    turned: dict[LevelOutcome, LevelOutcome] = {STRONG: WEAK, WEAK: STRONG}
    outcome = compare_levels(claim, spec)
    assert compare_levels(spec, claim) == turned.get(outcome, outcome) != "same"


@pytest.mark.parametrize(
    ("claim", "spec", "outcome"), [pair for pair in PAIRS if pair[1] not in ("none", "MAY")]
)
def test_a_word_in_lower_case_tells_the_direction_and_not_the_strength(
    claim: ClaimLevel, spec: Level, outcome: LevelOutcome
) -> None:
    expected = "unclear" if outcome in (STRONG, WEAK) else outcome
    assert compare_levels(claim, "none", informal=spec) == expected


def test_a_level_in_capitals_counts_before_a_word_in_lower_case() -> None:
    assert compare_levels("MUST", "SHOULD", informal="MUST") == STRONG


def duty(claim: str, passage: str, spec: str, informal: str | None = None) -> LevelOutcome:
    return compare_duty(
        read_sentence(claim),
        read_sentence(passage),
        cast("Level", spec),
        cast("Level | None", informal),
    )


@pytest.mark.parametrize(
    ("claim", "passage", "level"),
    [
        ("Hosts must not log without consent", "Hosts must get consent to log", "MUST"),
        ("Clients must wait for an answer", "Clients must not go on before that", "MUST NOT"),
        ("A server must not start unless asked", "A server should start when asked", "SHOULD"),
    ],
)
def test_one_duty_in_two_forms_is_not_at_odds(claim: str, passage: str, level: str) -> None:
    assert duty(claim, passage, level) == "unclear"


@pytest.mark.parametrize(
    ("claim", "passage", "level", "outcome"),
    [
        ("Hosts must not log", "Hosts must log", "MUST", "opposite"),
        (
            "Hosts must not log without consent",
            "Hosts must log without consent",
            "MUST",
            "opposite",
        ),
        ("Hosts should log", "Hosts must log", "MUST", WEAK),
        ("Hosts should log without consent", "Hosts must log", "MUST", WEAK),
    ],
)
def test_other_duties_are_compared_by_their_levels(
    claim: str, passage: str, level: str, outcome: LevelOutcome
) -> None:
    assert duty(claim, passage, level) == outcome


@pytest.mark.parametrize(
    ("claim", "outcome"),
    [
        ("A name must have a title", STRONG),
        ("A name may have a title", "same"),
        ("A name does not have to have a title", "same"),
        ("A name has a title", "same"),
        ("A name must not have a title", "opposite"),
    ],
)
def test_what_a_plain_fact_calls_optional_may_be_left_out(
    claim: str, outcome: LevelOutcome
) -> None:
    assert duty(claim, "The title of a name is optional", "none") == outcome
