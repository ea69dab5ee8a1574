"""`mcp-fact-check eval`: what it prints and where, and its exit codes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from server.cli import app

ROW = {
    "id": "true",
    "claim": "Servers that support tools MUST declare the `tools` capability.",
    "spec_version": "2025-06-18",
    "label": "supported",
}


@pytest.fixture
def dataset(index_dir: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a claim that is labelled rightly, and one that is labelled wrongly."""
    monkeypatch.setenv("MCP_FACT_CHECK_DATA_DIR", str(index_dir))
    file = tmp_path / "mine.jsonl"
    write(file, ROW, ROW | {"id": "mislabelled", "label": "contradicted"})
    return file


def write(file: Path, *rows: dict[str, Any]) -> None:
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))


def run(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["eval", *map(str, arguments)])


def test_figures_go_to_stdout_and_wrong_verdicts_to_stderr(dataset: Path, tmp_path: Path) -> None:
    result = run("--dataset", dataset, "--save", tmp_path / "saved", "--wrong")
    assert result.exit_code == 0
    assert result.stdout.startswith("# mine, judge: local\n\n2 claims: 1 right, 1 wrong, 0 und")
    assert result.stderr.startswith(
        "mislabelled (2025-06-18, unnamed) is contradicted, called supported with 0."
    )

    report = json.loads((tmp_path / "saved" / "report.json").read_text())
    report["figures"]["accuracy"]["value"] = 0.9
    (tmp_path / "better.json").write_text(json.dumps(report))
    result = run("--dataset", dataset, "--baseline", tmp_path / "better.json", "--json")
    assert result.exit_code == 1
    assert json.loads(result.stdout)["counted"]["wrong"] == 1
    assert "accuracy, undecided counted as wrong: 0.500, in the baseline 0.900" in result.stderr


def test_where_no_claim_could_be_judged_there_is_no_answer(dataset: Path) -> None:
    write(dataset, ROW | {"claim": "x" * 60_000})
    result = run("--dataset", dataset)
    assert result.exit_code == 2
    assert "1 that could not be run" in result.stdout


def test_a_bad_line_is_an_error_like_any_other(dataset: Path) -> None:
    write(dataset, {"claim": "A."})
    result = run("--dataset", dataset, "--json")
    assert result.exit_code == 2
    assert json.loads(result.stdout)["error"]["kind"] == "invalid_input"


def test_two_things_at_once_are_refused() -> None:
    result = run("--ablate", "--write-gate")
    assert result.exit_code == 2
    assert "either --ablate or --write-gate" in result.stderr
