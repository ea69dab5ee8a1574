"""Sum up the check of a document."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final, get_args

from nodes.document_report import MissingPractice, ModalVerb, Summary, Uncorrected
from nodes.documents import CheckedClaim, SkippedText, Span
from nodes.judging.level_comparison import LevelOutcome
from nodes.verdicts import Label

LABELS: Final[tuple[Label, ...]] = get_args(Label)

REPORT_LINES: Final[dict[Label, str]] = {
    "supported": "✓ ACCURATE",
    "contradicted": "✗ INCORRECT",
    "partial": "⚠️ PARTIALLY CORRECT",
    "not_mentioned": "○ NOT IN SPEC",
    "undecided": "? UNDECIDED",
}
"""Verdicts as the comprehensive report words them."""

AT_ODDS: Final[tuple[LevelOutcome, ...]] = ("too strong", "too weak", "opposite")

_SHOWN: Final = 5


def summarise(
    checked: Sequence[CheckedClaim],
    skipped: Sequence[SkippedText],
    ignored: Sequence[Span],
    missing: Sequence[MissingPractice],
    modal_verbs: Sequence[ModalVerb],
    uncorrected: Sequence[Uncorrected],
) -> Summary:
    """Return counts, confidence, issues and suggestions."""
    labels = Counter(item["verdict"]["label"] for item in checked)
    confidences = [item["verdict"]["confidence"] for item in checked]
    return Summary(
        confidence=round(sum(confidences) / len(confidences), 2) if confidences else None,
        counts={label: labels[label] for label in LABELS},
        skipped=dict(Counter(item["reason"] for item in skipped)),
        ignored=len(ignored),
        issues=[_issue(item) for item in checked if is_wrong(item)],
        suggestions=_suggestions(checked, missing, modal_verbs, uncorrected),
    )


def is_wrong(item: CheckedClaim) -> bool:
    """Return whether a claim is an issue: a question asserts nothing, so its "no" is none."""
    wrong = item["verdict"]["label"] in ("contradicted", "partial")
    return wrong and item["claim"]["kind"] != "question"


def place(claim_span: Span) -> str:
    """Return where a claim stands, for people."""
    return f"line {claim_span['line']}"


def _issue(item: CheckedClaim) -> str:
    return f"{place(item['claim']['span'])}, {item['claim']['id']}: {why_wrong(item)}"


def why_wrong(item: CheckedClaim) -> str:
    """Return what is wrong with a claim, in a sentence or two."""
    parts = item["verdict"]["parts"]
    said = [
        part["judgement"]["reason"]
        for part in parts
        if part["judgement"]["label"] == "contradicted"
    ]
    said += [
        f"The specification does not say “{part['subclaim']}”."
        for part in parts
        if part["judgement"]["label"] == "not_mentioned"
    ]
    return " ".join(said) or item["verdict"]["explanation"]


def _suggestions(
    checked: Sequence[CheckedClaim],
    missing: Sequence[MissingPractice],
    modal_verbs: Sequence[ModalVerb],
    uncorrected: Sequence[Uncorrected],
) -> list[str]:
    found = [
        f"Correct {item['claim_id']} by hand: {item['suggestion']}"
        for item in uncorrected
        if item["suggestion"]
    ]
    found += [
        f"Say for {row['claim_id']} that it is a {row['level']} for the {row['actor']}."
        for row in modal_verbs
        if row["outcome"] == "unclear" and row["level"] != "none"
    ]
    silent = [
        item["claim"]["id"] for item in checked if item["verdict"]["label"] == "not_mentioned"
    ]
    if silent:
        found.append(
            f"Give another source for what the specification does not speak of: {_listed(silent)}."
        )
    undecided = [item["claim"]["id"] for item in checked if item["verdict"]["label"] == "undecided"]
    if undecided:
        found.append(f"Check by the evidence what was left undecided: {_listed(undecided)}.")
    if missing:
        found.append(f"Consider the {len(missing)} missing best practices.")
    return found


def _listed(ids: Sequence[str]) -> str:
    more = f" and {len(ids) - _SHOWN} more" if len(ids) > _SHOWN else ""
    return ", ".join(ids[:_SHOWN]) + more
