"""The port that every judge fits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from nodes.verdicts import Belief, Judgement
from retrieval.evidence import Evidence
from retrieval.versions import SpecVersion


class Judge(Protocol):
    """Judges one subclaim by the evidence it is given, and nothing else."""

    @property
    def name(self) -> str:
        """Who judges, as verdicts show it."""
        ...

    async def judge(
        self,
        claim: str,
        version: SpecVersion,
        evidence: Sequence[Evidence],
        beliefs: Sequence[Belief],
    ) -> Judgement:
        """Return a judgement; a judge that fails says `undecided` and why, it never raises.

        `evidence` is best first; `cited` in the answer counts it from 1.
        """
        ...
