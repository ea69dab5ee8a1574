"""The judgements of the local judge: each shows what it rests on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from nodes.judging.comparison import Comparison
from nodes.judging.features import ALIGNED, Weighed
from nodes.judging.grounds import conflict_of, shared_belief
from nodes.judging.table_checks import TableFinding
from nodes.judging.wording import disagreements, joined, nearest_passage, said_by, silence
from nodes.verdicts import Belief, Finding, Judgement
from retrieval.evidence import Evidence

NAME: Final = "local"
"""Who judges."""

TABLE_SURE: Final = 0.95
"""How sure a check over the tables is: right for 49 of 49 development claims on which it speaks."""

QUOTED_SURE: Final = 0.99
"""How sure it is that the specification says what is quoted from it."""

_MOST_CITED: Final = 3


def supported(weighed: Weighed, confidence: float, evidence: Sequence[Evidence]) -> Judgement:
    """Cite the passages that agree with the claim in everything that was checked.

    First the one that is worded most like it, then what is aligned with it about as well.
    """
    agreeing = [item for item in weighed.comparisons if not item.conflicts]
    nearest = weighed.nearest
    first = nearest if nearest is not None and not nearest.conflicts else agreeing[0]
    least = max(ALIGNED, first.alignment - 0.15)
    numbers = [first.number, *(item.number for item in agreeing if item.alignment >= least)]
    cited = list(dict.fromkeys(numbers))[:_MOST_CITED]
    return Judgement(
        label="supported",
        confidence=confidence,
        reason=" ".join(said_by(evidence[number - 1]) for number in cited),
        correction=None,
        cited=cited,
        quote=evidence[cited[0] - 1]["text"],
        findings=[],
        judge=NAME,
    )


def quoted(number: int, evidence: Sequence[Evidence]) -> Judgement:
    """Show the official passage that says the claim word for word."""
    passage = evidence[number - 1]
    place = f"{passage['page']}, {passage['heading']}"
    return Judgement(
        label="supported",
        confidence=QUOTED_SURE,
        reason=f"The specification says so word for word. ({place})",
        correction=None,
        cited=[number],
        quote=passage["text"],
        findings=[],
        judge=NAME,
    )


def contradicted(weighed: Weighed, confidence: float, evidence: Sequence[Evidence]) -> Judgement:
    """Show a known misconception, or a passage on the same thing that disagrees."""
    belief, conflict = shared_belief(weighed), conflict_of(weighed)
    if belief is not None:
        return misconception(belief, confidence, evidence)
    if conflict is None:
        raise ValueError("nothing is at odds with the claim")
    return disagreement(weighed, conflict, confidence, evidence)


def disagreement(
    weighed: Weighed, conflict: Comparison, confidence: float, evidence: Sequence[Evidence]
) -> Judgement:
    """Show in what a passage disagrees with the claim."""
    passage = evidence[conflict.number - 1]
    findings = disagreements(weighed.claim, conflict, passage)
    return Judgement(
        label="contradicted",
        confidence=confidence,
        reason=f"{joined(findings)} {said_by(passage)}",
        correction=passage["text"],
        cited=[conflict.number],
        quote=passage["text"],
        findings=findings,
        judge=NAME,
    )


def misconception(belief: Belief, confidence: float, evidence: Sequence[Evidence]) -> Judgement:
    """Show a known misconception, and the passages that refute it."""
    refuting = set(belief["refuted_by"])
    cited = [
        number
        for number, item in enumerate(evidence, start=1)
        if refuting.intersection(item["entry_ids"])
    ][:_MOST_CITED]
    said = " ".join(said_by(evidence[number - 1]) for number in cited)
    return Judgement(
        label="contradicted",
        confidence=confidence,
        reason=f"This is a known misconception. {said or belief['correction']}",
        correction=belief["correction"],
        cited=cited,
        quote=evidence[cited[0] - 1]["text"] if cited else None,
        findings=[Finding(kind="misconception", message=belief["belief"])],
        judge=NAME,
    )


def enforcement(weighed: Weighed, evidence: Sequence[Evidence]) -> Judgement | None:
    """Deny "MCP enforces X", where X is a duty of implementations: MCP itself enforces nothing.

    The specification says so of its security principles (Implementation Guidelines of its index
    page); a duty, at whatever level, is for somebody to fulfil.
    """
    claim = weighed.claim
    if claim.actor != "protocol" or claim.negated or "enforc" not in claim.terms:
        return None
    duties = [
        item
        for item in weighed.comparisons
        if evidence[item.number - 1]["level"] != "none"
        and evidence[item.number - 1]["actor"] != "protocol"
        and item.alignment >= ALIGNED
    ][: _MOST_CITED + 1]
    if not duties:
        return None
    said = " ".join(said_by(evidence[item.number - 1]) for item in duties)
    message = "MCP does not enforce this itself; it sets duties for those who implement it"
    return Judgement(
        label="contradicted",
        confidence=round(min(0.95, duties[0].alignment + 0.25), 2),
        reason=f"{message}. {said}",
        correction=f"{message}: {evidence[duties[0].number - 1]['text']}",
        cited=[item.number for item in duties],
        quote=evidence[duties[0].number - 1]["text"],
        findings=[Finding(kind="actor", message=message)],
        judge=NAME,
    )


def by_table(found: TableFinding, evidence: Sequence[Evidence]) -> Judgement:
    """Show what a table says, and the passages that speak of the same name."""
    name = found.name.lower()
    shown = [n for n, item in enumerate(evidence, start=1) if name in item["text"].lower()]
    cited = shown[:_MOST_CITED] if found.label == "contradicted" else []
    message = f"{found.message[:1].upper()}{found.message[1:]}."
    return Judgement(
        label=found.label,
        confidence=TABLE_SURE,
        reason=" ".join([message, *(said_by(evidence[number - 1]) for number in cited)]),
        correction=message if found.label == "contradicted" else None,
        cited=cited,
        quote=evidence[cited[0] - 1]["text"] if cited else None,
        findings=[Finding(kind=found.kind, message=found.message)],
        judge=NAME,
    )


def absent(weighed: Weighed, confidence: float, evidence: Sequence[Evidence]) -> Judgement:
    """Say what the version does not speak of, and which passage was nearest."""
    message = silence(weighed)
    return Judgement(
        label="not_mentioned",
        confidence=confidence,
        reason=f"{message}. {nearest_passage(weighed, evidence)}",
        correction=None,
        cited=[],
        quote=None,
        findings=[Finding(kind="version" if weighed.foreign else "scope", message=message)],
        judge=NAME,
    )
