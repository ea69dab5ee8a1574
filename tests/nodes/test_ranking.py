"""The order of passages: similarity, words, and the misconceptions that they refute."""

from __future__ import annotations

from collections.abc import Sequence

from nodes.ranking import ranked
from nodes.verdicts import Belief
from retrieval.evidence import Evidence
from tests.nodes.scripted_search import ScriptedSearch, fine


def order(
    passages: Sequence[Evidence],
    weight: float = 0.5,
    beliefs: Sequence[Belief] = (),
    **fits: float,
) -> str:
    search = ScriptedSearch(word_fits={f"Fine {name}.": fit for name, fit in fits.items()})
    found = ranked(search, ["x"], "draft", passages, beliefs, weight)
    return " ".join(item["entry_ids"][0].removeprefix("tools.") for item in found)


def belief(similarity: float, *refuted_by: str) -> Belief:
    return Belief(
        id="tools.false",
        belief="",
        correction="",
        refuted_by=[f"tools.{name}" for name in refuted_by],
        similarity=similarity,
    )


def test_words_count_beside_similarity_as_much_as_the_weight_says() -> None:
    passages = [fine("a", 0.9), fine("b", 0.6)]
    assert order(passages, weight=0.5, b=1.0) == "b a"
    assert order(passages, weight=0.2, b=1.0) == "a b"
    assert order(passages, weight=0, b=1.0) == "a b"


def test_of_passages_that_are_as_likely_the_first_stays_first() -> None:
    assert order([fine("b", 0.5), fine("a", 0.5), fine("c", 0.75)], b=0.5, a=0.5) == "b a c"


def test_a_passage_is_as_near_as_the_nearest_misconception_that_it_refutes() -> None:
    passages = [fine("a", 0.7), fine("b", 0.1), fine("c", 0.75)]
    assert order(passages, beliefs=[belief(0.72, "b"), belief(0.2, "a", "b")]) == "c b a"


def test_a_misconception_that_is_further_away_takes_nothing_from_a_passage() -> None:
    assert order([fine("a", 0.7), fine("b", 0.6)], beliefs=[belief(0.1, "a")]) == "a b"
    assert order([], beliefs=[belief(0.1, "a")]) == ""
