"""Node: where a language model judges, have it look over what the rules read."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from langgraph.runtime import Runtime
from typing_extensions import TypedDict

from nodes.context import JudgeChoice, RunContext
from nodes.documents import ExtractedClaim, Piece, SkippedText
from nodes.extracting.review import Readings, in_order, review
from nodes.judging.budget import BudgetSpentError
from nodes.judging.chat import LLMError, StructuredChat
from retrieval.versions import SpecVersion


class Input(TypedDict):
    """What the node reads."""

    content: str
    check_id: str
    spec_version: SpecVersion
    notes: list[str]
    pieces: list[Piece]
    claims: list[ExtractedClaim]
    skipped: list[SkippedText]


class Update(TypedDict, total=False):
    """What the node changes; nothing where no model judges."""

    claims: list[ExtractedClaim]
    skipped: list[SkippedText]
    notes: list[str]


async def review_claims(
    state: Input,
    runtime: Runtime[RunContext],
    *,
    models: Callable[[JudgeChoice, str], StructuredChat | None],
) -> Update:
    """Return the claims after the review, one request a piece.

    Of a piece that the model does not read, the claims are as the rules found them, and a note says
    so.
    """
    chat = models((runtime.context or RunContext()).judge, state["check_id"])
    if chat is None:
        return Update()
    results = await asyncio.gather(*(_reviewed(state, piece, chat) for piece in state["pieces"]))
    code = [item for item in state["skipped"] if item["reason"] == "code"]
    skipped = [*code, *(item for readings, _ in results for item in readings.skipped)]
    return Update(
        claims=in_order([claim for readings, _ in results for claim in readings.claims]),
        skipped=sorted(skipped, key=lambda item: item["span"]["start"]),
        notes=[*state["notes"], *(note for _, note in results if note)],
    )


async def _reviewed(
    state: Input, piece: Piece, chat: StructuredChat
) -> tuple[Readings, str | None]:
    """Return the readings of a piece, and a note where the model did not review them."""
    window = range(piece["start"], piece["end"])
    readings = Readings(
        claims=[item for item in state["claims"] if item["span"]["start"] in window],
        skipped=[
            item
            for item in state["skipped"]
            if item["span"]["start"] in window and item["reason"] != "code"
        ],
    )
    if not any(readings):
        return readings, None
    text = state["content"][piece["start"] : piece["end"]]
    try:
        return await review(text, readings, state["spec_version"], chat), None
    except (LLMError, BudgetSpentError) as failure:
        number = f"piece {piece['index'] + 1} of {len(state['pieces'])}"
        return readings, f"the claims of {number} are as the rules read them: {failure}"
