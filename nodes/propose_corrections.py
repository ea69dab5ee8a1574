"""Node: propose how each wrong claim could be corrected; the judge decides which of it is right."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from typing import Final

from langgraph.runtime import Runtime
from typing_extensions import TypedDict

from nodes.batches import Batch, Statement, make_batches
from nodes.context import JudgeChoice, RunContext
from nodes.correcting.rewriting import rewritten
from nodes.correcting.sentences import plain, reads_alone, replacements
from nodes.correcting.words import Swap, swapped, swaps_for
from nodes.document_report import Candidate, EditKind
from nodes.documents import CheckedClaim
from nodes.judging.budget import BudgetSpentError
from nodes.judging.chat import LLMError, StructuredChat

_WRONG: Final = ("contradicted", "partial")


class Input(TypedDict):
    """What the node reads."""

    content: str
    check_id: str
    checked: list[CheckedClaim]


class Update(TypedDict):
    """What the node changes."""

    candidates: list[Candidate]
    correction_batches: list[Batch]
    refusals: dict[str, str]


async def propose_corrections(
    state: Input,
    runtime: Runtime[RunContext],
    *,
    models: Callable[[JudgeChoice, str], StructuredChat | None],
) -> Update:
    """Return the candidates of each claim, best first, and why a language model gave none.

    A question asserts nothing and is left as it is.
    """
    chat = models((runtime.context or RunContext()).judge, state["check_id"])
    wrong = [
        item
        for item in state["checked"]
        if item["verdict"]["label"] in _WRONG and item["claim"]["kind"] != "question"
    ]
    answers = await asyncio.gather(*(_rewritten(item, state["content"], chat) for item in wrong))
    candidates: list[Candidate] = []
    statements: list[Statement] = []
    refusals: dict[str, str] = {}
    for item, (text, refusal) in zip(wrong, answers, strict=True):
        for number, (kind, source, statement) in enumerate(dict.fromkeys(_proposals(item, text))):
            candidate = _candidate(item, number, kind, source)
            candidates.append(candidate)
            statements.append(
                Statement(
                    key=candidate["key"],
                    claim=statement,
                    spec_version=item["claim"]["spec_version"],
                )
            )
        if refusal:
            refusals[item["claim"]["id"]] = refusal
    return Update(
        candidates=candidates,
        correction_batches=list(make_batches(state["check_id"], 0, statements)),
        refusals=refusals,
    )


async def _rewritten(
    item: CheckedClaim, content: str, chat: StructuredChat | None
) -> tuple[str | None, str | None]:
    """Return what a language model makes of the sentence, or why it makes nothing of it.

    Where a single word is what is wrong, it is not asked.
    """
    if chat is None or any(_swaps(item)):
        return None, None
    try:
        return await rewritten(item, content, chat), None
    except (LLMError, BudgetSpentError) as failure:
        return None, str(failure)


def _proposals(item: CheckedClaim, by_model: str | None) -> Iterator[tuple[EditKind, str, str]]:
    """Yield what to change the source to, and how it reads alone: kind, source, statement."""
    claim = item["claim"]
    for swaps in _swaps(item):
        source, statement = swapped(claim["text"], swaps), swapped(claim["statement"], swaps)
        if source and statement:
            yield swaps[0].kind, source, statement
    if by_model and by_model != claim["text"]:
        yield "rewritten", by_model, _read_alone(item, by_model)
    for sentence in replacements(item):
        if sentence != claim["text"]:
            yield "sentence", sentence, plain(sentence)


def _swaps(item: CheckedClaim) -> Iterator[list[Swap]]:
    """Yield the changes of single words that the findings on the wrong parts ask for together."""
    found: list[Swap] = []
    for part in item["verdict"]["parts"]:
        if part["judgement"]["label"] == "contradicted":
            swaps = swaps_for(item["claim"]["text"], part)
            if not swaps:
                return
            found += [swap for swap in swaps if swap not in found]
    if found:
        yield found


def _read_alone(item: CheckedClaim, source: str) -> str:
    """Return how a new source reads alone, with what the old one had from the text around it."""
    claim = item["claim"]
    if reads_alone(claim["text"], claim["statement"]):
        return plain(source)
    old, new = plain(claim["text"]), plain(source)
    return claim["statement"].replace(old, new) if old in claim["statement"] else new


def _candidate(item: CheckedClaim, number: int, kind: EditKind, source: str) -> Candidate:
    claim = item["claim"]
    return Candidate(
        key=f"{claim['id']}#{number}",
        claim_id=claim["id"],
        kind=kind,
        span=claim["span"],
        before=claim["text"],
        after=source,
    )
