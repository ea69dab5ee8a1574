"""Fit the local judge's weights on the development claims: `python -m evals.train_local_judge`.

Needs scikit-learn (`pip install '.[evals]'`). Cross-validated probabilities set the thresholds: for
each label the lowest probability from which it was right in at least `PRECISION` of the cases.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from evals.claims import LabelledClaim, read_claims
from graphs.services import Services
from nodes.context import RunContext
from nodes.decompose_claim import decompose
from nodes.judging.features import Weighed
from nodes.judging.local import LocalJudge, Weights, may_support
from nodes.retrieve_evidence import gather_evidence
from nodes.rewrite_queries import rewrite

if TYPE_CHECKING:
    import numpy as np

WEIGHTS: Final = Path(__file__).parent.parent / "nodes" / "judging" / "weights.json"
PRECISION: Final = {"supported": 0.88, "contradicted": 0.88, "not_mentioned": 0.88}
FOLDS: Final = 10
REGULARISATION: Final = 0.1


def main() -> None:
    """Fit, and write the weights."""
    import numpy as np  # noqa: PLC0415
    from sklearn.linear_model import LogisticRegression  # noqa: PLC0415
    from sklearn.model_selection import StratifiedKFold, cross_val_predict  # noqa: PLC0415
    from sklearn.pipeline import make_pipeline  # noqa: PLC0415
    from sklearn.preprocessing import StandardScaler  # noqa: PLC0415

    # What is taken apart is judged in its parts, whose labels nobody wrote down.
    claims = [claim for claim in read_claims("dev") if len(decompose(claim.claim)) == 1]
    services = Services()
    weighed = [weigh_claim(claim, services) for claim in claims]
    rows = [item.features for item in weighed]
    speakable = {
        "supported": np.array([may_support(item) for item in weighed]),
        "contradicted": np.ones(len(claims), dtype=bool),
        "not_mentioned": np.ones(len(claims), dtype=bool),
    }
    names = sorted(rows[0])
    matrix = np.array([[row[name] for name in names] for row in rows])
    labels = np.array([claim.label for claim in claims])
    model: Any = make_pipeline(
        StandardScaler(), LogisticRegression(C=REGULARISATION, max_iter=5_000)
    )
    folds = StratifiedKFold(FOLDS, shuffle=True, random_state=0)
    unseen = np.asarray(cross_val_predict(model, matrix, labels, cv=folds, method="predict_proba"))
    model.fit(matrix, labels)
    scaler, regression = model[0], model[1]
    order = [str(label) for label in regression.classes_]
    weights = Weights.model_validate(
        {
            "features": names,
            "mean": scaler.mean_.round(5).tolist(),
            "scale": scaler.scale_.round(5).tolist(),
            "labels": order,
            "coefficients": regression.coef_.round(5).tolist(),
            "intercepts": regression.intercept_.round(5).tolist(),
            "thresholds": {
                label: _threshold(unseen, labels, order, label, speakable[label])
                for label in PRECISION
            },
        }
    )
    WEIGHTS.write_text(json.dumps(weights.model_dump(), indent=1) + "\n", encoding="utf-8")
    print(f"{len(claims)} claims, thresholds {weights.thresholds}, written to {WEIGHTS}")


def weigh_claim(claim: LabelledClaim, services: Services) -> Weighed:
    """Return what the local judge would see of a claim."""
    found = gather_evidence(services.search, rewrite(claim.claim), claim.spec_version, RunContext())
    judge = LocalJudge(services.catalogue)
    return judge.weigh(claim.claim, claim.spec_version, found["evidence"], found["beliefs"])


def _threshold(
    unseen: np.ndarray, labels: np.ndarray, order: list[str], label: str, speakable: np.ndarray
) -> float:
    """Return the lowest probability from which a label was right often enough on unseen claims."""
    mine = unseen[:, order.index(label)]
    chosen = speakable & (unseen.argmax(axis=1) == order.index(label))
    best = 0.99
    for threshold in sorted({round(float(p), 2) for p in mine[chosen]}, reverse=True):
        kept = chosen & (mine >= threshold)
        if kept.sum() >= 5 and (labels[kept] == label).mean() >= PRECISION[label]:
            best = threshold
    return best


if __name__ == "__main__":
    main()
