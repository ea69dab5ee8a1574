"""Fit the local judge's weights on the development claims: `python -m evals.train_local_judge`.

Needs scikit-learn (`pip install '.[evals]'`). Cross-validation keeps the claims of one page
together, so that no claim is judged by what its near twin taught. Its probabilities set the
thresholds: for each label the lowest from which it was right often enough.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from evals.claims import LabelledClaim, read_claims
from graphs.services import Services
from nodes.context import RunContext
from nodes.decompose_claim import decompose
from nodes.judging.features import Weighed
from nodes.judging.grounds import may_say
from nodes.judging.local import LocalJudge
from nodes.judging.weights import Decision, Weights
from nodes.retrieve_evidence import gather_evidence
from nodes.rewrite_queries import rewrite

if TYPE_CHECKING:
    import numpy as np

WEIGHTS: Final = Path(__file__).parent.parent / "nodes" / "judging" / "weights.json"
PRECISION: Final[dict[Decision, float]] = {
    "supported": 0.95,
    "contradicted": 0.92,
    "not_mentioned": 0.92,
}
FOLDS: Final = 10
REGULARISATION: Final = 0.03
LEAST_SPOKEN: Final = 10
"""Claims from which a share is taken to tell anything."""


def main() -> None:
    """Fit, and write the weights."""
    import numpy as np  # noqa: PLC0415
    from sklearn.model_selection import StratifiedGroupKFold, cross_val_predict  # noqa: PLC0415

    # What is taken apart is judged in its parts, whose labels nobody wrote down.
    claims = [claim for claim in read_claims("dev") if len(decompose(claim.claim)) == 1]
    services = Services()
    weighed = [weigh_claim(claim, services) for claim in claims]
    names, matrix = as_matrix(weighed)
    labels = np.array([claim.label for claim in claims])
    model = unfitted()
    unseen = np.asarray(
        cross_val_predict(
            model,
            matrix,
            labels,
            groups=[group(claim) for claim in claims],
            cv=StratifiedGroupKFold(FOLDS, shuffle=True, random_state=0),
            method="predict_proba",
        )
    )
    model.fit(matrix, labels)
    order = [str(label) for label in model[1].classes_]
    chosen = {
        label: (unseen.argmax(axis=1) == order.index(label))
        & np.array([may_say(label, item) for item in weighed])
        for label in PRECISION
    }
    thresholds: dict[Decision, float] = {
        label: lowest(unseen[:, order.index(label)], labels == label, chosen[label], least)
        for label, least in PRECISION.items()
    }
    weights = as_weights(model, names, thresholds)
    WEIGHTS.write_text(json.dumps(weights.model_dump(), indent=1) + "\n", encoding="utf-8")
    print(f"{len(claims)} claims, thresholds {weights.thresholds}, written to {WEIGHTS}")
    print(report(weights, unseen, labels, weighed))


def as_matrix(weighed: Sequence[Weighed]) -> tuple[list[str], np.ndarray]:
    """Return the names of the features, and a row of them for each claim."""
    import numpy as np  # noqa: PLC0415

    names = sorted(weighed[0].features)
    return names, np.array([[item.features[name] for name in names] for item in weighed])


def unfitted() -> Any:
    """Return the model that is fitted."""
    from sklearn.linear_model import LogisticRegression  # noqa: PLC0415
    from sklearn.pipeline import make_pipeline  # noqa: PLC0415
    from sklearn.preprocessing import StandardScaler  # noqa: PLC0415

    return make_pipeline(StandardScaler(), LogisticRegression(C=REGULARISATION, max_iter=5_000))


def as_weights(model: Any, names: list[str], thresholds: dict[Decision, float]) -> Weights:
    """Return a fitted model as the judge reads it."""
    scaler, regression = model[0], model[1]
    return Weights.model_validate(
        {
            "features": names,
            "mean": scaler.mean_.round(5).tolist(),
            "scale": scaler.scale_.round(5).tolist(),
            "labels": [str(label) for label in regression.classes_],
            "coefficients": regression.coef_.round(5).tolist(),
            "intercepts": regression.intercept_.round(5).tolist(),
            "thresholds": thresholds,
        }
    )


def weigh_claim(claim: LabelledClaim, services: Services) -> Weighed:
    """Return what the local judge would see of a claim."""
    found = gather_evidence(services.search, rewrite(claim.claim), claim.spec_version, RunContext())
    judge = services.judge("local")
    assert isinstance(judge, LocalJudge)
    return judge.weigh(claim.claim, claim.spec_version, found["evidence"])


def group(claim: LabelledClaim) -> str:
    """Return what keeps a claim with its near twins: its page; without one, any of forty."""
    return claim.page or str(zlib.crc32(claim.id.encode()) % 40)


def lowest(
    probability: np.ndarray, right: np.ndarray, chosen: np.ndarray, precision: float
) -> float:
    """Return the lowest threshold from which what is chosen was right often enough; else 0.99."""
    best = 0.99
    for threshold in sorted({round(float(p), 2) for p in probability[chosen]}, reverse=True):
        kept = chosen & (probability >= threshold)
        if kept.sum() >= LEAST_SPOKEN and right[kept].mean() >= precision:
            best = threshold
    return best


def report(weights: Weights, unseen: np.ndarray, labels: np.ndarray, weighed: list[Weighed]) -> str:
    """Return how the thresholds do on the unseen claims of cross-validation."""
    right = dict.fromkeys(PRECISION, 0)
    spoken = dict.fromkeys(PRECISION, 0)
    for row, truth, item in zip(unseen, labels, weighed, strict=True):
        label = weights.labels[int(row.argmax())]
        if label in PRECISION and weights.sure(label, float(row.max())) and may_say(label, item):
            spoken[label] += 1
            right[label] += truth == label
    return (
        f"cross-validated: {sum(spoken.values())} of {len(labels)} decided, "
        f"{sum(right.values())} right; "
        + ", ".join(f"{label} {right[label]} of {spoken[label]}" for label in PRECISION)
    )


if __name__ == "__main__":
    main()
