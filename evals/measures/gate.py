"""The regression gate: figures must not fall short of saved ones by more than their margins."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pydantic import BaseModel, ValidationError

from evals.claims import LabelledClaim, digest
from evals.measures.outcomes import Outcome
from evals.measures.report import Figure, figures_of
from retrieval.errors import InputError, LimitError

FILE: Final = Path(__file__).parent.parent / "gate.json"
SIZE: Final = 120
"""Development claims of the gate: few enough to be judged in each run of the tests."""

_MOST_BYTES: Final = 10_000_000
MARGIN: Final = 0.02
MARGINS: Final[dict[str, float]] = {
    "failed": 0.0,
    "verdict_accuracy": 0.03,
    "wrong_among_accepted": 0.06,
    "coverage": 0.03,
    "coverage_precision": 0.03,
    "finding_precision": 0.03,
    "finding_recall": 0.03,
    "calibration_error": 0.03,
}
"""Those of figures that one claim moves more than most; a claim that fails is one too many."""
LOWER_IS_BETTER: Final = frozenset({"failed", "wrong_among_accepted", "calibration_error"})


class Baseline(BaseModel):
    """What a run is compared with: a saved report, or a gate, which names its claims."""

    digest: str
    figures: dict[str, Figure]
    ids: list[str] | None = None


@dataclass(frozen=True, slots=True)
class Shortfall:
    """A figure that falls short of the saved one by more than its margin."""

    name: str
    now: float | None
    saved: float
    margin: float


def read_baseline(file: Path) -> Baseline:
    """Return a saved report or gate.

    Raises:
        InputError: the file cannot be read, or is neither.

    """
    try:
        if file.stat().st_size > _MOST_BYTES:
            given = f"{file.stat().st_size:,}"
            raise LimitError(str(file), f"a file of at most {_MOST_BYTES:,} bytes", given)
        return Baseline.model_validate_json(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, ValidationError) as error:
        raise InputError(
            f"{file} is no baseline: {error}; give a report.json that `eval --save` wrote, or "
            f"{FILE.name}"
        ) from error


def chosen_by(baseline: Baseline, claims: Sequence[LabelledClaim]) -> list[LabelledClaim]:
    """Return the claims that a baseline is about: those that it names, else all.

    Raises:
        InputError: its claims are not these: no figure would say anything.

    """
    if baseline.ids is not None:
        wanted = set(baseline.ids)
        claims = [claim for claim in claims if claim.id in wanted]
    if digest(claims) != baseline.digest:
        raise InputError(
            "the baseline is of other claims, or they have changed since: give the same "
            "--dataset or --split, --version and --kind, or save the baseline anew"
        )
    return list(claims)


def fallen_short(baseline: Baseline, figures: dict[str, Figure]) -> list[Shortfall]:
    """Return the figures that fall short; one that cannot be told any more does."""
    found: list[Shortfall] = []
    for name, saved in baseline.figures.items():
        if saved.value is None or name not in figures:
            continue
        margin = _margin(name) if saved.margin is None else saved.margin
        now = figures[name].value
        sign = -1 if name in LOWER_IS_BETTER else 1
        # Figures are ratios: equal ones may differ in their last bit.
        if now is None or sign * (now - saved.value) < -margin - 1e-9:
            found.append(Shortfall(name, now, saved.value, margin))
    return found


def subset(claims: Sequence[LabelledClaim], size: int = SIZE) -> list[LabelledClaim]:
    """Return the claims of the gate, chosen by a hash of their ids: in file order."""
    ranked = sorted(claims, key=lambda claim: hashlib.sha256(claim.id.encode()).hexdigest())
    chosen = {claim.id for claim in ranked[:size]}
    return [claim for claim in claims if claim.id in chosen]


def make_gate(outcomes: Sequence[Outcome]) -> Baseline:
    """Return the gate of these outcomes: their figures with margins, and the claims' names."""
    claims = [item.claim for item in outcomes]
    return Baseline(
        digest=digest(claims),
        ids=[claim.id for claim in claims],
        figures={
            name: Figure(value=round(figure.value, 4), margin=_margin(name))
            for name, figure in figures_of(outcomes).items()
            if figure.value is not None
        },
    )


def _margin(name: str) -> float:
    return MARGINS.get(name, MARGIN)
