"""The local judge: symbolic checks over the evidence, weighed into a calibrated probability.

It is meant to be what a good linter is: it speaks when it is sure, shows why, and else says
`undecided`. The weights are in `weights.json`, fitted on the development claims by
`python -m evals.train_local_judge`; nothing here is learned from the test claims.
"""

from __future__ import annotations

import asyncio
import json
import math
from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from heapq import nlargest
from importlib.resources import files
from typing import Final, Literal

from pydantic import BaseModel

from nodes.judging.belief_comparison import compare_belief
from nodes.judging.comparison import Comparison, compare
from nodes.judging.features import ALIGNED, Weighed, part_features, weigh, wording_features
from nodes.judging.table_checks import TableFinding, check_tables
from nodes.judging.vocabulary import Vocabulary, version_vocabulary
from nodes.judging.wording import disagreements, joined, nearest_passage, said_by, silence
from nodes.reading.clauses import joined_parts
from nodes.reading.sentence import Reading, read_sentence
from nodes.reading.terms import terms
from nodes.verdicts import Belief, Finding, Judgement, undecided
from retrieval.catalogue import Catalogue
from retrieval.evidence import Evidence
from retrieval.tables import load_tables
from retrieval.versions import SpecVersion
from retrieval.wordings import Contrast, Nearness

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

LEVEL_COVERED: Final = 0.7
"""Share of a claim's terms from which a passage that differs in level alone decides by itself."""

LEVEL_SURE: Final = 0.9
"""How sure that is: right for 19 of 19 development claims, less what so few leave open."""

TABLE_SURE: Final = 0.95
"""How sure a check over the tables is: right for 49 of 49 development claims on which it speaks."""

_MOST_CITED: Final = 3
_MOST_BELIEFS: Final = 3
_MOST_PARTS: Final = 8
_LEAST_WORDS: Final = 3


def may_say(label: Decision, weighed: Weighed) -> bool:
    """Return whether there is anything to show for a label: no verdict comes without a reason."""
    if label == "supported":
        return bool(weighed.agreeing and weighed.agreeing.alignment >= ALIGNED)
    if label == "contradicted":
        return _shared_belief(weighed) is not None or _conflict(weighed) is not None
    return label == "not_mentioned" and not _speaks_of(weighed)


def _same_statement(weighed: Weighed) -> bool:
    """Return whether the best passage says the same as the claim, whatever the weights make of it.

    It must agree in everything that was checked and have most of the claim's terms, and the claim
    must say one thing: of a compound that was not taken apart, nobody has seen every part.
    """
    best = weighed.comparisons[:1]
    return bool(
        best
        and best[0] is weighed.agreeing
        and best[0].coverage >= LEAST_COVERED
        and best[0].alignment >= SAME_STATEMENT
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
    joined_threshold: float
    """The same for `supported` where the claim joins several things and was not taken apart."""

    def sure(self, label: Decision, probability: float, *, joined: bool) -> bool:
        """Return whether a label is likely enough to be spoken."""
        if label == "supported" and joined:
            return probability >= self.joined_threshold
        return probability >= self.thresholds.get(label, 1.0)

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

    def __init__(
        self, catalogue: Catalogue, contrast: Contrast, weights: Weights | None = None
    ) -> None:
        self._catalogue = catalogue
        self._contrast = contrast
        self._weights = weights

    async def judge(
        self,
        claim: str,
        version: SpecVersion,
        evidence: Sequence[Evidence],
        beliefs: Sequence[Belief],
    ) -> Judgement:
        """Weigh the evidence; see `Judge`. In a thread: it computes for as long as it takes."""
        return await asyncio.to_thread(self._judge, claim, version, evidence, beliefs)

    def _judge(
        self,
        claim: str,
        version: SpecVersion,
        evidence: Sequence[Evidence],
        beliefs: Sequence[Belief],
    ) -> Judgement:
        return self._decide(self.weigh(claim, version, evidence, beliefs), version, evidence)

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
        near = self._contrast.near(reading.text, version)
        comparisons = [
            self._compare(reading, number, item, vocabulary, near)
            for number, item in enumerate(evidence, start=1)
            if item["corpus"] != "official"  # what is weighed is in the catalogue's entries
        ]
        shown = {entry_id for item in evidence for entry_id in item["entry_ids"]}
        known = [
            (belief, self._compare_belief(reading, belief, shown))
            for belief in self._nearest_beliefs(near, beliefs)
        ]
        parts = [(terms(part), self._contrast.near(part, version)) for part in _parts(reading)]
        wordings = {
            **wording_features(near, self._refuted),
            **part_features(parts, comparisons, vocabulary),
        }
        return weigh(reading, comparisons, known, vocabulary, wordings)

    @cached_property
    def _refuted(self) -> dict[str, tuple[str, ...]]:
        """By misconception, the entries that show it false."""
        return {item.id: item.refuted_by for item in self._catalogue.misconceptions}

    def _nearest_beliefs(self, near: Nearness, found: Sequence[Belief]) -> list[Belief]:
        """Return the misconceptions that were found, and those that are worded most alike."""
        alike = nlargest(_MOST_BELIEFS, near.false, key=near.false.__getitem__)
        similarity = {item["id"]: item["similarity"] for item in found} | dict(near.false)
        names = dict.fromkeys([*alike, *(item["id"] for item in found)])
        return [
            Belief(
                id=item.id,
                belief=item.belief,
                correction=item.correction,
                refuted_by=list(item.refuted_by),
                similarity=similarity[item.id],
            )
            for item in map(self._catalogue.misconception, names)
        ]

    def _compare(
        self,
        claim: Reading,
        number: int,
        evidence: Evidence,
        vocabulary: Vocabulary,
        near: Nearness,
    ) -> Comparison:
        ids = evidence["entry_ids"]
        entry = self._catalogue.get(ids[0]) if len(ids) == 1 else None
        return compare(
            claim, number, evidence, entry, vocabulary, near.true.get(entry.id) if entry else None
        )

    def _compare_belief(self, claim: Reading, belief: Belief, shown: set[str]) -> Comparison:
        entry = self._catalogue.misconception(belief["id"])
        refuting = next((item for item in entry.refuted_by if item in shown), None)
        return compare_belief(
            claim, entry, belief["similarity"], self._catalogue.get(refuting) if refuting else None
        )

    def _decide(
        self, weighed: Weighed, version: SpecVersion, evidence: Sequence[Evidence]
    ) -> Judgement:
        if not weighed.claim.terms or not evidence:
            return undecided("nothing was found that the claim could be judged by", self.name)
        if weighed.claim.text.endswith(":"):
            return undecided("it announces something and says nothing by itself", self.name)
        if (enforced := _enforcement(weighed, evidence)) is not None:
            return enforced
        if (told := check_tables(weighed.claim, version, load_tables())) is not None:
            return _by_table(told, evidence)
        if (misjudged := _level_alone(weighed)) is not None:
            return _disagreement(weighed, misjudged, LEVEL_SURE, evidence)
        weights = self._weights or load_weights()
        probabilities = weights.probabilities(weighed.features)
        label = max(probabilities, key=lambda item: probabilities[item])
        sure = weights.sure(label, probabilities[label], joined=bool(weighed.claim.joined))
        confidence = round(probabilities[label], 2)
        if label == "supported" and (sure or _same_statement(weighed)) and may_say(label, weighed):
            return _supported(weighed, confidence, evidence)
        if label == "contradicted" and sure and may_say(label, weighed):
            return _contradicted(weighed, confidence, evidence)
        if label == "not_mentioned" and sure and may_say(label, weighed):
            return _absent(weighed, confidence, evidence)
        return undecided(nearest_passage(weighed, evidence), self.name)


def _parts(claim: Reading) -> list[str]:
    """Return the parts of a claim that joins several: those of some words, and few enough."""
    parts = joined_parts(claim.text) if claim.joined else ()
    said = [part for part in parts if len(part.split()) >= _LEAST_WORDS and terms(part)]
    return said[:_MOST_PARTS] if len(parts) > 1 else []


def _supported(weighed: Weighed, confidence: float, evidence: Sequence[Evidence]) -> Judgement:
    """Cite the passages that agree with the claim in everything that was checked."""
    agreeing = [item for item in weighed.comparisons if not item.conflicts]
    least = max(ALIGNED, agreeing[0].alignment - 0.15)
    cited = [item.number for item in agreeing if item.alignment >= least][:_MOST_CITED]
    return Judgement(
        label="supported",
        confidence=confidence,
        reason=" ".join(said_by(evidence[number - 1]) for number in cited),
        correction=None,
        cited=cited,
        quote=evidence[cited[0] - 1]["text"],
        findings=[],
        judge=LocalJudge.name,
    )


def _contradicted(weighed: Weighed, confidence: float, evidence: Sequence[Evidence]) -> Judgement:
    """Show a known misconception, or a passage on the same thing that disagrees."""
    belief, conflict = _shared_belief(weighed), _conflict(weighed)
    if belief is not None:
        return _misconception(belief, confidence, evidence)
    if conflict is None:
        raise ValueError("nothing is at odds with the claim")
    return _disagreement(weighed, conflict, confidence, evidence)


def _disagreement(
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
        judge=LocalJudge.name,
    )


def _level_alone(weighed: Weighed) -> Comparison | None:
    """Return the best passage, where it is at odds with the claim in its level and nothing else.

    Such a passage decides whatever the weights make of it: of the development claims that have one,
    all 19 are contradicted.
    """
    best = next(iter(weighed.comparisons), None)
    found = (
        best is not None
        and best.conflicts == ("level",)
        and best.level in ("too strong", "too weak")
        and best.alignment >= ALIGNED
        and best.coverage >= LEVEL_COVERED
        and best.fullness >= LEAST_FULL
        and not weighed.claim.joined
    )
    return best if found else None


def _shared_belief(weighed: Weighed) -> Belief | None:
    """Return the misconception that the claim shares, if any.

    One that says the same, unless a passage that disagrees is clearly nearer; else, where nothing
    disagrees, the one that is worded most alike, if no true wording is nearer.
    """
    belief, shared, conflict = weighed.belief, weighed.shared, _conflict(weighed)
    if belief and shared and shared.fullness >= BELIEF_FULL:
        nearer = conflict is None or shared.alignment >= conflict.alignment - 0.1
        if nearer or shared.similarity >= BELIEF_SURE:
            return belief
    alike = weighed.nearest_belief
    if conflict is not None or alike is None or weighed.features["true_lead"] >= 0:
        return None
    return alike if alike["similarity"] > weighed.features["true"] else None


def _conflict(weighed: Weighed) -> Comparison | None:
    """Return the best passage that disagrees, if it speaks of the claim's subject."""
    conflict = weighed.conflicting
    return conflict if conflict is not None and _same_subject(conflict) else None


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


def _by_table(found: TableFinding, evidence: Sequence[Evidence]) -> Judgement:
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
