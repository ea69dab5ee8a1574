"""Combining the parts of a claim into its verdict."""

from __future__ import annotations

from itertools import permutations
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nodes.combine_subclaims import combine_subclaims, combined_label
from nodes.verdicts import VERDICT_LINES, Label, SubclaimVerdict, Verdict
from tests.nodes.values import part, passage

LABELS: tuple[Label, ...] = get_args(Label)
TABLE: dict[tuple[Label, ...], Label] = {
    ("supported", "supported"): "supported",
    ("supported", "contradicted"): "partial",
    ("supported", "not_mentioned"): "partial",
    ("supported", "partial"): "partial",
    ("supported", "undecided"): "undecided",
    ("contradicted", "contradicted"): "contradicted",
    ("contradicted", "not_mentioned"): "contradicted",
    ("contradicted", "undecided"): "contradicted",
    ("contradicted", "partial"): "contradicted",
    ("not_mentioned", "not_mentioned"): "not_mentioned",
    ("not_mentioned", "undecided"): "undecided",
    ("not_mentioned", "partial"): "partial",
    ("partial", "undecided"): "undecided",
    ("undecided", "undecided"): "undecided",
    ("supported", "contradicted", "undecided"): "partial",
}


def combine(*parts: SubclaimVerdict) -> Verdict:
    return combine_subclaims(
        {"claim": "The claim.", "spec_version": "draft", "subverdicts": list(parts)}
    )["verdict"]


@pytest.mark.parametrize("labels", TABLE)
def test_the_label_of_the_whole_follows_from_those_of_its_parts_in_any_order(
    labels: tuple[Label, ...],
) -> None:
    for order in permutations(labels):
        assert combined_label(list(order)) == TABLE[labels]


@pytest.mark.parametrize("label", LABELS)
def test_a_claim_of_one_part_has_the_label_of_that_part(label: Label) -> None:
    assert combined_label([label]) == label
    verdict = combine(part(0, label))
    assert verdict["label"] == label
    assert verdict["verdict"] == VERDICT_LINES[label]
    assert verdict["explanation"] == f"it is {label}"


@given(st.lists(st.sampled_from(LABELS), min_size=1, max_size=8))
def test_a_whole_is_accurate_only_where_all_parts_are(labels: list[Label]) -> None:
    assert (combined_label(labels) == "supported") == (set(labels) == {"supported"})


@given(st.lists(st.sampled_from(LABELS), min_size=1, max_size=8))
def test_any_parts_give_a_verdict_with_a_confidence(labels: list[Label]) -> None:
    verdict = combine(*(part(i, label) for i, label in enumerate(labels)))
    assert 0.0 <= verdict["confidence"] <= 1.0
    assert len(verdict["parts"]) == len(labels)
    assert (verdict["confidence"] == 0.0) == (verdict["label"] == "undecided")


def test_a_failed_part_never_makes_the_whole_accurate_or_absent() -> None:
    for others in (["supported"], ["not_mentioned"], ["supported", "supported"]):
        verdict = combine(*(part(i, label) for i, label in enumerate([*others, "undecided"])))
        assert verdict["label"] == "undecided"
        assert verdict["confidence"] == 0.0


def test_the_whole_is_as_sure_as_the_least_sure_part_that_decides() -> None:
    sure, less = part(0, confidence=0.93), part(1, confidence=0.617)
    assert combine(sure, less)["confidence"] == 0.62
    wrong = part(1, "contradicted", confidence=0.7)
    absent = part(2, "not_mentioned", confidence=0.1)
    assert combine(wrong, absent)["confidence"] == 0.7
    assert combine(sure, wrong, part(2, "undecided"))["confidence"] == 0.7


def test_parts_come_in_the_order_of_the_claim_whenever_they_were_judged() -> None:
    verdict = combine(part(2), part(0), part(1, "contradicted"))
    assert [item["index"] for item in verdict["parts"]] == [0, 1, 2]
    assert verdict["explanation"] == (
        "1. ✓ ACCURATE: Subclaim 0.\n   it is supported\n"
        "2. ✗ INACCURATE: Subclaim 1.\n   it is contradicted\n"
        "3. ✓ ACCURATE: Subclaim 2.\n   it is supported"
    )


def test_corrections_are_joined_and_each_stands_once() -> None:
    verdict = combine(
        part(0, "contradicted", correction="Servers must log."),
        part(1, "contradicted", correction="Clients may wait."),
        part(2, "contradicted", correction="Servers must log."),
        part(3),
    )
    assert verdict["correction"] == "Servers must log. Clients may wait."
    assert combine(part(0), part(1))["correction"] is None


def test_all_judges_are_named_once() -> None:
    assert combine(part(0), part(1))["judge"] == "local"
    mixed = combine(part(0, judge="llm:m"), part(1, judge="local (degraded: timeout)"), part(2))
    assert mixed["judge"] == "llm:m, local, local (degraded: timeout)"


def test_cited_evidence_comes_first_and_the_rest_by_similarity() -> None:
    near, far = passage("Near.", similarity=0.9), passage("Far.", similarity=0.2)
    cited, other = passage("Cited.", similarity=0.3), passage("Other.", similarity=0.5)
    verdict = combine(
        part(0, evidence=[far, cited], cited=[2]), part(1, evidence=[other, near], cited=[])
    )
    assert [item["text"] for item in verdict["evidence"]] == ["Cited.", "Near.", "Other.", "Far."]


def test_a_passage_of_several_parts_stands_once_and_first_where_one_cites_it() -> None:
    shared, other = passage("Shared.", similarity=0.1), passage("Other.", similarity=0.9)
    verdict = combine(
        part(0, evidence=[shared, other]), part(1, evidence=[other, shared], cited=[2])
    )
    assert [item["text"] for item in verdict["evidence"]] == ["Shared.", "Other."]


def test_the_verdict_names_the_claim_and_the_version() -> None:
    verdict = combine(part(0))
    assert (verdict["claim"], verdict["spec_version"]) == ("The claim.", "draft")
