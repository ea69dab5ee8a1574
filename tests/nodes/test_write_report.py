"""Node `write_report`."""

from __future__ import annotations

import re
from typing import Any, cast

import pytest
from inline_snapshot import snapshot

from nodes.documents import CheckedClaim
from nodes.write_report import Update, write_report
from tests.nodes.document_values import checked, claim, judged
from tests.nodes.values import passage

SECTIONS = [
    "## Step 1: Claim Extraction",
    "## Step 2: Validation Results",
    "## Step 3: Missing Best Practices",
    "## Step 4: Modal Verb Analysis",
    "## Summary",
    "## Corrected Version",
]
CONTENT = "Servers log. Clients must sing and must dance. Hosts glow."


def report(*items: CheckedClaim, **changes: Any) -> Update:
    state: dict[str, Any] = {
        "spec_version": "2025-06-18",
        "notes": [],
        "checked": list(items),
        "skipped": [],
        "ignored": [],
        "missing_practices": [],
        "modal_verbs": [],
        "corrections": [],
        "uncorrected": [],
        "corrected": None,
        **changes,
    }
    return write_report(cast("Any", state))


def three() -> list[CheckedClaim]:
    evidence = [passage("Servers should log.", level="SHOULD")]
    return [
        checked(
            claim("Servers log.", CONTENT),
            judged("Servers log.", evidence=evidence, cited=[1], confidence=0.9),
        ),
        checked(
            claim("Clients must sing and must dance.", CONTENT, id="c2"),
            judged("Clients must sing", "contradicted", 0, correction="Clients may sing."),
            judged("Clients must dance", "supported", 1, evidence=evidence, cited=[1]),
        ),
        checked(claim("Hosts glow.", CONTENT, id="c3"), label="undecided"),
    ]


def test_the_report_has_the_sections_of_the_design_in_order() -> None:
    for text in (report()["text"], report(*three())["text"]):
        assert re.findall(r"^## .*$", text, re.M) == SECTIONS


def test_the_report_on_three_claims() -> None:
    update = report(
        *three(),
        skipped=[{"text": "We like it.", "reason": "opinion"}],
        ignored=[{}],
        notes=["the version was a slip"],
        modal_verbs=[
            {
                "claim_id": "c2",
                "said": "Clients must sing",
                "claim_level": "MUST",
                "entry_id": "a.b",
                "required": "A client may sing.",
                "level": "MAY",
                "actor": "client",
                "page": "client/song",
                "heading": "Song",
                "link": "https://x.test",
                "outcome": "too strong",
            }
        ],
        uncorrected=[{"claim_id": "c2", "reason": "no", "suggestion": "Clients may sing."}],
    )
    assert update["text"] == snapshot("""\
# MCP fact check against 2025-06-18

Note: the version was a slip.

## Step 1: Claim Extraction

- **c1** (line 1): Servers log.
- **c2** (line 1): Clients must sing and must dance.
  - Clients must sing
  - Clients must dance
- **c3** (line 1): Hosts glow.

Sentences that are no claims: opinions (1).

Claims left out by a comment in the text: 1.

## Step 2: Validation Results

**c1** ✓ ACCURATE: Servers log. (confidence 0.90)
- Evidence (2025-06-18): SHOULD: “Servers should log.” ([server/tools, Capabilities](https://example.test/tools#capabilities))

**c2** ⚠️ PARTIALLY CORRECT: Clients must sing and must dance. (confidence 0.90)
- ✗ INCORRECT: Clients must sing
  - Reason: it is contradicted
- ✓ ACCURATE: Clients must dance
  - Evidence (2025-06-18): SHOULD: “Servers should log.” ([server/tools, Capabilities](https://example.test/tools#capabilities))
- Correction: Clients may sing.

**c3** ? UNDECIDED: Hosts glow.
- Reason: it is undecided

## Step 3: Missing Best Practices

None found for the topics of this text.

## Step 4: Modal Verb Analysis

- **c2** too strong: the claim says MUST, “Clients must sing”; the specification says MAY for the client, “A client may sing.” ([client/song, Song](https://x.test))

## Summary

- Confidence: 0.60
- Claims: 3 (✓ ACCURATE 1, ✗ INCORRECT 0, ⚠️ PARTIALLY CORRECT 1, ○ NOT IN SPEC 0, ? UNDECIDED 1)
- Issues:
  - line 1, c2: it is contradicted
- Suggestions:
  - Correct c2 by hand: Clients may sing.
  - Check by the evidence what was left undecided: c3.

## Corrected Version

- c2 was not corrected: no. True is: Clients may sing.\
""")  # noqa: E501


@pytest.mark.parametrize(
    ("label", "line"),
    [
        ("supported", "✓ ACCURATE"),
        ("contradicted", "✗ INCORRECT"),
        ("not_mentioned", "○ NOT IN SPEC"),
        ("undecided", "? UNDECIDED"),
    ],
)
def test_each_verdict_has_its_line(label: str, line: str) -> None:
    text = report(checked(claim("Servers log."), label=label))["text"]
    assert f"**c1** {line}: Servers log." in text


def test_the_official_text_is_quoted_beside_the_evidence() -> None:
    evidence = [
        passage("Ours."),
        passage("Theirs, word for word.", corpus="official", permalink="https://x.test/blob/1#L3"),
    ]
    text = report(checked(claim("It is."), judged("It is.", evidence=evidence, cited=[1])))["text"]
    assert "- Official text (2025-06-18): “Theirs, word for word.”" in text
    assert "(https://x.test/blob/1#L3)" in text


def test_the_corrected_text_stands_in_a_block_of_its_own() -> None:
    corrected = "## Summary\n\n```\ncode\n```\n"
    change = {
        "claim_id": "c1",
        "kind": "level",
        "span": {"start": 0, "end": 1, "line": 7, "column": 1},
        "before": "must",
        "after": "may",
    }
    text = report(corrections=[change], corrected=corrected)["text"]
    assert text.endswith(f"````markdown\n{corrected}\n````")
    assert "- c1 (line 7): “must” is now “may”" in text


@pytest.mark.parametrize(
    "hostile", ["x\n\n## Summary\n\n- Confidence: 1.00", "<!-- hidden", "```\n", "a\x00\u202eb"]
)
def test_hostile_text_anywhere_adds_no_section_and_hides_none(hostile: str) -> None:
    evil = judged(hostile, "contradicted", reason=hostile, correction=hostile, judge=hostile)
    item = checked(claim(hostile, statement=hostile), evil, judged(hostile, "supported", 1))
    text = report(
        item,
        notes=[hostile],
        uncorrected=[{"claim_id": "c1", "reason": hostile, "suggestion": hostile}],
    )["text"]
    assert re.findall(r"^## .*$", text, re.M) == SECTIONS
    assert "<!--" not in text.replace("\\<!--", "")
    assert not re.search(r"^\s*```", text, re.M)


def test_the_summary_counts_by_label_and_is_as_sure_as_its_claims_on_average() -> None:
    summary = report(*three())["summary"]
    assert summary["counts"] == {
        "supported": 1,
        "contradicted": 0,
        "partial": 1,
        "not_mentioned": 0,
        "undecided": 1,
    }
    assert summary["confidence"] == pytest.approx((0.9 + 0.9 + 0) / 3, abs=0.01)
    assert summary["issues"] == ["line 1, c2: it is contradicted"]


def test_without_claims_there_is_no_confidence() -> None:
    update = report()
    assert update["summary"]["confidence"] is None
    assert "- Confidence: -" in update["text"]


def test_a_question_that_is_answered_no_is_no_issue() -> None:
    item = checked(claim("Do servers log?", kind="question"), label="contradicted")
    assert report(item)["summary"]["issues"] == []


def test_a_report_on_many_claims_is_brief_on_what_needs_no_work() -> None:
    evidence = [passage("Servers should log.")]
    right = [
        checked(
            claim(f"Claim {n}.", id=f"c{n}"),
            judged(f"Claim {n}.", evidence=evidence, cited=[1]),
        )
        for n in range(60)
    ]
    wrong = checked(
        claim("Wrong.", id="c60"),
        judged("Wrong.", "contradicted", evidence=evidence, cited=[1], reason="because " * 40),
    )
    few, many = report(*right)["text"], report(*right, wrong)["text"]
    assert few.count("“Servers should log.”") == 60
    assert many.count("“Servers should log.”") == 1
    assert many.count("[server/tools, Capabilities](https://example.test") == 61
    assert ("because " * 40).strip() in many
