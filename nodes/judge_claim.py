"""Node: have the chosen judge label a subclaim by its evidence."""

from __future__ import annotations

from collections.abc import Callable

from langgraph.runtime import Runtime
from typing_extensions import TypedDict

from nodes.context import JudgeChoice, RunContext
from nodes.judging.port import Judge
from nodes.verdicts import Judgement
from retrieval.evidence import Evidence
from retrieval.versions import SpecVersion


class Input(TypedDict):
    """What the node reads."""

    subclaim: str
    spec_version: SpecVersion
    evidence: list[Evidence]


class Update(TypedDict):
    """What the node changes."""

    judgement: Judgement


async def judge_claim(
    state: Input, runtime: Runtime[RunContext], *, judges: Callable[[JudgeChoice], Judge]
) -> Update:
    """Return the judgement.

    Raises:
        ConfigurationError: the LLM judge was asked for and there is no key for it.

    """
    judge = judges((runtime.context or RunContext()).judge)
    return Update(
        judgement=await judge.judge(state["subclaim"], state["spec_version"], state["evidence"])
    )
