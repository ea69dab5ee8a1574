"""The one place that prints: two consoles, stdout for data and stderr for all else."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from rich.console import Console
from rich.control import strip_control_codes

if TYPE_CHECKING:
    from retrieval.errors import FactCheckError
    from retrieval.evidence import Evidence
    from retrieval.index import BuildProgress

_STDOUT: Final = Console(highlight=False, markup=False, emoji=False, soft_wrap=True)
_STDERR: Final = Console(stderr=True, highlight=False, markup=False, emoji=False, soft_wrap=True)
_MOST_SHOWN: Final = 5


def out(text: str) -> None:
    """Print text for people; control characters of outside text are taken out."""
    _STDOUT.print(strip_control_codes(text))


def json_out(value: object) -> None:
    """Print a value as JSON."""
    _STDOUT.file.write(json.dumps(value, ensure_ascii=False, indent=2) + "\n")


def json_line_out(value: Mapping[str, Any]) -> None:
    """Print a value as one line of JSON, at once."""
    _STDOUT.file.write(json.dumps(value, ensure_ascii=False) + "\n")
    _STDOUT.file.flush()


def error_out(error: FactCheckError, as_json: bool) -> None:
    """Print an error: as JSON where that was asked for, else as a line on stderr."""
    if as_json:
        json_out({"error": {"kind": error.kind, "message": str(error)}})
    else:
        _STDERR.print(strip_control_codes(f"error: {error}"), style="red")


def evidence_out(evidence: Sequence[Evidence], version: str) -> None:
    """Print the first passages, one a line, with their places."""
    shown = evidence[:_MOST_SHOWN]
    if not shown:
        return
    out(f"\nEvidence in MCP {version}:")
    for number, item in enumerate(shown, start=1):
        level = f"{item['level']} " if item["level"] != "none" else ""
        out(
            f"  {number}. {level}{item['text']}\n     {item['page']}, {item['heading']}: {item['link']}"
        )


def requirements_out(items: Sequence[Mapping[str, Any]], total: int) -> None:
    """Print catalogue entries as a table."""
    from rich.table import Table  # noqa: PLC0415

    table = Table("Id", "Level", "Actor", "Statement", "Page", box=None, pad_edge=False)
    for item in items:
        table.add_row(
            *(item[key] for key in ("id", "level", "actor", "statement")),
            f"{item['page']}, {item['heading']}",
        )
    _STDOUT.print(table, soft_wrap=False)
    _STDERR.print(f"{len(items)} of {total} entries")


@contextmanager
def progress() -> Iterator[BuildProgress]:
    """Give a callback that shows a progress bar on stderr once there is something to show."""
    from rich.progress import Progress, TaskID  # noqa: PLC0415

    bar = Progress(console=_STDERR, transient=True)
    tasks: dict[str, TaskID] = {}

    def report(what: str, done: int, total: int) -> None:
        if what not in tasks:
            bar.start()
            tasks[what] = bar.add_task(what, total=total)
        bar.update(tasks[what], completed=done)

    try:
        yield report
    finally:
        bar.stop()
