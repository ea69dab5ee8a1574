"""The order of passages: by what they are about, by their words, and by known wordings.

`docs/retrieval.md` has what each of the three adds, measured.
"""

from __future__ import annotations

from collections.abc import Sequence

from nodes.context import RunContext
from retrieval.evidence import Evidence
from retrieval.search import EvidenceSearch
from retrieval.versions import SpecVersion


def ranked(
    search: EvidenceSearch,
    queries: Sequence[str],
    version: SpecVersion,
    passages: Sequence[Evidence],
    knobs: RunContext,
) -> list[Evidence]:
    """Return passages that were found for the queries, the likeliest to decide them first.

    Of two that are as likely, the first stays first. A weight of 0 leaves words, or wordings, out.
    """
    scores = [item["similarity"] for item in passages]
    for weight, fits in (
        (knobs.lexical_weight, search.word_fits),
        (knobs.wordings_weight, search.wording_fits),
    ):
        if weight and passages:
            found = fits(queries, version, passages)
            scores = [score + weight * fit for score, fit in zip(scores, found, strict=True)]
    order = sorted(range(len(passages)), key=lambda i: -scores[i])
    return [passages[i] for i in order]
