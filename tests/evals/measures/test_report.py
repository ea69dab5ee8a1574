"""A report: what failed is counted apart, groups are told apart, text and plots show it all."""

from __future__ import annotations

from dataclasses import replace
from typing import Final
from xml.etree import ElementTree as Xml

import pytest

from evals.measures.floors import Floors, Thresholds
from evals.measures.outcomes import Outcome
from evals.measures.plots import plots
from evals.measures.report import CallerAnswers, Counted, Problem, Ran, Report, make_report
from evals.measures.table import markdown
from nodes.verdicts import Label
from tests.evals.measures.made import MIXED, claim, outcomes

BETWEEN = Thresholds(supported=0.6, contradicted=0.4)
RIGHT: Final[tuple[Label, Label]] = ("supported", "supported")
FLOORS = Floors(similarity=BETWEEN, overlap=BETWEEN)


def report(*items: Outcome) -> Report:
    return make_report(Ran("made", "local", items), FLOORS)


def test_failures_undecided_and_wrong_verdicts_are_counted_apart() -> None:
    silent = Outcome(claim(name="silent"), failure="judge", why="no answer")
    found = report(*MIXED, silent)
    assert found.claims == 9
    assert found.counted == Counted(failed_to_run=1, judge_failed=1, undecided=1, wrong=3, right=3)
    assert found.problems == [
        Problem(kind="run", claims=1, why="it broke"),
        Problem(kind="judge", claims=1, why="no answer"),
    ]
    assert found.figures["failed"].value == pytest.approx(2 / 9)
    assert found.figures["verdict_accuracy"].value == 0.5


def test_versions_and_kinds_are_told_apart() -> None:
    found = report(
        *outcomes(("supported", "supported"), version="2024-11-05", kind="modal", name="a"),
        *outcomes(("supported", "contradicted"), version="draft", name="b"),
    )
    accuracies = {name: group.figures["accuracy"].value for name, group in found.by_version.items()}
    assert accuracies == {"2024-11-05": 1.0, "draft": 0.0}
    assert {name: group.claims for name, group in found.by_kind.items()} == {
        "modal": 1,
        "negation": 1,
    }


def test_the_place_is_looked_for_where_the_claim_names_one() -> None:
    first, second, third = outcomes(RIGHT, RIGHT, RIGHT, page="server/tools")
    without = outcomes(("supported", "supported"), name="none")
    found = report(replace(first, rank=1), replace(second, rank=7), third, *without)
    recall = {name: figure.value for name, figure in found.figures.items() if "recall_at" in name}
    third_part = pytest.approx(1 / 3)
    assert recall == {
        "recall_at_1": third_part,
        "recall_at_5": third_part,
        "recall_at_10": pytest.approx(2 / 3),
        "recall_at_15": pytest.approx(2 / 3),
    }


def test_what_a_caller_answered_is_counted_where_there_was_one() -> None:
    item = outcomes(("supported", "undecided"))[0]
    asked = replace(item, answered=("supported", "contradicted"), refused=("contradicted",))
    found = report(asked)
    assert found.caller == CallerAnswers(answered=2, refused=1, wrong_of_refused=1)
    assert "| answers of the caller refused " in markdown(found)
    assert report(item).caller is None


def test_the_text_shows_counts_figures_floors_and_groups() -> None:
    text = markdown(report(*MIXED))
    assert "8 claims: 3 right, 3 wrong, 1 undecided, 0 where the judge failed, 1 that could" in text
    assert "- run failed, 1 x: it broke" in text
    for start in ("accuracy, undecided counted as wrong", "always supported", "2025-06-18"):
        assert any(line.startswith(f"| {start} ") for line in text.splitlines()), start
    (confusion,) = [line for line in text.splitlines() if line.startswith("| not_mentioned ")][1:]
    assert [cell.strip() for cell in confusion.split("|")[2:-1]] == ["0", "1", "0", "1", "0"]


def test_where_every_run_failed_there_is_nothing_to_tell() -> None:
    found = report(*outcomes(("supported", None)))
    assert found.figures["failed"].value == 1.0
    assert {figure.value for name, figure in found.figures.items() if name != "failed"} == {None}
    assert "| accuracy, undecided counted as wrong             | - " in markdown(found)
    assert [Xml.fromstring(text).tag for text in plots(found).values()]


def test_the_plots_show_each_count_bin_and_point() -> None:
    found = report(*MIXED, *outcomes(("supported", "supported"), sure=0.7, name="other"))
    drawn = {name: Xml.fromstring(text) for name, text in plots(found).items()}
    space = "{http://www.w3.org/2000/svg}"
    texts = [item.text for item in drawn["confusion.svg"].iter(f"{space}text")]
    assert texts.count("2") == 1, "two true claims were called so"
    assert len(list(drawn["reliability.svg"].iter(f"{space}circle"))) == 2
    curve = next(drawn["coverage.svg"].iter(f"{space}polyline"))
    assert len(curve.attrib["points"].split()) == 2
