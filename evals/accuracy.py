"""How true the verdicts are: `python -m evals.accuracy [dev|test] [--judge local|llm|caller]`.

Every labelled claim goes through the quick_claim graph, under LangSmith's `aevaluate` without
uploads. A claim that could not be run, an undecided one and a wrong verdict are three different
things. The development claims tune the local judge: only the test figures say how it does on unseen
ones. With `--judge caller` the model of the settings plays the caller, at any OpenAI-compatible
endpoint; what the checks refuse of its answers is counted too.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import sys
import warnings
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple
from uuid import NAMESPACE_URL, uuid5

from langgraph.checkpoint.memory import InMemorySaver

from evals.caller import judged_by_caller
from evals.claims import LabelledClaim, Split, read_claims
from evals.statistics import Share, share
from graphs.quick_claim import build_quick_claim
from graphs.services import Services
from nodes.context import JudgeChoice, RunContext
from nodes.verdicts import Label

LABELS: Final[tuple[Label, ...]] = ("supported", "contradicted", "partial", "not_mentioned")
AT_ONCE: Final = 2


class Outcome(NamedTuple):
    """A labelled claim with the verdict it got; None where the run failed."""

    claim: LabelledClaim
    label: Label | None
    answered: tuple[Label, ...] = ()
    """What a caller said, in answers that may have been refused."""
    refused: tuple[Label, ...] = ()


async def run(split: Split, judge: JudgeChoice) -> list[Outcome]:
    """Judge every claim of a split."""
    from langsmith import Client, aevaluate  # noqa: PLC0415
    from langsmith.run_helpers import tracing_context  # noqa: PLC0415
    from langsmith.schemas import Example  # noqa: PLC0415

    claims = {claim.id: claim for claim in read_claims(split)}
    examples = [
        Example(
            id=uuid5(NAMESPACE_URL, claim.id),
            dataset_id=uuid5(NAMESPACE_URL, split),
            created_at=datetime.now(UTC),
            inputs={"id": claim.id, "claim": claim.claim, "spec_version": claim.spec_version},
            outputs={"label": claim.label},
        )
        for claim in claims.values()
    ]
    services = Services()
    calling = judge == "caller"
    # Only a run that waits for its caller needs to be gone on with.
    graph = build_quick_claim(services).compile(checkpointer=InMemorySaver() if calling else None)
    chat = services.model("llm") if calling else None

    async def target(inputs: dict[str, Any]) -> dict[str, Any]:
        # The graph would trace itself to LangSmith's address, whatever the evaluation uploads.
        with tracing_context(enabled=False):
            if chat is not None:
                called = await judged_by_caller(
                    graph, chat, inputs["claim"], inputs["spec_version"], inputs["id"]
                )
                return called._asdict()
            state = await graph.ainvoke(
                {"claim": inputs["claim"], "version_name": inputs["spec_version"]},
                context=RunContext(judge=judge),
            )
        return {"label": state["verdict"]["label"]}

    def right(outputs: dict[str, Any], reference_outputs: dict[str, Any]) -> dict[str, Any]:
        return {"key": "right", "score": outputs.get("label") == reference_outputs["label"]}

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the offline mode is marked as beta
        results = await aevaluate(
            target,
            data=examples,
            evaluators=[right],
            upload_runs=False,
            client=Client(api_key="unused", auto_batch_tracing=False),
            max_concurrency=AT_ONCE,
        )
        return [
            Outcome(
                claims[(row["example"].inputs or {})["id"]],
                (row["run"].outputs or {}).get("label"),
                *(
                    tuple((row["run"].outputs or {}).get(name, ()))
                    for name in ("answered", "refused")
                ),
            )
            async for row in results
        ]


def summary(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """Return the figures: shares with 95 % intervals, each with its n."""
    ran = [item for item in outcomes if item.label is not None]
    decided = [item for item in ran if item.label != "undecided"]
    accepted = [item for item in decided if item.label == "supported"]
    largest = Counter(item.claim.label for item in outcomes).most_common(1)[0]
    return {
        "claims": len(outcomes),
        "failed": len(outcomes) - len(ran),
        "decided": share(len(decided), len(ran)),
        "right of decided": share(sum(map(_right, decided)), len(decided)),
        f"floor: always {largest[0]}": share(largest[1], len(outcomes)),
        "accepted but not true": share(sum(not _right(item) for item in accepted), len(accepted)),
        "precision": {
            label: share(
                sum(map(_right, said := [item for item in decided if item.label == label])),
                len(said),
            )
            for label in LABELS
        },
        "found": {
            label: share(
                sum(map(_right, are := [item for item in ran if item.claim.label == label])),
                len(are),
            )
            for label in LABELS
        },
        **_of_caller(outcomes),
        "by version": _groups(decided, lambda item: item.claim.spec_version),
        "by kind": _groups(decided, lambda item: item.claim.kind),
    }


def _of_caller(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """Return what the checks made of a caller's answers; nothing where there was no caller."""
    answered = [(item.claim.label, said) for item in outcomes for said in item.answered]
    refused = [(item.claim.label, said) for item in outcomes for said in item.refused]
    if not answered:
        return {}
    return {
        "answers refused": share(len(refused), len(answered)),
        "wrong of refused": share(sum(said != label for label, said in refused), len(refused)),
    }


def _groups(outcomes: Sequence[Outcome], key: Callable[[Outcome], str]) -> dict[str, Share]:
    names = sorted({key(item) for item in outcomes})
    return {
        name: share(
            sum(map(_right, members := [item for item in outcomes if key(item) == name])),
            len(members),
        )
        for name in names
    }


def _right(outcome: Outcome) -> bool:
    return outcome.label == outcome.claim.label


def main() -> None:
    """Run and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("split", choices=["dev", "test"], nargs="?", default="test")
    parser.add_argument("--judge", choices=["settings", "local", "llm", "caller"], default="local")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--wrong", action="store_true", help="list the wrong verdicts on stderr")
    args = parser.parse_args()
    # What LangSmith says of its progress is not data.
    with contextlib.redirect_stdout(sys.stderr):
        outcomes = asyncio.run(run(args.split, args.judge))
    figures = summary(outcomes)
    if args.wrong:
        for item in outcomes:
            if item.label not in ("undecided", item.claim.label):
                print(f"{item.label} for {item.claim}", file=sys.stderr)
    if args.json:
        print(json.dumps(figures, indent=2, default=str))
        return
    for name, value in figures.items():
        if isinstance(value, dict):
            print(f"{name}:")
            for inner, figure in value.items():
                print(f"  {inner:<24} {figure}")
        else:
            print(f"{name:<26} {value}")


if __name__ == "__main__":
    main()
