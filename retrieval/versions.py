"""The versions of the MCP specification, and how a caller may name them."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from retrieval.errors import UnknownVersionError

SpecVersion = Literal["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28", "draft"]

VERSIONS: Final[tuple[SpecVersion, ...]] = (
    "2024-11-05",
    "2025-03-26",
    "2025-06-18",
    "2025-11-25",
    "2026-07-28",
    "draft",
)
"""Oldest first; the draft follows the latest release."""

LATEST: Final[SpecVersion] = "2026-07-28"

ALIASES: Final[dict[str, SpecVersion]] = {"latest": LATEST, "current": LATEST}

SLIPS: Final[dict[str, tuple[SpecVersion, str]]] = {
    "2024-11-04": (
        "2024-11-05",
        "there is no version 2024-11-04; it was read as 2024-11-05, the first release",
    )
}
"""Wrong names that are in circulation: name -> version meant, and what to tell the caller."""


class ResolvedVersion(NamedTuple):
    """A version to work with, and a note where the caller's name for it was not exact."""

    version: SpecVersion
    note: str | None = None


def resolve_version(name: str | None) -> ResolvedVersion:
    """Return the version that `name` stands for; None and "" mean the latest release.

    Raises:
        UnknownVersionError: the name is neither a version nor an alias. Another version is never
            put in its place.

    """
    wanted = (name or "latest").strip().lower()
    if wanted in ALIASES:
        return ResolvedVersion(ALIASES[wanted])
    if wanted in SLIPS:
        return ResolvedVersion(*SLIPS[wanted])
    for version in VERSIONS:
        if wanted == version:
            return ResolvedVersion(version)
    raise UnknownVersionError(name=name or "", valid=(*VERSIONS, *ALIASES))
