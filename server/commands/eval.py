"""Command `eval`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from retrieval.errors import InputError
from server import printing
from server.commands.common import AsJson, Exit

Split = Literal["dev", "test"]
EvalJudge = Literal["local", "llm", "caller"]


def evaluate(
    dataset: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="JSON lines with `claim`, `spec_version` and `label`, and optional `id`, `kind`, "
            "`page` and `heading`. Default: the claims that ship.",
            show_default=False,
        ),
    ] = None,
    split: Annotated[Split, typer.Option(help="Which of the claims that ship.")] = "test",
    judge: Annotated[
        EvalJudge, typer.Option(help="Who judges; caller: the model of llm, as an MCP client.")
    ] = "local",
    version: Annotated[
        list[str] | None,
        typer.Option("--version", help="Only claims on this version; may be repeated."),
    ] = None,
    kind: Annotated[
        list[str] | None, typer.Option("--kind", help="Only claims of this kind; may be repeated.")
    ] = None,
    baseline: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Exit 1 where a figure falls short of this report.json, or of a gate, which "
            "names the claims to be judged.",
        ),
    ] = None,
    save: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Write report.json, report.md and plots (SVG) there."),
    ] = None,
    wrong: Annotated[bool, typer.Option("--wrong", help="List wrong verdicts on stderr.")] = False,
    ablate: Annotated[
        bool, typer.Option("--ablate", help="What each check and each corpus brings (dev claims).")
    ] = False,
    write_gate: Annotated[
        bool,
        typer.Option(
            "--write-gate", help="Judge the dev claims; write evals/gate.json and floors.json."
        ),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Measure how true the verdicts are on labelled claims.

    Prints the figures with 95 % intervals, and floors beside them; claims that could
    not be run, a judge that failed and wrong verdicts are counted apart.
    Exits 0, 1 where a baseline is fallen short of, 2 if no claim could be judged.

    Nothing leaves this machine unless LANGSMITH_API_KEY is set: then the run is kept
    there as an experiment.
    """
    # The only way from here into evals: see tests/test_architecture.py.
    from evals.measures import evaluation  # noqa: PLC0415

    if ablate and write_gate:
        raise InputError("give either --ablate or --write-gate")
    request = evaluation.Request(dataset, split, judge, version or (), kind or (), baseline, save)
    with printing.progress() as progress:
        if write_gate:
            done = evaluation.write_gate(progress)
        elif ablate:
            done = evaluation.evaluate_ablations(request, progress)
        else:
            done = evaluation.evaluate(request, progress)
    if as_json:
        printing.json_out(done.values)
    else:
        printing.out(done.text)
    for line in done.wrong if wrong else ():
        printing.message_out(line)
    if done.address:
        printing.message_out(f"kept at {done.address}")
    if not done.ran:
        raise typer.Exit(Exit.NO_ANSWER)
    if done.shortfalls:
        printing.message_out(f"short of the baseline:\n{done.shortfalls}")
        raise typer.Exit(Exit.NOT_ACCURATE)
