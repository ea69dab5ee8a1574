"""The command `cite`: one citation, and all citations of Markdown files."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest
from typer.testing import CliRunner, Result

from server.cli import app
from server.commands.cite import EXIT_OF
from tests.server.cited_documents import PLANT, REVENUE, write_documents

WRONG: Final = "Revenue rose by nine percent to 120 million euros in the year 2021."
Run = Callable[..., Result]


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with documents; their text is read once for all tests."""
    root = tmp_path_factory.mktemp("cited")
    write_documents(root / "documents")
    return root


@pytest.fixture
def run(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Give a function that calls the command in a folder of the test."""
    monkeypatch.setenv("MCP_FACT_CHECK_DATA_DIR", str(root / "data"))
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str, stdin: str | None = None) -> Result:
        folder = ("--folder", str(root / "documents"))
        return CliRunner().invoke(app, ["cite", *arguments, *folder], input=stdin)

    return call


def test_the_exit_code_tells_whether_the_page_bears_the_claim_out(run: Run) -> None:
    for claim, page, code, label in (
        (REVENUE, "1", 0, "supported"),
        (WRONG, "1", 1, "contradicted"),
        (PLANT, "ii", 1, "not_mentioned"),
        ("Whales sing at night.", "3", 2, "undecided"),
    ):
        result = run(claim, "--doc", "report.pdf", "--page", page)
        assert result.exit_code == code, result.stderr
        assert result.stdout.startswith(f"{label}: ")
        assert result.stdout.count("\n") == 1
    assert "report.pdf, page 3 (place 5), judged by local" in result.stderr
    assert "Note: the list of references on the page is not taken for evidence." in result.stderr
    assert set(EXIT_OF) == {"supported", "contradicted", "not_mentioned", "undecided"}


def test_a_claim_from_stdin_as_json_has_quote_and_place(run: Run) -> None:
    result = run("-", "--doc", "report.pdf", "--page", "1", "--json", stdin=f"{REVENUE}\n")
    values = json.loads(result.stdout)
    assert (values["label"], values["pdf_page"], values["page_label"]) == ("supported", 3, "1")
    assert values["quote"]["text"] == REVENUE


@pytest.mark.parametrize(
    ("arguments", "kind", "said"),
    [
        (
            (REVENUE,),
            "invalid_input",
            "give a claim with --doc NAME and --page N, or --check FILE alone",
        ),
        ((REVENUE, "--check", "a.md"), "invalid_input", "there is no a.md"),
        ((REVENUE, "--doc", "a.pdf", "--page", "1"), "document_not_found", "named 'a.pdf'"),
        ((REVENUE, "--doc", "report.pdf", "--page", "9"), "page_out_of_range", "has no page '9'"),
        ((REVENUE, "--doc", "scan.pdf", "--page", "2"), "page_has_no_text", "has no text"),
        ((REVENUE, "--doc", "secret.pdf", "--page", "1"), "unreadable_document", "password"),
        ((REVENUE, "--doc", "broken.pdf", "--page", "1"), "unreadable_document", "broken"),
        (("", "--doc", "report.pdf", "--page", "1"), "out_of_limits", "1 to 5,000 characters"),
    ],
)
def test_what_cannot_be_checked_exits_with_2_and_says_what_is_wrong(
    run: Run, arguments: tuple[str, ...], kind: str, said: str
) -> None:
    result = run(*arguments, "--json")
    error = json.loads(result.stdout)["error"]
    assert (result.exit_code, error["kind"]) == (2, kind)
    assert said in error["message"]


def test_without_a_folder_it_says_which_setting_is_missing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    given = ["cite", REVENUE, "--doc", "a.pdf", "--page", "1"]
    result = CliRunner().invoke(app, given)
    assert result.exit_code == 2
    assert "set CITATION_FOLDER" in result.stderr
    result = CliRunner().invoke(app, [*given, "--folder", str(tmp_path / "none")])
    assert result.exit_code == 2
    assert "give --folder the one with the documents" in result.stderr


def test_each_citation_of_a_file_is_checked_and_findings_are_lines_with_their_place(
    run: Run,
) -> None:
    Path("text.md").write_text(
        f"# Summary\n\n{REVENUE[:-1]} [report.pdf, p. 1].\n"
        f"{WRONG} (report.pdf#page=3)\n\n- {PLANT[:-1]} ([source](report.pdf#page=2)).\n"
        f"- {PLANT[:-1]} [report.pdf, pp. 1-2].\n",
        encoding="utf-8",
    )
    result = run("--check", "text.md")
    assert result.exit_code == 1, result.stderr
    contradicted, absent = result.stdout.splitlines()
    assert contradicted.startswith(
        f"text.md:4:{len(WRONG) + 2}: contradicted: (report.pdf#page=3): "
    )
    assert f"“{WRONG}”: " in contradicted
    assert absent.startswith("text.md:6:66: not_mentioned: [source](report.pdf#page=2): ")
    assert "found on page 2 (place 4)" in absent
    assert result.stderr == (
        "1 file, 4 citations (2 supported, 1 contradicted, 1 not mentioned, 0 undecided), "
        "2 findings\n"
    )


def test_what_counts_as_a_finding_can_be_chosen(run: Run) -> None:
    Path("text.md").write_text(f"{WRONG} [report.pdf, p. 1]", encoding="utf-8")
    assert run("--check", "text.md", "--fail-on", "never").exit_code == 0
    assert run("--check", "text.md", "--fail-on", "not_mentioned").exit_code == 0
    assert run("--check", "text.md", "--fail-on", "contradicted").exit_code == 1


def test_a_citation_that_cannot_be_read_is_told_and_the_others_are_checked(run: Run) -> None:
    Path("text.md").write_text(
        f"{REVENUE} [reprot.pdf, p. 1] {REVENUE} [report.pdf, p. 1]\n\n"
        "So it is [report.pdf, pp. 1-900]. Whales sing at night [scan.pdf, pp. 1-2].\n\n"
        "Only this page has a text layer [scan.pdf, pp. 2, 1].\n",
        encoding="utf-8",
    )
    result = run("--check", "text.md", "--format", "json")
    assert result.exit_code == 2
    (file,) = json.loads(result.stdout)["files"]
    missing, right, long, scan, text_layer = file["citations"]
    assert missing["error"]["kind"] == "document_not_found"
    assert "did you mean 'report.pdf'?" in missing["error"]["message"]
    assert "label" not in missing
    assert (right["label"], right["finding"]) == ("supported", False)
    assert "at most 20 pages" in long["error"]["message"]
    assert scan["error"]["kind"] == "page_has_no_text"
    assert text_layer["label"] == "supported"
    assert "2 citations (2 supported" in result.stderr
    assert "; 3 could not be checked" in result.stderr


def test_a_link_names_its_document_from_where_the_text_stands(run: Run, root: Path) -> None:
    notes = root / "notes"
    notes.mkdir()
    text = f"{REVENUE[:-1]} ([report](../documents/report.pdf#page=3)).\n"
    (notes / "text.md").write_text(text, encoding="utf-8")
    result = run("--check", str(notes), "--json")
    assert result.exit_code == 0, result.stdout
    assert values(result)[0]["pdf_name"] == "report.pdf"


def test_names_that_no_file_can_have_are_told_like_others(run: Run) -> None:
    names = ("a%00b.pdf", f"{'a' * 290}.pdf", "../../etc/passwd")
    text = "\n\n".join(f"{REVENUE} ({name}#page=1)" for name in names)
    Path("text.md").write_text(text, encoding="utf-8")
    result = run("--check", "text.md", "--json")
    assert result.exit_code == 2
    assert [item["error"]["kind"] for item in values(result)] == ["document_not_found"] * 3


def test_a_text_from_stdin_is_named_so_and_one_without_citations_is_done(run: Run) -> None:
    result = run("--check", "-", stdin=f"{WRONG} [report.pdf, p. 1]")
    assert result.stdout.startswith("stdin:1:")
    result = run("--check", "-", stdin="Nothing is cited here [1].")
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr.startswith("1 file, 0 citations (")


def values(result: Result) -> list[dict[str, Any]]:
    (file,) = json.loads(result.stdout)["files"]
    return file["citations"]
