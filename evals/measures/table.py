"""A report as Markdown tables, which a terminal shows as well."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from evals.measures.counts import CALLED, LABELS
from evals.measures.gate import Shortfall
from evals.measures.report import Figure, Group, Report

WORDS: Final[dict[str, str]] = {
    "failed": "failed (no verdict at all)",
    "macro_f1": "macro-F1, undecided counted as wrong",
    "accuracy": "accuracy, undecided counted as wrong",
    "decided": "decided, any label",
    "verdict_accuracy": "verdict accuracy: right of decided",
    "coverage": "coverage: called accurate, inaccurate or partial",
    "coverage_precision": "precision: right of these",
    "wrong_among_accepted": "wrong among accepted",
    "finding_precision": "findings: precision",
    "finding_recall": "findings: recall",
    "calibration_error": "expected calibration error",
    "recall_at_1": "place found first",
    "recall_at_5": "place found among 5",
    "recall_at_10": "place found among 10",
    "recall_at_15": "place found among 15",
    "precision": "precision",
    "recall": "recall",
    "f1": "F1",
}
_HEADS: Final[dict[str, str]] = {
    "macro_f1": "macro-F1",
    "accuracy": "accuracy",
    "coverage": "coverage",
    "coverage_precision": "precision",
    "wrong_among_accepted": "wrong of accepted",
}
"""The same in the head of a table."""


def markdown(report: Report) -> str:
    """Return the report as text."""
    return "\n".join(_lines(report)) + "\n"


def _lines(report: Report) -> Iterator[str]:
    counted = report.counted
    yield f"# {report.dataset}, judge: {report.judge}"
    yield ""
    yield (
        f"{report.claims} claims: {counted.right} right, {counted.wrong} wrong, "
        f"{counted.undecided} undecided, {counted.judge_failed} where the judge failed, "
        f"{counted.failed_to_run} that could not be run. In brackets: 95 % intervals (bootstrap)."
    )
    yield ""
    for problem in report.problems[:5]:
        yield f"- {problem.kind} failed, {problem.claims} x: {_cell(problem.why)}"
    rows = [(WORDS[name], str_figure(figure)) for name, figure in report.figures.items()]
    if report.seconds:
        taken = f"{report.seconds.median:.3f} (95 %: {report.seconds.ninety_five:.3f})"
        rows.append(("seconds a claim, median", taken))
    if report.caller:
        told = f"{report.caller.refused} of {report.caller.answered}"
        rows.append(("answers of the caller refused", told))
        rows.append(("wrong of these", str(report.caller.wrong_of_refused)))
    yield from table(("figure", "value"), rows)
    yield from _groups("label", report.labels)
    yield from _confusion(report)
    yield from _groups("floor", report.floors)
    yield from _groups("version", report.by_version)
    yield from _groups("kind", report.by_kind)
    yield from _reliability(report)


def _groups(what: str, groups: Mapping[str, Group]) -> Iterator[str]:
    if not groups:
        return
    names = list(next(iter(groups.values())).figures)
    head = (what, "claims", *(_HEADS.get(name, WORDS[name]) for name in names))
    yield from table(
        head,
        [
            (name, str(group.claims), *(str_figure(group.figures[figure]) for figure in names))
            for name, group in groups.items()
        ],
    )


def _confusion(report: Report) -> Iterator[str]:
    yield from table(
        ("is, and was called", *CALLED),
        [(gold, *(str(report.confusion[gold][said]) for said in CALLED)) for gold in LABELS],
    )


def _reliability(report: Report) -> Iterator[str]:
    yield from table(
        ("confidence", "verdicts", "mean confidence", "right"),
        [
            (
                f"{item.low:.1f} to {item.high:.1f}",
                str(item.verdicts),
                f"{item.confidence:.2f}",
                f"{item.right:.2f}",
            )
            for item in report.reliability
        ],
    )


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield a Markdown table whose columns stand below each other, and an empty line."""
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    for row in (head, ["-" * width for width in widths], *rows):
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        yield f"| {' | '.join(cells)} |"
    yield ""


def str_figure(figure: Figure) -> str:
    """Return a figure with its interval; a dash where there is nothing to tell."""
    if figure.value is None:
        return "-"
    if figure.low is None or figure.high is None:
        return f"{figure.value:.3f}"
    return f"{figure.value:.3f} [{figure.low:.3f}, {figure.high:.3f}]"


def shortfalls(found: Sequence[Shortfall]) -> str:
    """Return what a gate found, a line each."""
    return "\n".join(
        f"{WORDS.get(item.name, item.name)}: {_number(item.now)}, in the baseline "
        f"{item.saved:.3f} with a margin of {item.margin:.3f}"
        for item in found
    )


def _number(value: float | None) -> str:
    return "nothing to tell" if value is None else f"{value:.3f}"


def _cell(text: str) -> str:
    return " ".join(text.split())[:300]
