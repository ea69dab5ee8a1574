"""Put changes into a text: only inside their spans; what is outside is the same, byte for byte."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Sequence

from typing_extensions import TypedDict


class Edit(TypedDict):
    """A change of the text: `content[start:end]` becomes `after`."""

    start: int
    end: int
    after: str
    update_id: str | None


def trimmed(content: str, edit: Edit) -> Edit:
    """Return the edit without what both sides begin and end with."""
    before, after = content[edit["start"] : edit["end"]], edit["after"]
    head = 0
    while head < min(len(before), len(after)) and before[head] == after[head]:
        head += 1
    tail = 0
    least = min(len(before), len(after)) - head
    while tail < least and before[-1 - tail] == after[-1 - tail]:
        tail += 1
    return Edit(
        start=edit["start"] + head,
        end=edit["end"] - tail,
        after=after[head : len(after) - tail],
        update_id=edit["update_id"],
    )


def without_overlaps(edits: Iterable[Edit]) -> Iterator[Edit]:
    """Yield the edits in the order of the text, without those that touch one before them."""
    end = -1
    for edit in sorted(edits, key=lambda item: (item["start"], item["end"])):
        if edit["start"] >= max(end, 0):
            end = edit["end"]
            yield edit


def applied(content: str, edits: Sequence[Edit]) -> str:
    """Return the text with edits that are in its order and do not overlap."""
    parts: list[str] = []
    end = 0
    for edit in edits:
        parts += [content[end : edit["start"]], edit["after"]]
        end = edit["end"]
    return "".join([*parts, content[end:]])


def edits_between(content: str, text: str) -> list[Edit]:
    """Return the edits, line by line, that make one text of another."""
    old, new = _lines(content), _lines(text)
    starts = [0]
    for line in old:
        starts.append(starts[-1] + len(line))
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    return [
        Edit(start=starts[a], end=starts[b], after="".join(new[c:d]), update_id=None)
        for tag, a, b, c, d in matcher.get_opcodes()
        if tag != "equal"
    ]


def place_after(offset: int, edits: Sequence[Edit]) -> int:
    """Return where an offset of the text is once it is edited."""
    moved = offset
    for edit in edits:
        if edit["end"] <= offset:
            moved += len(edit["after"]) - (edit["end"] - edit["start"])
    return moved


def unified_diff(content: str, text: str, name: str) -> str:
    """Return a unified diff that `patch` takes, also where no line end ends a file."""
    lines: list[str] = []
    for line in difflib.unified_diff(
        _lines(content), _lines(text), f"a/{name}", f"b/{name}", lineterm="\n"
    ):
        lines.append(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n")
    return "".join(lines)


def _lines(text: str) -> list[str]:
    """Split at line feeds only: `patch` knows no other end of a line."""
    *whole, rest = text.split("\n")
    return [f"{line}\n" for line in whole] + ([rest] if rest else [])
