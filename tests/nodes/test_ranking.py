"""The order of passages: similarity, words, and known wordings of what they decide."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from nodes.context import RunContext
from nodes.ranking import ranked
from retrieval.evidence import Evidence
from tests.nodes.scripted_search import ScriptedSearch, fine


def order(
    passages: Sequence[Evidence],
    words: Mapping[str, float] | None = None,
    wordings: Mapping[str, float] | None = None,
    knobs: RunContext | None = None,
) -> str:
    search = ScriptedSearch(word_fits=_texts(words or {}), wording_fits=_texts(wordings or {}))
    knobs = knobs or RunContext(lexical_weight=0.5, wordings_weight=0.5)
    found = ranked(search, ["x"], "draft", passages, knobs)
    return " ".join(item["entry_ids"][0].removeprefix("tools.") for item in found)


def _texts(fits: Mapping[str, float]) -> dict[str, float]:
    return {f"Fine {name}.": fit for name, fit in fits.items()}


def test_words_count_beside_similarity_as_much_as_their_weight_says() -> None:
    passages = [fine("a", 0.9), fine("b", 0.6)]
    assert order(passages, {"b": 1.0}) == "b a"
    assert order(passages, {"b": 1.0}, knobs=RunContext(lexical_weight=0.2)) == "a b"
    assert order(passages, {"b": 1.0}, knobs=RunContext(lexical_weight=0)) == "a b"


def test_wordings_count_beside_similarity_as_much_as_their_weight_says() -> None:
    passages = [fine("a", 0.9), fine("b", 0.6)]
    assert order(passages, wordings={"a": 0.1, "b": 0.8}) == "b a"
    assert order(passages, wordings={"b": 1.0}, knobs=RunContext(wordings_weight=0.2)) == "a b"
    assert order(passages, wordings={"b": 1.0}, knobs=RunContext(wordings_weight=0)) == "a b"


def test_of_passages_that_are_as_likely_the_first_stays_first() -> None:
    assert order([fine("b", 0.5), fine("a", 0.5), fine("c", 0.75)], {"b": 0.5, "a": 0.5}) == "b a c"


def test_no_passages_have_no_order() -> None:
    assert order([], {"a": 1.0}, {"a": 1.0}) == ""
