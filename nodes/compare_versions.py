"""Node: compare two spec versions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NotRequired

from typing_extensions import TypedDict

from retrieval.catalogue import Catalogue
from retrieval.comparison import Comparison, ComparisonRequest
from retrieval.comparison import compare_versions as compare
from retrieval.tables import Tables

DEFAULT_CHANGES: Final = 20


class Input(TypedDict):
    """What the node reads."""

    from_version_name: str
    to_version_name: str
    topic: NotRequired[str | None]
    kinds: NotRequired[Sequence[str] | None]
    limit: NotRequired[int]


class Update(TypedDict):
    """What the node changes."""

    comparison: Comparison
    notes: list[str]


def compare_versions(state: Input, *, catalogue: Catalogue, tables: Callable[[], Tables]) -> Update:
    """Return what is not the same in the two versions.

    Raises:
        UnknownVersionError: there is no such version.
        LimitError: both are one version, there is no such topic or kind, or the limit is out of
            range.

    """
    wanted = ComparisonRequest.parse(
        state["from_version_name"],
        state["to_version_name"],
        topic=state.get("topic"),
        kinds=state.get("kinds"),
        limit=state.get("limit", DEFAULT_CHANGES),
    )
    return Update(comparison=compare(catalogue, tables(), wanted), notes=list(wanted.notes))
