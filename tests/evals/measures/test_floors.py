"""The floors: what costs no judge, with thresholds that other claims chose."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from evals.measures.counts import count
from evals.measures.floors import Floors, Thresholds, choose, floor_counts, read_floors
from nodes.verdicts import Label
from retrieval.errors import DataError
from tests.evals.measures.made import outcomes

THREE = [
    replace(item, similarity=similarity, overlap=overlap)
    for item, similarity, overlap in zip(
        outcomes(
            ("supported", "undecided"),
            ("contradicted", "undecided"),
            ("not_mentioned", "undecided"),
        ),
        (0.9, 0.6, 0.2),
        (0.2, 0.6, 0.9),
        strict=True,
    )
]


def test_thresholds_that_tell_all_apart_are_found() -> None:
    found = choose(THREE).similarity
    assert [found.label(item.similarity) for item in THREE] == [item.claim.label for item in THREE]


def test_the_floors_judge_by_the_thresholds_they_are_given() -> None:
    between = Thresholds(supported=0.8, contradicted=0.4)
    floors = dict(floor_counts(THREE, Floors(similarity=between, overlap=between)))
    golds: list[Label] = [item.claim.label for item in THREE]
    assert floors.keys() == {"always supported", "cosine threshold", "word overlap"}
    said: dict[str, list[Label]] = {
        "always supported": ["supported"] * 3,
        "cosine threshold": golds,
        "word overlap": golds[::-1],
    }
    for name, labels in said.items():
        assert (floors[name] == count(zip(golds, labels, strict=True))).all()


def test_of_no_claims_there_is_no_floor() -> None:
    assert list(floor_counts([], choose(THREE))) == []


def test_the_thresholds_that_ship_can_be_read_and_a_damaged_file_is_told(tmp_path: Path) -> None:
    assert read_floors().similarity.supported > read_floors().similarity.contradicted
    (tmp_path / "floors.json").write_text("{}")
    with pytest.raises(DataError, match="--write-gate"):
        read_floors(tmp_path / "floors.json")
