"""Node: compare how binding each claim says something is with how binding the requirement is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from typing_extensions import TypedDict

from nodes.document_report import ModalVerb
from nodes.documents import CheckedClaim
from nodes.judging.level_comparison import LevelOutcome, compare_levels
from nodes.reading.modality import ClaimLevel
from nodes.reading.sentence import read_sentence
from nodes.verdicts import SubclaimVerdict
from retrieval.catalogue import Catalogue, Requirement
from retrieval.evidence import page_link
from retrieval.versions import SpecVersion

_MOST: Final = 2
"""Requirements that a part of a claim is at odds with and that are shown."""


class Input(TypedDict):
    """What the node reads."""

    checked: list[CheckedClaim]


class Update(TypedDict):
    """What the node changes."""

    modal_verbs: list[ModalVerb]


def analyse_modal_verbs(state: Input, *, catalogue: Catalogue) -> Update:
    """Return a comparison for each part of a claim that was decided by a requirement.

    What a claim was not decided by is not compared: a passage that is merely near may be about
    something else.
    """
    return Update(
        modal_verbs=[
            row
            for item in state["checked"]
            for part in item["verdict"]["parts"]
            for row in _telling(list(_rows(item, part, catalogue)))
        ]
    )


def _telling(rows: list[ModalVerb]) -> list[ModalVerb]:
    """Return the requirement whose level the claim has; without one, those it is at odds with."""
    same = [row for row in rows if row["outcome"] == "same"]
    return same[:1] or rows[:_MOST]


def _rows(item: CheckedClaim, part: SubclaimVerdict, catalogue: Catalogue) -> Iterator[ModalVerb]:
    version = item["claim"]["spec_version"]
    claimed = read_sentence(part["subclaim"]).level
    for entry in _requirements(part, version, catalogue):
        place = entry.place_in(version)
        if place is None or (claimed == entry.level == "none"):
            continue
        yield ModalVerb(
            claim_id=item["claim"]["id"],
            said=part["subclaim"],
            claim_level=claimed,
            entry_id=entry.id,
            required=entry.statement,
            level=entry.level,
            actor=entry.actor,
            page=place.page,
            heading=place.heading,
            link=page_link(version, place.page, place.heading),
            outcome=_outcome(claimed, entry),
        )


def _requirements(
    part: SubclaimVerdict, version: SpecVersion, catalogue: Catalogue
) -> list[Requirement]:
    """Return the requirements that a part was decided by: cited, or behind a misconception."""
    judgement = part["judgement"]
    if judgement["label"] not in ("supported", "contradicted"):
        return []
    ids = [
        entry
        for number in judgement["cited"]
        if len(entries := part["evidence"][number - 1]["entry_ids"]) == 1
        for entry in entries
    ]
    if not ids:
        beliefs = {f["message"] for f in judgement["findings"] if f["kind"] == "misconception"}
        ids = [
            entry
            for item in catalogue.misconceptions
            if item.belief in beliefs and version in item.versions
            for entry in item.refuted_by
        ]
    found = (catalogue.get(entry) for entry in dict.fromkeys(ids))
    return [entry for entry in found if entry is not None and entry.place_in(version)]


def _outcome(claimed: ClaimLevel, entry: Requirement) -> LevelOutcome:
    if claimed == "none" and entry.level in ("SHOULD", "MAY"):
        return "unclear"
    return compare_levels(claimed, entry.level, entry.informal_level)
