"""What `mcp-fact-check eval` does: the one door through which the command line comes here."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from pydantic import BaseModel

from evals.claims import LabelledClaim, Split, read_dataset, split_file
from evals.measures import ablation, gate
from evals.measures import floors as floor_file
from evals.measures.experiment import Experiment
from evals.measures.outcomes import Outcome
from evals.measures.plots import plots
from evals.measures.report import Ran, make_report
from evals.measures.run import judge_all
from evals.measures.table import markdown, shortfalls
from graphs.services import Services
from retrieval.errors import InputError
from retrieval.settings import Settings, read_experiment_settings, read_settings
from retrieval.versions import resolve_version

if TYPE_CHECKING:
    from retrieval.index import BuildProgress

JudgeName = Literal["local", "llm", "caller"]


@dataclass(frozen=True, slots=True)
class Request:
    """What is to be measured, and what is to be done with it."""

    dataset: Path | None = None
    split: Split = "test"
    judge: JudgeName = "local"
    versions: Sequence[str] = ()
    kinds: Sequence[str] = ()
    baseline: Path | None = None
    save: Path | None = None


@dataclass(frozen=True, slots=True)
class Evaluated:
    """The figures as text and as values."""

    text: str
    values: dict[str, Any]
    wrong: list[str] = field(default_factory=list[str])
    """The verdicts that are wrong, a line each."""
    shortfalls: str = ""
    """Where a baseline was fallen short of, a line each; empty without a baseline, too."""
    address: str | None = None
    """Where LangSmith keeps the experiment."""
    ran: bool = True
    """Whether any claim could be judged."""


def evaluate(request: Request, progress: BuildProgress | None = None) -> Evaluated:
    """Judge labelled claims, and return the figures.

    Raises:
        FactCheckError: the claims, the baseline or the settings do not fit; names which.

    """
    baseline = gate.read_baseline(request.baseline) if request.baseline else None
    thresholds = floor_file.read_floors()
    name, claims = _claims(request)
    if baseline:
        claims = gate.chosen_by(baseline, claims)
    services = Services(_settings(), progress)
    key = read_experiment_settings().langsmith_api_key
    experiment = Experiment(f"mcp-fact-check {name} {request.judge}", key)
    outcomes, address = judge_all(claims, request.judge, services, experiment, progress)
    report = make_report(Ran(name, _judge_name(request, services), outcomes), thresholds)
    text = markdown(report)
    if request.save:
        _save(request.save, {"report.json": _json(report), "report.md": text, **plots(report)})
    short = gate.fallen_short(baseline, report.figures) if baseline else []
    return Evaluated(
        text=text,
        values=report.model_dump(),
        wrong=[_wrong(item) for item in outcomes if item.decided and not item.right],
        shortfalls=shortfalls(short),
        address=address,
        ran=any(item.failure is None for item in outcomes),
    )


def evaluate_ablations(request: Request, progress: BuildProgress | None = None) -> Evaluated:
    """Judge development claims by the local judge with each part switched off in turn.

    Raises:
        InputError: another judge, or the test claims: those are looked at only to report.

    """
    if request.judge != "local":
        raise InputError("--ablate switches off parts of the local judge: leave out --judge")
    if request.dataset is None and request.split == "test":
        raise InputError("--ablate is for development claims: give --split dev or --dataset FILE")
    if request.baseline:
        raise InputError("--ablate compares with the whole judge: leave out --baseline")
    name, claims = _claims(request)
    rows = ablation.ablate(claims, Services(_settings(), progress), progress)
    text = f"# {name}, {len(claims)} claims, the local judge with parts switched off\n\n"
    text += ablation.markdown(rows)
    values = {"dataset": name, "claims": len(claims), "rows": [row.model_dump() for row in rows]}
    if request.save:
        saved = json.dumps(values, indent=1) + "\n"
        _save(request.save, {"ablations.json": saved, "ablations.md": text})
    return Evaluated(text=text, values=values)


def write_gate(progress: BuildProgress | None = None) -> Evaluated:
    """Judge all development claims; write the thresholds of the floors and of the gate.

    Raises:
        InputError: a claim failed, so that the thresholds would be wrong.

    """
    claims = read_dataset(split_file("dev"))
    outcomes, _ = judge_all(
        claims, "local", Services(_settings(), progress), Experiment("gate"), progress
    )
    failed = [item for item in outcomes if item.failure]
    if failed:
        raise InputError(f"{len(failed)} claims failed, nothing was written: {failed[0].why}")
    chosen = {claim.id for claim in gate.subset(claims)}
    made = gate.make_gate([item for item in outcomes if item.claim.id in chosen])
    thresholds = floor_file.choose(outcomes)
    _save(
        gate.FILE.parent,
        {gate.FILE.name: _json(made, whole=False), floor_file.FILE.name: _json(thresholds)},
    )
    report = make_report(Ran("claims_dev", "local", outcomes), thresholds)
    return Evaluated(text=markdown(report), values=report.model_dump())


def _claims(request: Request) -> tuple[str, list[LabelledClaim]]:
    """Return the name of what is measured, and its claims."""
    file = request.dataset or split_file(request.split)
    versions = {resolve_version(name).version for name in request.versions}
    kinds = set(request.kinds)
    claims = [
        claim
        for claim in read_dataset(file)
        if (not versions or claim.spec_version in versions) and (not kinds or claim.kind in kinds)
    ]
    if not claims:
        there = ", ".join(sorted({claim.kind for claim in read_dataset(file)}))
        raise InputError(f"{file} has no claims of these versions and kinds; kinds: {there}")
    parts = [file.stem, *sorted(versions), *sorted(kinds)]
    return " ".join(parts), claims


def _settings() -> Settings:
    # With a stand-in, an answer that failed is told from one that the judge left undecided.
    return read_settings().model_copy(update={"llm_fallback": True})


def _judge_name(request: Request, services: Services) -> str:
    if request.judge == "local":
        return "local"
    model = services.settings.llm_model
    return f"{request.judge}: {model}" if request.judge == "caller" else f"llm:{model}"


def _wrong(item: Outcome) -> str:
    claim = item.claim
    return (
        f"{claim.id} ({claim.spec_version}, {claim.kind}) is {claim.label}, called {item.label} "
        f"with {item.confidence:.2f}: {claim.claim}"
    )


def _json(value: BaseModel, *, whole: bool = True) -> str:
    return value.model_dump_json(indent=1, exclude_none=not whole) + "\n"


def _save(folder: Path, files: Mapping[str, str]) -> None:
    """Write files, each whole or not at all.

    Raises:
        InputError: the folder cannot be written to.

    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in files.items():
            new = folder / f".{name}.new"
            new.write_text(text, encoding="utf-8")
            new.replace(folder / name)
    except OSError as error:
        raise InputError(f"cannot write to {folder}: {error}; give another folder") from error
