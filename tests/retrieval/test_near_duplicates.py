"""Entries that say the same in other words are found; what is reviewed is not told again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from retrieval import near_duplicates
from retrieval.catalogue import Catalogue, Requirement, load_catalogue
from retrieval.embeddings import MiniLMEmbedder
from retrieval.errors import DataError
from retrieval.near_duplicates import (
    THRESHOLD,
    ReviewedPair,
    check_near_duplicates,
    find_near_duplicates,
    read_reviewed,
)
from retrieval.prepared import PreparedEmbedder
from tests.retrieval.small import WordEmbedder, requirement

SAID = "A server that offers tools must declare the tools capability to each client that connects"


def entry(entry_id: str, statement: str, **changes: Any) -> Requirement:
    return requirement(id=f"tools.{entry_id}", statement=statement, **changes)


ONE = entry("one", f"{SAID} first.")
SAME = entry("same", f"{SAID} early.")
PAIR = ("tools.one", "tools.same")


def problems(*entries: Requirement, reviewed: list[ReviewedPair] | None = None) -> list[str]:
    catalogue = Catalogue(entries, ())
    return list(check_near_duplicates(catalogue, WordEmbedder(), reviewed or []))


def test_two_near_statements_of_one_version_are_told_with_the_next_step() -> None:
    (problem,) = problems(SAME, ONE)
    assert problem.startswith("tools.one: says much the same as tools.same (0.9")
    assert "merge them, or list them in near_but_distinct.jsonl" in problem


@pytest.mark.parametrize(
    "other",
    [
        entry(
            "same", f"{SAID} early.", places=[{"versions": ["draft"], "page": "p", "heading": "h"}]
        ),
        entry("same", f"{SAID} early.", level="SHOULD"),
        entry("same", f"{SAID} early, never late."),
        entry("same", "A server must validate what comes in."),
    ],
    ids=["another version", "another level", "a denial", "other words"],
)
def test_entries_that_something_tells_apart_are_no_problem(other: Requirement) -> None:
    assert problems(ONE, other) == []


def test_a_pair_that_was_reviewed_is_no_problem_and_one_that_is_no_suspect_any_more_is() -> None:
    pair = ReviewedPair(entries=PAIR, why="First, and early.")
    assert problems(ONE, SAME, reviewed=[pair]) == []
    assert problems(ONE, reviewed=[pair]) == [
        "tools.one: is listed in near_but_distinct.jsonl with tools.same, but they are no suspects"
    ]


def test_the_shipped_catalogue_has_no_near_duplicates_and_no_needless_reviews() -> None:
    embedder = PreparedEmbedder(MiniLMEmbedder())
    assert list(check_near_duplicates(load_catalogue(), embedder, read_reviewed())) == []


def test_a_duplicate_written_into_the_shipped_catalogue_is_found() -> None:
    shipped = load_catalogue().get("tools.server-declares-capability")
    assert shipped is not None
    twin = shipped.model_copy(
        update={"id": "tools.twin", "statement": "Servers supporting tools must declare `tools`."}
    )
    found = list(find_near_duplicates((shipped, twin), MiniLMEmbedder()))
    assert [pair[:2] for pair in found] == [("tools.server-declares-capability", "tools.twin")]
    assert found[0][2] >= THRESHOLD


def test_a_line_of_the_reviews_that_does_not_fit_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "near_but_distinct.jsonl"
    file.write_text('{"entries": ["tools.a", "tools.b"], "why": "Two things."}\n{"entries": []}\n')
    monkeypatch.setattr(near_duplicates, "FILE", file)
    with pytest.raises(DataError, match=r"near_but_distinct\.jsonl, line 2"):
        read_reviewed()
