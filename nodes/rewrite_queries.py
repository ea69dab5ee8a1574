"""Node: turn a subclaim into the queries that find its evidence."""

from __future__ import annotations

import re
from typing import Final

from typing_extensions import TypedDict

from nodes.judging.reading import as_statement

_PATTERNS: Final = (
    (re.compile(r"\b(?:mcp|the protocol) enforces?\b", re.I), "implementations must enforce"),
    (re.compile(r"\benforces?\b", re.I), "must enforce"),
    (re.compile(r"\b(?:mcp|the protocol) (?:requires|mandates)\b", re.I), "it is required to have"),
    (re.compile(r"\b(?:mcp|the protocol) supports\b", re.I), "it is possible to use"),
)
_MODALITY: Final = re.compile(
    r"\b(?:must|shall|should|may|might|can|could)(?:n't| not| never)?\b|\bcannot\b"
    r"|\b(?:is|are) (?:not )?(?:required|allowed|permitted|supposed|expected) to\b"
    r"|\b(?:do|does)(?:n't| not) (?:need|have) to\b|\b(?:do|does)(?:n't| not)\b|\b(?:has|have|needs?) to\b"
    r"|\b(?:not|never|always|optionally|strictly)\b",
    re.I,
)


class Input(TypedDict):
    """What the node reads."""

    subclaim: str


class Update(TypedDict):
    """What the node changes."""

    queries: list[str]


def rewrite_queries(state: Input) -> Update:
    """Return the subclaim as a statement, and where they differ, a form the spec would use and a bare one."""
    return Update(queries=rewrite(state["subclaim"]))


def rewrite(subclaim: str) -> list[str]:
    """Return one to three different queries: a false claim and a true one find the same passages."""
    statement, _ = as_statement(subclaim)
    queries = [statement]
    for pattern, replacement in _PATTERNS:
        if pattern.search(statement):
            queries.append(pattern.sub(replacement, statement))
            break
    bare = " ".join(_MODALITY.sub(" ", statement).split())
    if bare and bare.lower() not in (query.lower() for query in queries):
        queries.append(bare)
    return queries
