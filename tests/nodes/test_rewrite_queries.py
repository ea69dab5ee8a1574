"""The queries of a subclaim."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nodes.rewrite_queries import rewrite, rewrite_queries


@pytest.mark.parametrize(
    ("subclaim", "queries"),
    [
        ("Servers must log.", ["Servers must log."]),
        (
            "Does MCP enforce rate limits?",
            ["MCP enforce rate limits", "implementations must enforce rate limits"],
        ),
        (
            "MCP enforces rate limits",
            ["MCP enforces rate limits", "implementations must enforce rate limits"],
        ),
        (
            "The host enforces consent",
            ["The host enforces consent", "The host must enforce consent"],
        ),
        ("MCP requires OAuth", ["MCP requires OAuth", "it is required to have OAuth"]),
        (
            "The protocol mandates a session ID",
            ["The protocol mandates a session ID", "it is required to have a session ID"],
        ),
        ("Does MCP support batching?", ["MCP support batching", "it is possible to use batching"]),
        ("Is sampling optional?", ["sampling is optional"]),
        ("xyzzy", ["xyzzy"]),
    ],
)
def test_a_subclaim_is_searched_as_a_statement_and_as_the_specification_puts_it(
    subclaim: str, queries: list[str]
) -> None:
    assert rewrite(subclaim) == queries


def test_a_question_and_its_statement_find_the_same() -> None:
    assert rewrite("Does MCP enforce rate limits?")[1:] == rewrite("MCP enforces rate limits")[1:]


def test_the_node_gives_the_queries() -> None:
    assert rewrite_queries({"subclaim": "Servers must log."}) == {"queries": ["Servers must log."]}


@given(
    st.lists(
        st.sampled_from(
            ("MCP", "the protocol", "servers", "enforces", "requires", "supports", "must", "does")
        ),
        min_size=1,
        max_size=8,
    ),
    st.sampled_from(("", ".", "?")),
)
def test_any_subclaim_gives_one_or_two_different_queries_that_say_something(
    words: list[str], end: str
) -> None:
    queries = rewrite(" ".join(words) + end)
    assert 1 <= len(queries) <= 2
    assert len({query.lower() for query in queries}) == len(queries)
    assert all(query.strip() for query in queries)
