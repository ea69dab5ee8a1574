"""Node: write the list of versions as text."""

from __future__ import annotations

from typing_extensions import TypedDict

from nodes.read_versions import VersionInfo


class Input(TypedDict):
    """What the node reads."""

    versions: list[VersionInfo]


class Update(TypedDict):
    """What the node changes."""

    text: str


def write_versions(state: Input) -> Update:
    """Return a bullet list, and where the names can be used."""
    bullets = "\n".join(
        f"- {item['version']}{' (latest)' if item['latest'] else ''}" for item in state["versions"]
    )
    return Update(
        text=f"Available MCP specification versions:\n\n{bullets}\n\n"
        "You can use these versions as specVersion with check-mcp-quick-claim and search-spec; "
        "`latest` and `current` stand for the latest release."
    )
