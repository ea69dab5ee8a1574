"""What the commands share: exit codes and options."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated, Literal

import typer


class Exit(IntEnum):
    """What the exit code says."""

    DONE = 0
    NOT_ACCURATE = 1
    NO_ANSWER = 2


SpecVersion = Annotated[
    str,
    typer.Option(
        "--spec-version", help="Specification version, `latest` or `draft`.", show_default=True
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
JudgeName = Literal["settings", "local", "llm"]
JudgeOption = Annotated[
    JudgeName, typer.Option("--judge", help="Who judges; `settings`: MCP_FACT_CHECK_JUDGE.")
]


def counted(count: int, noun: str) -> str:
    """Return "1 claim", "2 claims"."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
