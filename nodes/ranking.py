"""The order of passages: by what they are about, by their words, and by known misconceptions.

`docs/retrieval.md` has what each of the three adds, measured.
"""

from __future__ import annotations

from collections.abc import Sequence

from nodes.verdicts import Belief
from retrieval.evidence import Evidence
from retrieval.search import EvidenceSearch
from retrieval.versions import SpecVersion


def ranked(
    search: EvidenceSearch,
    queries: Sequence[str],
    version: SpecVersion,
    passages: Sequence[Evidence],
    beliefs: Sequence[Belief],
    lexical_weight: float,
) -> list[Evidence]:
    """Return passages that were found for the queries, the likeliest to decide them first.

    Of two that are as likely, the first stays first. A weight of 0 leaves words out.
    """
    scores = [_likeness(item, beliefs) for item in passages]
    if lexical_weight and passages:
        fits = search.word_fits(queries, version, passages)
        scores = [score + lexical_weight * fit for score, fit in zip(scores, fits, strict=True)]
    order = sorted(range(len(passages)), key=lambda i: -scores[i])
    return [passages[i] for i in order]


def _likeness(passage: Evidence, beliefs: Sequence[Belief]) -> float:
    """Return how near a passage is to the queries, or a misconception that it refutes.

    What shows a claim false is often worded unlike it; the misconception is worded like it.
    """
    entries = set(passage["entry_ids"])
    refuted = (item["similarity"] for item in beliefs if not entries.isdisjoint(item["refuted_by"]))
    return max(passage["similarity"], *refuted, 0.0)
