"""The gate: a figure that falls short by more than its margin, on the same claims."""

from __future__ import annotations

from pathlib import Path

import pytest

from evals.claims import read_claims
from evals.measures import gate
from evals.measures.gate import (
    Baseline,
    Shortfall,
    chosen_by,
    fallen_short,
    make_gate,
    read_baseline,
    subset,
)
from evals.measures.report import Figure, figures_of
from evals.measures.table import shortfalls
from retrieval.errors import InputError
from tests.evals.measures.made import MIXED, claim, outcomes


def baseline(**values: float) -> Baseline:
    figures = {name: Figure(value=value, margin=0.05) for name, value in values.items()}
    return Baseline(digest="", figures=figures)


def now(**values: float | None) -> dict[str, Figure]:
    return {name: Figure(value=value) for name, value in values.items()}


def test_a_figure_may_fall_by_its_margin_and_no_more() -> None:
    saved = baseline(accuracy=0.6)
    assert fallen_short(saved, now(accuracy=0.55)) == []
    assert fallen_short(saved, now(accuracy=0.9)) == []
    assert fallen_short(saved, now(accuracy=0.54)) == [Shortfall("accuracy", 0.54, 0.6, 0.05)]


def test_an_error_may_rise_by_its_margin_and_no_more() -> None:
    saved = baseline(wrong_among_accepted=0.05)
    assert fallen_short(saved, now(wrong_among_accepted=0.0)) == []
    assert fallen_short(saved, now(wrong_among_accepted=0.1)) == []
    (short,) = fallen_short(saved, now(wrong_among_accepted=0.11))
    assert shortfalls([short]) == (
        "wrong among accepted: 0.110, in the baseline 0.050 with a margin of 0.050"
    )


def test_a_figure_that_cannot_be_told_any_more_falls_short() -> None:
    (short,) = fallen_short(baseline(finding_precision=0.9), now(finding_precision=None))
    assert shortfalls([short]).startswith("findings: precision: nothing to tell, in the baseline")


def test_a_gate_of_outcomes_holds_for_them_and_not_where_one_fails() -> None:
    claims = [item.claim for item in MIXED]
    made = Baseline.model_validate_json(make_gate(MIXED).model_dump_json())
    assert chosen_by(made, [*claims, claim(name="another")]) == claims
    assert fallen_short(made, figures_of(MIXED)) == []
    broken = [*MIXED[:-1], *outcomes(("partial", None), name="made-7")]
    assert "failed" in [short.name for short in fallen_short(made, figures_of(broken))]


def test_a_baseline_of_other_claims_is_refused() -> None:
    made = make_gate(MIXED)
    claims = [item.claim for item in MIXED]
    for others in (claims[:-1], [*claims[:-1], claim("supported", name=claims[-1].id)]):
        with pytest.raises(InputError, match="of other claims"):
            chosen_by(made, others)


@pytest.mark.parametrize("content", [None, "no JSON", "{}"])
def test_a_file_that_is_no_baseline_is_told(tmp_path: Path, content: str | None) -> None:
    file = tmp_path / "baseline.json"
    if content is not None:
        file.write_text(content)
    with pytest.raises(InputError, match=r"baseline\.json is no baseline"):
        read_baseline(file)


def test_claims_are_chosen_by_their_ids_whatever_else_there_is() -> None:
    claims = [claim(name=f"dev-{number}") for number in range(300)]
    chosen = subset(claims, 20)
    assert len(chosen) == 20
    assert chosen == [item for item in claims if item in chosen], "in their order"
    of_half = subset(claims[::2], 20)
    assert {item for item in chosen if item in claims[::2]} <= set(of_half)


def test_the_gate_that_ships_is_of_development_claims_as_they_are() -> None:
    shipped = read_baseline(gate.FILE)
    assert len(chosen_by(shipped, read_claims("dev"))) == gate.SIZE
    assert all(figure.margin is not None for figure in shipped.figures.values())
