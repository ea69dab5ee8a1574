"""The knobs of one run, as LangGraph's context: what a caller may set, and Studio shows."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field
from pydantic.dataclasses import dataclass

JudgeChoice = Literal["settings", "local", "llm", "caller"]
"""`caller`: the local judge, and what it leaves open waits for the caller's own answers."""


@dataclass(frozen=True, slots=True)
class RunContext:
    """How one run searches and judges; a knob out of its bounds stops the run before it starts."""

    judge: Annotated[
        JudgeChoice, Field(description="Who judges; `settings` leaves it to MCP_FACT_CHECK_JUDGE.")
    ] = "settings"
    top_k: Annotated[int, Field(ge=1, le=50, description="Passages for each subclaim.")] = 15
    fallback_k: Annotated[
        int, Field(ge=0, le=50, description="Regular chunks added where fine ones do not do.")
    ] = 5
    relevant_similarity: Annotated[
        float, Field(ge=0, le=1, description="Cosine similarity from which a passage is relevant.")
    ] = 0.45
    least_relevant: Annotated[
        int, Field(ge=0, le=50, description="Relevant fine passages that make a fallback needless.")
    ] = 3
    official_k: Annotated[
        int, Field(ge=0, le=50, description="Official passages beside them, where extracted.")
    ] = 8
    lexical_weight: Annotated[
        float,
        Field(ge=0, le=2, description="What the words of a passage count beside its similarity."),
    ] = 0.3
    wordings_weight: Annotated[
        float,
        Field(ge=0, le=5, description="What the nearest known wording counts beside it."),
    ] = 1.0
