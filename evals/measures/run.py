"""Judge labelled claims: each through the quick_claim graph, as an experiment of LangSmith."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from langgraph.checkpoint.memory import InMemorySaver

from evals.caller import judged_by_caller
from evals.claims import LabelledClaim
from evals.measures.experiment import Experiment, run_experiment
from evals.measures.outcomes import Outcome, outcome_of
from graphs.quick_claim import build_quick_claim
from graphs.services import Services
from nodes.context import JudgeChoice, RunContext
from nodes.judging.chat import LLMError
from retrieval.errors import FactCheckError

if TYPE_CHECKING:
    from langgraph.graph.state import CompiledStateGraph

    from nodes.verdicts import Verdict
    from retrieval.index import BuildProgress

    Graph = CompiledStateGraph[Any, Any, Any, Any]

AT_ONCE: Final = 2
"""Claims under way: more would only wait for each other's computing."""


class Judged(NamedTuple):
    """The outcome of each claim, in order, and where the experiment is kept, if anywhere."""

    outcomes: list[Outcome]
    address: str | None


async def judge_claims(
    claims: Sequence[LabelledClaim],
    judge: JudgeChoice,
    services: Services,
    experiment: Experiment,
    progress: BuildProgress | None = None,
) -> Judged:
    """Judge each claim; one that fails leaves the others alone.

    Raises:
        ConfigurationError: there is no key for the language model that is asked for.

    """
    services.judge(judge)  # a missing key is told once, not by every claim
    calling = judge == "caller"
    chat = services.model("llm") if calling else None
    # Only a run that waits for its caller needs to be gone on with.
    graph = build_quick_claim(services).compile(checkpointer=InMemorySaver() if calling else None)
    known = {claim.id: claim for claim in claims}
    kept: dict[str, Outcome] = {}

    async def one(claim: LabelledClaim) -> Outcome:
        started = perf_counter()
        try:
            if chat is None:
                verdict = await _verdict(graph, claim, judge)
                return outcome_of(claim, verdict, perf_counter() - started)
            called = await judged_by_caller(graph, chat, claim.claim, claim.spec_version, claim.id)
        except LLMError as error:
            return Outcome(claim, failure="judge", why=str(error))
        except FactCheckError as error:
            return Outcome(claim, failure="run", why=str(error))
        return outcome_of(
            claim, called.verdict, perf_counter() - started, called.answered, called.refused
        )

    async def target(inputs: dict[str, Any]) -> dict[str, Any]:
        claim = known[inputs["id"]]
        outcome = kept[claim.id] = await one(claim)
        if progress:
            progress("claims", len(kept), len(claims))
        return {"label": outcome.label, "confidence": outcome.confidence, "why": outcome.why}

    done = await run_experiment(target, claims, experiment, AT_ONCE)
    outcomes = [
        kept.get(claim.id) or Outcome(claim, failure="run", why=_last_line(done.errors, claim))
        for claim in claims
    ]
    return Judged(outcomes, done.address)


def _last_line(errors: Mapping[str, str], claim: LabelledClaim) -> str:
    """Return what went wrong, without where in the code."""
    lines = errors.get(claim.id, "").strip().splitlines()
    return lines[-1] if lines else "it never came back"


async def _verdict(graph: Graph, claim: LabelledClaim, judge: JudgeChoice) -> Verdict:
    state = await graph.ainvoke(
        {"claim": claim.claim, "version_name": claim.spec_version},
        context=RunContext(judge=judge),
    )
    return state["verdict"]


def judge_all(
    claims: Sequence[LabelledClaim],
    judge: JudgeChoice,
    services: Services,
    experiment: Experiment,
    progress: BuildProgress | None = None,
) -> Judged:
    """Do the same where no event loop runs."""
    return asyncio.run(judge_claims(claims, judge, services, experiment, progress))
