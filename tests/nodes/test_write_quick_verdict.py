"""The text of a quick check."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from nodes.combine_subclaims import combine_subclaims
from nodes.verdicts import VERDICT_LINES, Label
from nodes.write_quick_verdict import write_quick_verdict
from tests.nodes.values import part, passage


def text(label: str, notes: list[str] | None = None, **changes: Any) -> str:
    verdict = combine_subclaims(
        {
            "claim": "MCP uses REST",
            "spec_version": "draft",
            "subverdicts": [part(0, label, **changes)],
        }
    )["verdict"]
    return write_quick_verdict({"verdict": verdict, "notes": notes or []})["text"]


def test_a_contradicted_claim_is_told_with_the_correct_information() -> None:
    written = text(
        "contradicted", reason="MCP uses JSON-RPC.", correction="Messages are JSON-RPC 2.0."
    )
    assert written == (
        "✗ INACCURATE: MCP uses REST\n\n"
        "MCP uses JSON-RPC.\n\n"
        "Correct information: Messages are JSON-RPC 2.0.\n\n"
        "Confidence: 0.90"
    )


def test_an_accurate_claim_needs_no_correct_information() -> None:
    written = text("supported", correction="Something true.")
    assert written == "✓ ACCURATE: MCP uses REST\n\nit is supported\n\nConfidence: 0.90"


def test_an_undecided_claim_has_no_confidence() -> None:
    assert text("undecided") == "? UNDECIDED: MCP uses REST\n\nit is undecided"


def test_a_contradicted_claim_without_a_correction_has_no_empty_line_for_it() -> None:
    assert "Correct information" not in text("contradicted")


def test_notes_come_last() -> None:
    written = text("not_mentioned", notes=["2024-11-04 was read as 2024-11-05", "another"])
    assert written.endswith(
        "Confidence: 0.90\n\nNote: 2024-11-04 was read as 2024-11-05.\n\nNote: another."
    )


@pytest.mark.parametrize("label", get_args(Label))
def test_each_label_has_a_verdict_line_with_a_sign_and_words(label: Label) -> None:
    sign, *words = VERDICT_LINES[label].split(" ")
    assert not sign.isalnum()
    assert " ".join(words).isupper()
    assert text(label).startswith(f"{VERDICT_LINES[label]}: MCP uses REST\n\n")


def test_confidence_has_two_digits() -> None:
    assert text("supported", confidence=1.0).endswith("Confidence: 1.00")
    assert text("supported", confidence=0.5).endswith("Confidence: 0.50")


def test_a_verdict_without_an_official_passage_says_how_to_get_the_official_text() -> None:
    words = "In our own words."
    assert text("supported", evidence=[passage(words)]).endswith(
        "Confidence: 0.90\n\nFrom the requirement catalogue, in our own words; to have the "
        "official text quoted: mcp-fact-check specs extract --version draft"
    )
    both = [passage(words), passage("Word for word.", corpus="official")]
    assert text("supported", evidence=both).endswith("Confidence: 0.90")
