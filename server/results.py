"""What tools and commands return, as values: camelCase over MCP, snake_case on the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

if TYPE_CHECKING:
    from graphs.list_versions import VersionsState
    from graphs.quick_claim import QuickClaimState
    from graphs.search_spec import SearchState
    from nodes.verdicts import SubclaimVerdict
    from retrieval.evidence import Evidence


class _Result(BaseModel):
    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True)


class EvidenceResult(_Result):
    """One passage."""

    corpus: str = Field(description="catalogue, schema or official.")
    version: str
    page: str = Field(description="Path of the page below the version, like server/tools.")
    heading: str
    link: str
    similarity: float = Field(description="Cosine similarity to the claim or query, 0 to 1.")
    text: str
    level: str = Field(description="MUST, MUST NOT, SHOULD, SHOULD NOT, MAY or none.")
    actor: str = Field(description="Who is obliged or acts.")
    entry_ids: list[str] = Field(description="Catalogue entries that the passage holds.")


class PartResult(_Result):
    """One part of a compound claim."""

    claim: str
    label: str
    confidence: float
    reason: str


class QuickClaimResult(_Result):
    """A verdict with its evidence."""

    claim: str
    spec_version: str
    label: str = Field(
        description="supported, contradicted, partial, not_mentioned (the version neither says nor "
        "denies it) or undecided (the judge could not tell: read the evidence)."
    )
    verdict: str = Field(description="The verdict line without the claim.")
    confidence: float = Field(description="Probability that the label is right; 0 if undecided.")
    explanation: str
    correction: str | None = Field(description="The true statement, if the claim is wrong.")
    judge: str = Field(description="Who judged: local, llm:<model>, or local (degraded: <why>).")
    evidence: list[EvidenceResult] = Field(description="What the verdict rests on comes first.")
    parts: list[PartResult] = Field(description="The parts of a compound claim; else empty.")
    notes: list[str] = Field(description="How the request was read, where that was not plain.")


class SearchResult(_Result):
    """Search results, best first."""

    query: str
    spec_version: str
    results: list[EvidenceResult]
    notes: list[str]


class VersionResult(_Result):
    """One specification version."""

    version: str
    latest: bool
    requirements: int = Field(description="Entries of the catalogue that hold in it.")


class VersionsResult(_Result):
    """The specification versions, newest first, the draft before them."""

    versions: list[VersionResult]


def quick_claim_result(
    state: QuickClaimState, most_evidence: int | None = None
) -> QuickClaimResult:
    """Return the values of a quick check, with at most `most_evidence` passages."""
    verdict = state["verdict"]
    parts = verdict["parts"] if len(verdict["parts"]) > 1 else []
    return QuickClaimResult(
        claim=verdict["claim"],
        spec_version=verdict["spec_version"],
        label=verdict["label"],
        verdict=verdict["verdict"],
        confidence=verdict["confidence"],
        explanation=verdict["explanation"],
        correction=verdict["correction"],
        judge=verdict["judge"],
        evidence=[evidence_result(item) for item in verdict["evidence"][:most_evidence]],
        parts=[_part(part) for part in parts],
        notes=state["notes"],
    )


def search_result(state: SearchState) -> SearchResult:
    """Return the values of a search."""
    return SearchResult(
        query=state["query"],
        spec_version=state["spec_version"],
        results=[evidence_result(item) for item in state["results"]],
        notes=state["notes"],
    )


def versions_result(state: VersionsState) -> VersionsResult:
    """Return the values of a list of versions."""
    return VersionsResult(versions=[VersionResult(**item) for item in state["versions"]])


def evidence_result(item: Evidence) -> EvidenceResult:
    """Return one passage."""
    return EvidenceResult(**item)


def _part(part: SubclaimVerdict) -> PartResult:
    judgement = part["judgement"]
    return PartResult(
        claim=part["subclaim"],
        label=judgement["label"],
        confidence=judgement["confidence"],
        reason=judgement["reason"],
    )
