"""Node: find the passages for all parts of a batch with one search a version."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from langgraph.runtime import Runtime
from typing_extensions import TypedDict

from nodes.batches import AskedPart, FoundPart
from nodes.context import RunContext
from nodes.retrieve_evidence import gather_many
from nodes.turns import Places
from retrieval.search import EvidenceSearch
from retrieval.versions import VERSIONS


class Input(TypedDict):
    """What the node reads."""

    check_id: str
    parts: list[AskedPart]


class Update(TypedDict):
    """What the node changes."""

    parts: list[FoundPart]


async def retrieve_together(
    state: Input,
    runtime: Runtime[RunContext],
    *,
    search: EvidenceSearch,
    places: Places,
) -> Update:
    """Return the parts with what was found for each, as `retrieve_evidence` finds it for one.

    It fills a place that `judge_together` leaves: what the embedder has at hand of the batches that
    were searched for last would else be gone when they are judged.
    """
    knobs = runtime.context or RunContext()
    await places.fill(state["check_id"])
    try:
        return Update(parts=await asyncio.to_thread(_found, state["parts"], search, knobs))
    except BaseException:
        places.leave(state["check_id"])
        raise


def _found(
    parts: Sequence[AskedPart], search: EvidenceSearch, knobs: RunContext
) -> list[FoundPart]:
    found: dict[int, FoundPart] = {}
    for version in VERSIONS:
        places = [place for place, part in enumerate(parts) if part["spec_version"] == version]
        asked = [parts[place]["queries"] for place in places]
        gathered = gather_many(search, asked, version, knobs) if places else []
        for place, found_there in zip(places, gathered, strict=True):
            found[place] = FoundPart(**parts[place], **found_there)
    return [found[place] for place in range(len(parts))]
