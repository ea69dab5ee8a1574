"""Node: find the passages that bear on a subclaim, in fine chunks first."""

from __future__ import annotations

from langgraph.runtime import Runtime
from typing_extensions import TypedDict

from nodes.context import RunContext
from nodes.verdicts import Belief
from retrieval.evidence import Evidence
from retrieval.search import EvidenceSearch
from retrieval.versions import SpecVersion


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
    return Update(
        evidence=find_with_fallback(search, queries, version, knobs.top_k, knobs),
        beliefs=[
            Belief(
                id=hit.misconception.id,
                belief=hit.misconception.belief,
                correction=hit.misconception.correction,
                refuted_by=list(hit.misconception.refuted_by),
                similarity=round(hit.similarity, 4),
            )
            for hit in search.find_beliefs(queries, version, knobs.beliefs_k)
        ],
    )


def find_with_fallback(
    search: EvidenceSearch,
    queries: list[str],
    version: SpecVersion,
    top_k: int,
    knobs: RunContext,
) -> list[Evidence]:
    """Search fine chunks; where too few are relevant, add the best regular ones."""
    fine = search.find(queries, version, "fine", top_k)
    relevant = [item for item in fine if item["similarity"] >= knobs.relevant_similarity]
    if len(relevant) >= min(knobs.least_relevant, top_k):
        return fine
    known = {entry for item in fine for entry in item["entry_ids"]}
    regular = [
        item
        for item in search.find(queries, version, "regular", knobs.fallback_k)
        if not item["entry_ids"] or not known.issuperset(item["entry_ids"])
    ]
    merged = sorted([*fine, *regular], key=lambda item: -item["similarity"])
    return merged[:top_k]
