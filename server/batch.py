"""Check many claims in one process: JSON lines in, JSON lines out, in order."""

from __future__ import annotations

import asyncio
import json
import sys
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from retrieval.errors import FactCheckError, InputError
from server import printing
from server.results import quick_claim_result

if TYPE_CHECKING:
    from nodes.context import JudgeChoice
    from server.runner import Runner

AT_ONCE: Final = 4
"""Claims under way: an LLM judge waits more than it works."""


async def check_batch(runner: Runner, file: Path, default_version: str, judge: JudgeChoice) -> int:
    """Print one result a line as soon as it and all before it are there; return how many lines were bad.

    A line's own keys are passed through. A bad line gives a line with `error`, and the rest go on.

    Raises:
        InputError: the file cannot be read.

    """
    bad = 0
    waiting: deque[asyncio.Task[dict[str, Any]]] = deque()
    for number, line in enumerate(_lines(file), start=1):
        waiting.append(asyncio.create_task(_check(runner, number, line, default_version, judge)))
        if len(waiting) >= AT_ONCE:
            bad += _print(await waiting.popleft())
    while waiting:
        bad += _print(await waiting.popleft())
    return bad


async def _check(
    runner: Runner, number: int, line: str, default_version: str, judge: JudgeChoice
) -> dict[str, Any]:
    row: dict[str, Any] = {}
    try:
        row = _row(number, line)
        version = row.get("spec_version") or default_version
        state = await runner.quick_claim(row["claim"], version, judge)
    except FactCheckError as error:
        return {**row, "error": {"kind": error.kind, "message": str(error)}}
    return {**row, **quick_claim_result(state).model_dump(mode="json")}


def _row(number: int, line: str) -> dict[str, Any]:
    try:
        row = json.loads(line)
    except json.JSONDecodeError as error:
        raise InputError(f"line {number} is not JSON: {error}") from error
    if not isinstance(row, dict) or not isinstance(row.get("claim"), str):
        raise InputError(f"line {number} is no JSON object with a text `claim`")
    if not isinstance(row.get("spec_version"), str | None):
        raise InputError(f"line {number}: `spec_version` must be a text")
    return row


def _lines(file: Path) -> Iterator[str]:
    try:
        text = sys.stdin.read() if str(file) == "-" else file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot read {file}: {error}; give a file of JSON lines") from error
    return (line for line in text.splitlines() if line.strip())


def _print(result: dict[str, Any]) -> int:
    printing.json_line_out(result)
    return int("error" in result)
