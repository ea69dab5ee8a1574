"""How far the check of a document is: pieces done of all, read from what its graph streams."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from nodes.batches import Batch, StatementVerdict


class PieceCount:
    """Counts pieces; one is done when all its claims are verified, at once if it has none."""

    def __init__(self) -> None:
        self.total = 0
        self.done = 0
        self._open = Counter[int]()
        self._piece_of: dict[str, int] = {}

    def take(self, update: Mapping[str, Any]) -> bool:
        """Take in what nodes changed, by node; return whether the counts changed."""
        before = self.done, self.total
        for node, changed in update.items():
            if node == "split_content":
                self.total = len(changed["pieces"])
            elif node == "group_claims":
                self._begin(changed["batches"])
            elif node == "verify_claims":
                self._finish(changed["verdicts"])
        return (self.done, self.total) != before

    def _begin(self, batches: list[Batch]) -> None:
        for batch in batches:
            self._open[batch["piece"]] += 1
            self._piece_of |= {item["key"]: batch["piece"] for item in batch["statements"]}
        self.done = self.total - len(self._open)

    def _finish(self, verdicts: list[StatementVerdict]) -> None:
        piece = self._piece_of[verdicts[0]["key"]]
        self._open[piece] -= 1
        self.done += self._open[piece] == 0
