"""Open claims written to a file, judged by anybody, and taken in again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from server.cli import app
from tests.server.caller import CONTENT, VERSION, right, wrong


@pytest.fixture(autouse=True)
def shared_index(index_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MCP_FACT_CHECK_DATA_DIR", str(index_dir))


@pytest.fixture
def document(tmp_path: Path) -> Path:
    file = tmp_path / "page.md"
    file.write_text(CONTENT, encoding="utf-8")
    return file


def run(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["check", *map(str, arguments), "--spec-version", VERSION])


def exported(document: Path) -> dict[str, Any]:
    file = document.with_name("open.json")
    result = run(document, "--export-open", file)
    assert result.exit_code == 1, result.output  # one claim is wrong
    return json.loads(file.read_text(encoding="utf-8"))


def imported(document: Path, values: object, *more: str) -> Result:
    file = document.with_name("answers.json")
    file.write_text(json.dumps(values), encoding="utf-8")
    return run(document, "--import-judgements", file, *more)


def test_judgements_beside_the_open_claims_join_the_report(document: Path) -> None:
    values = exported(document)
    assert [claim["claimId"] for claim in values["open"]] == ["c1", "c2", "c3"]
    values["judgements"] = [right(claim) for claim in values["open"]]
    result = imported(document, values, "--json")
    assert result.exit_code == 1
    (checked,) = json.loads(result.stdout)["files"]
    assert [(claim["label"], claim["judge"]) for claim in checked["claims"]] == [
        ("not_mentioned", "caller"),
        ("supported", "caller"),
        ("not_mentioned", "caller"),
        ("contradicted", "local"),
    ]


def test_what_does_not_hold_is_refused_and_is_no_verdict(document: Path) -> None:
    opened = exported(document)["open"]
    result = imported(document, [*wrong(opened[0]), right(opened[1])], "--format", "report")
    assert result.exit_code == 2
    assert result.stderr.count("refused c") == 6
    assert "**c1** ? UNDECIDED" in result.stdout
    assert "**c2** ✓ ACCURATE" in result.stdout


def test_judgements_of_another_text_are_not_taken(document: Path) -> None:
    values = exported(document)
    values["judgements"] = [right(values["open"][0])]
    document.write_text(f"{CONTENT}\nTools exist.\n", encoding="utf-8")
    result = imported(document, values)
    assert result.exit_code == 2
    assert "is not the text that was judged" in result.stderr


@pytest.mark.parametrize(
    ("values", "why"),
    [
        ([], "has no judgements"),
        ({"open": []}, "has no judgements"),
        ("{", "has no judgements"),
    ],
)
def test_a_file_without_judgements_is_an_error(document: Path, values: object, why: str) -> None:
    result = imported(document, values)
    assert result.exit_code == 2
    assert why in result.stderr


def test_judgements_are_of_one_document(document: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.md"
    other.write_text("Tools exist.", encoding="utf-8")
    result = run(document, other, "--export-open", tmp_path / "open.json")
    assert result.exit_code == 2
    assert "of one document; got 2" in result.stderr
