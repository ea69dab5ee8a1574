"""Node: read the request of a migration: the text, both versions and the scope."""

from __future__ import annotations

from typing import NotRequired

from typing_extensions import TypedDict

from nodes.migrating.values import SCOPES, Scope
from nodes.read_request import check_length, readable
from nodes.split_content import MAX_CONTENT
from retrieval.choices import one_of
from retrieval.comparison import ComparisonRequest
from retrieval.errors import LimitError
from retrieval.versions import SpecVersion, resolve_version


class Input(TypedDict):
    """What the node reads."""

    content: str
    current_version_name: str
    target_version_name: str
    update_scope: NotRequired[str | None]


class Update(TypedDict):
    """What the node changes."""

    content: str
    current_version: SpecVersion
    target_version: SpecVersion
    scope: Scope
    notes: list[str]


def read_migration(state: Input) -> Update:
    """Return the request as it is worked with.

    Raises:
        LimitError: the text is empty or too long, both versions are one, or there is no such scope.
        UnknownVersionError: there is no such version.

    """
    check_length("content", state["content"], MAX_CONTENT)
    current, target, notes = read_versions(
        state["current_version_name"], state["target_version_name"]
    )
    return Update(
        content=readable(state["content"]),
        current_version=current,
        target_version=target,
        scope=read_scope(state.get("update_scope")),
        notes=notes,
    )


def read_versions(current: str, target: str) -> tuple[SpecVersion, SpecVersion, list[str]]:
    """Return both versions, and what the caller should know of them."""
    for field, name in (("currentVersion", current), ("targetVersion", target)):
        if not name.strip():
            raise LimitError(field, "the name of a specification version", "nothing")
    if resolve_version(current).version == resolve_version(target).version:
        raise LimitError("targetVersion", "another version than currentVersion", repr(target))
    request = ComparisonRequest.parse(current, target)
    notes = list(request.notes)
    if not request.upward:
        notes.append(
            f"{request.to_version} is older than {request.from_version}: this is a downgrade, and "
            "what the newer version brought will be taken out or listed"
        )
    return request.from_version, request.to_version, notes


def read_scope(name: str | None) -> Scope:
    """Return the scope of that name; the comprehensive one where none is named."""
    return one_of("updateScope", name or None, SCOPES) or "comprehensive"
