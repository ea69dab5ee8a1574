"""Node: list what the local judge left open, each with more evidence than it had.

Claims stay open mostly because the deciding sentence was not among the nearest passages: a caller's
model reads more of them than the local judge is fitted to. An official item of a list is always
found with the sentence that introduces it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from langgraph.runtime import Runtime
from typing_extensions import TypedDict

from nodes.batches import StatementVerdict
from nodes.context import RunContext
from nodes.judging.answers import MOST_EVIDENCE, OpenClaim
from nodes.ranking import ranked
from nodes.retrieve_evidence import gather_many
from nodes.rewrite_queries import rewrite
from nodes.verdicts import SubclaimVerdict, Verdict
from retrieval.evidence import Evidence
from retrieval.search import EvidenceSearch
from retrieval.versions import VERSIONS, SpecVersion

_FINE: Final = 16
_REGULAR: Final = 4
_OFFICIAL: Final = 10


class Input(TypedDict):
    """What the node reads."""

    verdicts: list[StatementVerdict]


class Update(TypedDict):
    """What the node changes."""

    open: list[OpenClaim]


async def find_open_claims(
    state: Input, runtime: Runtime[RunContext], *, search: EvidenceSearch
) -> Update:
    """Return the open claims; none where nobody would answer."""
    knobs = runtime.context or RunContext()
    if knobs.judge != "caller":
        return Update(open=[])
    return Update(open=await asyncio.to_thread(_found, state["verdicts"], search, knobs))


def _found(
    verdicts: Sequence[StatementVerdict], search: EvidenceSearch, knobs: RunContext
) -> list[OpenClaim]:
    left = [
        (item, part)
        for item in verdicts
        for part in item["verdict"]["parts"]
        if part["judgement"]["label"] == "undecided" and not part["subclaim"].endswith(":")
    ]
    evidence: dict[int, list[Evidence]] = {}
    for version in VERSIONS:
        places = [n for n, (item, _) in enumerate(left) if spec_version(item["verdict"]) == version]
        asked = [rewrite(left[n][1]["subclaim"]) for n in places]
        if places:
            evidence |= zip(places, _widely(search, asked, version, knobs), strict=True)
    return [
        OpenClaim(
            id=_id(item, part),
            key=item["key"],
            index=part["index"],
            subclaim=part["subclaim"],
            spec_version=spec_version(item["verdict"]),
            evidence=evidence[n],
        )
        for n, (item, part) in enumerate(left)
        if evidence[n]
    ]


def _widely(
    search: EvidenceSearch, asked: Sequence[Sequence[str]], version: SpecVersion, knobs: RunContext
) -> list[list[Evidence]]:
    """Return more passages than a judge in code is given, and regular ones in any case.

    The likeliest to decide come first: a model may read no further.
    """
    wide = replace(
        knobs, top_k=max(knobs.top_k, _FINE), official_k=max(knobs.official_k, _OFFICIAL)
    )
    near = gather_many(search, asked, version, wide)
    regular = search.find_many(asked, version, "regular", _REGULAR)
    return [
        ranked(
            search,
            queries,
            version,
            _without_repeats(found["evidence"], whole),
            knobs,
        )
        for queries, found, whole in zip(asked, near, regular, strict=True)
    ]


def _without_repeats(near: Sequence[Evidence], regular: Sequence[Evidence]) -> list[Evidence]:
    """Return each text once, the regular ones where they say something new, and not too many."""
    known = {entry for item in near for entry in item["entry_ids"]}
    more = [item for item in regular if not known.issuperset(item["entry_ids"])]
    ours = [item for item in near if item["corpus"] != "official"]
    official = [item for item in near if item["corpus"] == "official"]
    kept = {item["text"]: item for item in [*more, *official, *ours][:MOST_EVIDENCE]}
    return sorted(kept.values(), key=lambda item: -item["similarity"])


def spec_version(verdict: Verdict) -> SpecVersion:
    """Return the version that a verdict is for, as what it is."""
    return next(known for known in VERSIONS if known == verdict["spec_version"])


def _id(item: StatementVerdict, part: SubclaimVerdict) -> str:
    compound = len(item["verdict"]["parts"]) > 1
    return f"{item['key']}.{part['index'] + 1}" if compound else item["key"]
