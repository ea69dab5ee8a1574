"""Node: write the comparison of two versions as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from typing_extensions import TypedDict

from retrieval.changes import Change, Headline, Passage, Subject
from retrieval.comparison import Comparison, KindCount

_TITLES: Final[dict[Subject, str]] = {
    "feature": "Features",
    "error code": "Error codes",
    "header": "HTTP headers",
    "method": "Methods and notifications",
    "capability": "Capabilities",
    "transport": "Transports",
    "news": "Also in the changelogs",
}


class Input(TypedDict):
    """What the node reads."""

    comparison: Comparison
    notes: list[str]


class Update(TypedDict):
    """What the node changes."""

    text: str


def write_comparison(state: Input) -> Update:
    """Return headlines by subject, then requirements and facts by topic, each with its places."""
    comparison = state["comparison"]
    about = f" ({comparison['topic']})" if comparison["topic"] else ""
    head = f"From MCP {comparison['from_version']} to {comparison['to_version']}{about}:"
    blocks = [*_headline_blocks(comparison["headlines"]), *_change_blocks(comparison)]
    return Update(
        text="\n\n".join(
            [
                head if blocks else f"{head} nothing differs",
                *blocks,
                *(f"Note: {note}." for note in state["notes"]),
            ]
        )
    )


def _headline_blocks(headlines: Sequence[Headline]) -> Iterator[str]:
    for subject, title in _TITLES.items():
        lines = [_headline(item) for item in headlines if item["subject"] == subject]
        if lines:
            yield "\n".join([f"{title}:", *lines])


def _headline(item: Headline) -> str:
    if item["subject"] == "news":
        return f"- {item['says']} ({item['name']})"
    says = item["says"] or f"{item['before']} -> {item['after']}"
    places = _places([item["before_passage"]], [item["after_passage"]])
    return f"- {item['kind'].upper()} {item['name']}{_status(item)}: {says}{places}"


def _status(item: Headline) -> str:
    """Return the status of a feature that came as something else than present."""
    came = item["subject"] == "feature" and item["kind"] == "added"
    return f" ({item['after']})" if came and item["after"] != "present" else ""


def _change_blocks(comparison: Comparison) -> Iterator[str]:
    shown, counts = comparison["changes"], comparison["counts"]
    total = sum(item["count"] for item in counts)
    if not total:
        return
    of = f", {len(shown):,} of them below" if len(shown) < total else ""
    yield f"Requirements and facts: {total:,} differences{of}."
    for topic, changes in groupby(shown, key=lambda change: change["topic"]):
        yield "\n".join([f"{topic}: {_tally(counts, topic)}", *map(_change, changes)])
    missing = [item for item in counts if item["topic"] not in {c["topic"] for c in shown}]
    for topic, items in groupby(missing, key=lambda item: item["topic"]):
        yield f"{topic}: {_tally(list(items), topic)}"


def _tally(counts: Sequence[KindCount], topic: str) -> str:
    return ", ".join(f"{c['count']} {c['kind']}" for c in counts if c["topic"] == topic)


def _change(change: Change) -> str:
    kind = change["kind"].upper()
    differences = "; ".join(
        f"{item['aspect']} {item['before']} -> {item['after']}" for item in change["differences"]
    )
    said = " | ".join(_statement(item) for item in change["after"] or change["before"])
    lines = [f"- {kind}{f' ({differences})' if differences else ''}: {said}"]
    if change["before"] and change["after"] and change["kind"] != "moved":
        lines += [f"    before: {_statement(item)}" for item in change["before"]]
    return "\n".join(lines) + _places(change["before"], change["after"])


def _statement(item: Passage) -> str:
    level = "" if item["level"] == "none" else f"[{item['level']}] "
    return f"{level}{item['statement']}"


def _places(before: Sequence[Passage | None], after: Sequence[Passage | None]) -> str:
    sides = ["; ".join(dict.fromkeys(_place(p) for p in side if p)) for side in (before, after)]
    return f"\n    {' -> '.join(filter(None, sides))}" if any(sides) else ""


def _place(item: Passage) -> str:
    return f"{item['version']}/{item['page']}, {item['heading']}"
