"""How far the check of a document is."""

from __future__ import annotations

from typing import Any

from server.progress import PieceCount


def batch(piece: int, *keys: str) -> dict[str, Any]:
    return {"piece": piece, "statements": [{"key": key} for key in keys]}


def verified(*keys: str) -> dict[str, Any]:
    return {"verify_claims": {"verdicts": [{"key": key} for key in keys]}}


def started(pieces: int, *batches: dict[str, Any]) -> PieceCount:
    count = PieceCount()
    assert count.take({"split_content": {"pieces": [{}] * pieces}})
    count.take({"group_claims": {"batches": list(batches)}})
    return count


def test_a_piece_without_claims_is_done_at_once() -> None:
    count = started(3, batch(1, "a"))
    assert (count.done, count.total) == (2, 3)


def test_a_piece_is_done_when_its_last_batch_is() -> None:
    count = started(2, batch(0, "a", "b"), batch(0, "c"), batch(1, "d"))
    assert (count.done, count.total) == (0, 2)
    assert not count.take(verified("c"))
    assert count.take(verified("d"))
    assert count.done == 1
    assert count.take(verified("a", "b"))
    assert count.done == count.total


def test_what_other_nodes_change_is_no_progress() -> None:
    count = started(1, batch(0, "a"))
    assert not count.take({"write_report": {"text": ""}})
    assert not count.take({"verify_corrections": {"verdicts": [{"key": "a#0"}]}})
    assert count.done == 0
