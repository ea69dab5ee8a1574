"""The MCP tools: validated arguments in, one graph run, one result with text and values out."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Final

from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import CallToolResult, TextContent, ToolAnnotations
from pydantic import BaseModel, Field

from retrieval.errors import FactCheckError
from server.results import (
    QuickClaimResult,
    SearchResult,
    VersionsResult,
    quick_claim_result,
    search_result,
    versions_result,
)

if TYPE_CHECKING:
    from mcp.server.mcpserver import MCPServer

    from server.runner import Runner

_READ_ONLY: Final = ToolAnnotations(
    read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
)
_MOST_EVIDENCE: Final = 6
"""Passages in structured content: enough to check a verdict by, and no flood of tokens."""

_VERSION_HELP: Final = (
    "Specification version the text is about: 2024-11-05, 2025-03-26, 2025-06-18, 2025-11-25, "
    "2026-07-28 (the latest release, also `latest` or `current`), or draft."
)

Version = Annotated[str, Field(description=_VERSION_HELP)]


def add_tools(server: MCPServer, runner: Runner) -> None:
    """Register the tools on a server."""

    @server.tool(
        name="check-mcp-quick-claim",
        title="Check one MCP claim",
        description=(
            "Check whether ONE statement or yes/no question about the Model Context Protocol is "
            "true for a specification version. Use it before you state, write or answer anything "
            "about MCP: requirements (MUST/SHOULD/MAY), who sends what, methods, headers, error "
            "codes, capabilities, what came or left in which version. Returns a verdict line "
            "(✓ ACCURATE, ✗ INACCURATE, ⚠️ PARTIALLY CORRECT, ○ NOT IN SPEC, ? UNDECIDED), why, "
            "the correct information and the passages with links. UNDECIDED is no verdict: read "
            "the passages, or call search-spec."
        ),
        annotations=_READ_ONLY,
    )
    async def check_quick_claim(
        claim: Annotated[
            str,
            Field(
                description="One sentence or yes/no question; best under 500 characters.",
                json_schema_extra={"minLength": 1, "maxLength": 50_000},
            ),
        ],
        specVersion: Version = "latest",  # noqa: N803 - the name callers use
    ) -> Annotated[CallToolResult, QuickClaimResult]:
        with _teaching_errors():
            state = await runner.quick_claim(claim, specVersion)
        return _result(state["text"], quick_claim_result(state, _MOST_EVIDENCE))

    @server.tool(
        name="search-spec",
        title="Search the MCP specification",
        description=(
            "Find what a version of the Model Context Protocol specification says about a topic, "
            "by meaning. Use it to look something up, or to see more passages than a verdict "
            "showed. Returns ranked passages with similarity, level, page, heading and link; it "
            "judges nothing."
        ),
        annotations=_READ_ONLY,
    )
    async def search_spec(
        query: Annotated[
            str,
            Field(
                description="What to look for, in words or identifiers, up to 500 characters.",
                json_schema_extra={"minLength": 1, "maxLength": 500},
            ),
        ],
        specVersion: Version = "latest",  # noqa: N803
        topK: Annotated[  # noqa: N803
            int,
            Field(
                description="How many passages, 1 to 20.",
                json_schema_extra={"minimum": 1, "maximum": 20},
            ),
        ] = 5,
    ) -> Annotated[CallToolResult, SearchResult]:
        with _teaching_errors():
            state = await runner.search(query, specVersion, topK)
        return _result(state["text"], search_result(state))

    @server.tool(
        name="list-spec-versions",
        title="List MCP specification versions",
        description=(
            "List the Model Context Protocol specification versions that the other tools know, "
            "newest first, and which is the latest. Use it when you are not sure which version to "
            "name."
        ),
        annotations=_READ_ONLY,
    )
    async def list_spec_versions() -> Annotated[CallToolResult, VersionsResult]:
        with _teaching_errors():
            state = await runner.versions()
        return _result(state["text"], versions_result(state))


@contextmanager
def _teaching_errors() -> Generator[None]:
    """Turn our errors into tool errors that the caller may read; the SDK masks all others."""
    try:
        yield
    except FactCheckError as error:
        raise ToolError(str(error)) from error


def _result(text: str, values: BaseModel) -> CallToolResult:
    return CallToolResult(
        content=[TextContent(type="text", text=text)],
        structured_content=values.model_dump(mode="json", by_alias=True),
    )
