"""The ports that judges fit: of claims about MCP, and of claims about any source."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from nodes.citations import Passage
from nodes.verdicts import Judgement
from retrieval.evidence import Evidence
from retrieval.versions import SpecVersion


class Judge(Protocol):
    """Judges one subclaim by the evidence it is given, and nothing else."""

    @property
    def name(self) -> str:
        """Who judges, as verdicts show it."""
        ...

    async def judge(
        self, claim: str, version: SpecVersion, evidence: Sequence[Evidence]
    ) -> Judgement:
        """Return a judgement; a judge that fails says `undecided` and why, it never raises.

        `evidence` is best first; `cited` in the answer counts it from 1.
        """
        ...


class CitationJudge(Protocol):
    """Judges a claim by passages of the text it cites: a source has no versions or entries."""

    @property
    def name(self) -> str:
        """Who judges, as verdicts show it."""
        ...

    async def judge(self, claim: str, passages: Sequence[Passage]) -> Judgement:
        """Return a judgement; a judge that fails says `undecided` and why, it never raises.

        `passages` are in reading order, at least one; `cited` in the answer counts them from 1.
        """
        ...
