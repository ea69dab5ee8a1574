"""Parts of a claim, and what their judgements make together."""

from __future__ import annotations

import pytest

from nodes.judging.prose.parts import MOST_PARTS, claim_parts, combined
from nodes.verdicts import Judgement, Label


def judged(label: Label, confidence: float = 0.8, *cited: int) -> Judgement:
    return Judgement(
        label=label,
        confidence=confidence,
        reason=f"it is {label}",
        correction=None,
        cited=list(cited),
        quote=None,
        findings=[],
        judge="local",
    )


@pytest.mark.parametrize(
    ("claim", "parts"),
    [
        ("The dam leaks.", ["The dam leaks."]),
        ("The dam leaks badly. It is old.", ["The dam leaks badly.", "It is old."]),
        ("The dam leaks badly, and it is old.", ["The dam leaks badly", "it is old."]),
        ("Iron and copper are metals.", ["Iron and copper are metals."]),
        ("The dam leaks, and it stands.", ["The dam leaks, and it stands."]),
    ],
)
def test_a_claim_is_cut_where_a_statement_ends(claim: str, parts: list[str]) -> None:
    assert claim_parts(claim) == parts


def test_a_claim_of_too_many_statements_is_judged_whole() -> None:
    statements = ["The dam leaks at a gate."] * (MOST_PARTS + 1)
    assert len(claim_parts(" ".join(statements[1:]))) == MOST_PARTS
    assert claim_parts(" ".join(statements)) == [" ".join(statements)]


@pytest.mark.parametrize(
    ("labels", "expected"),
    [
        (["supported", "supported"], "supported"),
        (["supported", "not_mentioned"], "not_mentioned"),
        (["not_mentioned", "undecided"], "undecided"),
        (["undecided", "contradicted"], "contradicted"),
    ],
)
def test_one_part_decides_for_the_claim(labels: list[Label], expected: Label) -> None:
    found = combined(["one part", "other part"], [judged(label) for label in labels])
    assert found["label"] == expected
    if expected != "supported":
        assert "part “o" in found["reason"]


def test_a_supported_claim_cites_all_its_parts_and_is_as_sure_as_the_least() -> None:
    found = combined(["a", "b"], [judged("supported", 0.9, 2), judged("supported", 0.6, 1)])
    assert (found["cited"], found["confidence"]) == ([1, 2], 0.6)
