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
from server.results.quick_claim import quick_claim_result

if TYPE_CHECKING:
    from nodes.context import JudgeChoice
    from server.runner import Runner

AT_ONCE: Final = 4
"""Claims under way: an LLM judge waits more than it works."""


async def check_batch(runner: Runner, file: Path, default_version: str, judge: JudgeChoice) -> int:
    """Print one result a line as soon as it and all before it are there.

    Returns how many lines were bad: such a line gives a line with `error`, and the rest go on. A
    line's own keys are passed through, unless a key of the result has the same name.

    Raises:
        InputError: the file cannot be read.

    """
    bad = 0
    waiting: deque[asyncio.Task[tuple[dict[str, Any], bool]]] = deque()
    for number, line in _lines(file):
        waiting.append(asyncio.create_task(_check(runner, number, line, default_version, judge)))
        if len(waiting) >= AT_ONCE:
            bad += _print(*await waiting.popleft())
    while waiting:
        bad += _print(*await waiting.popleft())
    return bad


async def _check(
    runner: Runner, number: int, line: str, default_version: str, judge: JudgeChoice
) -> tuple[dict[str, Any], bool]:
    """Return the result of a line, and whether the line was good."""
    row: dict[str, Any] = {}
    try:
        row = _read(number, line)
        _check_types(number, row)
        version = row.get("spec_version") or default_version
        state = await runner.quick_claim(row["claim"], version, judge)
    except FactCheckError as error:
        return {**row, "error": {"kind": error.kind, "message": str(error)}}, False
    return {**row, **quick_claim_result(state).model_dump(mode="json")}, True


def _read(number: int, line: str) -> dict[str, Any]:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise InputError(f"line {number} is not JSON: {error}") from error
    if not isinstance(row, dict):
        raise InputError(f"line {number} is no JSON object with a text `claim`")
    return row


def _check_types(number: int, row: dict[str, Any]) -> None:
    if not isinstance(row.get("claim"), str):
        raise InputError(f"line {number} is no JSON object with a text `claim`")
    if not isinstance(row.get("spec_version"), str | None):
        raise InputError(f"line {number}: `spec_version` must be a text")


def _lines(file: Path) -> Iterator[tuple[int, str]]:
    """Yield the lines that are not blank, with their numbers."""
    # Not splitlines(): JSON texts may hold the other characters that it splits at.
    lines = enumerate(read_text(file).split("\n"), start=1)
    return ((number, line) for number, line in lines if line.strip())


def read_text(file: Path) -> str:
    """Read a UTF-8 text, with or without a byte order mark; `-` is stdin.

    Raises:
        InputError: there is no such file, or it is no UTF-8.

    """
    try:
        data = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
        return data.decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot read {file}: {error}; give a file of UTF-8 text") from error


def _print(result: dict[str, Any], good: bool) -> int:
    printing.json_line_out(result)
    return int(not good)
