"""Services for many users in one test process: loaded once, and asked the same thing once.

The parts are the real ones, and search and the local judge answer the same question the same way;
what a test does again with the same text it need not compute again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import deepcopy
from functools import cached_property
from typing import Any, cast

from graphs.services import Services
from nodes.judging.local import LocalJudge
from nodes.verdicts import Judgement
from retrieval.evidence import Evidence
from retrieval.search import EvidenceSearch
from retrieval.settings import Settings
from retrieval.versions import SpecVersion


class Memory:
    """The search and the local judge of some services, with what they answered."""

    def __init__(self, services: Services) -> None:
        self.search = cast("EvidenceSearch", _RememberingSearch(services.search))
        self.judge = cast("LocalJudge", _RememberingJudge(services.local_judge))


class RememberingServices(Services):
    """Services with settings of their own that share a memory."""

    def __init__(self, settings: Settings, memory: Memory) -> None:
        super().__init__(settings, search=memory.search)
        self._memory = memory

    @cached_property
    def local_judge(self) -> LocalJudge:
        """The shared judge."""
        return self._memory.judge


class _RememberingSearch:
    def __init__(self, search: EvidenceSearch) -> None:
        self._search = search
        self._answers: dict[str, Any] = {}

    def __getattr__(self, name: str) -> Callable[..., Any]:
        method = getattr(self._search, name)

        def ask(*args: Any, **more: Any) -> Any:
            key = repr((name, args, sorted(more.items())))
            if key not in self._answers:
                self._answers[key] = method(*args, **more)
            return deepcopy(self._answers[key])

        return ask


class _RememberingJudge:
    def __init__(self, judge: LocalJudge) -> None:
        self._judge = judge
        self._answers: dict[str, Judgement] = {}

    def __getattr__(self, name: str) -> Any:
        return getattr(self._judge, name)

    async def judge(
        self, claim: str, version: SpecVersion, evidence: Sequence[Evidence]
    ) -> Judgement:
        key = repr((claim, version, evidence))
        if key not in self._answers:
            self._answers[key] = await self._judge.judge(claim, version, evidence)
        return deepcopy(self._answers[key])
