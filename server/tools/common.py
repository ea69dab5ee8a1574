"""What all tools share."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import Annotated, Final, Literal

from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import CallToolResult, TextContent, ToolAnnotations
from pydantic import BaseModel, Field

from retrieval.errors import FactCheckError

READ_ONLY: Final = ToolAnnotations(
    read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
)
KEEPS_REPORTS: Final = ToolAnnotations(
    read_only_hint=False, destructive_hint=False, idempotent_hint=False, open_world_hint=False
)
"""Of tools that may keep a report with open claims, until it is finished or expires."""

MOST_EVIDENCE: Final = 6
"""Passages in structured content: enough to check a verdict by, and no flood of tokens."""

VERSION_NAMES: Final = (
    "2024-11-05, 2025-03-26, 2025-06-18, 2025-11-25, 2026-07-28 (the latest release, also `latest` "
    "or `current`), or draft."
)
VERSION_HELP: Final = f"Specification version the text is about: {VERSION_NAMES}"

JudgeName = Literal["auto", "local", "llm", "caller", "sampling"]
JudgeChosen = Annotated[
    JudgeName,
    Field(
        description="Who judges. local: checks in code alone. llm: the language model that this "
        "server has a key for. caller: checks in code, and you judge what they leave open, by "
        "submit-judgements. sampling: this server asks your client's model for that, where the "
        "client offers it; if the client ends the call instead, call again, and you judge."
    ),
]

Version = Annotated[str, Field(description=VERSION_HELP)]


@contextmanager
def teaching_errors() -> Generator[None]:
    """Turn our errors into tool errors that the caller may read; the SDK masks all others."""
    try:
        yield
    except FactCheckError as error:
        raise ToolError(str(error)) from error


def tool_result(text: str, values: BaseModel) -> CallToolResult:
    """Return text for the model, and the same as values."""
    return CallToolResult(
        content=[TextContent(type="text", text=text)],
        structured_content=values.model_dump(mode="json", by_alias=True),
    )
