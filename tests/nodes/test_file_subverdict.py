"""Filing what was found out about a subclaim."""

from __future__ import annotations

from nodes.file_subverdict import file_subverdict
from tests.nodes.values import judgement, passage


def test_the_subclaim_adds_one_verdict_with_its_place_and_all_its_evidence() -> None:
    found = {
        "index": 3,
        "subclaim": "Servers must log.",
        "judgement": judgement(cited=[2]),
        "evidence": [passage("One."), passage("Two.")],
    }
    assert file_subverdict(
        {
            "index": 3,
            "subclaim": "Servers must log.",
            "judgement": judgement(cited=[2]),
            "evidence": [passage("One."), passage("Two.")],
        }
    ) == {"subverdicts": [found]}
