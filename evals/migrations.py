"""How well documents are migrated: `python -m evals.migrations [--judge local] [--list] [--json]`.

Six documents whose changes are labelled (tests/graphs/migrations) go through the whole graph, each
step approved as it is. A labelled change is made where a hunk touches its span and names what a
right change has to name; it is listed where a note to a person does. A change of words that touches
a labelled span and does not name that, or a sentence that should stay and did not, is an error. The
bar: 90 % made or listed, nothing wrong, nothing untouched altered.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from evals.statistics import share
from graphs.migrate_content import build_migrate_content
from graphs.services import Services
from nodes.context import JudgeChoice, RunContext
from nodes.migrating.values import Revision, Updates

FOLDER: Final = Path(__file__).resolve().parent.parent / "tests" / "graphs" / "migrations"


@dataclass(frozen=True, slots=True)
class LabelledChange:
    """Something in a document that does not hold in the target."""

    start: int
    end: int
    line: int
    quote: str
    kind: str
    must_mention: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Document:
    """A document with its labels."""

    name: str
    content: str
    current: str
    target: str
    changes: tuple[LabelledChange, ...]
    untouched: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a document."""

    document: Document
    revision: Revision
    made: list[LabelledChange] = field(default_factory=list[LabelledChange])
    listed: list[LabelledChange] = field(default_factory=list[LabelledChange])
    missed: list[LabelledChange] = field(default_factory=list[LabelledChange])
    wrong: list[str] = field(default_factory=list[str])
    altered: list[str] = field(default_factory=list[str])


def read_documents() -> list[Document]:
    """Return the labelled documents."""
    return [_document(file) for file in sorted(FOLDER.glob("*.json"))]


def _document(file: Path) -> Document:
    row = json.loads(file.read_text(encoding="utf-8"))
    content = file.with_suffix(".md").read_text(encoding="utf-8")
    return Document(
        name=file.stem,
        content=content,
        current=row["from"],
        target=row["to"],
        changes=tuple(_change(content, item) for item in row["changes"]),
        untouched=tuple(row["untouched"]),
    )


def _change(content: str, row: dict[str, Any]) -> LabelledChange:
    start = content.index(row["quote"])
    return LabelledChange(
        start=start,
        end=start + len(row["quote"]),
        line=row["line"],
        quote=row["quote"],
        kind=row["kind"],
        must_mention=tuple(row["must_mention"]),
    )


def judge(document: Document, updates: Updates, revision: Revision) -> Outcome:
    """Compare what a session gave with the labels."""
    outcome = Outcome(document, revision)
    spans = {item["id"]: item["span"] for item in updates["updates"]}
    changed = [hunk for hunk in revision["hunks"] if hunk["before"]]
    inside: set[str | None] = set()
    for change in document.changes:
        touching = {
            name
            for name, span in spans.items()
            if span["start"] < change.end and change.start < span["end"]
        }
        hunks = [hunk for hunk in changed if hunk["update_id"] in touching]
        notes = [item for item in revision["listed"] if item["update_id"] in touching]
        said = " ".join(" ".join((note["why"], *note["after_places"])) for note in notes)
        inside.update(hunk["update_id"] for hunk in hunks)
        if any(_names(hunk["after"], change) for hunk in hunks):
            outcome.made.append(change)
        elif hunks:
            outcome.wrong.extend(f"{hunk['before']} -> {hunk['after']}" for hunk in hunks)
        elif notes and _names(said, change):
            outcome.listed.append(change)
        else:
            outcome.missed.append(change)
    stray = [hunk for hunk in changed if hunk["update_id"] not in inside]
    outcome.wrong.extend(f"{hunk['before']} -> {hunk['after']}" for hunk in stray)
    kept = [(document.content.index(q), q) for q in document.untouched]
    notes_at = {hunk["update_id"] for hunk in revision["hunks"] if not hunk["before"]}
    for name, span in spans.items():
        if name not in notes_at:
            continue
        if any(at < span["end"] and span["start"] < at + len(q) for at, q in kept):
            outcome.wrong.append(f"marked: {document.content[span['start'] : span['end']]}")
    outcome.altered.extend(q for q in document.untouched if q not in revision["text"])
    return outcome


def _names(text: str, change: LabelledChange) -> bool:
    return all(word.lower() in text.lower() for word in change.must_mention)


async def run(
    documents: Sequence[Document], choice: JudgeChoice, services: Services | None = None
) -> list[Outcome]:
    """Migrate every document, each step approved."""
    from langgraph.checkpoint.memory import InMemorySaver  # noqa: PLC0415
    from langgraph.types import Command  # noqa: PLC0415
    from langsmith.run_helpers import tracing_context  # noqa: PLC0415

    graph = build_migrate_content(services or Services()).compile(checkpointer=InMemorySaver())
    outcomes: list[Outcome] = []
    for document in documents:
        given: Any = {
            "content": document.content,
            "current_version_name": document.current,
            "target_version_name": document.target,
            "name": f"{document.name}.md",
        }
        state: dict[str, Any] = {}
        config: Any = {"configurable": {"thread_id": document.name}}
        with tracing_context(enabled=False):
            while given is not None:
                state = await graph.ainvoke(given, config, context=RunContext(judge=choice))
                given = Command(resume="approve") if state.get("__interrupt__") else None
            state = (await graph.aget_state(config)).values
        outcomes.append(judge(document, state["updates"], state["revision"]))
    return outcomes


def summary(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """Return the figures: all documents together."""
    labelled = sum(len(outcome.document.changes) for outcome in outcomes)
    made = sum(len(outcome.made) for outcome in outcomes)
    listed = sum(len(outcome.listed) for outcome in outcomes)
    return {
        "documents": len(outcomes),
        "labelled changes": labelled,
        "made": made,
        "listed for a person": listed,
        "missed": sum(len(outcome.missed) for outcome in outcomes),
        "made or listed": share(made + listed, labelled),
        "wrong changes": sum(len(outcome.wrong) for outcome in outcomes),
        "untouched sentences altered": sum(len(outcome.altered) for outcome in outcomes),
        "listed in all": sum(len(outcome.revision["listed"]) for outcome in outcomes),
    }


def main() -> None:
    """Run and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--judge", choices=["settings", "local", "llm"], default="local")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--list", action="store_true", help="list misses and errors, on stderr")
    args = parser.parse_args()
    outcomes = asyncio.run(run(read_documents(), args.judge))
    if args.list:
        for outcome in outcomes:
            name = outcome.document.name
            for change in outcome.missed:
                print(f"missed: {name}:{change.line}: {change.quote}", file=sys.stderr)
            for text in outcome.wrong:
                print(f"wrong: {name}: {text}", file=sys.stderr)
            for text in outcome.altered:
                print(f"altered: {name}: {text}", file=sys.stderr)
    figures = summary(outcomes)
    if args.json:
        print(json.dumps(figures, indent=2, default=str))
        return
    print(
        f"{'document':<22}{'labels':>8}{'made':>6}{'listed':>8}{'missed':>8}{'wrong':>7}{'altered':>9}"
    )
    for outcome in outcomes:
        print(
            f"{outcome.document.name:<22}{len(outcome.document.changes):>8}{len(outcome.made):>6}"
            f"{len(outcome.listed):>8}{len(outcome.missed):>8}{len(outcome.wrong):>7}"
            f"{len(outcome.altered):>9}"
        )
    for name, value in figures.items():
        print(f"{name:<28} {value}")


if __name__ == "__main__":
    main()
