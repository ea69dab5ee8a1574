"""Judging a subclaim: by the judge that the run chose, with what was found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import pytest
from langgraph.runtime import Runtime

from nodes.context import JudgeChoice, RunContext
from nodes.judge_claim import Input, judge_claim
from nodes.judging.port import Judge
from nodes.verdicts import Judgement
from retrieval.errors import ConfigurationError
from retrieval.evidence import Evidence
from retrieval.versions import SpecVersion
from tests.nodes.values import judgement, passage

pytestmark = pytest.mark.anyio

STATE = Input(subclaim="Servers must log.", spec_version="draft", evidence=[passage()])


class Recorder:
    """A judge that keeps what it is asked."""

    name = "recorder"

    def __init__(self) -> None:
        self.asked: list[object] = []

    async def judge(
        self, claim: str, version: SpecVersion, evidence: Sequence[Evidence]
    ) -> Judgement:
        self.asked = [claim, version, evidence]
        return judgement(judge=self.name)


@pytest.mark.parametrize("choice", ["settings", "local", "llm"])
async def test_the_judge_that_the_run_chose_is_given_all_that_was_found(
    choice: JudgeChoice,
) -> None:
    recorder = Recorder()
    chosen: list[JudgeChoice] = []

    def judges(wanted: JudgeChoice) -> Judge:
        chosen.append(wanted)
        return recorder

    runtime = Runtime(context=RunContext(judge=choice))
    assert await judge_claim(STATE, runtime, judges=judges) == {
        "judgement": judgement(judge="recorder")
    }
    assert chosen == [choice]
    assert recorder.asked == ["Servers must log.", "draft", [passage()]]


async def test_without_a_choice_the_settings_decide() -> None:
    chosen: list[JudgeChoice] = []

    def judges(wanted: JudgeChoice) -> Judge:
        chosen.append(wanted)
        return Recorder()

    await judge_claim(STATE, cast("Runtime[RunContext]", Runtime()), judges=judges)
    assert chosen == ["settings"]


async def test_a_judge_that_is_not_set_up_is_an_error_and_no_verdict() -> None:
    def judges(wanted: JudgeChoice) -> Judge:
        raise ConfigurationError(f"the {wanted} judge needs a key")

    runtime = Runtime(context=RunContext(judge="llm"))
    with pytest.raises(ConfigurationError, match="the llm judge needs a key"):
        await judge_claim(STATE, runtime, judges=judges)
