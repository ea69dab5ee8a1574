"""What the checks catch of a caller's wrong labels: `python -m evals.answer_checks`.

Every development claim that the local judge leaves open is answered with each label in turn, under
a genuine quote of the passage that decides it. Of the true labels none should be refused, of the
others as many as can be. The weights behind the checks were fitted on the same claims: with
`--cross-validated` each is judged by weights that its page had no part in (needs scikit-learn).
"""

from __future__ import annotations

import argparse
import asyncio
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple

from evals.claims import LabelledClaim, read_claims
from evals.statistics import Share, share
from graphs.quick_claim import build_quick_claim
from graphs.services import Services
from nodes.context import RunContext
from nodes.decompose_claim import decompose
from nodes.judging.answer_checks import Checked
from nodes.judging.answers import CallerAnswer, OpenClaim, judged_by
from nodes.judging.local import LocalJudge
from nodes.judging.weights import load_weights
from retrieval.evidence import Evidence

LABELS: Final[tuple[Checked, ...]] = ("supported", "contradicted", "not_mentioned")

Became = Literal["taken", "marked", "refused"]


class Outcome(NamedTuple):
    """What became of one answer on one claim."""

    claim: LabelledClaim
    said: Checked
    became: Became
    why: str

    @property
    def right(self) -> bool:
        """Whether the answer gave the claim its label."""
        return self.said == self.claim.label


async def open_claims(
    claims: Sequence[LabelledClaim], services: Services
) -> list[tuple[LabelledClaim, OpenClaim]]:
    """Return the claims that wait for a caller; one taken apart has no label for its parts."""
    graph = build_quick_claim(services).compile()
    found: list[tuple[LabelledClaim, OpenClaim]] = []
    for claim in claims:
        state: dict[str, Any] = await graph.ainvoke(
            {"claim": claim.claim, "version_name": claim.spec_version},
            context=RunContext(judge="caller"),
        )
        opened: list[OpenClaim] = [
            item for stop in state.get("__interrupt__", ()) for item in stop.value["open"]
        ]
        found += [(claim, item) for item in opened if "." not in item["id"]]
    return found


def deciding(claim: LabelledClaim, evidence: Sequence[Evidence]) -> int | None:
    """Return the number of the passage that an answer would cite; None where it was not found.

    The nearest of the section that decides the claim; of a claim that nothing decides, the nearest
    of all.
    """
    if claim.label == "not_mentioned":
        return 1
    places = (
        number
        for number, item in enumerate(evidence, start=1)
        if (item["page"], item["heading"]) == (claim.page, claim.heading)
    )
    return next(places, None)


async def answered(
    pairs: Sequence[tuple[LabelledClaim, OpenClaim]],
    services: Services,
    judges: Mapping[str, LocalJudge],
) -> list[Outcome]:
    """Answer each claim with each label; `judges` are those of claims that have their own."""
    outcomes: list[Outcome] = []
    for claim, opened in pairs:
        number = deciding(claim, opened["evidence"])
        # "Partial" is no answer: a compound that was not taken apart has no right one.
        if number is None or claim.label not in LABELS:
            continue
        for label in LABELS:
            answer = _answer(label, opened, number)
            local = judges.get(claim.id, services.local_judge)
            got = await judged_by(answer, opened, services.catalogue, local)
            if "label" in got:
                became: Became = "marked" if got["findings"] else "taken"
                outcomes.append(Outcome(claim, label, became, got["reason"]))
            else:
                outcomes.append(Outcome(claim, label, "refused", got["reason"]))
    return outcomes


def _answer(label: Checked, opened: OpenClaim, number: int) -> CallerAnswer:
    rests = label != "not_mentioned"
    return CallerAnswer(
        claim_id=opened["id"],
        label=label,
        evidence=[number] if rests else [],
        quote=opened["evidence"][number - 1]["text"][:2_000] if rests else "",
        reason="So the evidence has it.",
    )


def table(outcomes: Sequence[Outcome]) -> Iterator[str]:
    """Yield the lines of the result, by what the claim is and what was said of it."""
    yield f"{'the claim is':<15}{'the answer says':<17}{'n':>5}{'refused':>9}{'marked':>8}"
    for label in LABELS:
        for said in LABELS:
            here = [item for item in outcomes if (item.claim.label, item.said) == (label, said)]
            became = Counter(item.became for item in here)
            yield (
                f"{label:<15}{said:<17}{len(here):>5}{became['refused']:>9}{became['marked']:>8}"
            )
    for name, right in (("right", True), ("wrong", False)):
        yield f"{name} answers refused: {refused(outcomes, right=right)}"
        yield f"{name} answers marked:  {_share(outcomes, right, 'marked')}"


def refused(outcomes: Sequence[Outcome], *, right: bool) -> Share:
    """Return how many of the right or of the wrong answers were refused."""
    return _share(outcomes, right, "refused")


def _share(outcomes: Sequence[Outcome], right: bool, became: Became) -> Share:
    of_kind = [item for item in outcomes if item.right == right]
    return share(sum(item.became == became for item in of_kind), len(of_kind))


def by_unseen(
    pairs: Sequence[tuple[LabelledClaim, OpenClaim]], services: Services
) -> dict[str, LocalJudge]:
    """Return for each claim a judge whose weights were fitted without the claim's page.

    Its thresholds are those of the shipped weights.
    """
    from sklearn.model_selection import StratifiedGroupKFold  # noqa: PLC0415

    from evals.train_local_judge import (  # noqa: PLC0415
        FOLDS,
        as_matrix,
        as_weights,
        group,
        unfitted,
        weigh_claim,
    )

    claims = [claim for claim in read_claims("dev") if len(decompose(claim.claim)) == 1]
    names, matrix = as_matrix([weigh_claim(claim, services) for claim in claims])
    labels = [claim.label for claim in claims]
    folds = StratifiedGroupKFold(FOLDS, shuffle=True, random_state=0)
    shipped = load_weights()
    judges: dict[str, LocalJudge] = {}
    for seen, unseen in folds.split(matrix, labels, [group(claim) for claim in claims]):
        model = unfitted().fit(matrix[seen], [labels[n] for n in seen])
        weights = as_weights(model, names, shipped.thresholds)
        judge = services.local_judge.with_weights(weights)
        judges |= {claims[n].id: judge for n in unseen}
    return {claim.id: judges[claim.id] for claim, _ in pairs}


async def run(claims: Sequence[LabelledClaim], *, cross_validated: bool = False) -> list[Outcome]:
    """Answer each open claim with each label."""
    services = Services()
    pairs = await open_claims(claims, services)
    judges = by_unseen(pairs, services) if cross_validated else {}
    return await answered(pairs, services, judges)


def main() -> None:
    """Run and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cross-validated", action="store_true")
    parser.add_argument("--refused", action="store_true", help="list right answers refused")
    args = parser.parse_args()
    outcomes = asyncio.run(run(read_claims("dev"), cross_validated=args.cross_validated))
    print("\n".join(table(outcomes)))
    if args.refused:
        for item in outcomes:
            if item.right and item.became == "refused":
                print(f"{item.claim.id} {item.said}: {item.claim.claim}\n  {item.why}")


if __name__ == "__main__":
    main()
