"""The commands `sources list` and `sources check`, and a back end of another package in them."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import pytest
from inline_snapshot import snapshot
from typer.testing import CliRunner, Result

from retrieval.sources.conformance import CHECKS, sample_chunks, sample_of
from server.cli import app
from tests.server.processes import environment, run_command

ROOT: Final = Path(__file__).resolve().parent.parent.parent
UV: Final = shutil.which("uv") or shutil.which("uv", path=str(ROOT / ".uv" / "bin"))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder that the settings name, with the sample of the kit."""
    path = tmp_path / "documents"
    path.mkdir()
    for document in sample_of(".md"):
        (path / document.name).write_text("\f".join(document.texts.values()), encoding="utf-8")
    monkeypatch.setenv("CITATION_FOLDER", str(path))
    return path


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["sources", *arguments])


def error_of(result: Result) -> Mapping[str, Any]:
    return json.loads(result.stdout)["error"]


def test_the_list_says_where_each_is_from_and_which_is_chosen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("CITATION_BACKEND", "sqlite")
    result = run("list", "--json")
    assert result.exit_code == 0
    assert json.loads(result.stdout)["items"] == [
        {"name": name, "package": "mcp-fact-check", "chosen": name == "sqlite"}
        for name in ("files", "sqlite", "chroma", "weaviate", "postgres")
    ]
    assert "sqlite  from mcp-fact-check  (chosen)\n" in run("list").stdout


def test_a_back_end_that_is_right_exits_with_0(folder: Path) -> None:
    result = run("check", "files")
    assert result.exit_code == 0
    assert result.stdout == snapshot("""\
✓ passed: known pages have their text
✓ passed: what is not there is empty
✓ passed: pages out of range are empty
✓ passed: an empty page has no text
✓ passed: names may be in any script
✓ passed: a large page is whole
✓ passed: many may ask at once
✓ passed: abilities agree with each other
✓ passed: what is missing is told
✓ passed: closing twice does no harm
""")


def test_the_result_as_json_names_documents_and_checks(folder: Path) -> None:
    result = run("check", "files", "--doc", "handbook.md", "--json")
    assert result.exit_code == 0
    values = json.loads(result.stdout)
    assert values["backend"] == "files"
    assert values["documents"] == ["handbook.md"]
    assert [item["check"] for item in values["checks"]] == [str(check) for check in CHECKS]
    assert {
        "check": "a large page is whole",
        "result": "not tried",
        "detail": "no page with 100,000 characters is known",
    } in values["checks"]


def test_a_back_end_that_is_wrong_exits_with_1(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def seven_labels(_source: object, _name: str) -> list[str]:
        return ["i"] * 7

    monkeypatch.setattr("retrieval.sources.files.FileSource.page_labels", seven_labels)
    result = run("check", "files", "--doc", "handbook.md")
    assert result.exit_code == 1
    assert "✗ failed: abilities agree with each other: 'handbook.md' has 3 pages" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "kind", "message"),
    [
        (("files",), "source_configuration", "set CITATION_FOLDER"),
        (("nothing",), "source_configuration", "there is no such back end"),
        (("weaviate",), "source_unavailable", "cannot be reached"),
    ],
)
def test_a_back_end_that_cannot_be_asked_exits_with_2(
    monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], kind: str, message: str
) -> None:
    monkeypatch.setenv("WEAVIATE_HOST", "127.0.0.1")
    monkeypatch.setenv("WEAVIATE_GRPC_PORT", "9")
    monkeypatch.delenv("CITATION_FOLDER", raising=False)
    result = run("check", *arguments, "--json")
    assert result.exit_code == 2
    assert error_of(result)["kind"] == kind
    assert message in error_of(result)["message"]


def test_an_empty_store_says_to_name_a_document(folder: Path) -> None:
    shutil.rmtree(folder)
    folder.mkdir()
    result = run("check", "files", "--json")
    assert result.exit_code == 2
    assert error_of(result)["message"] == (
        "files lists no document that can be read; name one with --doc"
    )


@pytest.fixture(scope="module")
def installed_example(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the example package from its source, without network, into a folder of its own."""
    if UV is None:
        pytest.skip("there is no uv, on PATH or in .uv")
    pytest.importorskip("hatchling", reason="what builds the example is not installed")
    source = tmp_path_factory.mktemp("example") / "jsonl_source"
    shutil.copytree(ROOT / "examples" / "jsonl_source", source)
    target = source.parent / "installed"
    done = subprocess.run(
        [
            *(UV, "pip", "install", "--quiet", "--offline", "--no-deps", "--no-build-isolation"),
            *("--python", sys.executable, "--target", target, source),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return target


def test_a_back_end_of_an_installed_package_works_in_the_shipped_command(
    installed_example: Path, tmp_path: Path
) -> None:
    pages = tmp_path / "pages.jsonl"
    pages.write_text("".join(json.dumps(chunk) + "\n" for chunk in sample_chunks()))
    env = environment(
        tmp_path / "data", PYTHONPATH=str(installed_example), CITATION_PATH=str(pages)
    )
    listed = run_command("sources", "list", "--json", env=env)
    assert {
        "name": "jsonl",
        "package": "mcp-fact-check-jsonl",
        "chosen": False,
    } in json.loads(listed.stdout)["items"]
    checked = run_command("sources", "check", "jsonl", "--json", env=env)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    by_result: dict[str, list[str]] = {}
    for item in json.loads(checked.stdout)["checks"]:
        by_result.setdefault(item["result"], []).append(item["check"])
    assert len(by_result["passed"]) == 9
    assert by_result["not tried"] == ["closing twice does no harm"]


def test_what_the_other_package_raises_is_told_with_its_name(
    installed_example: Path, tmp_path: Path
) -> None:
    env = environment(tmp_path / "data", PYTHONPATH=str(installed_example))
    done = run_command("sources", "check", "jsonl", env=env)
    assert done.returncode == 2
    assert "set CITATION_PATH to a file of JSON lines" in done.stderr
    assert "mcp-fact-check-jsonl" in done.stderr
