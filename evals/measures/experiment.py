"""Labelled claims as an experiment of LangSmith: on this machine, or kept there with a key."""

from __future__ import annotations

import io
import warnings
from collections.abc import Awaitable, Callable, Sequence
from contextlib import ExitStack, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from uuid import NAMESPACE_URL, uuid5

from evals.claims import LabelledClaim, digest

if TYPE_CHECKING:
    from langsmith import Client
    from langsmith.schemas import Example
    from pydantic import SecretStr

Target = Callable[[dict[str, Any]], Awaitable[dict[str, Any]]]


@dataclass(frozen=True, slots=True)
class Experiment:
    """What it is called, and the key of LangSmith where it is to be kept there."""

    name: str
    key: SecretStr | None = None

    @property
    def uploads(self) -> bool:
        """Whether claims and verdicts leave this machine."""
        return self.key is not None


class Finished(NamedTuple):
    """What a run left: what went wrong, by the claim's id, and where it is kept, if anywhere."""

    errors: dict[str, str]
    address: str | None


_OFFLINE: Final = "unused"


async def run_experiment(
    target: Target, claims: Sequence[LabelledClaim], experiment: Experiment, at_once: int
) -> Finished:
    """Run the target on each claim."""
    from langsmith import Client, aevaluate  # noqa: PLC0415
    from langsmith.run_helpers import tracing_context  # noqa: PLC0415

    key = experiment.key.get_secret_value() if experiment.key else _OFFLINE
    client = Client(api_key=key, auto_batch_tracing=experiment.uploads)
    examples = (_kept if experiment.uploads else _made)(claims, experiment, client)

    quiet = ExitStack()

    async def traced(inputs: dict[str, Any]) -> dict[str, Any]:
        quiet.close()
        if experiment.uploads:
            return await target(inputs)
        # The graph would trace itself to LangSmith's address, whatever the evaluation uploads.
        with tracing_context(enabled=False):
            return await target(inputs)

    with warnings.catch_warnings(), quiet:
        # Its greeting and its progress bar are made before the first claim is run; ours is enough.
        quiet.enter_context(redirect_stdout(io.StringIO()))
        quiet.enter_context(redirect_stderr(io.StringIO()))
        warnings.simplefilter("ignore")  # the offline mode is marked as beta
        results = await aevaluate(
            traced,
            data=examples,
            evaluators=[_right],
            experiment_prefix=experiment.name,
            upload_runs=experiment.uploads,
            client=client,
            max_concurrency=at_once,
        )
        errors = {
            row["example"].inputs["id"]: str(row["run"].error)
            async for row in results
            if row["run"].error and row["example"].inputs
        }
    return Finished(errors, results.url if experiment.uploads else None)


def _right(outputs: dict[str, Any], reference_outputs: dict[str, Any]) -> dict[str, Any]:
    return {"key": "right", "score": outputs.get("label") == reference_outputs["label"]}


def _inputs(claim: LabelledClaim) -> dict[str, Any]:
    return {"id": claim.id, "claim": claim.claim, "spec_version": claim.spec_version}


def _made(claims: Sequence[LabelledClaim], experiment: Experiment, client: Client) -> list[Example]:
    """Return the claims as examples that are nowhere but here."""
    from langsmith.schemas import Example  # noqa: PLC0415

    del client
    return [
        Example(
            id=uuid5(NAMESPACE_URL, claim.id),
            dataset_id=uuid5(NAMESPACE_URL, experiment.name),
            created_at=datetime.now(UTC),
            inputs=_inputs(claim),
            outputs={"label": claim.label},
        )
        for claim in claims
    ]


def _kept(claims: Sequence[LabelledClaim], experiment: Experiment, client: Client) -> list[Example]:
    """Return the claims as examples of a dataset of LangSmith, made if these were never there."""
    name = f"{experiment.name} {digest(claims)}"
    if not client.has_dataset(dataset_name=name):
        dataset = client.create_dataset(name)
        client.create_examples(
            dataset_id=dataset.id,
            examples=[
                {"inputs": _inputs(claim), "reference_outputs": {"label": claim.label}}
                for claim in claims
            ],
        )
    return list(client.list_examples(dataset_name=name))
