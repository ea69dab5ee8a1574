"""What is kept of a verdict: who judged, and how early the right place was found."""

from __future__ import annotations

from dataclasses import replace

import pytest

from evals.measures.outcomes import outcome_of, overlap, rank
from nodes.verdicts import Judgement, SubclaimVerdict, Verdict
from retrieval.evidence import Evidence
from tests.evals.measures.made import claim


def passage(page: str, heading: str, similarity: float = 0.5) -> Evidence:
    return Evidence(
        corpus="catalogue",
        version="2025-06-18",
        page=page,
        heading=heading,
        link="",
        similarity=similarity,
        text="Servers log errors.",
        entry_ids=[],
        level="none",
        actor="server",
    )


FOUND = [passage("server/tools", "Listing Tools"), passage("basic/index", "Batching", 0.8)]
PLACED = replace(claim(), page="basic/index", heading="Batching")


def verdict(judge: str) -> Verdict:
    judgement = Judgement(
        label="supported",
        confidence=0.8,
        reason="",
        correction=None,
        cited=[],
        quote=None,
        findings=[],
        judge=judge,
    )
    part = SubclaimVerdict(index=0, subclaim="", judgement=judgement, evidence=FOUND)
    return Verdict(
        claim="",
        spec_version="2025-06-18",
        label="supported",
        verdict="",
        confidence=0.8,
        explanation="",
        correction=None,
        evidence=[],
        judge=judge,
        parts=[part],
    )


def test_a_verdict_keeps_label_confidence_and_how_near_its_passages_are() -> None:
    found = outcome_of(PLACED, verdict("local"), 0.25)
    assert (found.label, found.confidence, found.seconds) == ("supported", 0.8, 0.25)
    assert (found.rank, found.similarity, found.overlap) == (2, 0.8, 1.0)
    assert found.failure is None


def test_a_verdict_of_a_stand_in_is_a_failure_of_the_judge() -> None:
    found = outcome_of(PLACED, verdict("local (degraded: the model (m) was silent)"), 0.25)
    assert (found.label, found.failure) == (None, "judge")
    assert found.why == "the model (m) was silent"
    assert not found.right
    assert not found.decided


@pytest.mark.parametrize(
    ("page", "heading", "expected"),
    [
        ("server/tools", "listing `tools`", 1),
        ("basic/index", None, 2),
        ("basic/index", "Requests", None),
        ("client/roots", "Batching", None),
    ],
)
def test_a_place_is_a_page_with_a_heading(
    page: str, heading: str | None, expected: int | None
) -> None:
    assert rank(replace(claim(), page=page, heading=heading), [FOUND]) == expected


def test_of_several_parts_the_best_place_counts() -> None:
    assert rank(PLACED, [FOUND, FOUND[::-1]]) == 1


def test_the_overlap_is_the_share_of_terms_that_one_passage_has() -> None:
    assert overlap("Logs errors loudly", ["errors", "logging errors", ""]) == pytest.approx(2 / 3)
    assert overlap("it is", ["anything"]) == 0.0
