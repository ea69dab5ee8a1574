"""The labelled claims: `claims_dev.jsonl` to develop with, `claims_test.jsonl` only to report.

Written by one reader of the official pages, labelled again blind by another; only claims on which
both agree are kept. Any other file of JSON lines of that form can be read too.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final, Literal

from pydantic import BaseModel, Field, ValidationError

from nodes.verdicts import Label
from retrieval.errors import InputError, LimitError, UnknownVersionError
from retrieval.versions import SpecVersion, resolve_version

Split = Literal["dev", "test"]

FOLDER: Final = Path(__file__).parent / "datasets"
MOST_BYTES: Final = 50_000_000
MOST_CLAIMS: Final = 20_000


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


class _Row(BaseModel):
    """A line of a file."""

    id: Annotated[str, Field(max_length=200)] | None = None
    claim: Annotated[str, Field(min_length=1)]
    spec_version: str
    label: Literal["supported", "contradicted", "partial", "not_mentioned"]
    kind: str = "unnamed"
    page: str | None = None
    heading: str | None = None


def split_file(split: Split) -> Path:
    """Return the file of a split."""
    return FOLDER / f"claims_{split}.jsonl"


def read_claims(split: Split) -> list[LabelledClaim]:
    """Return the claims of a split, in file order."""
    return read_dataset(split_file(split))


def read_dataset(file: Path) -> list[LabelledClaim]:
    """Return the claims of any file, in file order; a claim without an id is named by its line.

    Raises:
        InputError: the file cannot be read, or a line is no labelled claim; names the line.
        LimitError: the file is too large.

    """
    try:
        if file.stat().st_size > MOST_BYTES:
            given = f"{file.stat().st_size:,}"
            raise LimitError(str(file), f"a file of at most {MOST_BYTES:,} bytes", given)
        text = file.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot read {file}: {error}; give a file of JSON lines") from error
    # Not splitlines(): JSON texts may hold the other characters that it splits at.
    lines = enumerate(text.split("\n"), start=1)
    claims = [_claim(file, number, line) for number, line in lines if line.strip()]
    if not 1 <= len(claims) <= MOST_CLAIMS:
        raise LimitError(str(file), f"a file of 1 to {MOST_CLAIMS:,} claims", f"{len(claims):,}")
    _check_ids(file, claims)
    return claims


def digest(claims: Sequence[LabelledClaim]) -> str:
    """Return what tells one set of claims and labels from another, whatever their order."""
    rows = sorted(f"{item.id}\t{item.spec_version}\t{item.label}\t{item.claim}" for item in claims)
    return hashlib.sha256("\n".join(rows).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _claim(file: Path, number: int, line: str) -> LabelledClaim:
    try:
        row = _Row.model_validate_json(line)
        version = resolve_version(row.spec_version).version
    except ValidationError as error:
        what = "; ".join(
            f"{'.'.join(map(str, item['loc'])) or 'the line'}: {item['msg']}"
            for item in error.errors()
        )
        raise InputError(f"{file}, line {number}: {what}") from error
    except UnknownVersionError as error:
        raise InputError(f"{file}, line {number}: {error}") from error
    return LabelledClaim(
        id=row.id or f"line {number}",
        claim=row.claim,
        spec_version=version,
        label=row.label,
        kind=row.kind,
        page=row.page or None,
        heading=row.heading or None,
    )


def _check_ids(file: Path, claims: Sequence[LabelledClaim]) -> None:
    seen: set[str] = set()
    for claim in claims:
        if claim.id in seen:
            raise InputError(f"{file}: the id {claim.id!r} is there twice; give each claim its own")
        seen.add(claim.id)
