"""Node: find the passages that bear on a subclaim, in fine chunks first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from langgraph.runtime import Runtime
from typing_extensions import TypedDict

from nodes.context import RunContext
from nodes.ranking import ranked
from retrieval.evidence import Evidence, Granularity
from retrieval.search import EvidenceSearch
from retrieval.versions import SpecVersion

RANKED: Final = 24
"""Passages put in order anew; twice as many found no more (docs/retrieval.md)."""

Find = Callable[[Sequence[Sequence[str]], SpecVersion, Granularity, int], list[list[Evidence]]]
"""One of the searches of an `EvidenceSearch`."""


class Input(TypedDict):
    """What the node reads."""

    queries: list[str]
    spec_version: SpecVersion


class Update(TypedDict):
    """What the node changes."""

    evidence: list[Evidence]


def retrieve_evidence(
    state: Input, runtime: Runtime[RunContext], *, search: EvidenceSearch
) -> Update:
    """Return the nearest passages."""
    knobs = runtime.context or RunContext()
    return gather_evidence(search, state["queries"], state["spec_version"], knobs)


def gather_evidence(
    search: EvidenceSearch, queries: list[str], version: SpecVersion, knobs: RunContext
) -> Update:
    """Return what a judge is given for these queries."""
    return gather_many(search, [queries], version, knobs)[0]


def gather_many(
    search: EvidenceSearch,
    asked: Sequence[Sequence[str]],
    version: SpecVersion,
    knobs: RunContext,
) -> list[Update]:
    """Return what a judge is given for each group of queries, searched together.

    Official passages come after those in our own words, and take no place from them: these carry
    what a judge in code goes by, and a judgement must not change with what is extracted. Only the
    official ones are chosen by their words too: that judge is fitted to what is nearest.
    """
    found = find_fine_first(search.find_many, asked, version, knobs.top_k, knobs)
    depth = _depth(knobs.official_k, knobs)
    quoted = find_fine_first(search.find_official, asked, version, depth, knobs)
    return [
        Update(
            evidence=[
                *ours,
                *ranked(search, queries, version, official, knobs)[: knobs.official_k],
            ],
        )
        for queries, ours, official in zip(asked, found, quoted, strict=True)
    ]


def find_with_fallback(
    search: EvidenceSearch,
    queries: Sequence[str],
    version: SpecVersion,
    top_k: int,
    knobs: RunContext,
) -> list[Evidence]:
    """Return the best passages, official or ours; of two that are as good, the official first."""
    depth = _depth(top_k, knobs)
    official = find_fine_first(search.find_official, [queries], version, depth, knobs)[0]
    ours = find_fine_first(search.find_many, [queries], version, depth, knobs)[0]
    return ranked(search, queries, version, [*official, *ours], knobs)[:top_k]


def _depth(top_k: int, knobs: RunContext) -> int:
    """Return how many of the nearest passages are put in order anew."""
    reordered = knobs.lexical_weight or knobs.wordings_weight
    return max(top_k, RANKED) if top_k and reordered else top_k


def find_fine_first(
    find: Find,
    asked: Sequence[Sequence[str]],
    version: SpecVersion,
    top_k: int,
    knobs: RunContext,
) -> list[list[Evidence]]:
    """Search fine chunks for each group of queries, and regular ones where these do not do.

    `find` is `find_many` or `find_official` of a search.
    """
    found = find(asked, version, "fine", top_k)
    short = [place for place, fine in enumerate(found) if not _suffices(fine, top_k, knobs)]
    if not short:
        return found
    wanted = [asked[place] for place in short]
    more = find(wanted, version, "regular", knobs.fallback_k)
    for place, regular in zip(short, more, strict=True):
        found[place] = _merged(found[place], regular)[:top_k]
    return found


def _suffices(fine: Sequence[Evidence], top_k: int, knobs: RunContext) -> bool:
    relevant = [item for item in fine if item["similarity"] >= knobs.relevant_similarity]
    return len(relevant) >= min(knobs.least_relevant, top_k)


def _merged(fine: Sequence[Evidence], regular: Sequence[Evidence]) -> list[Evidence]:
    """Return both, best first, without regular chunks that hold nothing new."""
    known = {entry for item in fine for entry in item["entry_ids"]}
    new = [
        item for item in regular if not item["entry_ids"] or not known.issuperset(item["entry_ids"])
    ]
    return sorted([*fine, *new], key=lambda item: -item["similarity"])
