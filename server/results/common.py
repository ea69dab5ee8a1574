"""What all results are made of: camelCase over MCP, snake_case on the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

if TYPE_CHECKING:
    from retrieval.evidence import Evidence


class Result(BaseModel):
    """Base of all results."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True)


class EvidenceResult(Result):
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
    lines: list[int] | None = Field(
        default=None, description="First and last line of the official source, if extracted."
    )
    permalink: str | None = Field(default=None, description="Link to these lines.")
    commit: str | None = Field(default=None, description="Commit that they were read at.")


def evidence_result(item: Evidence) -> EvidenceResult:
    """Return one passage."""
    return EvidenceResult(**item)
