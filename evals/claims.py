"""The labelled claims: `claims_dev.jsonl` to develop with, `claims_test.jsonl` only to report.

Written by one reader of the official pages, labelled again blind by another; only claims on which
both agree are kept.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, cast

from nodes.verdicts import Label
from retrieval.versions import SpecVersion

Split = Literal["dev", "test"]

FOLDER: Final = Path(__file__).parent / "datasets"


@dataclass(frozen=True, slots=True)
class LabelledClaim:
    """A claim, the version it speaks of, and what the official text makes of it."""

    id: str
    claim: str
    spec_version: SpecVersion
    label: Label
    kind: str
    page: str | None
    heading: str | None


def read_claims(split: Split) -> list[LabelledClaim]:
    """Return the claims of a split, in file order."""
    lines = (FOLDER / f"claims_{split}.jsonl").read_text(encoding="utf-8").splitlines()
    return [_claim(json.loads(line)) for line in lines if line.strip()]


def _claim(row: dict[str, object]) -> LabelledClaim:
    return LabelledClaim(
        id=str(row["id"]),
        claim=str(row["claim"]),
        spec_version=cast("SpecVersion", row["spec_version"]),
        label=cast("Label", row["label"]),
        kind=str(row["kind"]),
        page=str(row["page"]) if row.get("page") else None,
        heading=str(row["heading"]) if row.get("heading") else None,
    )
