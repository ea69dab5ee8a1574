"""Labelled claims and outcomes that are made up, so that figures can be told by hand."""

from __future__ import annotations

from typing import Any

from evals.claims import LabelledClaim
from evals.measures.outcomes import Outcome
from nodes.verdicts import Label
from retrieval.versions import SpecVersion


def claim(
    label: Label = "supported",
    text: str = "Servers log.",
    version: SpecVersion = "2025-06-18",
    kind: str = "negation",
    name: str = "dev-001",
    page: str | None = None,
) -> LabelledClaim:
    """Return a labelled claim."""
    return LabelledClaim(name, text, version, label, kind, page, None)


def outcomes(*pairs: tuple[Label, Label | None], sure: float = 0.9, **of: Any) -> list[Outcome]:
    """Return outcomes as pairs of what a claim is and what it was called; None: it did not run."""
    return [
        Outcome(
            claim(label, **_named(number, of)),
            called,
            confidence=0.0 if called in (None, "undecided") else sure,
            failure="run" if called is None else None,
            why="it broke" if called is None else "",
        )
        for number, (label, called) in enumerate(pairs)
    ]


def _named(number: int, values: dict[str, Any]) -> dict[str, Any]:
    return {"name": f"made-{number}"} | values


MIXED = outcomes(
    ("supported", "supported"),
    ("supported", "undecided"),
    ("supported", None),
    ("contradicted", "supported"),
    ("contradicted", "contradicted"),
    ("not_mentioned", "not_mentioned"),
    ("not_mentioned", "contradicted"),
    ("partial", "contradicted"),
)
"""Three are right, three wrong, one is undecided and one failed."""
