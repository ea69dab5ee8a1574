"""Node: list the claim for the caller to judge, where the judge left it open."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from langgraph.runtime import Runtime
from typing_extensions import TypedDict

from nodes.citations import CitedPage, Passage, page_name
from nodes.context import RunContext
from nodes.judging.answers import MOST_EVIDENCE
from nodes.judging.citation_answers import OpenCitation
from nodes.judging.prose.screening import screen
from nodes.verdicts import Judgement

ONE: Final = "c1"
"""The id of the only claim."""


class Input(TypedDict):
    """What the node reads."""

    claim: str
    cited: CitedPage
    passages: list[Passage]
    judgement: Judgement
    notes: list[str]


class Update(TypedDict):
    """What the node changes."""

    open: list[OpenCitation]
    notes: list[str]


def find_open_citation(state: Input, runtime: Runtime[RunContext]) -> Update:
    """Return the claim with the passages to judge it by; none where nobody would answer."""
    passages, notes = state["passages"], state["notes"]
    asked = (runtime.context or RunContext()).judge == "caller"
    if not asked or not passages or state["judgement"]["label"] != "undecided":
        return Update(open=[], notes=notes)
    shown = _nearest(state["claim"], passages)
    if len(shown) < len(passages):
        notes = [*notes, f"of {len(passages)} passages, the {len(shown)} nearest are shown"]
    cited = state["cited"]
    place = f"{cited['document']}, {page_name(cited['number'], cited['label'])}"
    claim = OpenCitation(id=ONE, claim=state["claim"], place=place, passages=shown)
    return Update(open=[claim], notes=notes)


def _nearest(claim: str, passages: Sequence[Passage]) -> list[Passage]:
    places = screen(claim, [passage["text"] for passage in passages], MOST_EVIDENCE)
    return [passages[place] for place in places]
