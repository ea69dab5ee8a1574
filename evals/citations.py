"""How true the verdicts on citations are: `python -m evals.citations [--judge local|llm] [--json]`.

Two public files of claims beside texts, read from `--bench`: the stance pairs, of which by default
only the part is judged that nothing was fitted on, and the contexttrace cases. Of a case whose
answer cites the wrong text, the other texts are the document's other pages.

A text that bears out a part of a claim does not bear out the claim: in the three labels that are
spoken, `partial` counts as `not_mentioned`. Where the judge says `undecided`, it has answered with
none of them. Intervals are 95 %, by resampling claims, not pairs.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from evals.resampling import Estimate, resampled
from evals.stance import BENCH, Pair, StanceLabel, of_part, read_contexttrace, read_stance
from evals.statistics import Share, share
from graphs.services import Services
from nodes.citations import CitationLabel, Passage
from nodes.context import JudgeChoice
from nodes.judging.port import CitationJudge
from nodes.judging.prose.words import words_of
from nodes.locate_passages import passages_of
from nodes.write_citation_verdict import citation_label

SPOKEN: Final[tuple[CitationLabel, ...]] = ("supported", "contradicted", "not_mentioned")
AT_ONCE: Final = 2

_AS: Final[dict[StanceLabel, CitationLabel]] = {
    "supported": "supported",
    "contradicted": "contradicted",
    "partial": "not_mentioned",
    "not_mentioned": "not_mentioned",
}


class Outcome(NamedTuple):
    """A pair with the label it got, and whether another text was found to bear the claim out."""

    pair: Pair
    label: CitationLabel
    found_elsewhere: bool | None = None

    @property
    def gold(self) -> CitationLabel:
        """The label that would be right."""
        return _AS[self.pair.label]


async def judge_pairs(pairs: Sequence[Pair], judge: CitationJudge) -> list[Outcome]:
    """Judge every pair, a few at once."""
    turns = asyncio.Semaphore(AT_ONCE)

    async def one(pair: Pair) -> Outcome:
        async with turns:
            label = await _label(pair.claim, pair.text, judge)
            if not pair.other_texts or label == "supported":
                return Outcome(pair, label)
            others = [await _label(pair.claim, text, judge) for text in pair.other_texts]
            return Outcome(pair, label, "supported" in others)

    return await asyncio.gather(*map(one, pairs))


async def _label(claim: str, text: str, judge: CitationJudge) -> CitationLabel:
    passages: list[Passage] = passages_of(text, ()).passages
    if not passages:
        return "undecided"
    return citation_label((await judge.judge(claim, passages))["label"])


def word_overlap(pair: Pair) -> float:
    """Return the share of a claim's words that stand in the text: what the floor goes by."""
    wanted = {word.stem for word in words_of(pair.claim) if word.content}
    return len(wanted & {word.stem for word in words_of(pair.text)}) / max(1, len(wanted))


def best_overlap(pairs: Sequence[Pair]) -> float:
    """Return the share from which `supported` gives the best macro-F1 on these pairs."""
    steps = [step / 20 for step in range(1, 21)]
    return max(steps, key=lambda least: macro_f1(overlap_outcomes(pairs, least)))


def overlap_outcomes(pairs: Sequence[Pair], least: float) -> list[Outcome]:
    """Return what the word-overlap floor says: supported from a share on, else not mentioned."""
    return [
        Outcome(pair, "supported" if word_overlap(pair) >= least else "not_mentioned")
        for pair in pairs
    ]


def macro_f1(outcomes: Sequence[Outcome]) -> float:
    """Return the mean F1 of the labels that are spoken; a label that no pair has is left out."""
    golds = {item.gold for item in outcomes}
    scores = [_f1(outcomes, label) for label in SPOKEN if label in golds]
    return sum(scores) / len(scores) if scores else 0.0


def _f1(outcomes: Sequence[Outcome], label: CitationLabel) -> float:
    right = sum(item.label == item.gold == label for item in outcomes)
    said = sum(item.label == label for item in outcomes)
    are = sum(item.gold == label for item in outcomes)
    return 2 * right / (said + are) if said + are else 0.0


def wrongly_supported(outcomes: Sequence[Outcome]) -> float | None:
    """Return the share of the contradicted claims that are called supported; None without any."""
    contradicted = [item for item in outcomes if item.gold == "contradicted"]
    if not contradicted:
        return None
    return sum(item.label == "supported" for item in contradicted) / len(contradicted)


def summary(outcomes: Sequence[Outcome], least_overlap: float) -> dict[str, Any]:
    """Return the figures of a judge, and those of the floors on the same pairs."""
    pairs = [item.pair for item in outcomes]
    golds = Counter(item.gold for item in outcomes)
    largest = max(SPOKEN, key=lambda label: golds[label])
    judged = _figures(outcomes)
    elsewhere = [item for item in outcomes if item.found_elsewhere is not None]
    if elsewhere:
        found = sum(bool(item.found_elsewhere) for item in elsewhere)
        judged["found on the right page"] = share(found, len(elsewhere))
    return {
        "pairs": len(outcomes),
        "claims": len({pair.claim for pair in pairs}),
        **judged,
        "floors": {
            f"always {largest}": _short([Outcome(pair, largest) for pair in pairs]),
            f"word overlap from {least_overlap:.0%}": _short(
                overlap_outcomes(pairs, least_overlap)
            ),
        },
    }


def _figures(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    return {
        **_short(outcomes),
        "undecided": share(sum(item.label == "undecided" for item in outcomes), len(outcomes)),
        "precision": {label: _precision(outcomes, label) for label in SPOKEN},
        "recall": {label: _recall(outcomes, label) for label in SPOKEN},
        "F1": {label: round(_f1(outcomes, label), 3) for label in SPOKEN},
        "partial is called": dict(
            Counter(item.label for item in outcomes if item.pair.label == "partial")
        ),
    }


def _short(outcomes: Sequence[Outcome]) -> dict[str, Estimate]:
    return {
        "macro-F1": _estimate(outcomes, macro_f1),
        "contradicted called supported": _estimate(outcomes, wrongly_supported),
    }


def _estimate(
    outcomes: Sequence[Outcome], figure: Callable[[Sequence[Outcome]], float | None]
) -> Estimate:
    return resampled(outcomes, lambda item: item.pair.group, figure)


def _precision(outcomes: Sequence[Outcome], label: CitationLabel) -> Share:
    said = [item for item in outcomes if item.label == label]
    return share(sum(item.gold == label for item in said), len(said))


def _recall(outcomes: Sequence[Outcome], label: CitationLabel) -> Share:
    are = [item for item in outcomes if item.gold == label]
    return share(sum(item.label == label for item in are), len(are))


def lines(figures: Mapping[str, Any], indent: int = 0) -> list[str]:
    """Return the figures as lines of text."""
    found: list[str] = []
    for name, value in figures.items():
        if isinstance(value, Mapping):
            found.append(f"{'  ' * indent}{name}:")
            found += lines(value, indent + 1)
        else:
            found.append(f"{'  ' * indent}{name:<{34 - 2 * indent}} {value}")
    return found


def main() -> None:
    """Judge both files, and print."""
    parser = argparse.ArgumentParser(description=re.sub(r"`", "", __doc__ or ""))
    parser.add_argument("--judge", choices=["settings", "local", "llm"], default="local")
    parser.add_argument("--part", choices=["held", "fit", "all"], default="held")
    parser.add_argument("--bench", type=Path, default=BENCH, help="the folder of the two files")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    stance = read_stance(args.bench)
    least = best_overlap(of_part(stance, "fit"))
    chosen = stance if args.part == "all" else of_part(stance, args.part)
    judge: JudgeChoice = args.judge
    files = {
        f"stance_dev.jsonl, {args.part}": chosen,
        "contexttrace_holdout.json": read_contexttrace(args.bench),
    }
    figures: dict[str, Any] = {}
    for name, pairs in files.items():
        outcomes = asyncio.run(judge_pairs(pairs, Services().citation_judge(judge)))
        figures[name] = summary(outcomes, least)
    print(json.dumps(figures, indent=2, default=str) if args.json else "\n".join(lines(figures)))


if __name__ == "__main__":
    main()
