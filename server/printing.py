"""The one place that prints: two consoles, stdout for data and stderr for all else."""

from __future__ import annotations

import json
import os
import re
import sys
import traceback
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from io import TextIOWrapper
from typing import TYPE_CHECKING, Any, Final

from rich.console import Console

if TYPE_CHECKING:
    from retrieval.evidence import Evidence
    from retrieval.index import BuildProgress


class _Console(Console):
    """A console whose reader may go away, as `head` does: the exit code is still the verdict's."""

    def on_broken_pipe(self) -> None:
        """Print nothing more."""
        self.quiet = True
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


_STDOUT: Final = _Console(highlight=False, markup=False, emoji=False, soft_wrap=True)
_STDERR: Final = Console(stderr=True, highlight=False, markup=False, emoji=False, soft_wrap=True)
_MOST_SHOWN: Final = 5
_TABLE_WIDTH: Final = 120
"""Columns of a table that no terminal sets the width of."""

_ESCAPED: Final = re.compile(r"[\x7f-\x9f\u2028\u2029\ud800-\udfff]")
"""In JSON: later controls, what some take for the end of a line, halves of surrogate pairs."""

_UNPRINTABLE: Final = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)
"""Controls but tab and newline, marks that turn the direction of writing, halves of pairs."""


def drop_output() -> None:
    """Print nothing more: whoever read stdout has gone."""
    _STDOUT.on_broken_pipe()


def use_utf8() -> None:
    """Write UTF-8 whatever the locale: JSON is that by definition, and verdicts have signs."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8")


def out(text: str) -> None:
    """Print text for people; control characters of outside text are taken out."""
    _STDOUT.print(_printable(text))


def json_out(value: object) -> None:
    """Print a value as JSON."""
    try:
        _STDOUT.file.write(_json(value, indent=2) + "\n")
        _STDOUT.file.flush()
    except BrokenPipeError:
        _STDOUT.on_broken_pipe()


def json_line_out(value: Mapping[str, Any]) -> None:
    """Print a value as one line of JSON, at once."""
    _STDOUT.file.write(_json(value) + "\n")
    _STDOUT.file.flush()


def error_out(kind: str, message: str, as_json: bool) -> None:
    """Print an error: as JSON where that was asked for, else as a line on stderr."""
    if as_json:
        json_out({"error": {"kind": kind, "message": message}})
    else:
        _STDERR.print(_printable(f"error: {message}"), style="red")


def message_out(text: str) -> None:
    """Print a message for people on stderr."""
    _STDERR.print(_printable(text))


def traceback_out(error: Exception) -> None:
    """Print where an error that nobody foresaw came from."""
    _STDERR.print(_printable("".join(traceback.format_exception(error))))


def evidence_out(evidence: Sequence[Evidence], version: str) -> None:
    """Print the first passages, one a line, with their places."""
    shown = evidence[:_MOST_SHOWN]
    if not shown:
        return
    out(f"\nEvidence in MCP {version}:")
    for number, item in enumerate(shown, start=1):
        official = item["corpus"] == "official"  # which says its level itself
        level = "" if official or item["level"] == "none" else f"{item['level']} "
        out(f"  {number}. {level}{item['text']}")
        link = item.get("permalink") if official else None
        out(f"     {item['corpus']}: {item['page']}, {item['heading']}: {link or item['link']}")


def requirements_out(items: Sequence[Mapping[str, Any]], total: int) -> None:
    """Print catalogue entries as a table, each with its id in full: people copy it."""
    from rich.table import Table  # noqa: PLC0415 - no start needs it

    table = Table("Level", "Actor", "Requirement or fact, its id and its place", show_lines=True)
    for item in items:
        place = f"{item['page']}, {item['heading']}"
        level = "" if item["level"] == "none" else item["level"]
        table.add_row(level, item["actor"], f"{item['statement']}\n{item['id']}\n{place}")
    if items:
        if not _STDOUT.is_terminal:
            _STDOUT.width = _TABLE_WIDTH
        _STDOUT.print(table, soft_wrap=False)
    _STDERR.print(f"{len(items)} of {total} entries")


def ask_decision(choices: Sequence[str]) -> dict[str, str] | None:
    """Ask in a terminal what to decide; None where the input ends."""
    shown = ", ".join(choice for choice in choices if choice != "edit")
    try:
        words = _STDERR.input(f"Decide ({shown}; revise TEXT, back STEP; empty: later): ")
    except (EOFError, KeyboardInterrupt):
        return None
    kind, _, rest = words.strip().partition(" ")
    if not kind:
        return None
    return {"decision": kind, "to" if kind == "back" else "feedback": rest.strip()}


@contextmanager
def progress() -> Generator[BuildProgress]:
    """Give a callback that shows a progress bar on stderr once there is something to show."""
    from rich.progress import Progress, TaskID  # noqa: PLC0415

    bar = Progress(console=_STDERR, transient=True)
    tasks: dict[str, TaskID] = {}

    def report(what: str, done: int, total: int) -> None:
        if not _STDERR.is_terminal:
            return  # a bar would leave an empty line in a log
        if what not in tasks:
            bar.start()
            tasks[what] = bar.add_task(what, total=total)
        bar.update(tasks[what], completed=done)

    try:
        yield report
    finally:
        if tasks:
            bar.stop()


def _printable(text: str) -> str:
    return _UNPRINTABLE.sub("", text)


def _json(value: object, indent: int | None = None) -> str:
    """Return JSON that UTF-8, a terminal and a reader of lines take as it is."""
    text = json.dumps(value, ensure_ascii=False, indent=indent)
    return _ESCAPED.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
