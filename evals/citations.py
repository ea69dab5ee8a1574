"""How true the verdicts on citations are: `python -m evals.citations [--judge local|llm] [--json]`.

Two public files of claims beside texts, read from `--bench`. Of the stance pairs, first the part is
judged that is held back from fitting; then, by the local judge, the other part, and all of them:
the other part by weights of a cross-validation, so that no claim is judged by weights that were
fitted on it. The contexttrace cases are for reporting only. Of a case whose answer cites the wrong
text, the other texts are the document's other pages.

A text that bears out a part of a claim does not bear out the claim: in the three labels that are
spoken, `partial` counts as `not_mentioned`. Where the judge says `undecided`, it has answered with
none of them: the pair is missed, which lowers recall and F1. Intervals are 95 %, by resampling
claims (those that share a text together), not pairs.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple, get_args

from evals.resampling import Estimate, resampled
from evals.stance import (
    BENCH,
    CONTEXTTRACE,
    STANCE,
    Pair,
    Spoken,
    of_part,
    read_contexttrace,
    read_stance,
)
from evals.statistics import share
from evals.train_prose_judge import RememberingReader, fit, folds, learning_rows
from graphs.services import Services
from nodes.citations import CitationLabel, Passage
from nodes.context import JudgeChoice
from nodes.judging.port import CitationJudge
from nodes.judging.prose.judge import ProseJudge
from nodes.judging.prose.words import words_of
from nodes.locate_passages import passages_of
from nodes.write_citation_verdict import citation_label

SPOKEN: Final[tuple[Spoken, ...]] = get_args(Spoken)
AT_ONCE: Final = 2


class Outcome(NamedTuple):
    """A pair with the label it got, and whether another text was found to bear the claim out."""

    pair: Pair
    label: CitationLabel
    found_elsewhere: bool | None = None

    @property
    def gold(self) -> Spoken:
        """The label that would be right."""
        return self.pair.spoken


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


async def judge_cross_fitted(pairs: Sequence[Pair]) -> list[Outcome]:
    """Judge every pair by weights that were fitted on the pairs of other groups only."""
    reader = RememberingReader()
    outcomes: list[Outcome] = []
    for fitted, unseen in folds(learning_rows(pairs, reader)):
        judge = ProseJudge(reader, fit(fitted))
        outcomes += await judge_pairs([row.pair for row in unseen], judge)
    return outcomes


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
    pairs = _tally(outcomes)
    scores = [_f1(pairs, label) for label in SPOKEN if _count(pairs, gold=label)]
    return sum(scores) / len(scores) if scores else 0.0


_Tally = Counter[tuple[Spoken, CitationLabel]]
"""How many pairs have a label, and got a label."""


def _tally(outcomes: Sequence[Outcome]) -> _Tally:
    return Counter((item.gold, item.label) for item in outcomes)


def _count(pairs: _Tally, *, gold: Spoken | None = None, label: CitationLabel | None = None) -> int:
    return sum(
        number
        for (has, got), number in pairs.items()
        if gold in (None, has) and label in (None, got)
    )


def _f1(pairs: _Tally, label: Spoken) -> float:
    either = _count(pairs, gold=label) + _count(pairs, label=label)
    return 2 * pairs[label, label] / either if either else 0.0


def precision(outcomes: Sequence[Outcome], label: Spoken) -> float | None:
    """Return the share of what got a label that has it; None where nothing got it."""
    pairs = _tally(outcomes)
    said = _count(pairs, label=label)
    return pairs[label, label] / said if said else None


def recall(outcomes: Sequence[Outcome], label: Spoken) -> float | None:
    """Return the share of what has a label that got it; None where nothing has it."""
    pairs = _tally(outcomes)
    are = _count(pairs, gold=label)
    return pairs[label, label] / are if are else None


def decided(outcomes: Sequence[Outcome]) -> float | None:
    """Return the share of the pairs that got another label than `undecided`; None without any."""
    if not outcomes:
        return None
    return sum(item.label != "undecided" for item in outcomes) / len(outcomes)


def wrongly_supported(outcomes: Sequence[Outcome]) -> float | None:
    """Return the share of the contradicted claims that are called supported; None without any."""
    pairs = _tally(outcomes)
    contradicted = _count(pairs, gold="contradicted")
    return pairs["contradicted", "supported"] / contradicted if contradicted else None


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
    floor = overlap_outcomes(pairs, least_overlap)
    return {
        "pairs": len(outcomes),
        "claims": len({pair.claim for pair in pairs}),
        **judged,
        "macro-F1 above word overlap": resampled(
            list(zip(outcomes, floor, strict=True)), lambda both: both[0].pair.group, _lead
        ),
        "floors": {
            f"always {largest}": _short([Outcome(pair, largest) for pair in pairs]),
            f"word overlap from {least_overlap:.0%}": _short(floor),
        },
    }


def _figures(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    return {
        **_short(outcomes),
        "decided": _estimate(outcomes, decided),
        "precision": _by_label(outcomes, precision),
        "recall": _by_label(outcomes, recall),
        "F1": {label: round(_f1(_tally(outcomes), label), 3) for label in SPOKEN},
        "has label, got label": {
            f"{gold}, {label}": number for (gold, label), number in sorted(_tally(outcomes).items())
        },
        "partial is called": dict(
            Counter(item.label for item in outcomes if item.pair.label == "partial")
        ),
    }


def _short(outcomes: Sequence[Outcome]) -> dict[str, Estimate]:
    return {
        "macro-F1": _estimate(outcomes, macro_f1),
        "contradicted called supported": _estimate(outcomes, wrongly_supported),
    }


def _lead(both: Sequence[tuple[Outcome, Outcome]]) -> float:
    """Return how far the judge is ahead of a floor on the same pairs."""
    return macro_f1([judged for judged, _ in both]) - macro_f1([floor for _, floor in both])


def _estimate(
    outcomes: Sequence[Outcome], figure: Callable[[Sequence[Outcome]], float | None]
) -> Estimate:
    return resampled(outcomes, lambda item: item.pair.group, figure)


def _by_label(
    outcomes: Sequence[Outcome], figure: Callable[[Sequence[Outcome], Spoken], float | None]
) -> dict[Spoken, Estimate]:
    return {
        label: _estimate(outcomes, lambda items, of=label: figure(items, of)) for label in SPOKEN
    }


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
    parser.add_argument("--bench", type=Path, default=BENCH, help="the folder of the two files")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    stance = read_stance(args.bench)
    least = best_overlap(of_part(stance, "fit"))
    choice: JudgeChoice = args.judge
    judge = Services().citation_judge(choice)
    held = asyncio.run(judge_pairs(of_part(stance, "held"), judge))
    figures = {f"{STANCE}, the part held back": summary(held, least)}
    if choice == "local":
        crossed = asyncio.run(judge_cross_fitted(of_part(stance, "fit")))
        figures[f"{STANCE}, the other part, cross-validated"] = summary(crossed, least)
        figures[f"{STANCE}, all, the other part cross-validated"] = summary(held + crossed, least)
    cases = asyncio.run(judge_pairs(read_contexttrace(args.bench), judge))
    figures[CONTEXTTRACE] = summary(cases, least)
    print(json.dumps(figures, indent=2, default=str) if args.json else "\n".join(lines(figures)))


if __name__ == "__main__":
    main()
