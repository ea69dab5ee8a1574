"""What judging gives: labels, judgements and verdicts, as plain values that fit in graph state."""

from __future__ import annotations

from typing import Final, Literal

from typing_extensions import TypedDict

from retrieval.evidence import Evidence

Label = Literal["supported", "contradicted", "partial", "not_mentioned", "undecided"]
"""`not_mentioned`: the version neither says nor denies it; `undecided`: the judge cannot tell."""

FindingKind = Literal[
    "level", "actor", "polarity", "number", "identifier", "version", "misconception", "scope"
]

VERDICT_LINES: Final[dict[Label, str]] = {
    "supported": "✓ ACCURATE",
    "contradicted": "✗ INACCURATE",
    "partial": "⚠️ PARTIALLY CORRECT",
    "not_mentioned": "○ NOT IN SPEC",
    "undecided": "? UNDECIDED",
}


class Belief(TypedDict):
    """A known misconception near a claim."""

    id: str
    belief: str
    correction: str
    refuted_by: list[str]
    similarity: float


class Finding(TypedDict):
    """One thing that a check in code found."""

    kind: FindingKind
    message: str


class Judgement(TypedDict):
    """What a judge says of one subclaim."""

    label: Label
    confidence: float
    """Probability that the label is right, 0 to 1; 0 for `undecided`."""
    reason: str
    correction: str | None
    """The true statement, where the claim is contradicted."""
    cited: list[int]
    """Numbers, from 1, of the evidence that the judgement rests on."""
    quote: str | None
    findings: list[Finding]
    judge: str
    """Who judged: `local`, `llm:<model>`, or `local (degraded: <why>)`."""


class SubclaimVerdict(TypedDict):
    """A subclaim with its judgement and all the evidence that was before the judge."""

    index: int
    subclaim: str
    judgement: Judgement
    evidence: list[Evidence]


class Verdict(TypedDict):
    """The answer for a whole claim."""

    claim: str
    spec_version: str
    label: Label
    verdict: str
    """The verdict line without the claim, like `✓ ACCURATE`."""
    confidence: float
    explanation: str
    correction: str | None
    evidence: list[Evidence]
    """The passages it rests on first, then the nearest others."""
    judge: str
    parts: list[SubclaimVerdict]
    """One for each subclaim; one only where the claim is not compound."""


def undecided(reason: str, judge: str) -> Judgement:
    """Return the judgement of a judge that cannot tell, or that failed."""
    return Judgement(
        label="undecided",
        confidence=0.0,
        reason=reason,
        correction=None,
        cited=[],
        quote=None,
        findings=[],
        judge=judge,
    )
