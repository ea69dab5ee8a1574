"""Retrieving: fine chunks first, regular ones only where too little is relevant."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

import pytest
from langgraph.runtime import Runtime

from nodes.context import RunContext
from nodes.retrieve_evidence import find_with_fallback, gather_evidence, retrieve_evidence
from retrieval.evidence import Evidence
from tests.nodes.scripted_search import ScriptedSearch, fine, regular
from tests.nodes.values import passage

KNOBS = RunContext(
    top_k=5,
    fallback_k=2,
    relevant_similarity=0.5,
    least_relevant=2,
    lexical_weight=0,
    wordings_weight=0,
)
WITHOUT_CONTEXT = cast("Runtime[RunContext]", Runtime())
QUERIES = ["Servers must log", "log"]


def found(search: ScriptedSearch, top_k: int = 5, knobs: RunContext = KNOBS) -> list[str]:
    return [item["text"] for item in find_with_fallback(search, QUERIES, "draft", top_k, knobs)]


def test_enough_relevant_fine_passages_need_no_regular_ones() -> None:
    search = ScriptedSearch([fine("a", 0.9), fine("b", 0.5), fine("c", 0.1)], [regular("x", 0.99)])
    assert found(search) == ["Fine a.", "Fine b.", "Fine c."]
    assert search.asked == [("fine", 5)]


def test_too_few_relevant_ones_are_joined_by_regular_ones_best_first() -> None:
    search = ScriptedSearch(
        [fine("a", 0.9), fine("b", 0.49)], [regular("x y", 0.6), regular("z", 0.3)]
    )
    assert found(search) == ["Fine a.", "Regular x y.", "Fine b.", "Regular z."]
    assert search.asked == [("fine", 5), ("regular", 2)]


def test_both_searches_have_the_same_queries() -> None:
    search = ScriptedSearch()
    assert found(search) == []
    assert search.queries == [QUERIES, QUERIES]


def test_a_regular_passage_that_brings_nothing_new_is_left_out() -> None:
    search = ScriptedSearch(
        [fine("a", 0.4), fine("b", 0.3)], [regular("a b", 0.9), regular("b c", 0.2)]
    )
    assert found(search) == ["Fine a.", "Fine b.", "Regular b c."]


def test_a_regular_passage_without_entries_is_kept() -> None:
    schema = passage("A comment.", similarity=0.35)
    search = ScriptedSearch([fine("a", 0.4)], [schema])
    assert found(search) == ["Fine a.", "A comment."]


def test_no_more_than_top_k_come_back() -> None:
    search = ScriptedSearch(
        [fine("a", 0.4), fine("b", 0.3), fine("c", 0.2)], [regular("x", 0.6), regular("y", 0.25)]
    )
    assert found(search, top_k=3) == ["Regular x.", "Fine a.", "Fine b."]


def test_one_wanted_result_needs_only_one_relevant_passage() -> None:
    search = ScriptedSearch([fine("a", 0.9)], [regular("x", 0.99)])
    assert found(search, top_k=1) == ["Fine a."]


def test_where_no_relevant_passage_is_needed_there_is_no_fallback() -> None:
    search = ScriptedSearch([], [regular("x", 0.99)])
    knobs = RunContext(least_relevant=0, lexical_weight=0, wordings_weight=0)
    assert found(search, knobs=knobs) == []
    assert search.asked == [("fine", 5)]


@pytest.mark.parametrize(
    ("runtime", "top_k"),
    [(Runtime(context=KNOBS), 5), (WITHOUT_CONTEXT, RunContext().top_k)],
    ids=["knobs of the run", "no knobs"],
)
def test_the_node_searches_as_the_run_says(runtime: Runtime[RunContext], top_k: int) -> None:
    search = ScriptedSearch([fine("a", 0.9), fine("b", 0.8), fine("c", 0.7)])
    update = retrieve_evidence(
        {"queries": QUERIES, "spec_version": "draft"}, runtime, search=search
    )
    assert search.asked == [("fine", top_k)]
    assert [item["text"] for item in update["evidence"]] == ["Fine a.", "Fine b.", "Fine c."]


def test_a_quick_check_searches_aggressively_as_the_design_says() -> None:
    assert (RunContext().top_k, RunContext().fallback_k) == (15, 5)


def official(name: str, similarity: float) -> Evidence:
    return passage(f"Official {name}.", corpus="official", similarity=similarity)


def test_official_passages_come_after_ours_and_take_no_place_from_them() -> None:
    ours = [fine(name, 0.9) for name in "abcde"]
    search = ScriptedSearch(ours, official=[official("x", 0.99), official("y", 0.5)])
    knobs = RunContext(top_k=5, official_k=1, relevant_similarity=0.5, least_relevant=1)
    update = gather_evidence(search, QUERIES, "draft", knobs)
    assert [item["text"] for item in update["evidence"]] == [
        *(f"Fine {name}." for name in "abcde"),
        "Official x.",
    ]


def test_a_search_ranks_official_passages_and_ours_together() -> None:
    search = ScriptedSearch(
        [fine("a", 0.9), fine("b", 0.6)], official=[official("x", 0.9), official("y", 0.7)]
    )
    assert found(search, top_k=3) == ["Official x.", "Fine a.", "Official y."]


def test_with_words_more_passages_are_found_than_are_wanted_and_the_best_are_kept() -> None:
    search = ScriptedSearch(
        [fine(f"n{i}", 0.9) for i in range(30)], word_fits={"Fine n23.": 1.0, "Fine n24.": 1.0}
    )
    knobs = replace(KNOBS, lexical_weight=0.3)
    assert found(search, top_k=2, knobs=knobs) == ["Fine n23.", "Fine n0."]


def test_a_search_that_is_to_find_nothing_finds_nothing() -> None:
    search = ScriptedSearch([fine("a", 0.9)], official=[official("x", 0.9)])
    assert found(search, top_k=0, knobs=RunContext()) == []


def test_what_is_worded_like_what_it_decides_comes_before_what_is_nearer() -> None:
    search = ScriptedSearch(
        [fine("a", 0.9), fine("audit", 0.5)], wording_fits={"Fine audit.": 0.9, "Fine a.": 0.2}
    )
    assert found(search) == ["Fine a.", "Fine audit."]
    knobs = replace(KNOBS, wordings_weight=1)
    assert found(search, knobs=knobs) == ["Fine audit.", "Fine a."]


def test_words_choose_the_official_passages_of_a_judge_and_none_of_ours() -> None:
    search = ScriptedSearch(
        [fine("a", 0.9), fine("b", 0.8)],
        official=[official("x", 0.9), official("y", 0.7)],
        word_fits={"Fine b.": 1.0, "Official y.": 1.0},
    )
    knobs = replace(KNOBS, official_k=1, lexical_weight=0.3)
    update = gather_evidence(search, QUERIES, "draft", knobs)
    assert [item["text"] for item in update["evidence"]] == ["Fine a.", "Fine b.", "Official y."]
