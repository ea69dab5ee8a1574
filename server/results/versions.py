"""The values of the list of versions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import Field

from server.results.common import Result

if TYPE_CHECKING:
    from graphs.list_versions import VersionsState


class VersionResult(Result):
    """One specification version."""

    version: str
    latest: bool
    requirements: int = Field(description="Entries of the catalogue that hold in it.")


class VersionsResult(Result):
    """The specification versions, newest first, the draft before them."""

    versions: list[VersionResult]


def versions_result(state: VersionsState) -> VersionsResult:
    """Return the values of a list of versions."""
    return VersionsResult(versions=[VersionResult(**item) for item in state["versions"]])
