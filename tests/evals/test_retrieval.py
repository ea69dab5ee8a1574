"""The measure of search: which claims are asked, what is right, and what the table says."""

from __future__ import annotations

from itertools import product
from typing import get_args

import pytest

from evals.claims import LabelledClaim, read_claims
from evals.retrieval import (
    CHUNKS,
    ORDERS,
    Corpus,
    Trial,
    Way,
    is_right,
    queries_with_places,
    summary,
    table,
    trials,
)
from nodes.context import RunContext
from retrieval.catalogue import Catalogue
from tests.nodes.scripted_search import ScriptedSearch
from tests.nodes.values import passage
from tests.retrieval.small import requirement

CORPORA = get_args(Corpus)
CATALOGUE = Catalogue(
    (
        requirement(
            id="tools.log",
            places=[
                {"versions": ["draft"], "page": "server/tools", "heading": "Capabilities"},
                {"versions": ["draft"], "page": "server/logging", "heading": "The `log` Call"},
                {"versions": ["2025-06-18"], "page": "server/logging", "heading": "Old"},
            ],
        ),
    ),
    (),
)


def claim(page: str | None, heading: str | None, label: str = "supported") -> LabelledClaim:
    return LabelledClaim(
        id="dev-1",
        claim="MCP requires that servers log.",
        spec_version="draft",
        label=label,  # pyright: ignore[reportArgumentType]
        kind="direct",
        page=page,
        heading=heading,
    )


def test_only_claims_that_a_known_place_decides_are_asked() -> None:
    kept = [claim("a", "b"), claim("a", "b", "contradicted")]
    left_out = [
        claim("a", "b", "partial"),
        claim(None, None, "not_mentioned"),
        claim("a", None),
    ]
    assert queries_with_places([*kept, *left_out]) == kept


def test_there_are_enough_of_them_in_each_version() -> None:
    asked = queries_with_places(read_claims("dev"))
    assert len(asked) >= 150
    for version in {item.spec_version for item in read_claims("dev")}:
        assert sum(item.spec_version == version for item in asked) >= 30


@pytest.mark.parametrize(
    ("page", "heading", "right"),
    [
        ("server/tools", "Capabilities", True),
        ("server/tools", "`capabilities`", True),
        ("server/tools", "Listing Tools", False),
        ("server/prompts", "Capabilities", False),
        ("server/logging", "The log Call", True),
        ("server/logging", "Old", False),
    ],
    ids=["its place", "marked up", "heading", "page", "another of its entry", "another version's"],
)
def test_a_passage_is_right_where_it_or_an_entry_in_it_stands(
    page: str, heading: str, right: bool
) -> None:
    found = passage(entry_ids=["tools.log", "tools.unknown"])
    assert is_right(found, claim(page, heading), CATALOGUE) is right


def test_every_way_is_tried_and_says_at_which_rank_the_first_right_passage_came() -> None:
    wrong, right = (
        passage("Wrong.", page="server/prompts", similarity=0.9),
        passage("Right.", similarity=0.8),
    )

    class Searched(ScriptedSearch):
        def similarity(self, text: str, others: object) -> list[float]:
            return []

    fake = Searched([wrong, right], [wrong], official=[wrong], word_fits={"Right.": 1.0})
    asked = claim("server/tools", "Capabilities")
    knobs = RunContext(lexical_weight=0.3, least_relevant=0)
    ranks = {item.way: item.rank for item in trials(asked, fake, CATALOGUE, CORPORA, knobs)}
    assert ranks.keys() == {
        Way(corpus, chunks, rewritten, order)
        for corpus, rewritten in product(CORPORA, (False, True))
        for chunks in (CHUNKS if corpus != "both" else CHUNKS[-1:])
        for order in ORDERS
    }
    assert ranks[Way("catalogue", "fine", False, "similarity")] == 2
    assert ranks[Way("catalogue", "fine", True, "and words")] == 1
    assert ranks[Way("catalogue", "regular", False, "and words")] is None
    assert ranks[Way("official", "fine", False, "and words")] is None
    assert ranks[Way("both", "fine, then regular", False, "similarity")] == 3


def test_the_table_has_a_row_for_each_way_with_shares_and_intervals() -> None:
    fast = Way("catalogue", "fine", False, "similarity")
    slow = Way("both", "fine, then regular", True, "and wordings")
    ranks = (1, 2, 6, None)
    done = [
        *(Trial(fast, rank, 1.0 + number) for number, rank in enumerate(ranks)),
        Trial(slow, 1, 2.0),
    ]
    assert table(summary(done)).splitlines()[2:] == [
        "| catalogue | fine | as it is | similarity | 0.250 (0.05 to 0.70) | 0.500 (0.15 to 0.85) "
        "| 0.750 (0.30 to 0.95) | 2.5 |",
        "| both | fine, then regular | rewritten | and wordings | 1.000 (0.21 to 1.00) "
        "| 1.000 (0.21 to 1.00) | 1.000 (0.21 to 1.00) | 2.0 |",
    ]
