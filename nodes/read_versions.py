"""Node: read which spec versions there are, and what is known of each."""

from __future__ import annotations

from typing_extensions import TypedDict

from retrieval.catalogue import Catalogue
from retrieval.versions import LATEST, VERSIONS, SpecVersion


class VersionInfo(TypedDict):
    """A spec version, and how much of it the catalogue holds."""

    version: SpecVersion
    latest: bool
    requirements: int


class Update(TypedDict):
    """What the node changes."""

    versions: list[VersionInfo]


def read_versions(
    state: object,  # noqa: ARG001 - every node is given the state
    *,
    catalogue: Catalogue,
) -> Update:
    """Return the versions, newest first, the draft before them."""
    return Update(
        versions=[
            VersionInfo(
                version=version,
                latest=version == LATEST,
                requirements=sum(1 for _ in catalogue.in_version(version)),
            )
            for version in reversed(VERSIONS)
        ]
    )
