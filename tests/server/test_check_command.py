"""The command `check`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest
from typer.testing import CliRunner, Result

from retrieval.errors import InputError
from server.cli import app
from server.documents import find_files
from tests.server.processes import environment, run_command

RIGHT: Final = "Servers that support tools MUST declare the `tools` capability.\n"
WRONG: Final = "Servers that support tools MAY declare the `tools` capability.\n"
SILENT: Final = "Servers must be painted in a shade of blue by the gardener.\n"
VERSION: Final = ("--spec-version", "2025-06-18")
Run = Callable[..., Result]


@pytest.fixture
def run(index_dir: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Give a function that calls the command in a folder of the test, on the shared indexes."""
    monkeypatch.setenv("MCP_FACT_CHECK_DATA_DIR", str(index_dir))
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str, stdin: str | bytes | None = None) -> Result:
        return CliRunner().invoke(app, ["check", *arguments, *VERSION], input=stdin)

    return call


def write(**files: str) -> None:
    for name, content in files.items():
        path = Path(name.replace("__", "/") + ".md")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")


def test_a_finding_is_a_line_with_path_line_column_label_and_message(run: Run) -> None:
    write(a=f"# Tools\n\n- {WRONG}")
    result = run("a.md")
    (line,) = result.stdout.splitlines()
    assert line.startswith(f"a.md:3:3: contradicted: “{WRONG.strip()}”: ")
    assert "MUST" in line
    assert result.exit_code == 1


def test_a_document_without_findings_prints_nothing_and_exits_with_0(run: Run) -> None:
    write(a=RIGHT)
    result = run("a.md")
    assert (result.stdout, result.exit_code) == ("", 0)
    assert result.stderr == (
        "1 file, 1 claim (1 accurate, 0 incorrect, 0 partially correct, 0 not in spec, "
        "0 undecided), 0 findings\n"
    )


def test_a_folder_is_checked_file_by_file_in_order(run: Run) -> None:
    write(docs__b=WRONG, docs__a__z=WRONG, docs__c=RIGHT)
    result = run("docs")
    assert [line.split(":")[0] for line in result.stdout.splitlines()] == [
        "docs/a/z.md",
        "docs/b.md",
    ]
    assert result.stderr.startswith("3 files, 3 claims (1 accurate, 2 incorrect")


def test_stdin_is_a_document_too(run: Run) -> None:
    result = run("-", stdin=f"\n{WRONG}")
    assert result.stdout.startswith("stdin:2:1: contradicted: ")


@pytest.mark.parametrize(
    ("content", "labels", "code"),
    [
        (WRONG, ["never"], 0),
        (WRONG, ["partial"], 0),
        (WRONG, ["contradicted"], 1),
        (WRONG, ["partial", "contradicted"], 1),
        (SILENT, [], 0),
        (SILENT, ["not_mentioned", "undecided"], 1),
    ],
)
def test_which_labels_fail_can_be_chosen(
    run: Run, content: str, labels: list[str], code: int
) -> None:
    write(a=content)
    options = [word for label in labels for word in ("--fail-on", label)]
    assert run("a.md", *options).exit_code == code


def test_a_label_that_does_not_fail_is_printed_if_it_is_wrong(run: Run) -> None:
    write(a=WRONG)
    assert run("a.md", "--fail-on", "never").stdout.startswith("a.md:1:1: contradicted")


def test_a_question_that_is_answered_no_is_no_finding(run: Run) -> None:
    write(a="Is it true that servers that support tools MAY declare the `tools` capability?\n")
    assert (run("a.md").stdout, run("a.md").exit_code) == ("", 0)


def test_an_ignored_line_is_no_finding(run: Run) -> None:
    write(a=f"<!-- mcp-fact-check: ignore -->\n{WRONG}")
    assert run("a.md").exit_code == 0


@pytest.mark.parametrize("options", [("--format", "json"), ("--json",)])
def test_json_has_everything_of_each_file(run: Run, options: tuple[str, ...]) -> None:
    write(a=WRONG, b=RIGHT)
    result = run("a.md", "b.md", *options)
    values = json.loads(result.stdout)
    first, second = values["files"]
    assert (first["path"], second["path"]) == ("a.md", "b.md")
    assert first["claims"][0]["span"]["line"] == 1
    assert first["findings"] == [first["claims"][0]["id"]]
    assert first["corrected_version"] == WRONG.replace("MAY", "MUST")
    assert second["findings"] == []
    assert values["counts"] == {"contradicted": 1, "supported": 1}
    assert result.exit_code == 1


def test_the_whole_report_can_be_printed(run: Run) -> None:
    write(a=WRONG)
    result = run("a.md", "--format", "report")
    assert result.stdout.startswith("File: a.md\n\n# MCP fact check against 2025-06-18")
    assert "## Corrected Version" in result.stdout
    assert result.exit_code == 1


def test_what_is_wrong_with_one_file_stops_no_other_and_exits_with_2(run: Run) -> None:
    write(a="x" * 50_001, c=WRONG)
    Path("b.md").write_bytes(b"\xff\xfe not UTF-8")
    result = run(".")
    assert result.stdout.startswith("c.md:1:1: contradicted")
    assert "a.md: content must be a text of 1 to 50,000 characters" in result.stderr
    assert "b.md: cannot read b.md" in result.stderr
    assert result.stderr.endswith("1 finding; 2 could not be checked\n")
    assert result.exit_code == 2


def test_errors_of_files_are_in_the_json_as_well(run: Run) -> None:
    write(a=" \n")
    values = json.loads(run("a.md", "--json").stdout)
    assert values["files"] == [
        {
            "path": "a.md",
            "error": {
                "kind": "out_of_limits",
                "message": "content must be a text of 1 to 50,000 characters; got an empty text",
            },
        }
    ]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["missing.md"], "there is no missing.md; give Markdown files, folders, or - for stdin"),
        (["empty"], "no Markdown (.md, .mdx, .markdown) is in the folder empty"),
    ],
)
def test_a_path_that_is_not_there_is_an_error(run: Run, arguments: list[str], said: str) -> None:
    Path("empty").mkdir()
    result = run(*arguments)
    assert result.exit_code == 2
    assert said in result.stderr


@pytest.mark.usefixtures("run")
def test_an_unknown_version_is_an_error() -> None:
    write(a=RIGHT)
    result = CliRunner().invoke(app, ["check", "a.md", "--spec-version", "1.0"])
    assert result.exit_code == 2
    assert "unknown MCP specification version '1.0'" in result.stderr


def test_of_a_folder_only_visible_markdown_is_checked_each_file_once(
    tmp_path: Path,
) -> None:
    for name in ("b.md", "a.mdx", "c.MARKDOWN", "d.txt", ".hidden.md", "sub/e.md"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("")
    for name in (".git/x.md", "node_modules/y.md", "sub/node_modules/z.md"):
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_text("")
    (tmp_path / "loop").symlink_to(tmp_path)
    found = [str(path.relative_to(tmp_path)) for path in find_files([tmp_path, tmp_path / "b.md"])]
    assert found == ["a.mdx", "b.md", "c.MARKDOWN", "sub/e.md"]


def test_a_file_that_is_named_is_taken_whatever_it_is_called(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("")
    assert find_files([tmp_path / "notes.txt"]) == [tmp_path / "notes.txt"]
    with pytest.raises(InputError):
        find_files([tmp_path])


def test_data_and_progress_of_the_installed_command_go_their_own_ways(
    index_dir: Path, tmp_path: Path
) -> None:
    file = tmp_path / "a.md"
    file.write_text(WRONG)
    done = run_command("check", str(file), *VERSION, env=environment(index_dir))
    assert done.returncode == 1
    assert [line.split(": ")[1] for line in done.stdout.splitlines()] == ["contradicted"]
    assert done.stderr.splitlines()[-1].endswith("1 finding")
