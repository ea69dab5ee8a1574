"""Node: search the specification for a query."""

from __future__ import annotations

from typing import Final, NotRequired

from langgraph.runtime import Runtime
from typing_extensions import TypedDict

from nodes.context import RunContext
from nodes.read_request import check_length
from nodes.retrieve_evidence import find_with_fallback
from retrieval.errors import LimitError
from retrieval.evidence import Evidence
from retrieval.search import EvidenceSearch
from retrieval.versions import SpecVersion, resolve_version

MAX_QUERY: Final = 500
MAX_RESULTS: Final = 20
DEFAULT_RESULTS: Final = 5


class Input(TypedDict):
    """What the node reads."""

    query: str
    version_name: NotRequired[str | None]
    top_k: NotRequired[int]


class Update(TypedDict):
    """What the node changes."""

    spec_version: SpecVersion
    notes: list[str]
    results: list[Evidence]


def search(state: Input, runtime: Runtime[RunContext], *, evidence: EvidenceSearch) -> Update:
    """Return the passages nearest to the query, best first.

    Raises:
        LimitError: the query is empty or too long, or `top_k` is out of range.
        UnknownVersionError: there is no such version.

    """
    query = check_length("query", state["query"], MAX_QUERY)
    top_k = state.get("top_k", DEFAULT_RESULTS)
    if not 1 <= top_k <= MAX_RESULTS:
        raise LimitError("topK", f"from 1 to {MAX_RESULTS}", str(top_k))
    resolved = resolve_version(state.get("version_name"))
    knobs = runtime.context or RunContext()
    return Update(
        spec_version=resolved.version,
        notes=[resolved.note] if resolved.note else [],
        results=find_with_fallback(evidence, [query], resolved.version, top_k, knobs),
    )
