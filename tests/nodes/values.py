"""Values that the nodes work on, with the keys that a test does not care about filled in."""

from __future__ import annotations

from typing import Any, cast

from nodes.verdicts import Judgement, SubclaimVerdict
from retrieval.evidence import Evidence


def passage(text: str = "Servers must log.", **changes: Any) -> Evidence:
    """Return one passage of the catalogue."""
    values: dict[str, Any] = {
        "corpus": "catalogue",
        "version": "draft",
        "page": "server/tools",
        "heading": "Capabilities",
        "link": "https://example.test/tools#capabilities",
        "similarity": 0.8,
        "text": text,
        "entry_ids": [],
        "level": "none",
        "actor": "protocol",
        **changes,
    }
    return cast("Evidence", values)


def judgement(label: str = "supported", **changes: Any) -> Judgement:
    """Return what a judge says."""
    values: dict[str, Any] = {
        "label": label,
        "confidence": 0.0 if label == "undecided" else 0.9,
        "reason": f"it is {label}",
        "correction": None,
        "cited": [],
        "quote": None,
        "findings": [],
        "judge": "local",
        **changes,
    }
    return cast("Judgement", values)


def part(index: int, label: str = "supported", **changes: Any) -> SubclaimVerdict:
    """Return a subclaim with its judgement; `evidence` and the keys of a judgement can be given."""
    evidence = changes.pop("evidence", [])
    return SubclaimVerdict(
        index=index,
        subclaim=f"Subclaim {index}.",
        judgement=judgement(label, **changes),
        evidence=evidence,
    )
