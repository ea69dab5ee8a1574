"""Node `group_claims`."""

from __future__ import annotations

from itertools import pairwise

from nodes.batches import MOST_STATEMENTS
from nodes.documents import ExtractedClaim, Piece
from nodes.group_claims import Update, group_claims
from tests.nodes.document_values import claim


def numbered(count: int) -> tuple[str, list[ExtractedClaim]]:
    texts = [f"Claim number {n}." for n in range(count)]
    content = " ".join(texts)
    return content, [claim(text, content, id=f"c{n}") for n, text in enumerate(texts)]


def grouped(claims: list[ExtractedClaim], *bounds: int) -> Update:
    pieces = [
        Piece(index=index, start=start, end=end)
        for index, (start, end) in enumerate(pairwise(bounds))
    ]
    return group_claims({"check_id": "x", "pieces": pieces, "claims": claims})


def keys(update: Update) -> list[list[str]]:
    return [[item["key"] for item in batch["statements"]] for batch in update["batches"]]


def test_a_statement_keeps_its_key_its_words_and_its_version() -> None:
    item = claim("Servers answer.", spec_version="2025-03-26")
    assert grouped([item], 0, 15) == {
        "batches": [
            {
                "piece": 0,
                "check_id": "x",
                "statements": [
                    {"key": "c1", "claim": "Servers answer.", "spec_version": "2025-03-26"}
                ],
            }
        ]
    }


def test_claims_are_grouped_by_the_piece_in_which_they_begin() -> None:
    content, claims = numbered(3)
    cut = claims[1]["span"]["start"] + 1
    update = grouped(claims, 0, cut, len(content))
    assert keys(update) == [["c0", "c1"], ["c2"]]
    assert [batch["piece"] for batch in update["batches"]] == [0, 1]


def test_a_piece_of_many_claims_makes_several_batches() -> None:
    content, claims = numbered(2 * MOST_STATEMENTS + 1)
    update = grouped(claims, 0, len(content))
    assert [len(batch["statements"]) for batch in update["batches"]] == [
        MOST_STATEMENTS,
        MOST_STATEMENTS,
        1,
    ]


def test_what_is_said_twice_is_verified_once() -> None:
    content = "Servers answer. Yes. Servers  answer."
    first = claim("Servers answer.", content, id="c1")
    again = claim("Servers  answer.", content, id="c2")
    assert keys(grouped([first, again], 0, len(content))) == [["c1"]]


def test_the_same_words_about_two_versions_are_two_statements() -> None:
    first, second = claim("It holds.", id="c1"), claim("It holds.", id="c2", spec_version="draft")
    assert keys(grouped([first, second], 0, 9)) == [["c1", "c2"]]


def test_without_claims_there_are_no_batches() -> None:
    assert grouped([], 0, 10) == {"batches": []}
