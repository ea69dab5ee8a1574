"""Node: turn a subclaim into the queries that find its evidence."""

from __future__ import annotations

import re
from typing import Final

from typing_extensions import TypedDict

from nodes.reading.clauses import as_statement

_PATTERNS: Final = (
    (re.compile(r"\b(?:mcp|the protocol) enforces?\b", re.I), "implementations must enforce"),
    (re.compile(r"\benforces?\b", re.I), "must enforce"),
    (
        re.compile(r"\b(?:mcp|the protocol) (?:requires?|mandates?)\b", re.I),
        "it is required to have",
    ),
    (re.compile(r"\b(?:mcp|the protocol) supports?\b", re.I), "it is possible to use"),
)
"""How people speak of the protocol, and how the specification says the same."""


class Input(TypedDict):
    """What the node reads."""

    subclaim: str


class Update(TypedDict):
    """What the node changes."""

    queries: list[str]


def rewrite_queries(state: Input) -> Update:
    """Return the subclaim as a statement, and where a pattern fits, as the spec puts it."""
    return Update(queries=rewrite(state["subclaim"]))


def rewrite(subclaim: str) -> list[str]:
    """Return one or two queries.

    Variants without modal or negation were tried and found nothing more on the development claims:
    each costs the time of one embedding.
    """
    statement, _ = as_statement(subclaim)
    queries = [statement]
    for pattern, replacement in _PATTERNS:
        if pattern.search(statement):
            queries.append(pattern.sub(replacement, statement))
            break
    return queries
