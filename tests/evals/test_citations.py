"""The figures on citations, computed on small made data; the public files where they are."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from evals.citations import (
    Outcome,
    best_overlap,
    decided,
    judge_pairs,
    lines,
    macro_f1,
    overlap_outcomes,
    precision,
    recall,
    summary,
    word_overlap,
    wrongly_supported,
)
from evals.resampling import resampled
from evals.stance import BENCH, Pair, StanceLabel, claim_groups, read_contexttrace, read_stance
from evals.train_prose_judge import RememberingReader, calibration, fit, folds, learning_rows
from nodes.citations import CitationLabel, Passage
from nodes.judging.prose.judge import ProseJudge
from nodes.verdicts import Judgement, undecided
from retrieval.embeddings import MiniLMEmbedder

needs_bench = pytest.mark.skipif(
    not BENCH.is_dir(), reason=f"the public claims and texts are not at {BENCH}"
)


def pair(label: StanceLabel, claim: str = "Boats float.", text: str = "A text.") -> Pair:
    return Pair(claim, text, label, group=claim)


def outcomes(*pairs: tuple[StanceLabel, CitationLabel]) -> list[Outcome]:
    """Return outcomes as pairs of what a text makes of a claim and what it was called."""
    return [Outcome(pair(label), called) for label, called in pairs]


MIXED = outcomes(
    ("supported", "supported"),
    ("supported", "undecided"),
    ("partial", "supported"),
    ("contradicted", "contradicted"),
    ("contradicted", "supported"),
    ("not_mentioned", "not_mentioned"),
    ("partial", "not_mentioned"),
    ("not_mentioned", "contradicted"),
)


def test_precision_and_recall_of_each_label() -> None:
    assert precision(MIXED, "supported") == pytest.approx(1 / 3)
    assert recall(MIXED, "supported") == pytest.approx(1 / 2)
    assert precision(MIXED, "contradicted") == recall(MIXED, "contradicted") == 1 / 2
    assert precision(MIXED, "not_mentioned") == 1
    assert recall(MIXED, "not_mentioned") == 1 / 2


def test_macro_f1_is_the_mean_over_the_labels() -> None:
    assert macro_f1(MIXED) == pytest.approx((2 / 5 + 1 / 2 + 2 / 3) / 3)
    only = outcomes(("supported", "supported"), ("supported", "undecided"))
    assert macro_f1(only) == pytest.approx(2 / 3), "labels that no pair has are left out"


def test_what_there_is_nothing_of_has_no_figure() -> None:
    supported = outcomes(("supported", "supported"))
    assert precision(supported, "contradicted") is None
    assert recall(supported, "contradicted") is None
    assert wrongly_supported(supported) is None
    assert decided([]) is None
    assert macro_f1([]) == 0


def test_an_undecided_pair_is_no_wrong_support_and_no_decision() -> None:
    found = outcomes(("contradicted", "undecided"), ("contradicted", "supported"))
    assert wrongly_supported(found) == 1 / 2
    assert decided(found) == 1 / 2


def test_word_overlap_is_the_share_of_the_words_that_stand_in_the_text() -> None:
    assert word_overlap(pair("supported", "The old boats float.", "Old boat.")) == 2 / 3
    assert word_overlap(pair("supported", "It is.", "Nothing.")) == 0


def test_the_floor_is_the_best_share_of_words() -> None:
    pairs = [
        pair("supported", "Boats float.", "Boats float here."),
        pair("not_mentioned", "Boats sink.", "Boats float here."),
    ]
    least = best_overlap(pairs)
    assert least > 1 / 2
    assert [item.label for item in overlap_outcomes(pairs, least)] == [
        "supported",
        "not_mentioned",
    ]


def test_the_summary_has_intervals_by_claim_and_the_floors() -> None:
    figures = summary(MIXED, 0.5)
    assert figures["pairs"] == 8
    assert figures["claims"] == 1
    # All pairs are of one claim: drawn anew, they are always the same.
    assert figures["macro-F1"].low == figures["macro-F1"].value == figures["macro-F1"].high
    assert figures["has label, got label"]["contradicted, supported"] == 1
    assert figures["partial is called"] == {"supported": 1, "not_mentioned": 1}
    assert set(figures["floors"]) == {"always not_mentioned", "word overlap from 50%"}
    assert figures["floors"]["always not_mentioned"]["contradicted called supported"].value == 0
    assert figures["macro-F1 above word overlap"].value == pytest.approx(
        macro_f1(MIXED) - macro_f1(overlap_outcomes([item.pair for item in MIXED], 0.5))
    )


def test_the_figures_are_printed_one_a_line_and_as_json() -> None:
    figures = summary(outcomes(("supported", "supported")), 0.5)
    assert "contradicted called supported      -" in lines(figures)
    assert "  supported                        1.000  [1.000, 1.000]" in lines(figures)
    assert json.loads(json.dumps(figures, default=str))["pairs"] == 1


def test_an_interval_is_wider_where_cases_hang_together() -> None:
    cases = [number % 2 for number in range(40)]

    def mean(drawn: Sequence[int]) -> float:
        return sum(drawn) / len(drawn)

    places = iter(range(40))
    apart = resampled(cases, lambda _: str(next(places)), mean)
    together = resampled(cases, str, mean)
    assert apart.value == together.value == 1 / 2
    assert apart.low is not None
    assert together.low is not None
    assert together.low == 0 < apart.low < 1 / 2


class WordJudge:
    """Says supported where the first word of the claim stands in the text."""

    name = "word"

    async def judge(self, claim: str, passages: Sequence[Passage]) -> Judgement:
        found = any(claim.split()[0] in passage["text"] for passage in passages)
        judgement = undecided("by its first word", self.name)
        judgement["label"] = "supported" if found else "partial"
        return judgement


def test_pairs_are_judged_and_other_texts_where_the_cited_one_is_silent() -> None:
    pairs = [
        pair("supported", "Boats float.", "Boats float."),
        Pair("Boats float.", "Cars drive.", "not_mentioned", "b", ("Boats float.",)),
        pair("supported", "Boats float.", " "),
    ]
    found = asyncio.run(judge_pairs(pairs, WordJudge()))
    assert [(item.label, item.found_elsewhere) for item in found] == [
        ("supported", None),
        ("not_mentioned", True),
        ("undecided", None),
    ]


def test_claims_that_share_a_text_are_one_group() -> None:
    groups = claim_groups([("a", "1"), ("b", "1"), ("b", "2"), ("c", "2"), ("d", "3")])
    assert groups == {"a": "a", "b": "a", "c": "a", "d": "d"}


def test_files_are_read_with_the_labels_that_count(tmp_path: Path) -> None:
    row = {"claim": "Boats float.", "text": "Boats.", "label": "partial"}
    (tmp_path / "stance_dev.jsonl").write_text(json.dumps(row) + "\n\n", encoding="utf-8")
    contexts = [{"id": "a", "text": "Cars."}, {"id": "b", "text": "Boats."}]
    case: dict[str, Any] = {
        "answer": "Boats float.",
        "contexts": contexts,
        "citations": [{"source_id": "a"}],
        "expected_labels": ["citation_mismatch"],
    }
    cases = [case, {**case, "contexts": []}]
    (tmp_path / "contexttrace_holdout.json").write_text(json.dumps({"cases": cases}))
    (stance,) = read_stance(tmp_path)
    assert (stance.label, stance.spoken) == ("partial", "not_mentioned")
    (cited,) = read_contexttrace(tmp_path)
    assert (cited.text, cited.other_texts, cited.label) == ("Cars.", ("Boats.",), "not_mentioned")


def made_pairs() -> list[Pair]:
    """Return pairs that a judge can learn from: a page says it, says otherwise, or is silent."""
    made: list[Pair] = []
    for year in range(1931, 1943):
        claim = f"The ferry line number {year - 1900} opened in {year}."
        made += [
            Pair(claim, claim, "supported", claim),
            Pair(claim, claim.replace(f"in {year}", "in 1850"), "contradicted", claim),
            Pair(claim, "Bees visit flowers in spring.", "not_mentioned", claim),
        ]
    return made


def test_weights_are_fitted_on_groups_that_are_not_judged_with_them() -> None:
    rows = learning_rows(made_pairs(), RememberingReader())
    unseen_groups: list[str] = []
    for fitted, unseen in folds(rows):
        groups = {row.pair.group for row in unseen}
        assert groups.isdisjoint(row.pair.group for row in fitted)
        unseen_groups += groups
    assert sorted(unseen_groups) == sorted({row.pair.group for row in rows})
    weights = fit(rows)
    for row in rows:
        likely = weights.probabilities(row.weighed.features)
        assert max(likely, key=lambda label: likely[label]) == row.pair.spoken
    assert set(calibration(rows)) == {"supported", "contradicted", "not_mentioned"}


@needs_bench
def test_on_the_public_cases_no_contradicted_claim_is_called_supported() -> None:
    contradicted = [item for item in read_contexttrace() if item.label == "contradicted"]
    found = asyncio.run(judge_pairs(contradicted, ProseJudge(MiniLMEmbedder())))
    assert wrongly_supported(found) == 0
