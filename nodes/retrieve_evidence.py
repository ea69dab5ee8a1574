"""Node: find the passages that bear on a subclaim, in fine chunks first."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from langgraph.runtime import Runtime
from typing_extensions import TypedDict

from nodes.context import RunContext
from nodes.verdicts import Belief
from retrieval.evidence import Evidence, Granularity
from retrieval.search import BeliefHit, EvidenceSearch
from retrieval.versions import SpecVersion

Find = Callable[[Sequence[Sequence[str]], SpecVersion, Granularity, int], list[list[Evidence]]]
"""One of the searches of an `EvidenceSearch`."""


class Input(TypedDict):
    """What the node reads."""

    queries: list[str]
    spec_version: SpecVersion


class Update(TypedDict):
    """What the node changes."""

    evidence: list[Evidence]
    beliefs: list[Belief]


def retrieve_evidence(
    state: Input, runtime: Runtime[RunContext], *, search: EvidenceSearch
) -> Update:
    """Return the nearest passages, and the known misconceptions that are near."""
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
    what a judge in code goes by, and a judgement must not change with what is extracted.
    """
    found = _find_many(search.find_many, asked, version, knobs.top_k, knobs)
    quoted = _find_many(search.find_official, asked, version, knobs.official_k, knobs)
    near = search.find_many_beliefs(asked, version, knobs.beliefs_k)
    return [
        Update(evidence=[*ours, *official], beliefs=[_belief(hit) for hit in hits])
        for ours, official, hits in zip(found, quoted, near, strict=True)
    ]


def find_with_fallback(
    search: EvidenceSearch,
    queries: Sequence[str],
    version: SpecVersion,
    top_k: int,
    knobs: RunContext,
) -> list[Evidence]:
    """Return the best passages, official or ours; of two that are as near, the official first."""
    official = _find_many(search.find_official, [queries], version, top_k, knobs)[0]
    ours = _find_many(search.find_many, [queries], version, top_k, knobs)[0]
    return sorted([*official, *ours], key=lambda item: -item["similarity"])[:top_k]


def _find_many(
    find: Find,
    asked: Sequence[Sequence[str]],
    version: SpecVersion,
    top_k: int,
    knobs: RunContext,
) -> list[list[Evidence]]:
    """Search fine chunks for each group of queries, and regular ones where these do not do."""
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


def _belief(hit: BeliefHit) -> Belief:
    return Belief(
        id=hit.misconception.id,
        belief=hit.misconception.belief,
        correction=hit.misconception.correction,
        refuted_by=list(hit.misconception.refuted_by),
        similarity=round(hit.similarity, 4),
    )
