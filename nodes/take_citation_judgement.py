"""Node: check the answers on an open citation, and take the first that holds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NotRequired, cast

from typing_extensions import TypedDict

from nodes.citations import Passage
from nodes.judging.answers import CallerAnswer, Refused, read_caller_answer
from nodes.judging.citation_answers import OpenCitation, judged_citation
from nodes.take_judgements import read_answers, unknown_claim
from nodes.verdicts import Judgement


class Input(TypedDict):
    """What the node reads."""

    passages: list[Passage]
    open: list[OpenCitation]
    judged: NotRequired[list[str]]
    answers: object


class Update(TypedDict, total=False):
    """What the node changes; the judgement only where an answer was taken."""

    judgement: Judgement
    open: list[OpenCitation]
    judged: list[str]
    refused: list[Refused]


def take_citation_judgement(state: Input) -> Update:
    """Return the judgement, if one holds, and what was refused of these answers."""
    waiting = {claim["id"]: claim for claim in state["open"]}
    judged = list(state.get("judged", []))
    refused: list[Refused] = []
    update = Update(refused=refused)
    answers, judge = read_answers(state["answers"])
    for answer in map(read_caller_answer, answers):
        said = _judged(answer, waiting, judged) if isinstance(answer, CallerAnswer) else answer
        if isinstance(answer, CallerAnswer) and "label" in said:
            claim = waiting.pop(answer.claim_id)
            judged.append(claim["id"])
            update["judgement"] = _on_page({**said, "judge": judge}, claim, state["passages"])
        else:
            refused.append(cast("Refused", said))
    return update | Update(open=list(waiting.values()), judged=judged)


def _judged(
    answer: CallerAnswer, waiting: dict[str, OpenCitation], judged: Sequence[str]
) -> Judgement | Refused:
    name = answer.claim_id
    if name in judged:
        return Refused(claim_id=name, reason="the claim is judged already; nothing was changed")
    if name not in waiting:
        return Refused(claim_id=name, reason=unknown_claim(waiting))
    return judged_citation(answer, waiting[name])


def _on_page(judgement: Judgement, claim: OpenCitation, passages: Sequence[Passage]) -> Judgement:
    """Return a judgement that cites passages by their numbers on the page."""
    numbers = {passage["start"]: number for number, passage in enumerate(passages, start=1)}
    cited = [numbers[claim["passages"][number - 1]["start"]] for number in judgement["cited"]]
    return {**judgement, "cited": cited}
