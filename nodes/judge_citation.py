"""Node: have the chosen judge label a claim by the passages of the page that it cites."""

from __future__ import annotations

from collections.abc import Callable

from langgraph.runtime import Runtime
from typing_extensions import TypedDict

from nodes.citations import Passage
from nodes.context import JudgeChoice, RunContext
from nodes.judging.port import CitationJudge
from nodes.verdicts import Judgement, undecided


class Input(TypedDict):
    """What the node reads."""

    claim: str
    passages: list[Passage]


class Update(TypedDict):
    """What the node changes."""

    judgement: Judgement


async def judge_citation(
    state: Input, runtime: Runtime[RunContext], *, judges: Callable[[JudgeChoice], CitationJudge]
) -> Update:
    """Return the judgement; a page with nothing that is evidence is not judged.

    Raises:
        ConfigurationError: the LLM judge was asked for and there is no key for it.

    """
    judge = judges((runtime.context or RunContext()).judge)
    if not state["passages"]:
        nothing = "there is nothing on the page but references and running lines"
        return Update(judgement=undecided(nothing, judge.name))
    return Update(judgement=await judge.judge(state["claim"], state["passages"]))
