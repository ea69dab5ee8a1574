"""Labelled claims through the real graph: any file, any judge, saved, kept, compared."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import pytest

from evals.measures import ablation, evaluation, floors, gate, run
from evals.measures.evaluation import Request, evaluate, evaluate_ablations
from graphs.services import Services
from nodes.judging import local
from nodes.judging.weights import load_weights
from retrieval.errors import ConfigurationError, InputError
from tests.support.langsmith_server import LangSmithServer
from tests.support.openai_server import OpenAIServer, answers, says

TOOLS: Final = "Servers that support tools MUST declare the `tools` capability."
ROWS: Final[list[dict[str, Any]]] = [
    {
        "id": "true",
        "claim": TOOLS,
        "spec_version": "2025-06-18",
        "label": "supported",
        "kind": "plain_fact",
        "page": "server/tools",
        "heading": "Capabilities",
    },
    {"id": "long", "claim": "x" * 60_000, "spec_version": "2025-06-18", "label": "contradicted"},
]
"""A claim that is true, and one that is too long to be run."""

OPEN: Final[list[dict[str, Any]]] = [
    {
        "id": f"open-{number}",
        "claim": text,
        "spec_version": "2025-06-18",
        "label": label,
    }
    for number, (text, label) in enumerate(
        [
            ("A client should keep the words of a prompt apart from its own.", "supported"),
            ("Servers must log every tool call.", "not_mentioned"),
        ]
    )
]
"""Claims that the local judge leaves open."""


def write(file: Path, rows: Sequence[dict[str, Any]]) -> Path:
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return file


@pytest.fixture
def data_dir(index_dir: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a data directory of its own over the indexes that all tests share."""
    (index_dir / "indexes").mkdir(exist_ok=True)
    (tmp_path / "indexes").symlink_to(index_dir / "indexes")
    monkeypatch.setenv("MCP_FACT_CHECK_DATA_DIR", str(tmp_path))
    return tmp_path


def test_a_file_is_judged_saved_and_a_baseline_for_the_next_run(data_dir: Path) -> None:
    file, folder = write(data_dir / "mine.jsonl", ROWS), data_dir / "saved"
    told: list[tuple[str, int, int]] = []

    def progress(what: str, number: int, whole: int) -> None:
        told.append((what, number, whole))

    done = evaluate(Request(file, save=folder), progress)
    counted = done.values["counted"]
    assert (counted["right"], counted["failed_to_run"]) == (1, 1)
    assert done.values["figures"]["recall_at_15"]["value"] == 1.0
    assert "claim must be a text of 1 to 50,000 characters" in done.values["problems"][0]["why"]
    assert (done.ran, done.wrong, done.shortfalls, done.address) == (True, [], "", None)
    assert ("claims", 1, 2) in told
    assert sorted(path.name for path in folder.iterdir()) == [
        "confusion.svg",
        "coverage.svg",
        "reliability.svg",
        "report.json",
        "report.md",
    ]
    assert json.loads((folder / "report.json").read_text()) == done.values
    assert (folder / "report.md").read_text() == done.text

    baseline = gate.read_baseline(folder / "report.json")
    assert gate.fallen_short(baseline, baseline.figures) == []
    baseline.figures["failed"].value = 0.0
    worse = data_dir / "worse.json"
    worse.write_text(baseline.model_dump_json())
    again = evaluate(Request(file, baseline=worse))
    assert again.shortfalls.startswith("failed (no verdict at all): 0.500")


def test_an_answer_that_fails_is_no_wrong_one_and_no_verdict_of_the_stand_in(
    data_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MCP_FACT_CHECK_LLM_RETRIES", "0")
    monkeypatch.setenv("MCP_FACT_CHECK_LLM_FALLBACK", "false")
    monkeypatch.setattr(run, "AT_ONCE", 1)
    silent = {"label": "not_mentioned", "evidence": [], "quote": "", "reason": "", "correction": ""}
    with OpenAIServer(says("no"), answers(silent | {"confidence": 0.8})) as server:
        monkeypatch.setenv("OPENAI_API_KEY", "unused")
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        done = evaluate(Request(write(data_dir / "mine.jsonl", [ROWS[0], OPEN[1]]), judge="llm"))
    counted = done.values["counted"]
    assert (counted["judge_failed"], counted["right"], counted["wrong"]) == (1, 1, 0)
    assert done.values["judge"].startswith("llm:")


def test_what_the_checks_refuse_of_a_callers_answers_is_counted_and_what_of_it_was_wrong(
    data_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "AT_ONCE", 1)
    # However the weights are fitted next: a judge that is never sure leaves both claims open.
    unsure = load_weights().model_copy(update={"thresholds": {}})
    monkeypatch.setattr(local, "load_weights", lambda: unsure)
    invented = {"label": "supported", "evidence": [1], "quote": "servers do just that"}
    silent = {"label": "not_mentioned", "evidence": [], "quote": ""}
    usual = {"claim_id": "c1", "reason": "So it is.", "correction": ""}
    with OpenAIServer(
        answers({"judgements": [usual | invented]}), answers({"judgements": [usual | silent]})
    ) as server:
        monkeypatch.setenv("OPENAI_API_KEY", "unused")
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        done = evaluate(Request(write(data_dir / "mine.jsonl", OPEN), judge="caller"))
    assert done.values["caller"] == {"answered": 2, "refused": 1, "wrong_of_refused": 0}
    counted = done.values["counted"]
    assert (counted["right"], counted["undecided"]) == (1, 1)


def test_without_a_key_for_the_judge_no_claim_is_run(data_dir: Path) -> None:
    with pytest.raises(ConfigurationError, match="OPENAI_API_KEY"):
        evaluate(Request(write(data_dir / "mine.jsonl", ROWS), judge="llm"))


@pytest.mark.filterwarnings("default")  # what the client of LangSmith leaves open
def test_with_a_key_of_langsmith_the_run_is_kept_there(
    data_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = write(data_dir / "mine.jsonl", ROWS[:1])
    with LangSmithServer() as server:
        monkeypatch.setenv("LANGSMITH_API_KEY", "a key")
        monkeypatch.setenv("LANGSMITH_ENDPOINT", server.address)
        done = evaluate(Request(file))
        evaluate(Request(file))
    assert server.keys == {"a key"}
    assert [item["inputs"]["claim"] for item in server.examples] == [TOOLS]
    assert len(server.datasets) == 1, "the same claims are one dataset"
    assert len(server.experiments) == 2
    assert b'"right"' in server.uploaded
    assert done.address
    assert done.values["counted"]["right"] == 1


def test_versions_and_kinds_choose_the_claims(data_dir: Path) -> None:
    other = OPEN[0] | {"spec_version": "2024-11-05", "kind": "modal"}
    file = write(data_dir / "mine.jsonl", [*ROWS, other])
    done = evaluate(Request(file, versions=["2024-11-05"], kinds=["modal"]))
    assert (done.values["dataset"], done.values["claims"]) == ("mine 2024-11-05 modal", 1)
    with pytest.raises(InputError, match="kinds: modal, plain_fact, unnamed"):
        evaluate(Request(file, kinds=["other"]))


def test_each_part_is_switched_off_in_turn(data_dir: Path) -> None:
    enforced = {"claim": "MCP enforces user consent.", "label": "contradicted"}
    rows = [ROWS[0], enforced | {"id": "enforced", "spec_version": "2025-06-18"}]
    folder = data_dir / "saved"
    done = evaluate_ablations(Request(write(data_dir / "mine.jsonl", rows), save=folder))
    found = {row["name"]: row for row in done.values["rows"]}
    assert next(iter(found)) == "everything"
    assert found["everything"]["figures"]["accuracy"]["value"] == 1.0
    assert found["everything"]["lead"]["value"] == 0.0
    assert found["without the catalogue's passages"]["lead"]["value"] > 0.0
    assert "without the official text" not in found, "it is not there"
    assert (folder / "ablations.md").read_text() == done.text


def test_a_part_that_is_switched_off_says_nothing(services: Services) -> None:
    weights = ablation.load_weights()
    for variant in ablation.variants(weights):
        assert variant.features <= {*weights.features}
        less = ablation.without_features(weights, variant.features)
        columns = zip(less.features, zip(*less.coefficients, strict=True), strict=True)
        assert variant.features <= {name for name, column in columns if not any(column)}
        assert bool(variant.features) == (not variant.contrast or not variant.beliefs)


def test_the_test_claims_are_for_no_ablation() -> None:
    with pytest.raises(InputError, match="--split dev"):
        evaluate_ablations(Request())
    with pytest.raises(InputError, match="leave out --judge"):
        evaluate_ablations(Request(split="dev", judge="llm"))


def test_the_gate_is_written_from_the_development_claims(
    data_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = write(data_dir / "dev.jsonl", [ROWS[0], *OPEN])
    monkeypatch.setattr(evaluation, "split_file", {"dev": file}.__getitem__)
    monkeypatch.setattr(gate, "FILE", data_dir / "written" / "gate.json")
    evaluation.write_gate()
    assert floors.read_floors(data_dir / "written" / "floors.json")
    done = evaluate(Request(split="dev", baseline=gate.FILE))
    assert (done.shortfalls, done.values["claims"]) == ("", 3)


def test_nothing_is_written_where_a_claim_failed(
    data_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = write(data_dir / "dev.jsonl", ROWS)
    monkeypatch.setattr(evaluation, "split_file", {"dev": file}.__getitem__)
    monkeypatch.setattr(gate, "FILE", data_dir / "written" / "gate.json")
    with pytest.raises(InputError, match="1 claims failed, nothing was written"):
        evaluation.write_gate()
    assert not (data_dir / "written").exists()


def test_the_local_judge_is_no_worse_on_the_gate_than_when_it_was_written(
    data_dir: Path,
) -> None:
    done = evaluate(Request(split="dev", baseline=gate.FILE))
    assert done.shortfalls == ""
    assert done.values["claims"] == gate.SIZE
