"""The local judge: symbolic checks over the evidence, weighed into a calibrated probability.

It is meant to be what a good linter is: it speaks when it is sure, shows why, and else says
`undecided`. The weights are in `weights.json`, fitted on the development claims by
`python -m evals.train_local_judge`; nothing here is learned from the test claims.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import islice
from typing import Final, Literal

from nodes.judging.belief_comparison import compare_belief
from nodes.judging.comparison import Comparison, compare
from nodes.judging.features import (
    Weighed,
    agreement_features,
    part_features,
    weigh,
    wording_features,
)
from nodes.judging.grounds import level_alone, may_say, same_statement
from nodes.judging.judgements import (
    NAME,
    absent,
    by_table,
    contradicted,
    disagreement,
    enforcement,
    quoted,
    supported,
)
from nodes.judging.quotation import quoted_passage
from nodes.judging.table_checks import check_tables
from nodes.judging.vocabulary import Vocabulary, load_vocabulary
from nodes.judging.weights import Decision, Weights, load_weights
from nodes.judging.wording import nearest_passage
from nodes.reading.clauses import joined_parts
from nodes.reading.sentence import Reading, read_sentence
from nodes.reading.terms import terms
from nodes.verdicts import Belief, Judgement, undecided
from retrieval.catalogue import Catalogue
from retrieval.evidence import Evidence
from retrieval.tables import load_tables
from retrieval.versions import SpecVersion
from retrieval.wordings import Contrast, Nearness

Check = Literal["quotation", "enforcement", "tables", "level"]
"""The checks that decide by themselves, before anything is weighed."""

LEVEL_SURE: Final = 0.9
"""How sure that is: right for 19 of 19 development claims, less what so few leave open."""

_MOST_COMPARED: Final = 10
"""Passages, nearest first; with fifteen it judged no better."""

_MOST_BELIEFS: Final = 4
_MOST_PARTS: Final = 8
_LEAST_WORDS: Final = 3


class LocalJudge:
    """Judges without a model, a key or a network."""

    name: str = NAME

    def __init__(
        self,
        catalogue: Catalogue,
        contrast: Contrast,
        weights: Weights | None = None,
        without: Collection[Check] = (),
        vocabulary: Callable[[SpecVersion], Vocabulary] = load_vocabulary,
    ) -> None:
        """Judge by the weights and words that ship unless others are given.

        `without` is for ablations.
        """
        self._catalogue = catalogue
        self._contrast = contrast
        self._weights = weights
        self._without = frozenset(without)
        self._vocabulary = vocabulary

    def with_weights(self, weights: Weights) -> LocalJudge:
        """Return a judge that weighs otherwise."""
        return LocalJudge(self._catalogue, self._contrast, weights, self._without, self._vocabulary)

    async def judge(
        self, claim: str, version: SpecVersion, evidence: Sequence[Evidence]
    ) -> Judgement:
        """Weigh the evidence; see `Judge`. In a thread: it computes for as long as it takes."""
        return await asyncio.to_thread(self._judge, claim, version, evidence)

    def _judge(self, claim: str, version: SpecVersion, evidence: Sequence[Evidence]) -> Judgement:
        return self._decide(self.weigh(claim, version, evidence), version, evidence)

    def weigh(self, claim: str, version: SpecVersion, evidence: Sequence[Evidence]) -> Weighed:
        """Read the claim; compare it with what was found, and with the nearest misconceptions."""
        reading = read_sentence(claim)
        vocabulary = self._vocabulary(version)
        (near,) = self._contrast.near([reading.text], version)
        comparisons = [
            self._compare(reading, number, item, vocabulary, near)
            for number, item in islice(_ours(evidence), _MOST_COMPARED)
        ]
        shown = {entry_id for item in evidence for entry_id in item["entry_ids"]}
        known = [
            (belief, self._compare_belief(reading, belief, shown))
            for belief in self._nearest_beliefs(near)
        ]
        wordings = {
            **wording_features(near, self._catalogue),
            **part_features([terms(part) for part in _parts(reading)], comparisons, vocabulary),
            **agreement_features(near, comparisons, known, evidence),
        }
        nearest = next(
            (
                number
                for top in near.true.best(1)
                for number, item in enumerate(evidence, start=1)
                if top in item["entry_ids"]
            ),
            None,
        )
        return weigh(reading, comparisons, known, vocabulary, wordings, nearest)

    def likely(self, weighed: Weighed) -> dict[Decision, float]:
        """Return how likely the weights find each label."""
        return (self._weights or load_weights()).probabilities(weighed.features)

    def _nearest_beliefs(self, near: Nearness) -> list[Belief]:
        """Return the misconceptions that are worded most like the claim."""
        return [
            Belief(
                id=item.id,
                belief=item.belief,
                correction=item.correction,
                refuted_by=list(item.refuted_by),
                similarity=near.false[item.id],
            )
            for item in map(self._catalogue.misconception, near.false.best(_MOST_BELIEFS))
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

    def settled(
        self, weighed: Weighed, version: SpecVersion, evidence: Sequence[Evidence]
    ) -> Judgement | None:
        """Return what one check settles by itself, whatever the weights make of the rest."""
        off = self._without
        number = quoted_passage(weighed.claim.text, evidence)
        if "quotation" not in off and number is not None:
            return quoted(number, evidence)
        if "enforcement" not in off and (enforced := enforcement(weighed, evidence)):
            return enforced
        if "tables" not in off and (told := check_tables(weighed.claim, version, load_tables())):
            return by_table(told, evidence)
        if "level" not in off and (misjudged := level_alone(weighed)):
            return disagreement(weighed, misjudged, LEVEL_SURE, evidence)
        return None

    def _decide(
        self, weighed: Weighed, version: SpecVersion, evidence: Sequence[Evidence]
    ) -> Judgement:
        if not weighed.claim.terms or not evidence:
            return undecided("nothing was found that the claim could be judged by", self.name)
        if weighed.claim.text.endswith(":"):
            return undecided("it announces something and says nothing by itself", self.name)
        if (settled := self.settled(weighed, version, evidence)) is not None:
            return settled
        weights = self._weights or load_weights()
        probabilities = self.likely(weighed)
        label = max(probabilities, key=lambda item: probabilities[item])
        sure = weights.sure(label, probabilities[label])
        confidence = round(probabilities[label], 2)
        if label == "supported" and (sure or same_statement(weighed)) and may_say(label, weighed):
            return supported(weighed, confidence, evidence)
        if label == "contradicted" and sure and may_say(label, weighed):
            return contradicted(weighed, confidence, evidence)
        if label == "not_mentioned" and sure and may_say(label, weighed):
            return absent(weighed, confidence, evidence)
        return undecided(nearest_passage(weighed, evidence), self.name)


def _ours(evidence: Sequence[Evidence]) -> Iterator[tuple[int, Evidence]]:
    """Yield with their numbers the passages that are weighed: those of the catalogue's entries."""
    for number, item in enumerate(evidence, start=1):
        if item["corpus"] != "official":
            yield number, item


def _parts(claim: Reading) -> list[str]:
    """Return the parts of a claim that joins several: those of some words, and few enough."""
    parts = joined_parts(claim.text) if claim.joined else ()
    said = [part for part in parts if len(part.split()) >= _LEAST_WORDS and terms(part)]
    return said[:_MOST_PARTS] if len(parts) > 1 else []
