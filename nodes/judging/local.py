"""The local judge: symbolic checks over the evidence, weighed into a calibrated probability.

It is meant to be what a good linter is: it speaks when it is sure, shows why, and else says
`undecided`. The weights are in `weights.json`, fitted on the development claims by
`python -m evals.train_local_judge`; nothing here is learned from the test claims.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Final, Literal

from pydantic import BaseModel

from nodes.judging.belief_comparison import compare_belief
from nodes.judging.comparison import Comparison, compare
from nodes.judging.features import ALIGNED, Weighed, weigh
from nodes.judging.vocabulary import version_vocabulary
from nodes.judging.wording import disagreements, joined, nearest_passage, said_by, silence
from nodes.reading.sentence import Reading, read_sentence
from nodes.verdicts import Belief, Finding, Judgement, undecided
from retrieval.catalogue import Catalogue, Requirement
from retrieval.evidence import Evidence
from retrieval.versions import SpecVersion

Decision = Literal["supported", "contradicted", "not_mentioned", "partial"]
"""`partial` takes the probability of compounds that were not taken apart; it is never spoken."""

BELIEF_SURE: Final = 0.85
"""Similarity from which a claim is taken to be a known misconception rather than a near miss."""

BELIEF_FULL: Final = 0.5
"""Share of a misconception's terms that a claim must have: one that says less is another claim."""

SAME_STATEMENT: Final = 0.8
"""Alignment from which a passage that agrees in everything says the same as the claim."""

LEAST_COVERED: Final = 0.6
"""Share of a claim's terms, by weight, that a passage must have to support it."""

LEAST_FULL: Final = 0.35
"""Share of a passage's terms that a claim must have to be contradicted by it."""

_MOST_CITED: Final = 3


def may_support(weighed: Weighed) -> bool:
    """Return whether a claim can be called supported at all.

    Its best aligned passage must agree in everything that was checked and have most of its terms,
    and it must say one thing: of a compound that was not taken apart, nobody has seen every part.
    """
    best = weighed.comparisons[:1]
    return bool(
        best
        and best[0] is weighed.agreeing
        and best[0].coverage >= LEAST_COVERED
        and not weighed.claim.joined
    )


class Weights(BaseModel):
    """A multinomial logistic regression, and the probability from which each label is spoken."""

    features: list[str]
    mean: list[float]
    scale: list[float]
    labels: list[Decision]
    coefficients: list[list[float]]
    intercepts: list[float]
    thresholds: dict[Decision, float]

    def probabilities(self, features: Mapping[str, float]) -> dict[Decision, float]:
        """Return the probability of each label."""
        values = [
            (features[name] - mean) / scale
            for name, mean, scale in zip(self.features, self.mean, self.scale, strict=True)
        ]
        scores = [
            intercept + sum(map(float.__mul__, row, values))
            for row, intercept in zip(self.coefficients, self.intercepts, strict=True)
        ]
        top = max(scores)
        exponentials = [math.exp(score - top) for score in scores]
        total = sum(exponentials)
        return {
            label: value / total for label, value in zip(self.labels, exponentials, strict=True)
        }


@cache
def load_weights() -> Weights:
    """Read the weights that ship with the package."""
    content = (files("nodes.judging") / "weights.json").read_text(encoding="utf-8")
    return Weights.model_validate(json.loads(content))


class LocalJudge:
    """Judges without a model, a key or a network."""

    name: str = "local"

    def __init__(self, catalogue: Catalogue, weights: Weights | None = None) -> None:
        self._catalogue = catalogue
        self._weights = weights

    async def judge(
        self,
        claim: str,
        version: SpecVersion,
        evidence: Sequence[Evidence],
        beliefs: Sequence[Belief],
    ) -> Judgement:
        """Weigh the evidence; see `Judge`."""
        return self._decide(self.weigh(claim, version, evidence, beliefs), evidence)

    def weigh(
        self,
        claim: str,
        version: SpecVersion,
        evidence: Sequence[Evidence],
        beliefs: Sequence[Belief],
    ) -> Weighed:
        """Read the claim and compare it with all that was found."""
        reading = read_sentence(claim)
        vocabulary = version_vocabulary(self._catalogue, version)
        comparisons = [
            compare(reading, number, item, self._entry(item), vocabulary)
            for number, item in enumerate(evidence, start=1)
        ]
        shown = {entry_id for item in evidence for entry_id in item["entry_ids"]}
        known = [(belief, self._compare_belief(reading, belief, shown)) for belief in beliefs]
        return weigh(reading, comparisons, known, vocabulary)

    def _compare_belief(self, claim: Reading, belief: Belief, shown: set[str]) -> Comparison:
        entry = self._catalogue.misconception(belief["id"])
        refuting = next((item for item in entry.refuted_by if item in shown), None)
        return compare_belief(
            claim, entry, belief["similarity"], self._catalogue.get(refuting) if refuting else None
        )

    def _entry(self, evidence: Evidence) -> Requirement | None:
        ids = evidence["entry_ids"]
        return self._catalogue.get(ids[0]) if len(ids) == 1 else None

    def _decide(self, weighed: Weighed, evidence: Sequence[Evidence]) -> Judgement:
        weights = self._weights or load_weights()
        probabilities = weights.probabilities(weighed.features)
        label = max(probabilities, key=lambda item: probabilities[item])
        sure = probabilities[label] >= weights.thresholds.get(label, 1.0)
        confidence = round(probabilities[label], 2)
        if not weighed.claim.terms or not evidence:
            return undecided("nothing was found that the claim could be judged by", self.name)
        if (enforced := _enforcement(weighed, evidence)) is not None:
            return enforced
        best = weighed.agreeing if label == "supported" and may_support(weighed) else None
        if best and (sure or best.alignment >= SAME_STATEMENT):
            return _supported(weighed, best, confidence, evidence)
        if label == "contradicted" and sure:
            denied = _contradicted(weighed, confidence, evidence)
            if denied is not None:
                return denied
        if label == "not_mentioned" and sure and not _speaks_of(weighed):
            return _absent(weighed, confidence, evidence)
        return undecided(nearest_passage(weighed, evidence), self.name)


def _supported(
    weighed: Weighed, best: Comparison, confidence: float, evidence: Sequence[Evidence]
) -> Judgement:
    """Cite the passages that agree with the claim in everything that was checked."""
    cited = [
        item
        for item in weighed.comparisons
        if not item.conflicts and item.alignment >= max(ALIGNED, best.alignment - 0.15)
    ][:_MOST_CITED] or [best]
    return Judgement(
        label="supported",
        confidence=confidence,
        reason=" ".join(said_by(evidence[item.number - 1]) for item in cited),
        correction=None,
        cited=[item.number for item in cited],
        quote=evidence[best.number - 1]["text"],
        findings=[],
        judge=LocalJudge.name,
    )


def _contradicted(
    weighed: Weighed, confidence: float, evidence: Sequence[Evidence]
) -> Judgement | None:
    """Show a known misconception, or a passage on the same thing that disagrees; else None."""
    belief, shared, conflict = weighed.belief, weighed.shared, weighed.conflicting
    if belief and shared and shared.fullness >= BELIEF_FULL:
        nearer = conflict is None or shared.alignment >= conflict.alignment - 0.1
        if nearer or shared.similarity >= BELIEF_SURE:
            return _misconception(belief, confidence, evidence)
    if conflict is None or not _same_subject(conflict):
        return None
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
        judge=LocalJudge.name,
    )


def _same_subject(conflict: Comparison) -> bool:
    """Return whether a passage that disagrees speaks of the claim's subject, and of little else."""
    return (
        conflict.alignment >= ALIGNED
        and conflict.coverage >= LEAST_COVERED
        and conflict.fullness >= LEAST_FULL
    )


def _misconception(belief: Belief, confidence: float, evidence: Sequence[Evidence]) -> Judgement:
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
        judge=LocalJudge.name,
    )


def _enforcement(weighed: Weighed, evidence: Sequence[Evidence]) -> Judgement | None:
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
        judge=LocalJudge.name,
    )


def _absent(weighed: Weighed, confidence: float, evidence: Sequence[Evidence]) -> Judgement:
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
        judge=LocalJudge.name,
    )


def _speaks_of(weighed: Weighed) -> bool:
    """Return whether a passage is so near that the version cannot be called silent."""
    return any(item.alignment >= 0.75 for item in weighed.comparisons[:1])
