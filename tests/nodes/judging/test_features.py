"""What the local judge weighs."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nodes.judging.comparison import Comparison
from nodes.judging.features import (
    Weighed,
    agreement_features,
    part_features,
    weigh,
    wording_features,
)
from nodes.judging.vocabulary import Vocabulary
from nodes.judging.weights import load_weights
from nodes.reading.sentence import read_sentence
from nodes.verdicts import Belief
from retrieval.catalogue import Catalogue
from retrieval.wordings import Nearness, Scores
from tests.nodes.values import passage
from tests.retrieval.small import belief

WORDS: Final = Vocabulary(
    {"log": 1.0, "execut": 1.0, "nam": 2.0},
    frozenset(),
    frozenset({"old/name"}),
    frozenset({"xml"}),
)


NOTHING: Final = Nearness(Scores.of({}), Scores.of({}))


def compared(number: int = 1, alignment: float = 0.8, **changes: Any) -> Comparison:
    """Return a comparison of that alignment, with no conflict unless one is given."""
    values: dict[str, Any] = {
        "number": number,
        "similarity": alignment,
        "coverage": alignment,
        "fullness": alignment,
        "missing": frozenset(),
        "level": "unclear",
        "actor": "unclear",
        "polarity": "unclear",
        "words": "unclear",
        "numbers": "unclear",
        "dates": "unclear",
        "identifiers": "unclear",
        **changes,
    }
    return Comparison(**values)


def believed(name: str, alignment: float, **changes: Any) -> tuple[Belief, Comparison]:
    false = Belief(id=name, belief="B.", correction="C.", refuted_by=[], similarity=alignment)
    return false, compared(0, alignment, **changes)


def weighed(
    *comparisons: Comparison,
    claim: str = "Servers log calls",
    beliefs: tuple[tuple[Belief, Comparison], ...] = (),
) -> Weighed:
    wordings = {
        **wording_features(NOTHING, REFUTED),
        **part_features([], comparisons, WORDS),
        **agreement_features(NOTHING, comparisons, beliefs, [passage("Servers log.")] * 9),
    }
    return weigh(read_sentence(claim), comparisons, beliefs, WORDS, wordings)


COMPARISONS = st.lists(
    st.builds(
        compared,
        st.integers(1, 9),
        st.floats(0.0, 1.0),
        level=st.sampled_from(["same", "unclear", "too strong", "too weak", "opposite"]),
        actor=st.sampled_from(["same", "unclear", "different"]),
        polarity=st.sampled_from(["same", "unclear", "different"]),
        numbers=st.sampled_from(["same", "unclear", "different"]),
        missing=st.frozensets(st.sampled_from("abcdef")),
    ),
    max_size=6,
)


@given(COMPARISONS, st.sampled_from(["", "Servers must log calls", "Is XML all of `old/name`?"]))
def test_the_features_are_those_that_the_weights_were_fitted_to(
    comparisons: list[Comparison], claim: str
) -> None:
    features = weighed(*comparisons, claim=claim).features
    assert sorted(features) == sorted(load_weights().features)
    assert all(math.isfinite(value) for value in features.values())


@given(COMPARISONS)
def test_the_best_aligned_come_first_and_are_those_that_agree_and_disagree(
    comparisons: list[Comparison],
) -> None:
    found = weighed(*comparisons)
    assert sorted(found.comparisons, key=lambda item: -item.alignment) == list(found.comparisons)
    for best, fits in ((found.agreeing, False), (found.conflicting, True)):
        same = [item for item in comparisons if bool(item.conflicts) == fits]
        assert (best is None) == (not same)
        assert best is None or best.alignment == max(item.alignment for item in same)


def test_of_passages_that_are_aligned_alike_the_first_found_comes_first() -> None:
    found = weighed(compared(3), compared(1), compared(2))
    assert [item.number for item in found.comparisons] == [1, 2, 3]


def test_without_evidence_nothing_agrees_and_nothing_is_at_odds() -> None:
    found = weighed()
    assert (found.agreeing, found.conflicting, found.belief, found.shared) == (None,) * 4
    assert {found.features[name] for name in ("agreeing", "top_alignment", "belief")} == {0.0}


def near(true: Mapping[str, float], false: Mapping[str, float]) -> Nearness:
    return Nearness(Scores.of(true), Scores.of(false))


REFUTED: Final = Catalogue(
    (),
    (
        belief(id="f.one", refuted_by=["t.one"]),
        belief(id="f.two", refuted_by=["t.two", "t.gone"]),
    ),
)


def test_the_lead_is_how_much_nearer_the_nearest_true_wording_is_than_the_nearest_false_one() -> (
    None
):
    nearness = near({"t.one": 0.5, "t.two": 0.75}, {"f.one": 0.25, "f.two": 0.5})
    found = wording_features(nearness, REFUTED)
    assert (found["true"], found["false"], found["true_lead"]) == (0.75, 0.5, 0.25)


def test_a_fact_has_a_lead_of_its_own_over_what_is_wrongly_said_of_it() -> None:
    nearness = near({"t.one": 1.0, "t.two": 0.5}, {"f.one": 0.25, "f.two": 0.75})
    found = wording_features(nearness, REFUTED)
    assert found["entry_lead"] == 0.75  # of t.one over f.one
    assert found["belief_lead"] == -0.25  # of t.two over f.two, the nearest false one


def test_without_a_known_counterpart_a_wording_has_no_lead_of_its_own() -> None:
    found = wording_features(near({"t.three": 1.0}, {"f.two": 0.5}), REFUTED)
    assert (found["entry_lead"], found["belief_lead"]) == (0.0, 0.0)
    assert set(wording_features(NOTHING, REFUTED).values()) == {0.0}


def test_a_claim_that_joins_several_things_is_as_good_as_its_worst_part() -> None:
    parts = [frozenset({"log"}), frozenset({"nam", "execut"})]
    best = compared(missing=frozenset({"nam"}))
    found = part_features(parts, [best, compared(2, 0.5, missing=frozenset({"log"}))], WORDS)
    assert found == {"part_missing": 0.0}  # the second passage has both terms of the second part
    assert part_features(parts, [best], WORDS)["part_missing"] == pytest.approx(2 / 3)
    assert part_features([], [best], WORDS) == {"part_missing": 0.0}


@pytest.mark.parametrize(
    ("conflict", "feature"),
    [
        ({"level": "too strong"}, "top_too_strong"),
        ({"level": "too weak"}, "top_too_weak"),
        ({"level": "opposite"}, "top_opposite"),
        ({"actor": "different"}, "top_actor"),
        ({"polarity": "different"}, "top_polarity"),
        ({"words": "different"}, "top_words"),
        ({"numbers": "different"}, "top_number"),
        ({"dates": "different"}, "top_version"),
        ({"identifiers": "different"}, "top_identifier"),
    ],
)
def test_each_conflict_of_the_best_passage_is_a_feature_of_its_own(
    conflict: dict[str, str], feature: str
) -> None:
    kinds = [name for name in load_weights().features if name.startswith("top_")]
    measures = {"top_alignment", "top_coverage", "top_fullness", "top_missing"}
    found = weighed(compared(1, 0.9, **conflict), compared(2, 0.2, polarity="different")).features
    assert [name for name in kinds if found[name] and name not in measures] == [feature]
    assert found[feature] == pytest.approx(0.9)


def test_how_well_the_best_passage_fits_is_told_too() -> None:
    best = compared(1, similarity=1.0, coverage=0.75, fullness=0.5, missing=frozenset({"a", "b"}))
    found = weighed(compared(2, 0.1), best).features
    assert found["top_alignment"] == pytest.approx(best.alignment)
    assert (found["top_coverage"], found["top_fullness"]) == (0.75, 0.5)
    assert found["top_missing"] == pytest.approx(0.25 * 2)


def test_passages_that_are_nearly_as_good_count_by_how_many_are_at_odds() -> None:
    at_odds = {"actor": "different"}
    found = weighed(
        compared(1, 0.9), compared(2, 0.85, **at_odds), compared(3, 0.7, **at_odds)
    ).features
    assert found["near_conflict"] == 0.5


@pytest.mark.parametrize(
    ("same", "feature"),
    [
        ({"level": "same"}, "agrees_level"),
        ({"actor": "same"}, "agrees_actor"),
        ({"numbers": "same"}, "agrees_number"),
        ({"identifiers": "same"}, "agrees_name"),
    ],
)
def test_agreement_counts_where_it_was_checked(same: dict[str, str], feature: str) -> None:
    claim = "Servers must log calls"
    assert weighed(compared(1, 0.9, **same), claim=claim).features[feature] == pytest.approx(0.9)
    assert weighed(compared(1, 0.9), claim=claim).features[feature] == 0.0


def test_a_claim_without_a_modal_agrees_in_no_level() -> None:
    assert weighed(compared(level="same")).features["agrees_level"] == 0.0


def test_the_best_misconception_that_is_not_at_odds_is_the_one_that_is_shared() -> None:
    found = weighed(
        beliefs=(
            believed("a.denied", 0.9, level="opposite"),
            believed("a.far", 0.3),
            believed("a.near", 0.6, level="same"),
        )
    )
    assert found.belief is not None
    assert found.belief["id"] == "a.near"
    assert found.features["belief"] == pytest.approx(0.6)
    assert found.features["belief_agreement"] == pytest.approx(0.6)
    assert found.features["belief_denied"] == pytest.approx(0.9)


def test_the_misconception_that_is_worded_most_alike_is_one_that_the_checks_let_pass() -> None:
    found = weighed(
        beliefs=(
            believed("a.far", 0.2),
            believed("a.near", 0.3),
            believed("a.denied", 0.9, level="opposite"),
        )
    )
    assert found.nearest_belief is not None
    assert found.nearest_belief["id"] == "a.near"


def test_the_contrast_is_that_of_the_nearest_misconception_that_has_one() -> None:
    beliefs = (
        believed("a.one", 0.9),
        believed("a.two", 0.8, contrast=-0.25),
        believed("a.three", 0.7, contrast=0.5),
    )
    assert weighed(beliefs=beliefs).features["contrast"] == -0.25


def test_what_the_version_does_not_know_is_told() -> None:
    found = weighed(claim="Servers log names as XML to `old/name` zebras")
    assert "zebra" in found.unknown
    assert "nam" not in found.unknown
    assert found.foreign == {"old/name"}
    assert found.features["foreign"] == 1.0
    assert found.features["foreign_terms"] > 0.0
    assert weighed().unknown == weighed().foreign == frozenset()


@pytest.mark.parametrize(
    ("claim", "feature"),
    [
        ("Servers must log", "claims_must"),
        ("Servers must not log", "claims_must_not"),
        ("Servers should log", "claims_should"),
        ("Servers may log", "claims_may"),
        ("Servers do not have to log", "claims_optional"),
        ("Does it log?", "question"),
        ("Only servers log", "sweeping"),
        ("Servers log until it ends", "excepts"),
        ("Servers never log", "denies"),
        ("Servers log and poll", "joined"),
        ("Hosts log", "actor_known"),
    ],
)
def test_how_the_claim_is_put_is_a_feature(claim: str, feature: str) -> None:
    assert weighed(claim=claim).features[feature] == 1.0
    assert weighed(claim="It logs").features[feature] == 0.0


def test_the_protocol_is_no_actor_whose_duty_could_be_checked() -> None:
    assert weighed(claim="MCP logs").features["actor_known"] == 0.0
