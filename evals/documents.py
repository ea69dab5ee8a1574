"""How well whole documents are read and judged: `python -m evals.documents [--judge ...] [--json]`.

Twelve documents in which every claim about MCP is labelled (`datasets/documents`) go through the
check_claims graph. A labelled claim is found where an extracted one covers most of its words and
begins on its line; an extracted claim that covers no labelled one is no claim.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, cast

from evals.statistics import share
from graphs.check_claims import build_check_claims
from graphs.services import Services
from nodes.context import JudgeChoice, RunContext
from nodes.documents import CheckedClaim
from nodes.verdicts import Label
from retrieval.versions import SpecVersion

FOLDER: Final = Path(__file__).parent / "datasets" / "documents"
MOSTLY: Final = 0.5
"""Share of a labelled claim's words that an extracted one must cover to be the same."""


@dataclass(frozen=True, slots=True)
class LabelledSpan:
    """A claim that a document makes, where it makes it, and what the official text makes of it."""

    start: int
    end: int
    line: int
    claim: str
    spec_version: SpecVersion
    label: Label


@dataclass(frozen=True, slots=True)
class Document:
    """A document with all its claims."""

    name: str
    spec_version: SpecVersion
    content: str
    labels: tuple[LabelledSpan, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """A document with what was found in it, and for each labelled claim what was taken for it."""

    document: Document
    checked: Sequence[CheckedClaim]
    matches: Sequence[CheckedClaim | None]


def read_documents() -> list[Document]:
    """Return the labelled documents."""
    rows = json.loads((FOLDER / "index.json").read_text(encoding="utf-8"))
    return [_document(row["name"], row["spec_version"]) for row in rows]


def _document(name: str, version: SpecVersion) -> Document:
    content = (FOLDER / f"{name}.md").read_text(encoding="utf-8")
    rows = (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    labels = tuple(_labelled(content, json.loads(row)) for row in rows if row.strip())
    return Document(name, version, content, labels)


def _labelled(content: str, row: dict[str, Any]) -> LabelledSpan:
    start = content.index(row["quote"])
    return LabelledSpan(
        start=start,
        end=start + len(row["quote"]),
        line=row["line"],
        claim=row["claim"],
        spec_version=cast("SpecVersion", row["spec_version"]),
        label=cast("Label", row["label"]),
    )


async def run(documents: Sequence[Document], judge: JudgeChoice) -> list[Outcome]:
    """Check every document."""
    from langsmith.run_helpers import tracing_context  # noqa: PLC0415

    graph = build_check_claims(Services()).compile()
    outcomes: list[Outcome] = []
    for document in documents:
        with tracing_context(enabled=False):
            state = await graph.ainvoke(
                {"content": document.content, "version_name": document.spec_version},
                context=RunContext(judge=judge),
            )
        checked = cast("list[CheckedClaim]", state["checked"])
        matches = [_match(label, checked) for label in document.labels]
        outcomes.append(Outcome(document, checked, matches))
    return outcomes


def _match(label: LabelledSpan, checked: Sequence[CheckedClaim]) -> CheckedClaim | None:
    """Return the extracted claim that has most of a labelled one, or None."""
    best = max(checked, key=lambda item: _covered(label, item), default=None)
    return best if best is not None and _covered(label, best) >= MOSTLY else None


def _covered(label: LabelledSpan, item: CheckedClaim) -> float:
    """Return the share of a labelled claim's characters that an extracted one has."""
    span = item["claim"]["span"]
    both = min(label.end, span["end"]) - max(label.start, span["start"])
    return max(0, both) / (label.end - label.start)


def summary(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """Return the figures: shares with 95 % intervals, each with its n."""
    pairs = [
        (label, match)
        for outcome in outcomes
        for label, match in zip(outcome.document.labels, outcome.matches, strict=True)
    ]
    found = [(label, match) for label, match in pairs if match is not None]
    in_line = [pair for pair in found if pair[1]["claim"]["span"]["line"] == pair[0].line]
    extracted = [item for outcome in outcomes for item in outcome.checked]
    stray = [item for outcome in outcomes for item in _stray(outcome)]
    decided = [pair for pair in found if _label(pair[1]) != "undecided"]
    right = [pair for pair in decided if _label(pair[1]) == pair[0].label]
    accepted = [pair for pair in decided if _label(pair[1]) == "supported"]
    findings = [pair for pair in decided if _label(pair[1]) in ("contradicted", "partial")]
    false = [pair for pair in pairs if pair[0].label in ("contradicted", "partial")]
    named = [pair for pair in findings if pair[0].label in ("contradicted", "partial")]
    return {
        "documents": len(outcomes),
        "labelled claims": len(pairs),
        "extracted claims": len(extracted),
        "found on the right line": share(len(in_line), len(pairs)),
        "extracted but no claim": share(len(stray), len(extracted)),
        "version read right": share(
            sum(match["claim"]["spec_version"] == label.spec_version for label, match in found),
            len(found),
        ),
        "decided": share(len(decided), len(found)),
        "right of decided": share(len(right), len(decided)),
        "accepted but not true": share(
            sum(label.label != "supported" for label, _ in accepted), len(accepted)
        ),
        "findings that are right": share(len(named), len(findings)),
        "false claims found": share(len(named), len(false)),
    }


def _stray(outcome: Outcome) -> list[CheckedClaim]:
    """Return what was extracted and covers nothing that is labelled."""
    return [
        item
        for item in outcome.checked
        if not any(
            min(label.end, item["claim"]["span"]["end"])
            > max(label.start, item["claim"]["span"]["start"])
            for label in outcome.document.labels
        )
    ]


def _label(item: CheckedClaim) -> Label:
    return item["verdict"]["label"]


def main() -> None:
    """Run and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--judge", choices=["settings", "local", "llm"], default="local")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--list", action="store_true", help="list what was missed, on stderr")
    args = parser.parse_args()
    outcomes = asyncio.run(run(read_documents(), args.judge))
    if args.list:
        for outcome in outcomes:
            name = outcome.document.name
            for label, match in zip(outcome.document.labels, outcome.matches, strict=True):
                if match is None:
                    print(f"missed: {name}:{label.line}: {label.claim}", file=sys.stderr)
            for item in _stray(outcome):
                claim = item["claim"]
                print(f"stray: {name}:{claim['span']['line']}: {claim['text']}", file=sys.stderr)
    figures = summary(outcomes)
    if args.json:
        print(json.dumps(figures, indent=2, default=str))
        return
    for name, value in figures.items():
        print(f"{name:<26} {value}")


if __name__ == "__main__":
    main()
