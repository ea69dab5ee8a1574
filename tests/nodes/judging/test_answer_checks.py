"""What speaks against a label: how likely it is, and the passages that it is said to rest on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pytest

from nodes.judging.answer_checks import Checked, Objection, find_objection
from nodes.judging.local import LocalJudge
from nodes.judging.weights import Decision
from retrieval.catalogue import load_catalogue
from retrieval.evidence import Evidence
from retrieval.versions import SpecVersion
from tests.nodes.scripted_contrast import ScriptedContrast
from tests.nodes.values import passage

VERSION: Final[SpecVersion] = "2025-06-18"
CLAIM: Final = "Clients must answer a ping within 30 seconds."
OTHER_NUMBER: Final = "Clients must answer a ping within 90 seconds."
LABELS: Final[tuple[Decision, ...]] = ("supported", "contradicted", "not_mentioned", "partial")
UNRELATED: Final = "Icons have a MIME type."


def objection(
    label: Checked, probability: float, cited: Sequence[int], *texts: str
) -> Objection | None:
    evidence: list[Evidence] = [
        passage(text, similarity=0.9 - n / 10, entry_ids=[f"no-{n}"])
        for n, text in enumerate(texts)
    ]
    judge = LocalJudge(load_catalogue(), ScriptedContrast())
    weighed = judge.weigh(CLAIM, VERSION, evidence)
    likely: dict[Decision, float] = dict.fromkeys(LABELS, 0.9)
    likely[label] = probability
    return find_objection(label, weighed, likely, cited, evidence)


@pytest.mark.parametrize("label", ["supported", "contradicted", "not_mentioned"])
def test_a_label_that_is_likely_meets_no_objection(label: Checked) -> None:
    assert objection(label, 0.9, [1], CLAIM, OTHER_NUMBER) is None


@pytest.mark.parametrize(
    ("label", "probability", "text", "certain", "why"),
    [
        ("supported", 0.04, UNRELATED, True, "supported next to impossible (4% likely"),
        (
            "supported",
            0.07,
            OTHER_NUMBER,
            True,
            "another number than “30”. Passage 1 says: Clients",
        ),
        ("supported", 0.09, OTHER_NUMBER, False, "another number than “30”"),
        ("contradicted", 0.02, OTHER_NUMBER, True, "contradicted next to impossible (2% likely"),
        (
            "contradicted",
            0.05,
            CLAIM,
            True,
            "nothing in the evidence cited was found to be at odds",
        ),
        ("contradicted", 0.19, CLAIM, False, "nothing in the evidence cited was found"),
        ("not_mentioned", 0.02, CLAIM, True, "speaks of what the claim says. Passage 1 says: Cli"),
        ("not_mentioned", 0.09, CLAIM, False, "speaks of what the claim says"),
    ],
)
def test_a_label_is_refused_where_the_checks_exclude_it_and_marked_where_they_doubt_it(
    label: Checked, probability: float, text: str, certain: bool, why: str
) -> None:
    found = objection(label, probability, [1], text)
    assert found is not None
    assert found.certain is certain
    assert why in found.finding["message"]


def test_what_an_official_passage_says_is_not_weighed_so_the_checks_are_less_sure() -> None:
    judge = LocalJudge(load_catalogue(), ScriptedContrast())
    evidence = [passage(CLAIM), passage(UNRELATED, corpus="official")]
    weighed = judge.weigh(CLAIM, VERSION, evidence)
    likely: dict[Decision, float] = dict.fromkeys(LABELS, 0.04)
    assert find_objection("supported", weighed, likely, [1], evidence) is not None
    assert find_objection("supported", weighed, likely, [1, 2], evidence) is None


def test_of_a_passage_of_several_entries_nobody_can_say_that_it_agrees_in_everything() -> None:
    judge = LocalJudge(load_catalogue(), ScriptedContrast())
    evidence = [passage(CLAIM, entry_ids=["no-1", "no-2"])]
    weighed = judge.weigh(CLAIM, VERSION, evidence)
    likely: dict[Decision, float] = dict.fromkeys(LABELS, 0.04)
    assert find_objection("contradicted", weighed, likely, [1], evidence) is None


@pytest.mark.parametrize(
    ("label", "probability", "cited"),
    [
        ("supported", 0.07, [1, 2]),  # one of the passages says what the claim says
        ("contradicted", 0.05, [1, 2]),  # and the other does not
        ("contradicted", 0.05, [2]),
        ("supported", 0.6, [2]),
    ],
)
def test_passages_that_bear_a_label_out_are_no_objection(
    label: Checked, probability: float, cited: Sequence[int]
) -> None:
    assert objection(label, probability, cited, CLAIM, OTHER_NUMBER) is None
