"""Fit the prose judge's weights: `python -m evals.train_prose_judge [--bench DIR]`.

Fitted on the `fit` part of the stance pairs (`evals/stance.py`). Cross-validation by groups of
claims gives how often a label was right. The part that is held back is not looked at here, and no
pair is kept: what goes into the package are the numbers of a multinomial logistic regression.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, NamedTuple

from evals.stance import BENCH, Pair, of_part, read_stance
from nodes.judging.prose.decision import Decision, ProseWeights, label_of
from nodes.judging.prose.features import Weighed
from nodes.judging.prose.judge import ProseJudge
from retrieval.embeddings import MiniLMEmbedder, TokenStates

WEIGHTS: Final = (
    Path(__file__).resolve().parent.parent / "nodes" / "judging" / "prose" / "weights.json"
)
FOLDS: Final = 8
QUARTERS: Final = 4
REGULARISATION: Final = 0.02

THRESHOLDS: Final[dict[Decision, float]] = {
    "supported": 0.36,
    "contradicted": 0.1,
    "not_mentioned": 0.6,
}
"""Found by cross-validation on the `fit` part, where at most one contradicted claim in twenty may
be called supported. The first two are low because what else these labels need
(`nodes/judging/prose/decision.py`) is much; of the pairs, one in 23 is contradicted."""


class Row(NamedTuple):
    """One pair to learn from, with what the judge weighs of it."""

    pair: Pair
    weighed: Weighed


class RememberingReader:
    """Reads each text once: the pairs share claims and sentences."""

    def __init__(self) -> None:
        self._embedder = MiniLMEmbedder()
        self._states: dict[str, TokenStates] = {}

    def read(self, text: str) -> TokenStates:
        """Return the states of all tokens of a text."""
        if text not in self._states:
            self._states[text] = self._embedder.read(text)
        return self._states[text]


def learning_rows(pairs: Sequence[Pair], reader: RememberingReader) -> list[Row]:
    """Return the pairs with what the judge weighs of each."""
    judge = ProseJudge(reader)
    weighed = [(pair, judge.weigh(pair.claim, pair.text)) for pair in pairs]
    return [Row(pair, found) for pair, found in weighed if found is not None]


def main() -> None:
    """Fit, and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bench", type=Path, default=BENCH, help="the folder of the pairs")
    args = parser.parse_args()
    rows = learning_rows(of_part(read_stance(args.bench), "fit"), RememberingReader())
    weights = fit(rows).model_copy(update={"right": calibration(rows)})
    WEIGHTS.write_text(json.dumps(weights.model_dump(), indent=1) + "\n", encoding="utf-8")
    print(f"fitted on {len(rows)} pairs; right by probability: {weights.right}")


def fit(rows: Sequence[Row]) -> ProseWeights:
    """Return the weights of a multinomial logistic regression."""
    import numpy as np  # noqa: PLC0415
    from sklearn.linear_model import LogisticRegression  # noqa: PLC0415
    from sklearn.preprocessing import StandardScaler  # noqa: PLC0415

    names = sorted(rows[0].weighed.features)
    matrix = np.array([[row.weighed.features[name] for name in names] for row in rows])
    scaler: Any = StandardScaler().fit(matrix)
    model: Any = LogisticRegression(C=REGULARISATION, max_iter=5_000)
    model.fit(scaler.transform(matrix), [row.pair.spoken for row in rows])
    return ProseWeights.model_validate(
        {
            "features": names,
            "mean": scaler.mean_.round(5).tolist(),
            "scale": scaler.scale_.round(5).tolist(),
            "labels": [str(label) for label in model.classes_],
            "coefficients": model.coef_.round(5).tolist(),
            "intercepts": model.intercept_.round(5).tolist(),
            "thresholds": THRESHOLDS,
            "right": {label: [] for label in THRESHOLDS},
        }
    )


def folds(rows: Sequence[Row]) -> Iterator[tuple[list[Row], list[Row]]]:
    """Yield rows to fit on, and the others, which share no group with them."""
    from sklearn.model_selection import StratifiedGroupKFold  # noqa: PLC0415

    labels, groups = [row.pair.spoken for row in rows], [row.pair.group for row in rows]
    splits: Any = StratifiedGroupKFold(FOLDS, shuffle=True, random_state=0)
    for fitted, unseen in splits.split(rows, labels, groups):
        yield [rows[place] for place in fitted], [rows[place] for place in unseen]


def calibration(rows: Sequence[Row]) -> dict[str, list[tuple[float, float]]]:
    """Return how often each label was right in cross-validation, by its probability."""
    decided: dict[str, list[tuple[float, bool]]] = {label: [] for label in THRESHOLDS}
    for fitted, unseen in folds(rows):
        weights = fit(fitted)
        for row in unseen:
            likely = weights.probabilities(row.weighed.features)
            label = label_of(row.weighed, likely, weights)
            if label != "undecided":
                decided[label].append((likely[label], row.pair.spoken == label))
    return {label: _steps(cases) for label, cases in decided.items()}


def _steps(cases: Sequence[tuple[float, bool]]) -> list[tuple[float, float]]:
    """Return from which probability on which share was right; the share never falls with it.

    Quarters of the cases, of which neighbours are pooled where the likelier one was right less
    often (the pool-adjacent-violators rule).
    """
    ordered = sorted(cases)
    cuts = [len(ordered) * part // QUARTERS for part in range(QUARTERS + 1)]
    pools = [ordered[start:end] for start, end in pairwise(cuts) if end > start]
    place = 1
    while place < len(pools):
        if _share(pools[place]) < _share(pools[place - 1]):
            pools[place - 1 : place + 1] = [pools[place - 1] + pools[place]]
            place = max(1, place - 1)
        else:
            place += 1
    steps = [(round(pool[0][0], 3), round(_share(pool), 3)) for pool in pools]
    # Fitted on all, a case may come out a hair below the least that was seen.
    return [(0.0, steps[0][1]), *steps[1:]] if steps else []


def _share(cases: Sequence[tuple[float, bool]]) -> float:
    return sum(right for _, right in cases) / len(cases)


if __name__ == "__main__":
    main()
