"""The `specs` commands as people run them: on a made-up specification, with the real model."""

from __future__ import annotations

import json
import shutil
import signal
import socket
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest
from inline_snapshot import snapshot
from typer.testing import CliRunner, Result

from retrieval.official.metadata import FILE, extracting
from server.cli import app
from tests.server.processes import environment, script
from tests.support.spec_source import PAGES, TOOLS, VERSION, Repository, write_source

TOOLS_FILE: Final = f"docs/specification/{VERSION}/server/tools.mdx"
Run = Callable[..., Result]


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Repository:
    made = Repository(tmp_path_factory.mktemp("source"))
    write_source(made.folder)
    made.commit()
    return made


@pytest.fixture(scope="module")
def extracted(tmp_path_factory: pytest.TempPathFactory, repository: Repository) -> Path:
    """Return a data directory with the official text of a version and its index."""
    data_dir = tmp_path_factory.mktemp("extracted") / "data"
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("MCP_FACT_CHECK_DATA_DIR", str(data_dir))
        result = invoke("extract", "--version", VERSION, "--source", repository.address)
    assert result.exit_code == 0, result.stderr
    return data_dir


def invoke(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["specs", *arguments])


@pytest.fixture
def run(extracted: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Give a function that runs `specs` on a copy of what was extracted."""
    shutil.copytree(extracted, tmp_path / "data")
    monkeypatch.setenv("MCP_FACT_CHECK_DATA_DIR", str(tmp_path / "data"))
    return invoke


def values(result: Result) -> Any:
    return json.loads(result.stdout)


def test_extract_says_what_is_there_now(run: Run, repository: Repository) -> None:
    result = run("extract", "--version", VERSION, "--source", repository.address, "--no-embed")
    commit = repository.git("rev-parse", "HEAD")
    assert result.stdout == (
        f"{VERSION}: the same text as before, 3 pages, 13 fine, 5 regular chunks, from "
        f"{repository.address} at {commit[:12]} (main)\n"
    )
    assert f"Opening {repository.address}" in result.stderr
    assert result.exit_code == 0


def test_extract_as_json_is_the_metadata(run: Run, repository: Repository, tmp_path: Path) -> None:
    result = run("extract", "--version", VERSION, "--source", repository.address, "--json")
    (item,) = values(result)["versions"]
    recorded = json.loads((tmp_path / "data" / FILE).read_text(encoding="utf-8"))["specs"][VERSION]
    assert item == {"version": VERSION, "in_source": True, "changed": False, **recorded}
    assert recorded["embeddings"]["fine"]["count"] == 13
    assert recorded["embeddings"]["fine"]["embedder"].startswith("minilm")
    assert len(recorded["embeddings"]["fine"]["sha256"]) == 64


def test_all_takes_the_versions_that_the_source_has(run: Run, repository: Repository) -> None:
    result = run(
        "extract", "--version", "all", "--source", repository.address, "--no-embed", "--json"
    )
    there = {item["version"]: item["in_source"] for item in values(result)["versions"]}
    assert [version for version, found in there.items() if found] == ["2024-11-05", "2025-03-26"]
    assert len(there) == 6


@pytest.mark.parametrize(
    ("arguments", "kind"),
    [
        (["extract", "--version", "2023-01-01"], "unknown_version"),
        (["extract", "--version", "draft", "--source", "SOURCE"], "invalid_input"),
        (["extract", "--source", "SOURCE", "--ref", "no-such"], "unknown_ref"),
        (["extract", "--source", "/no/such/folder"], "invalid_input"),
        (["extract", "--source", "https://127.0.0.1:9/spec"], "spec_source"),
        (["rechunk", "--version", VERSION, "--strategy", "coarse"], "out_of_limits"),
        (["rechunk", "--version", VERSION, "--size", "3"], "out_of_limits"),
        (["rechunk", "--version", VERSION, "--overlap", "900"], "out_of_limits"),
        (["rechunk", "--version", "draft"], "not_extracted"),
        (["embed", "--version", "draft", "--fine"], "not_extracted"),
        (["diff", "--version", "draft"], "not_extracted"),
    ],
)
def test_bad_input_is_told_as_json_with_its_kind_and_changes_nothing(
    run: Run, repository: Repository, tmp_path: Path, arguments: list[str], kind: str
) -> None:
    before = (tmp_path / "data" / FILE).read_bytes()
    given = [repository.address if word == "SOURCE" else word for word in arguments]
    result = run(*given, "--json")
    assert values(result)["error"]["kind"] == kind
    assert result.exit_code == 2
    assert (tmp_path / "data" / FILE).read_bytes() == before


def test_a_second_extraction_at_once_is_told(
    run: Run, repository: Repository, tmp_path: Path
) -> None:
    with extracting(tmp_path / "data"):
        result = run("extract", "--version", VERSION, "--source", repository.address, "--json")
    assert values(result)["error"]["kind"] == "busy"


def test_rechunk_then_embed_makes_another_index(run: Run) -> None:
    (before,) = values(run("status", "--version", VERSION, "--offline", "--json"))["versions"]
    result = run("rechunk", "--version", VERSION, "--strategy", "fine", "--size", "80")
    assert result.stdout == (
        f"{VERSION}: 14 fine chunks of about 80 characters, 40 repeated; next: "
        f"mcp-fact-check specs embed --version {VERSION}\n"
    )
    (between,) = values(run("status", "--version", VERSION, "--offline", "--json"))["versions"]
    assert between["index"] is None
    embedded = run("embed", "--version", VERSION)
    assert "14 official-fine" in embedded.stdout
    (after,) = values(run("status", "--version", VERSION, "--offline", "--json"))["versions"]
    assert after["index"] not in (None, before["index"])
    assert after["extracted"]["chunks"]["fine"]["size"] == 80


def test_the_fine_chunks_can_be_embedded_alone(run: Run, tmp_path: Path) -> None:
    run("rechunk", "--version", VERSION, "--strategy", "fine", "--size", "90", "--overlap", "0")
    result = run("embed", "--version", VERSION, "--fine")
    assert "official-fine" in result.stdout
    recorded = json.loads((tmp_path / "data" / FILE).read_text(encoding="utf-8"))["specs"][VERSION]
    assert recorded["embeddings"]["fine"]["count"] == recorded["chunks"]["fine"]["count"]
    (status,) = values(run("status", "--version", VERSION, "--offline", "--json"))["versions"]
    assert status["index"] is None


def test_status_tells_source_time_chunks_index_and_upstream(
    run: Run, repository: Repository
) -> None:
    lines = run("status", "--version", VERSION).stdout.splitlines()
    commit = repository.git("rev-parse", "HEAD")
    assert lines[0] == f"MCP {VERSION}"
    assert lines[1] == (
        f"  official text: 3 pages from {repository.address} at {commit[:12]} (main)"
    )
    assert lines[2].startswith("  extracted: 20")
    assert lines[2].endswith(" UTC, today")
    assert lines[3:5] == [
        "  fine chunks: 13, about 230 characters, 50 repeated",
        "  regular chunks: 5, about 500 characters, 0 repeated",
    ]
    assert lines[5].startswith(f"  index: {VERSION}-")
    assert "13 official-fine, 5 official-regular; by minilm" in lines[5]
    assert lines[6] == "  upstream: is where it was"


def test_status_tells_that_upstream_moved_on(run: Run, tmp_path: Path) -> None:
    other = Repository(tmp_path / "moving")
    write_source(other.folder)
    other.commit()
    run("extract", "--version", VERSION, "--source", other.address, "--no-embed")
    newer = other.commit()
    lines = run("status", "--version", VERSION).stdout.splitlines()
    assert lines[-1] == (
        f"  upstream: has moved on to {newer[:12]}; "
        f"mcp-fact-check specs extract --version {VERSION}"
    )
    shutil.rmtree(other.folder)
    result = run("status", "--version", VERSION)
    assert "upstream: could not be asked" in result.stdout
    assert result.exit_code == 0


def test_status_of_a_version_that_is_not_extracted_says_so(run: Run) -> None:
    first, text, index = run("status", "--version", "draft", "--offline").stdout.splitlines()
    assert first == "MCP draft"
    assert text == "  official text: not extracted; evidence is from the catalogue"
    # The extraction of another version made the index that serves all.
    assert index.startswith("  index: all-")
    assert "official" not in index


def test_diff_lists_what_changed_and_exits_1(run: Run, tmp_path: Path) -> None:
    changed = TOOLS.replace("Servers **MUST**:", "Servers **SHOULD**:").replace(
        "Lamps light rooms. ", ""
    )
    folder = write_source(tmp_path / "changed", PAGES | {TOOLS_FILE: changed})
    run("extract", "--version", VERSION, "--source", str(folder), "--no-embed")
    result = run("diff", "--version", VERSION)
    assert result.exit_code == 1
    head, pages, levels, others, *_ = result.stdout.strip().split("\n\n")
    assert head.splitlines()[0] == f"MCP {VERSION}, {folder.as_uri()}"
    assert pages == "Pages (1)\n  changed: server/tools"
    assert levels == snapshot(
        """\
Requirements (2)
  changed MUST -> SHOULD (server/tools, Security Considerations): Servers MUST: Check every colour
    now: Servers SHOULD: Check every colour
  changed MUST -> SHOULD (server/tools, Security Considerations): Servers MUST: Refuse to burn paper
    now: Servers SHOULD: Refuse to burn paper\
"""
    )
    assert "removed (server/tools, Tools): Lamps light rooms." in others
    as_json = values(run("diff", "--version", VERSION, "--json"))
    assert [page["page"] for page in as_json["pages"]] == ["server/tools"]
    assert sum(item["changes_level"] for item in as_json["sentences"]) == 2
    # The catalogue is of another specification than the made-up one.
    assert "the page is gone" in {entry["why"] for entry in as_json["entries"]}


def test_remove_takes_text_and_indexes_away_and_leaves_the_catalogue(
    run: Run, tmp_path: Path
) -> None:
    result = run("remove", "--version", VERSION)
    assert result.stdout == f"texts removed: {VERSION}; indexes removed: 1\n"
    assert list((tmp_path / "data" / "official").iterdir()) == []
    (left,) = (f.name for f in (tmp_path / "data" / "indexes").iterdir() if f.name[0] != ".")
    assert left.startswith("all-")
    (status,) = values(run("status", "--version", VERSION, "--offline", "--json"))["versions"]
    assert status["extracted"] is None
    again = run("remove", "--version", VERSION)
    assert again.stdout == "texts removed: none was extracted; indexes removed: 0\n"
    assert again.exit_code == 0


def test_a_search_quotes_the_official_text_with_its_source(
    run: Run, repository: Repository
) -> None:
    result = CliRunner().invoke(
        app, ["search", "a person near each burning lamp", "--spec-version", VERSION, "--json"]
    )
    first = json.loads(result.stdout)["results"][0]
    line = TOOLS.split("\n").index("A person **SHOULD** be near every lamp that burns.") + 1
    assert first["corpus"] == "official"
    assert first["text"] == "A person SHOULD be near every lamp that burns."
    assert (first["level"], first["lines"]) == ("SHOULD", [line, line])
    commit = repository.git("rev-parse", "HEAD")
    assert first["commit"] == commit
    assert first["permalink"] == f"{repository.address}@{commit}/{TOOLS_FILE}#L{line}"


def test_a_claim_shows_the_official_text_and_no_longer_says_how_to_get_it(run: Run) -> None:
    claim = "A person should be near every lamp that burns"
    printed = CliRunner().invoke(app, ["claim", claim, "--spec-version", VERSION]).stdout
    assert "A person SHOULD be near every lamp that burns." in printed
    assert "specs extract" not in printed


def test_ctrl_c_ends_an_extraction_with_a_message_and_leaves_nothing(tmp_path: Path) -> None:
    with socket.socket() as silent:  # a server that takes calls and says nothing
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        silent.settimeout(60)
        address = f"https://127.0.0.1:{silent.getsockname()[1]}/spec"
        with subprocess.Popen(
            [script("mcp-fact-check"), "specs", "extract", "--source", address],
            env=environment(tmp_path / "data", NO_PROXY="127.0.0.1"),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            # A shell that runs the tests in the background has told them to ignore it.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        ) as process:
            calling, _ = silent.accept()
            process.send_signal(signal.SIGINT)
            try:
                stdout, stderr = process.communicate(timeout=60)
            finally:
                process.kill()
                calling.close()
    assert process.returncode == 130
    assert stdout == ""
    assert stderr.splitlines()[-1] == (
        "stopped; what was extracted and indexed before is as it was"
    )
    assert list((tmp_path / "data" / "official").iterdir()) == []
