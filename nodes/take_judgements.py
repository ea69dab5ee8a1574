"""Node: check the answers that came, and put those that hold into the verdicts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import cast

from typing_extensions import TypedDict

from nodes.batches import JudgedPart, StatementVerdict
from nodes.combine_claims import with_less_evidence
from nodes.combine_subclaims import combine_subclaims
from nodes.find_open_claims import spec_version
from nodes.judging.answers import (
    CALLER,
    MOST_ANSWERS,
    CallerAnswer,
    OpenClaim,
    Refused,
    judged_by,
    read_caller_answer,
)
from nodes.judging.local import LocalJudge
from nodes.verdicts import Judgement
from retrieval.catalogue import Catalogue


class Input(TypedDict):
    """What the node reads."""

    verdicts: list[StatementVerdict]
    open: list[OpenClaim]
    judged: list[str]
    answers: object


class Update(TypedDict):
    """What the node changes."""

    verdicts: list[StatementVerdict]
    open: list[OpenClaim]
    judged: list[str]
    refused: list[Refused]


async def take_judgements(state: Input, *, local: LocalJudge, catalogue: Catalogue) -> Update:
    """Return the verdicts that changed, what is still open, and what was refused of these answers.

    A claim is judged once: a second answer on it changes nothing.
    """
    opened = {claim["id"]: claim for claim in state["open"]}
    judged = list(state.get("judged", []))
    taken: dict[str, Judgement] = {}
    refused: list[Refused] = []
    answers, judge = read_answers(state["answers"])
    for answer in map(read_caller_answer, answers):
        said = (
            await _judged(answer, opened, [*judged, *taken], local, catalogue)
            if isinstance(answer, CallerAnswer)
            else answer
        )
        if isinstance(answer, CallerAnswer) and "label" in said:
            taken[answer.claim_id] = {**said, "judge": judge}
        else:
            refused.append(cast("Refused", said))
    return Update(
        verdicts=_changed(state["verdicts"], opened, taken),
        open=[claim for claim in state["open"] if claim["id"] not in taken],
        judged=[*judged, *taken],
        refused=refused,
    )


def read_answers(given: object) -> tuple[Sequence[object], str]:
    """Return the answers and who gave them; whoever resumes in Studio may give a list alone."""
    judge: object = CALLER
    if isinstance(given, Mapping):
        values = cast("Mapping[str, object]", given)
        given, judge = values.get("judgements", [values]), values.get("judge", CALLER)
    answers = cast("Sequence[object]", given) if isinstance(given, list | tuple) else [given]
    return answers[:MOST_ANSWERS], str(judge)


async def _judged(
    answer: CallerAnswer,
    opened: Mapping[str, OpenClaim],
    judged: Sequence[str],
    local: LocalJudge,
    catalogue: Catalogue,
) -> Judgement | Refused:
    name = answer.claim_id
    if name in judged:
        return Refused(claim_id=name, reason="the claim is judged already; nothing was changed")
    if name not in opened:
        return Refused(claim_id=name, reason=unknown_claim(opened))
    return await judged_by(answer, opened[name], catalogue, local)


def unknown_claim(opened: Iterable[str]) -> str:
    """Return why an answer on a claim with another id than these is refused."""
    names = ", ".join(list(opened)[:20])
    return f"no open claim has this id; open are: {names}"


def _changed(
    verdicts: Sequence[StatementVerdict],
    opened: Mapping[str, OpenClaim],
    taken: Mapping[str, Judgement],
) -> list[StatementVerdict]:
    places = {(opened[name]["key"], opened[name]["index"]): name for name in taken}
    keys = {key for key, _ in places}
    changed: list[StatementVerdict] = []
    for item in verdicts:
        if item["key"] not in keys:
            continue
        verdict = item["verdict"]
        parts = [
            with_less_evidence(_part(item["key"], opened[name], taken[name]))
            if (name := places.get((item["key"], part["index"])))
            else part
            for part in verdict["parts"]
        ]
        whole = combine_subclaims(
            {
                "claim": verdict["claim"],
                "spec_version": spec_version(verdict),
                "subverdicts": parts,
            }
        )["verdict"]
        changed.append(StatementVerdict(key=item["key"], verdict=whole, nearby=item["nearby"]))
    return changed


def _part(key: str, claim: OpenClaim, judgement: Judgement) -> JudgedPart:
    return JudgedPart(
        key=key,
        index=claim["index"],
        subclaim=claim["subclaim"],
        spec_version=claim["spec_version"],
        queries=[],
        evidence=claim["evidence"],
        judgement=judgement,
    )
