"""Searching the specification for a query of the caller."""

from __future__ import annotations

from typing import cast

import pytest
from langgraph.runtime import Runtime

from nodes.context import RunContext
from nodes.search import Input, Update, search
from retrieval.errors import LimitError, UnknownVersionError
from tests.nodes.scripted_search import ScriptedSearch, fine

WITHOUT_CONTEXT = cast("Runtime[RunContext]", Runtime())


def run(state: Input, evidence: ScriptedSearch | None = None) -> Update:
    return search(state, WITHOUT_CONTEXT, evidence=evidence or ScriptedSearch())


def test_the_query_is_searched_as_it_is_in_the_version_that_is_meant() -> None:
    scripted = ScriptedSearch([fine(name, 0.9) for name in "abcdef"])
    update = run({"query": " rate limits ", "version_name": "draft"}, scripted)
    assert [item["text"] for item in update["results"]] == [f"Fine {name}." for name in "abcde"]
    assert update["spec_version"] == "draft"
    assert scripted.queries == [["rate limits"]]


@pytest.mark.parametrize("top_k", [1, 20])
def test_as_many_results_as_asked_for_come_back(top_k: int) -> None:
    scripted = ScriptedSearch([fine(f"n{i}", 0.9) for i in range(25)])
    update = run({"query": "x", "version_name": "draft", "top_k": top_k}, scripted)
    assert len(update["results"]) == top_k


@pytest.mark.parametrize("top_k", [0, -1, 21])
def test_a_number_of_results_out_of_range_is_an_error_that_says_the_range(top_k: int) -> None:
    with pytest.raises(LimitError, match=f"topK must be from 1 to 20; got {top_k}"):
        run({"query": "x", "top_k": top_k})


@pytest.mark.parametrize("query", ["", "   ", "x" * 501])
def test_an_empty_or_too_long_query_is_an_error_that_says_the_limits(query: str) -> None:
    with pytest.raises(LimitError, match="query must be a text of 1 to 500 characters"):
        run({"query": query})


def test_an_unknown_version_is_an_error() -> None:
    with pytest.raises(UnknownVersionError):
        run({"query": "x", "version_name": "1999"})
