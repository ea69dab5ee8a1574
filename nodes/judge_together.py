"""Node: have the chosen judge label the parts of a batch, all at once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from langgraph.runtime import Runtime
from typing_extensions import TypedDict

from nodes.batches import FoundPart, JudgedPart
from nodes.context import JudgeChoice, RunContext
from nodes.judging.port import Judge
from nodes.turns import Places


class Input(TypedDict):
    """What the node reads."""

    check_id: str
    parts: list[FoundPart]


class Update(TypedDict):
    """What the node changes."""

    parts: list[JudgedPart]


async def judge_together(
    state: Input,
    runtime: Runtime[RunContext],
    *,
    judges: Callable[[JudgeChoice, str], Judge],
    places: Places,
) -> Update:
    """Return the parts with their judgements, and leave the place of the batch.

    A judge that asks a model bounds by itself how many requests are under way.

    Raises:
        ConfigurationError: the LLM judge was asked for and there is no key for it.

    """
    judge = judges((runtime.context or RunContext()).judge, state["check_id"])

    async def judged(part: FoundPart) -> JudgedPart:
        judgement = await judge.judge(part["subclaim"], part["spec_version"], part["evidence"])
        return JudgedPart(**part, judgement=judgement)

    try:
        return Update(parts=await asyncio.gather(*map(judged, state["parts"])))
    finally:
        places.leave(state["check_id"])
