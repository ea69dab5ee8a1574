"""The command line: in its own process where that matters, else called in this one."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest
from inline_snapshot import snapshot
from typer.testing import CliRunner, Result

from retrieval.catalogue import load_catalogue
from retrieval.versions import VERSIONS
from server import __version__
from server.cli import app
from server.commands.claim import EXIT_OF
from server.runner import Runner
from tests.server.processes import environment, run_command, script
from tests.support.openai_server import Exchange, OpenAIServer, Reply, answers

OLD: Final = "2024-11-05"
COMMANDS: Final = (
    "claim",
    "check",
    "cite",
    "search",
    "versions",
    "requirements",
    "compare",
    "serve",
)
Run = Callable[..., Result]


@pytest.fixture
def run(index_dir: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Give a function that calls the command line on the shared indexes."""
    monkeypatch.setenv("MCP_FACT_CHECK_DATA_DIR", str(index_dir))
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("TERMINAL_WIDTH", "80")

    def call(*arguments: str, stdin: str | bytes | None = None) -> Result:
        return CliRunner().invoke(app, arguments, input=stdin)

    return call


def judging(labels: dict[str, str]) -> Reply:
    """Judge by the words of a claim, and quote the first passage that obliges nobody."""

    def reply(exchange: Exchange) -> None:
        asked = json.loads(exchange.request.message("user"))
        label = next(label for word, label in labels.items() if word in asked["claim"])
        passage = next(item for item in asked["evidence"] if item["level"] == "none")
        answers(
            {
                "label": label,
                "evidence": [passage["number"]],
                "quote": passage["text"],
                "reason": "It is written there.",
                "correction": "It is otherwise." if label == "contradicted" else "",
                "confidence": 0.9,
            }
        )(exchange)

    return reply


def error_of(result: Result) -> dict[str, str]:
    """Return the error on stdout, after a look that it has the form of all errors."""
    printed = json.loads(result.stdout)
    assert sorted(printed) == ["error"]
    assert sorted(printed["error"]) == ["kind", "message"]
    return printed["error"]


@pytest.mark.parametrize(
    ("claim", "labels", "line", "code"),
    [
        ("Tools exist.", {"Tools": "supported"}, "✓ ACCURATE", 0),
        ("Tools exist.", {"Tools": "contradicted"}, "✗ INACCURATE", 1),
        ("Tools exist.", {"Tools": "not_mentioned"}, "○ NOT IN SPEC", 1),
        ("Tools exist.", {"Tools": "undecided"}, "? UNDECIDED", 2),
        (
            "Servers expose tools and clients print money.",
            {"tools": "supported", "money": "not_mentioned"},
            "⚠️ PARTIALLY CORRECT",
            1,
        ),
    ],
    ids=["supported", "contradicted", "not mentioned", "undecided", "partial"],
)
def test_the_exit_code_of_a_claim_tells_its_verdict(
    run: Run,
    monkeypatch: pytest.MonkeyPatch,
    claim: str,
    labels: dict[str, str],
    line: str,
    code: int,
) -> None:
    with OpenAIServer(*[judging(labels)] * len(labels)) as llm:
        monkeypatch.setenv("OPENAI_API_KEY", "none")
        monkeypatch.setenv("OPENAI_BASE_URL", llm.base_url)
        result = run("claim", claim, "--judge", "llm", "--spec-version", OLD)
    assert result.stdout.startswith(f"{line}: {claim}\n\n")
    assert result.exit_code == code


def test_a_claim_is_printed_with_verdict_confidence_and_evidence(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    with OpenAIServer(judging({"Tools": "contradicted"})) as llm:
        monkeypatch.setenv("OPENAI_API_KEY", "none")
        monkeypatch.setenv("OPENAI_BASE_URL", llm.base_url)
        result = run("claim", "Tools exist.", "--spec-version", OLD)
    *said, evidence = result.stdout.split("\n\n")
    assert said == snapshot(
        [
            "✗ INACCURATE: Tools exist.",
            "It is written there.",
            "Correct information: It is otherwise.",
            "Confidence: 0.90",
            "From the requirement catalogue, in our own words; to have the official text quoted: "
            "mcp-fact-check specs extract --version 2024-11-05",
        ]
    )
    heading, first, place, *_ = evidence.splitlines()
    assert heading == "Evidence in MCP 2024-11-05:"
    assert first.startswith("  1. ")
    assert place.startswith("     ")
    assert f"https://modelcontextprotocol.io/specification/{OLD}" in place


def test_a_claim_as_json_has_verdict_evidence_and_judge(run: Run) -> None:
    result = run("claim", "Tools exist.", "--spec-version", OLD, "--json")
    values = json.loads(result.stdout)
    assert sorted(values) == snapshot(
        [
            "claim",
            "confidence",
            "correction",
            "evidence",
            "explanation",
            "judge",
            "label",
            "notes",
            "parts",
            "spec_version",
            "verdict",
        ]
    )
    assert sorted(values["evidence"][0]) == snapshot(
        [
            "actor",
            "commit",
            "corpus",
            "entry_ids",
            "heading",
            "level",
            "lines",
            "link",
            "page",
            "permalink",
            "similarity",
            "text",
            "version",
        ]
    )
    assert (values["claim"], values["spec_version"]) == ("Tools exist.", OLD)
    assert values["judge"] == "local"
    assert result.exit_code == EXIT_OF[values["label"]]


def test_a_claim_can_come_from_stdin(run: Run) -> None:
    result = run("claim", "-", "--spec-version", OLD, "--json", stdin="\ufeffTools exist – ✓\n")
    assert json.loads(result.stdout)["claim"] == "Tools exist – ✓"


BadInput = tuple[list[str], str, str]


@pytest.mark.parametrize(
    "case",
    [
        (["claim"], "invalid_input", "give either a claim or --batch FILE"),
        (["claim", "x", "--batch", "y"], "invalid_input", "give either a claim or --batch FILE"),
        (["claim", " "], "out_of_limits", "claim must be a text of 1 to 50,000 characters"),
        (["claim", "a" * 50_001], "out_of_limits", "got 50,001 characters"),
        (["claim", "x", "--spec-version", "1.0"], "unknown_version", ", ".join(VERSIONS)),
        (["claim", "x", "--judge", "llm"], "configuration", "set OPENAI_API_KEY"),
        (["claim", "x", "--judge", "oracle"], "usage", "'settings', 'local', 'llm'"),
        (["claim", "--batch", "no/such/file"], "invalid_input", "cannot read no"),
        (["search", ""], "out_of_limits", "query must be a text of 1 to 500 characters"),
        (["search", "a" * 501], "out_of_limits", "got 501 characters"),
        (["search", "tools", "--top-k", "0"], "out_of_limits", "from 1 to 20; got 0"),
        (["search", "tools", "-k", "21"], "out_of_limits", "from 1 to 20; got 21"),
        (["search", "tools", "-k", "many"], "usage", "valid integer"),
        (["search", "tools", "--spec-version", "new"], "unknown_version", "2026-07-28"),
        (["search"], "usage", "Missing argument"),
        (["requirements", "--level", "OUGHT"], "out_of_limits", "MUST, MUST NOT, SHOULD"),
        (["requirements", "--actor", "cook"], "out_of_limits", "client, server, host"),
        (["requirements", "--topic", "tols"], "out_of_limits", "tools, resources, prompts"),
        (["requirements", "--limit", "0"], "out_of_limits", "limit must be 1 or more; got 0"),
        (["requirements", "--spec-version", "2025"], "unknown_version", "2025-06-18"),
        (["versions", "--all"], "usage", "--all"),
        (["judge"], "usage", "No such command 'judge'"),
    ],
    ids=lambda case: " ".join(case[0])[:40],
)
def test_bad_input_exits_2_and_says_what_is_allowed(run: Run, case: BadInput) -> None:
    arguments, kind, message = case
    as_json = run(*arguments, "--json")
    error = error_of(as_json)
    assert error["kind"] == kind
    assert message in error["message"]
    assert as_json.exit_code == 2

    as_text = run(*arguments)
    assert as_text.exit_code == 2
    assert as_text.stdout == ""
    assert message in " ".join(as_text.stderr.replace("│", " ").split())


@pytest.mark.parametrize(
    ("option", "value", "message"),
    [
        ("--host", "0.0.0.0", "a loopback address"),
        ("--port", "0", "from 1 to 65535; got 0"),
    ],
)
def test_a_server_is_not_offered_where_it_must_not_be(
    run: Run, option: str, value: str, message: str
) -> None:
    done = run("serve", "--http", option, value)
    assert (done.exit_code, done.stdout) == (2, "")
    assert message in done.stderr


def test_a_taken_port_is_told(run: Run) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        done = run("serve", "--http", "--port", port)
    assert (done.exit_code, done.stdout) == (2, "")
    assert f"cannot listen on 127.0.0.1, port {port}" in done.stderr


def test_a_missing_key_is_told_before_an_index_is_built(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MCP_FACT_CHECK_DATA_DIR", str(tmp_path / "fresh"))
    result = run("claim", "Tools exist.", "--judge", "llm", "--json")
    assert error_of(result)["kind"] == "configuration"
    assert not (tmp_path / "fresh").exists()


def test_text_that_is_no_utf8_is_bad_input(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "claims.jsonl"
    file.write_bytes(b'{"claim": "Tools \xff exist."}\n')
    for result in (
        run("claim", "-", "--json", stdin=b"Tools \xff exist."),
        run("claim", "--batch", "-", "--json", stdin=file.read_bytes()),
        run("claim", "--batch", str(file), "--json"),
    ):
        assert error_of(result)["kind"] == "invalid_input"
        assert "UTF-8" in error_of(result)["message"]
        assert result.exit_code == 2


def test_what_nobody_foresaw_exits_2_never_1(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_: object) -> None:
        raise RuntimeError("out of \x1b[31mluck")

    monkeypatch.setattr(Runner, "quick_claim", fail)
    as_json = run("claim", "Tools exist.", "--json")
    assert error_of(as_json)["kind"] == "internal"
    assert as_json.exit_code == 2
    assert "Traceback" in as_json.stderr
    as_text = run("claim", "Tools exist.")
    assert as_text.exit_code == 2
    assert as_text.stdout == ""
    assert "RuntimeError: out of [31mluck" in as_text.stderr


def test_a_folder_that_cannot_be_written_is_an_error_that_names_the_setting(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("MCP_FACT_CHECK_DATA_DIR", str(tmp_path / "file"))
    result = run("search", "tools", "--spec-version", OLD, "--json")
    assert "MCP_FACT_CHECK_DATA_DIR" in error_of(result)["message"]
    assert result.exit_code == 2


def test_a_batch_keeps_the_order_and_the_keys_of_its_lines(run: Run, tmp_path: Path) -> None:
    rows = [
        {"id": number, "claim": f"Tools exist for {'many ' * number}purposes.", "tags": [number]}
        for number in range(9)
    ]
    rows[4]["spec_version"] = "2024-11-04"
    rows[5]["error"] = "a key of theirs, not of ours"
    file = tmp_path / "claims.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    result = run("claim", "--batch", str(file), "--spec-version", OLD)
    printed = [json.loads(line) for line in result.stdout.splitlines()]
    assert [(line["id"], line["claim"], line["tags"]) for line in printed] == [
        (row["id"], row["claim"], row["tags"]) for row in rows
    ]
    assert printed[5]["error"] == rows[5]["error"]
    assert {line["spec_version"] for line in printed} == {OLD}
    assert [bool(line["notes"]) for line in printed] == [number == 4 for number in range(9)]
    assert sorted(printed[0]) == snapshot(
        [
            "claim",
            "confidence",
            "correction",
            "evidence",
            "explanation",
            "id",
            "judge",
            "label",
            "notes",
            "parts",
            "spec_version",
            "tags",
            "verdict",
        ]
    )
    assert result.exit_code == 0


def test_bad_lines_of_a_batch_are_errors_in_their_places_and_exit_2(run: Run) -> None:
    lines = [
        '{"id": 1, "claim": "Tools exist."}',
        "",
        "no JSON",
        '["a", "list"]',
        '{"id": 5}',
        '{"id": 6, "claim": 7}',
        '{"id": 7, "claim": " "}',
        '{"id": 8, "claim": "Tools exist.", "spec_version": "1.0"}',
        '{"id": 9, "claim": "Tools exist.", "spec_version": 1.0}',
        '{"id": 10, "claim": "Tools \u2028 exist."}',
        '{"id": 11, "claim": "Tools \\ud800 exist."}',
    ]
    stdin = "\r\n".join(lines)
    result = run("claim", "--batch", "-", "--spec-version", OLD, stdin=stdin)
    printed = [json.loads(line) for line in result.stdout.splitlines()]
    told = [
        (line.get("id"), line["error"]["kind"] if "error" in line else "judged") for line in printed
    ]
    assert told == [
        (1, "judged"),
        (None, "invalid_input"),
        (None, "invalid_input"),
        (5, "invalid_input"),
        (6, "invalid_input"),
        (7, "out_of_limits"),
        (8, "unknown_version"),
        (9, "invalid_input"),
        (10, "judged"),
        (11, "judged"),
    ]
    assert [line["error"]["message"].split(":")[0] for line in printed[1:5]] == snapshot(
        [
            "line 3 is not JSON",
            "line 4 is no JSON object with a text `claim`",
            "line 5 is no JSON object with a text `claim`",
            "line 6 is no JSON object with a text `claim`",
        ]
    )
    assert result.exit_code == 2


def test_an_empty_batch_is_done(run: Run) -> None:
    result = run("claim", "--batch", "-", stdin="\n")
    assert (result.stdout, result.exit_code) == ("", 0)


def test_a_search_prints_ranked_passages(run: Run) -> None:
    result = run("search", "tools capability", "--spec-version", OLD, "--top-k", "2")
    head, *ranks = result.stdout.rstrip("\n").split("\n\n")
    assert head == "Search results for 'tools capability' in MCP 2024-11-05:"
    assert [rank.partition(" (similarity: ")[0] for rank in ranks] == ["Rank 1", "Rank 2"]
    assert result.exit_code == 0


def test_a_search_as_json_has_results(run: Run) -> None:
    result = run("search", "tools capability", "--spec-version", OLD, "--json")
    values = json.loads(result.stdout)
    assert sorted(values) == ["notes", "query", "results", "spec_version"]
    assert (values["query"], values["spec_version"]) == ("tools capability", OLD)
    assert len(values["results"]) == 5
    assert sorted(values["results"][0]) == snapshot(
        [
            "actor",
            "commit",
            "corpus",
            "entry_ids",
            "heading",
            "level",
            "lines",
            "link",
            "page",
            "permalink",
            "similarity",
            "text",
            "version",
        ]
    )
    assert result.exit_code == 0


def test_the_versions_are_printed_as_text_and_as_json(run: Run) -> None:
    listed = json.loads(run("versions", "--json").stdout)["versions"]
    text = run("versions").stdout
    assert [item["version"] for item in listed] == list(reversed(VERSIONS))
    assert [item["version"] for item in listed if item["latest"]] == ["2026-07-28"]
    assert all(f"- {item['version']}" in text for item in listed)


def test_the_slip_2024_11_04_is_read_as_the_first_release_and_told(run: Run) -> None:
    result = run("search", "tools", "--spec-version", "2024-11-04", "--json")
    values = json.loads(result.stdout)
    assert values["spec_version"] == OLD
    assert "2024-11-04" in values["notes"][0]
    text = run("search", "tools", "--spec-version", "2024-11-04").stdout
    assert text.endswith(f"Note: {values['notes'][0]}.\n")


@pytest.mark.parametrize("name", ["latest", "current", "2026-07-28", None])
def test_requirements_are_those_of_the_latest_release_unless_another_is_named(
    run: Run, name: str | None
) -> None:
    result = run("requirements", "--json", *(["--spec-version", name] if name else []))
    values = json.loads(result.stdout)
    in_version = [entry.id for entry in load_catalogue().in_version("2026-07-28")]
    assert values["spec_version"] == "2026-07-28"
    assert [item["id"] for item in values["items"]] == in_version
    assert result.exit_code == 0


@pytest.mark.parametrize(
    ("filters", "key", "value"),
    [
        (["--level", "must not"], "level", "MUST NOT"),
        (["--level", "none"], "level", "none"),
        (["--actor", "Server"], "actor", "server"),
        (["--topic", "tools"], "topic", "tools"),
        (["--page", "server/tools.mdx"], "page", "server/tools"),
    ],
    ids=" ".join,
)
def test_requirements_are_filtered(run: Run, filters: list[str], key: str, value: str) -> None:
    everything = json.loads(run("requirements", "--json", "--spec-version", OLD).stdout)["items"]
    result = run("requirements", "--json", "--spec-version", OLD, *filters)
    items = json.loads(result.stdout)["items"]
    assert 0 < len(items) < len(everything)
    assert all(item[key] == value for item in items)
    # An entry that stands on several pages is listed for each of them.
    assert [item for item in everything if item[key] == value and item not in items] == []


def test_requirements_are_filtered_by_identifier_and_words_together(run: Run) -> None:
    filters = ("--identifier", "`tools/list`", "--text", "SERVER")
    result = run("requirements", "--json", "--spec-version", OLD, *filters)
    items = json.loads(result.stdout)["items"]
    assert items
    assert all("tools/list" in item["identifiers"] for item in items)
    assert all("server" in item["statement"].lower() for item in items)


def test_an_entry_of_the_requirements_says_what_it_is_and_where_it_stands(run: Run) -> None:
    result = run("requirements", "--json", "--limit", "1")
    (item,) = json.loads(result.stdout)["items"]
    assert sorted(item) == snapshot(
        [
            "actor",
            "heading",
            "id",
            "identifiers",
            "level",
            "link",
            "page",
            "replaced_by",
            "replaces",
            "statement",
            "topic",
            "versions",
        ]
    )


def test_requirements_are_a_table_with_whole_ids_and_the_count_on_stderr(run: Run) -> None:
    result = run("requirements", "--spec-version", OLD, "--level", "MUST", "--limit", "2")
    entries = [e for e in load_catalogue().in_version(OLD) if e.level == "MUST"]
    assert all(f" {entry.id} " in result.stdout for entry in entries[:2])
    assert f"│ MUST  │ {entries[0].actor} " in result.stdout
    assert result.stderr == f"2 of {len(entries)} entries\n"


def test_control_characters_of_a_claim_are_not_printed(run: Run) -> None:
    claim = "Tools \x1b[31m\x9b1m\x07\x08\r\x00 exist \u202egnp.exe\u2066."
    text = run("claim", claim, "--spec-version", OLD)
    assert text.stdout.splitlines()[0].endswith(": Tools [31m1m exist gnp.exe.")
    as_json = run("claim", claim, "--spec-version", OLD, "--json")
    assert not {"\x1b", "\x9b", "\x07", "\x00"} & set(as_json.stdout)
    assert json.loads(as_json.stdout)["claim"] == claim
    error = run("claim", "x", "--spec-version", "\x1b[31m\x9b")
    assert not {"\x1b", "\x9b"} & set(error.stderr)


def test_the_version_of_the_program_is_printed(run: Run) -> None:
    assert run("--version").stdout == f"mcp-fact-check {__version__}\n"


@pytest.mark.parametrize("command", [[], *([name] for name in COMMANDS)], ids=" ".join)
def test_the_help_of_each_command_is_complete(run: Run, command: list[str]) -> None:
    result = run(*command, "--help")
    assert result.exit_code == 0
    lines = [line.rstrip() for line in result.stdout.strip().splitlines()]
    assert "\n".join(lines) == HELP[" ".join(command)]


HELP: Final[dict[str, str]] = snapshot(
    {
        "": """\
Usage: mcp-fact-check [OPTIONS] COMMAND [ARGS]...

 Check statements about the Model Context Protocol against its specification.

╭─ Options ────────────────────────────────────────────────────────────────────╮
│ --version        <bool>  Print the version.                                  │
│ --help           <bool>  Show this message and exit.                         │
╰──────────────────────────────────────────────────────────────────────────────╯
╭─ Commands ───────────────────────────────────────────────────────────────────╮
│ claim         Check one claim or yes/no question, or with --batch one on     │
│               each line of a file.                                           │
│ check         Check every claim about MCP in documents.                      │
│ cite          Check a claim against the page it cites, or with --check all   │
│               citations of files.                                            │
│ search        Search the specification.                                      │
│ versions      List the specification versions.                               │
│ requirements  List what a specification version requires and states.         │
│ compare       List what differs between two specification versions.          │
│ serve         Serve the tools over MCP on stdin and stdout, or over HTTP on  │
│               this machine.                                                  │
│ eval          Measure how true the verdicts are on labelled claims.          │
│ migrate       Move a document from one specification version to another,     │
│               step by step.                                                  │
│ sources       The back ends that documents are cited from.                   │
│ specs         The official text: extract it, keep it fresh, see where it is  │
│               from.                                                          │
╰──────────────────────────────────────────────────────────────────────────────╯\
""",
        "claim": """\
Usage: mcp-fact-check claim [OPTIONS] [text]

 Check one claim or yes/no question, or with --batch one on each line of a
 file.

 Exits 0 if the claim is accurate, 1 if not, 2 if undecided or bad input.
 A batch prints one JSON result a line; it exits 0, or 2 if a line was bad.

╭─ Arguments ──────────────────────────────────────────────────────────────────╮
│   text      <str>  The claim or question; - reads stdin.                     │
╰──────────────────────────────────────────────────────────────────────────────╯
╭─ Options ────────────────────────────────────────────────────────────────────╮
│ --spec-version        <str>                 Specification version, `latest`  │
│                                             or `draft`.                      │
│                                             [default: latest]                │
│ --judge               <settings|local|llm>  Who judges; `settings`:          │
│                                             MCP_FACT_CHECK_JUDGE.            │
│                                             [default: settings]              │
│ --batch               <path>                JSON lines with `claim` and      │
│                                             optional `spec_version`; - reads │
│                                             stdin.                           │
│ --json                <bool>                Print JSON.                      │
│ --help                <bool>                Show this message and exit.      │
╰──────────────────────────────────────────────────────────────────────────────╯\
""",
        "check": """\
Usage: mcp-fact-check check [OPTIONS] {PATH...}...

 Check every claim about MCP in documents.

 Prints a line for each finding: path:line:column: label: message.
 Exits 0 without findings, 1 with findings, 2 if a file could not be checked.

 Comments in a document: <!-- mcp-fact-check: ignore --> on a line or above it
 leaves out its claims, <!-- mcp-fact-check: spec-version 2025-06-18 --> names
 the version that the document is about.

 --export-open writes the claims that are left open, each with numbered
 evidence;
 whoever judges them writes "judgements" beside them, for --import-judgements.
 Both are for one document, and judge by the checks in code alone. Each
 judgement
 is checked; what does not hold is refused on stderr, and the exit code is 2.

╭─ Arguments ──────────────────────────────────────────────────────────────────╮
│ *    PATH...      <list[Path]>  Markdown files, folders of them, or - for    │
│                                 stdin.                                       │
│                                 [required]                                   │
╰──────────────────────────────────────────────────────────────────────────────╯
╭─ Options ────────────────────────────────────────────────────────────────────╮
│ --spec-version             <str>                 Specification version,      │
│                                                  `latest` or `draft`.        │
│                                                  [default: latest]           │
│ --judge                    <settings|local|llm>  Who judges; `settings`:     │
│                                                  MCP_FACT_CHECK_JUDGE.       │
│                                                  [default: settings]         │
│ --format                   <text|json|report>    text: a line a finding;     │
│                                                  json: all; report: the      │
│                                                  whole report.               │
│                                                  [default: text]             │
│ --fail-on                  LABEL                 A label that counts as a    │
│                                                  finding: contradicted,      │
│                                                  partial, not_mentioned,     │
│                                                  undecided; or never. May be │
│                                                  given several times.        │
│                                                  Default: contradicted and   │
│                                                  partial.                    │
│ --export-open              FILE                  Write what the checks leave │
│                                                  open to FILE, to be judged  │
│                                                  by others.                  │
│ --import-judgements        FILE                  Take judgements of open     │
│                                                  claims from FILE; - reads   │
│                                                  stdin.                      │
│ --json                     <bool>                Print JSON.                 │
│ --help                     <bool>                Show this message and exit. │
╰──────────────────────────────────────────────────────────────────────────────╯\
""",
        "search": """\
Usage: mcp-fact-check search [OPTIONS] {query}

 Search the specification.

╭─ Arguments ──────────────────────────────────────────────────────────────────╮
│ *    query      <str>  What to look for, up to 500 characters. [required]    │
╰──────────────────────────────────────────────────────────────────────────────╯
╭─ Options ────────────────────────────────────────────────────────────────────╮
│ --spec-version          <str>   Specification version, `latest` or `draft`.  │
│                                 [default: latest]                            │
│ --top-k         -k      <int>   How many results, 1 to 20. [default: 5]      │
│ --json                  <bool>  Print JSON.                                  │
│ --help                  <bool>  Show this message and exit.                  │
╰──────────────────────────────────────────────────────────────────────────────╯\
""",
        "versions": """\
Usage: mcp-fact-check versions [OPTIONS]

 List the specification versions.

╭─ Options ────────────────────────────────────────────────────────────────────╮
│ --json        <bool>  Print JSON.                                            │
│ --help        <bool>  Show this message and exit.                            │
╰──────────────────────────────────────────────────────────────────────────────╯\
""",
        "requirements": """\
Usage: mcp-fact-check requirements [OPTIONS]

 List what a specification version requires and states.

╭─ Options ────────────────────────────────────────────────────────────────────╮
│ --spec-version        <str>   Specification version, `latest` or `draft`.    │
│                               [default: latest]                              │
│ --level               <str>   MUST, MUST NOT, SHOULD, ..., none.             │
│ --actor               <str>   client, server, host, ...                      │
│ --topic               <str>   tools, transports, ...                         │
│ --page                <str>   A page, like server/tools.                     │
│ --identifier          <str>   A method, field, header, code.                 │
│ --text                <str>   Words that the statement has.                  │
│ --limit               <int>   At most so many.                               │
│ --json                <bool>  Print JSON.                                    │
│ --help                <bool>  Show this message and exit.                    │
╰──────────────────────────────────────────────────────────────────────────────╯\
""",
        "compare": """\
Usage: mcp-fact-check compare [OPTIONS] {FROM} {TO}

 List what differs between two specification versions.

 Features and tables come first, then requirements and facts by topic,
 each with its place in both versions.

╭─ Arguments ──────────────────────────────────────────────────────────────────╮
│ *    FROM      <str>  Version compared from; or `latest`, `draft`.           │
│                       [required]                                             │
│ *    TO        <str>  Version compared to; it can be the older one.          │
│                       [required]                                             │
╰──────────────────────────────────────────────────────────────────────────────╯
╭─ Options ────────────────────────────────────────────────────────────────────╮
│ --topic        <str>   Only this topic: tools, transports, ...               │
│ --kind         <str>   Only these kinds, with commas: strengthened,          │
│                        weakened, changed, renamed, added, removed,           │
│                        deprecated, moved.                                    │
│ --limit        <int>   At most so many requirements and facts; all by        │
│                        default.                                              │
│ --json         <bool>  Print JSON.                                           │
│ --help         <bool>  Show this message and exit.                           │
╰──────────────────────────────────────────────────────────────────────────────╯\
""",
        "serve": """\
Usage: mcp-fact-check serve [OPTIONS]

 Serve the tools over MCP on stdin and stdout, or over HTTP on this machine.

╭─ Options ────────────────────────────────────────────────────────────────────╮
│ --http        <bool>  Serve over Streamable HTTP at /mcp, not over stdio.    │
│ --host        <str>   Loopback address to listen on. [default: 127.0.0.1]    │
│ --port        <int>   Port to listen on. [default: 8000]                     │
│ --help        <bool>  Show this message and exit.                            │
╰──────────────────────────────────────────────────────────────────────────────╯\
""",
        "cite": """\
Usage: mcp-fact-check cite [OPTIONS] [claim]

 Check a claim against the page it cites, or with --check all citations of
 files.

 Exits 0 if the page bears the claim out, 1 if not, 2 if undecided or bad
 input.

 With --check it finds [report.pdf, p. 12], (report.pdf#page=12) and
 [text](report.pdf#page=12), checks the sentence before each, and prints a line
 for each finding: path:line:column: label: citation: message. Exits 0 without
 findings, 1 with findings, 2 if a citation or a file could not be checked.

╭─ Arguments ──────────────────────────────────────────────────────────────────╮
│   claim      <str>  What the page is to bear out; - reads stdin.             │
╰──────────────────────────────────────────────────────────────────────────────╯
╭─ Options ────────────────────────────────────────────────────────────────────╮
│ --doc            NAME                  The cited document, by its name.      │
│ --page           N                     The page: its printed number, like 12 │
│                                        or ii; where no page has that, its    │
│                                        place.                                │
│ --folder         <path>                Folder of the documents; default: as  │
│                                        CITATION_BACKEND and others say.      │
│ --check          FILE                  Check every citation of a Markdown    │
│                                        file or a folder of them; - for       │
│                                        stdin. May be given several times.    │
│ --judge          <settings|local|llm>  Who judges; `settings`:               │
│                                        MCP_FACT_CHECK_JUDGE.                 │
│                                        [default: settings]                   │
│ --format         <text|json>           With --check: text: a line a finding; │
│                                        json: all.                            │
│                                        [default: text]                       │
│ --fail-on        LABEL                 With --check: a label that counts as  │
│                                        a finding: contradicted,              │
│                                        not_mentioned, undecided; or never.   │
│                                        May be given several times. Default:  │
│                                        the first two.                        │
│ --json           <bool>                Print JSON.                           │
│ --help           <bool>                Show this message and exit.           │
╰──────────────────────────────────────────────────────────────────────────────╯\
""",
    }
)


def test_a_first_run_in_its_own_process_answers_on_stdout_and_reports_on_stderr(
    tmp_path: Path,
) -> None:
    env = environment(tmp_path / "fresh", FORCE_COLOR="1", TERM="xterm-256color", COLUMNS="80")
    done = run_command("claim", "Tools exist.", "--spec-version", OLD, "--json", env=env)
    values = json.loads(done.stdout)
    assert values["spec_version"] == OLD
    assert "Indexing the MCP specification" in done.stderr
    assert done.returncode == EXIT_OF[values["label"]]
    again = run_command("search", "tools", "--spec-version", OLD, "--json", env=env)
    assert json.loads(again.stdout)["results"]
    assert again.stderr == ""
    assert again.returncode == 0


@pytest.mark.parametrize(("no_color", "colours"), [({}, True), ({"NO_COLOR": "1"}, False)])
def test_no_color_is_honoured(tmp_path: Path, no_color: dict[str, str], colours: bool) -> None:
    env = environment(tmp_path, FORCE_COLOR="1", TERM="xterm-256color", **no_color)
    done = run_command("claim", "", env=env)
    assert "claim must be a text of 1 to 50,000 characters" in done.stderr
    assert ("\x1b[31m" in done.stderr) is colours
    assert done.returncode == 2


@pytest.mark.skipif(sys.platform == "win32", reason="arguments are text on Windows")
def test_output_is_utf8_whatever_the_locale_and_bytes_of_arguments(index_dir: Path) -> None:
    env = environment(index_dir, PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    claim = b"Tools exist \xe2\x9c\x93 \xff.".decode(errors="surrogateescape")
    done = run_command("claim", claim, "--spec-version", OLD, "--judge", "local", env=env)
    assert done.stdout.splitlines()[0].endswith(": Tools exist ✓ \ufffd.")


def test_a_reader_that_goes_away_does_not_change_the_exit_code(index_dir: Path) -> None:
    command = [script("mcp-fact-check"), "requirements", "--json"]
    with subprocess.Popen(
        command,
        env=environment(index_dir),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        told = process.stderr.read()
    assert (process.returncode, told) == (0, "")
