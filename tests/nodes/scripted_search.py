"""A search that gives what a test wrote down for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from retrieval.evidence import Evidence, Granularity
from retrieval.versions import SpecVersion
from tests.nodes.values import passage


class ScriptedSearch:
    """Gives what it was made with, no more than asked for, and keeps what it was asked."""

    def __init__(
        self,
        fine: Sequence[Evidence] = (),
        regular: Sequence[Evidence] = (),
        official: Sequence[Evidence] = (),
        word_fits: Mapping[str, float] | None = None,
        wording_fits: Mapping[str, float] | None = None,
    ) -> None:
        self._passages = {"fine": fine, "regular": regular}
        self._official = official
        self._word_fits = word_fits or {}
        self._wording_fits = wording_fits or {}
        self.asked: list[tuple[str, int]] = []
        self.queries: list[list[str]] = []

    def find(
        self, queries: Sequence[str], version: SpecVersion, granularity: Granularity, top_k: int
    ) -> list[Evidence]:
        assert version == "draft"
        self.asked.append((granularity, top_k))
        self.queries.append(list(queries))
        return list(self._passages[granularity][:top_k])

    def find_many(
        self,
        asked: Sequence[Sequence[str]],
        version: SpecVersion,
        granularity: Granularity,
        top_k: int,
    ) -> list[list[Evidence]]:
        return [self.find(queries, version, granularity, top_k) for queries in asked]

    def find_official(
        self,
        asked: Sequence[Sequence[str]],
        version: SpecVersion,
        granularity: Granularity,
        top_k: int,
    ) -> list[list[Evidence]]:
        return [list(self._official[:top_k]) for _ in asked]

    def word_fits(
        self, queries: Sequence[str], version: SpecVersion, passages: Sequence[Evidence]
    ) -> list[float]:
        assert version == "draft"
        return [self._word_fits.get(item["text"], 0.0) for item in passages]

    def wording_fits(
        self, queries: Sequence[str], version: SpecVersion, passages: Sequence[Evidence]
    ) -> list[float]:
        assert version == "draft"
        return [self._wording_fits.get(item["text"], 0.0) for item in passages]

    def similarity(self, text: str, others: Sequence[str]) -> list[float]:
        raise AssertionError("retrieving compares nothing itself")


def fine(name: str, similarity: float) -> Evidence:
    return passage(f"Fine {name}.", similarity=similarity, entry_ids=[f"tools.{name}"])


def regular(names: str, similarity: float) -> Evidence:
    entries = [f"tools.{name}" for name in names.split()]
    return passage(f"Regular {names}.", similarity=similarity, entry_ids=entries)
