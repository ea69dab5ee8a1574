"""Check many documents in one process: Markdown files, folders of them, and stdin."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from retrieval.errors import InputError
from server.batch import read_text

if TYPE_CHECKING:
    from graphs.check_claims import CheckState
    from nodes.context import JudgeChoice
    from nodes.documents import CheckedClaim
    from nodes.verdicts import Label
    from retrieval.index import BuildProgress
    from server.runner import Runner

STDIN: Final = Path("-")
SUFFIXES: Final = (".md", ".mdx", ".markdown")
_PASSED_BY: Final = ("node_modules",)
_STEPS: Final = 100
"""Steps of a file on the progress bar."""


@dataclass(frozen=True, slots=True)
class CheckedFile:
    """A file with what its check gave: a state, or the error that it could not be checked for."""

    path: Path
    state: CheckState | None
    error: InputError | None = None

    @property
    def claims(self) -> Sequence[CheckedClaim]:
        """The claims with their verdicts; none where there is no state."""
        return self.state["checked"] if self.state else []


def find_files(paths: Sequence[Path]) -> list[Path]:
    """Return the files that paths stand for, each once; of folders the Markdown in them, sorted.

    Hidden files and folders and `node_modules` are passed by, and links to folders not followed.

    Raises:
        InputError: a path is not there, or a folder has no Markdown.

    """
    found: dict[Path, None] = {}
    for path in paths:
        if path.is_dir():
            inside = sorted(_markdown(path))
            if not inside:
                raise InputError(f"no Markdown ({', '.join(SUFFIXES)}) is in the folder {path}")
            found |= dict.fromkeys(inside)
        elif path == STDIN or path.exists():
            found[path] = None
        else:
            raise InputError(f"there is no {path}; give Markdown files, folders, or - for stdin")
    return list(found)


def _markdown(folder: Path) -> Iterator[Path]:
    for parent, folders, files in os.walk(folder):
        folders[:] = [n for n in folders if not n.startswith(".") and n not in _PASSED_BY]
        for name in files:
            if name.lower().endswith(SUFFIXES) and not name.startswith("."):
                yield Path(parent) / name


async def check_files(
    runner: Runner,
    files: Sequence[Path],
    version: str,
    judge: JudgeChoice,
    progress: BuildProgress,
) -> list[CheckedFile]:
    """Check the files one after the other; what is wrong with one does not stop the others.

    Raises:
        FactCheckError: what is wrong would be wrong for every file.

    """
    what = f"Checking {len(files)} file{'s' if len(files) > 1 else ''}"
    checked: list[CheckedFile] = []
    for number, path in enumerate(files):

        async def report(done: int, total: int, number: int = number) -> None:
            steps = number * _STEPS + _STEPS * done // max(total, 1)
            progress(what, steps, len(files) * _STEPS)

        await report(0, 1)
        try:
            content = read_text(path)
            state = await runner.check_claims(content, version, False, judge, report)
            checked.append(CheckedFile(path, state))
        except InputError as error:
            checked.append(CheckedFile(path, None, error))
    return checked


def count(files: Sequence[CheckedFile]) -> Counter[Label]:
    """Return how many claims have each label."""
    return Counter(item["verdict"]["label"] for file in files for item in file.claims)


def findings(file: CheckedFile, labels: Sequence[str]) -> list[CheckedClaim]:
    """Return the claims of a file with one of the labels; a question asserts nothing."""
    return [
        item
        for item in file.claims
        if item["verdict"]["label"] in labels and item["claim"]["kind"] != "question"
    ]


def finding_line(path: Path, item: CheckedClaim) -> str:
    """Return a finding as `path:line:column: label: message`, on one line."""
    from nodes.reporting.summary import why_wrong  # noqa: PLC0415

    claim, span = item["claim"], item["claim"]["span"]
    message = " ".join(f"“{claim['text']}”: {why_wrong(item)}".split())
    place = f"{'stdin' if path == STDIN else path}:{span['line']}:{span['column']}"
    return f"{place}: {item['verdict']['label']}: {message}"
