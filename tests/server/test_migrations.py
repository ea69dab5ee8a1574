"""Migrations as callers meet them: the MCP tools and prompt in both eras, and the command line."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Generator
from contextlib import ExitStack
from functools import cache, partial
from pathlib import Path
from typing import Any, Final, cast

import pytest
from mcp import Client
from mcp.shared.exceptions import MCPError
from mcp_types import ElicitResult, PromptReference, TextContent
from typer.testing import CliRunner

from evals.migrations import FOLDER, Document, judge, read_documents, summary
from graphs.services import Services
from nodes.migrating.values import STEPS
from retrieval.settings import Settings, read_settings
from server.app import build_server
from server.cli import app
from server.runner import Runner
from tests.server.connections import (
    ERAS,
    MODES,
    Connection,
    Era,
    connect_in_memory,
    connect_to_address,
    connect_to_process,
    serve_over_http,
    text_of,
    values_of,
)
from tests.server.processes import environment, script
from tests.support.remembering import Memory, RememberingServices

EXAMPLE: Final = (FOLDER / "design-example.md").read_text(encoding="utf-8")
VERSIONS: Final = {"currentVersion": "2024-11-05", "targetVersion": "2025-06-18"}
DOCUMENTS: Final = read_documents()
Command = Callable[..., Any]

SHORT: Final = "# Wire\n\nThis page is about MCP version 2024-11-05.\n"


@pytest.fixture(scope="module")
def data_dir(index_dir: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the shared indexes and sessions of its own."""
    folder = tmp_path_factory.mktemp("data")
    (index_dir / "indexes").mkdir(exist_ok=True)
    (folder / "indexes").symlink_to(index_dir / "indexes")
    return folder


@pytest.fixture(scope="module", autouse=True)
def one_memory(services: Services) -> Generator[None]:
    """Let all servers and commands of this process share one loaded index and judge."""
    memory = Memory(services)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Runner, "services", property(lambda runner: shared(runner, memory)))
        yield


def shared(runner: Any, memory: Memory) -> Services:
    return RememberingServices(runner._given or read_settings(), memory)


@pytest.fixture(scope="module")
def http_address(data_dir: Path, tmp_path_factory: pytest.TempPathFactory) -> Generator[str]:
    """Run one server over HTTP for the clients of both eras."""
    log = tmp_path_factory.mktemp("http") / "stderr.txt"
    with serve_over_http(script("mcp-fact-check"), environment(data_dir), log) as address:
        yield address


@pytest.fixture(
    params=[(place, era) for place in ("process", "http", "memory") for era in ERAS],
    ids="-".join,
)
def connection(
    request: pytest.FixtureRequest, data_dir: Path, tmp_path: Path
) -> Generator[Connection]:
    """Connect a client of each era over stdio, over HTTP and in memory."""
    place, era = request.param
    with ExitStack() as stack:
        if place == "memory":
            server = build_server(settings(data_dir))
            yield stack.enter_context(connect_in_memory(era, server))
        elif place == "http":
            address = request.getfixturevalue("http_address")
            yield stack.enter_context(connect_to_address(era, address))
        else:
            started = (script("mcp-fact-check"), environment(data_dir), tmp_path / "stderr.txt")
            yield stack.enter_context(connect_to_process(era, *started))


@pytest.fixture(scope="module")
def in_memory(data_dir: Path) -> Generator[Connection]:
    with connect_in_memory("modern", build_server(settings(data_dir))) as connected:
        yield connected


@pytest.fixture(scope="module")
def over_mcp(in_memory: Connection) -> Callable[[Document], dict[str, Any]]:
    """Return what runs a labelled document over MCP, once, and gives what each step gave."""

    @cache
    def outputs(name: str) -> dict[str, Any]:
        return run_session(in_memory, next(item for item in DOCUMENTS if item.name == name))

    return lambda document: outputs(document.name)


def settings(data_dir: Path) -> Settings:
    return Settings(data_dir=data_dir, judge="local", migration_folders=str(FOLDER))


def test_a_session_runs_in_either_era_over_every_transport(connection: Connection) -> None:
    state = values_of(connection.call("start-migration", content=SHORT, **VERSIONS))
    session = state["session"]
    seen: list[str] = []
    while state["question"]:
        seen.append(state["question"]["step"])
        state = values_of(
            connection.call("continue-migration", session=session, decision="approve")
        )
    assert seen == list(STEPS)
    assert state["status"] == "finished"
    assert state["text"] == SHORT.replace("2024-11-05", "2025-06-18")
    assert "+This page is about MCP version 2025-06-18." in state["diff"]
    listed = values_of(connection.call("list-migrations"))["migrations"]
    assert session in [item["session"] for item in listed]
    assert values_of(connection.call("delete-migration", session=session))["deleted"]
    gone = connection.call("get-migration", session=session)
    assert gone.is_error
    assert "there is no migration session" in text_of(gone)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.name)
def test_a_labelled_document_is_migrated_alike_over_mcp_and_by_the_command_line(
    document: Document, over_mcp: Callable[[Document], dict[str, Any]], command: Command
) -> None:
    outputs = over_mcp(document)
    assert list(outputs) == list(STEPS)
    assert outputs["validate_updated"]["ok"]
    assert outputs["validate_updated"]["unchanged_identical"]
    written = outputs["write_updates"]
    assert written["text"] != document.content

    file = str(FOLDER / f"{document.name}.md")
    given = (file, "--from", document.current, "--to", document.target, "--yes", "--json")
    done = command("start", *given)
    assert done.exit_code == 1, "something is listed for a person"
    state = json.loads(done.stdout)
    assert [item["decision"] for item in state["decisions"]] == ["approve"] * len(STEPS)
    assert (state["text"], state["diff"]) == (written["text"], written["diff"])


def test_labelled_changes_are_made_or_listed_and_nothing_else_is_changed(
    over_mcp: Callable[[Document], dict[str, Any]],
) -> None:
    assert min(len(document.changes) for document in DOCUMENTS) >= 8
    given = [(document, over_mcp(document)) for document in DOCUMENTS]
    outcomes = [
        judge(document, outputs["identify_updates"], outputs["write_updates"])
        for document, outputs in given
    ]
    figures = summary(outcomes)
    assert figures["wrong changes"] == 0
    assert figures["untouched sentences altered"] == 0
    assert figures["made"] >= 30
    assert figures["made"] + figures["listed for a person"] >= 0.9 * figures["labelled changes"]
    assert all(len(item.missed) <= len(item.document.changes) // 4 for item in outcomes)


def run_session(connection: Connection, document: Document) -> dict[str, Any]:
    """Approve every step; return what each gave."""
    outputs: dict[str, Any] = {}
    state = values_of(
        connection.call(
            "start-migration",
            path=str(FOLDER / f"{document.name}.md"),
            currentVersion=document.current,
            targetVersion=document.target,
        )
    )
    while state["question"]:
        step = state["question"]["step"]
        outputs[step] = state["question"]["output"]
        state = values_of(
            connection.call(
                "continue-migration",
                session=state["session"],
                decision="approve",
                expectedStep=step,
            )
        )
    return outputs


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({}, "give either content or path"),
        ({"content": SHORT, "path": "x"}, "give either content or path"),
        ({"path": "/etc/passwd"}, "MCP_FACT_CHECK_MIGRATION_FOLDERS"),
        ({"path": f"{FOLDER}/../../conftest.py"}, "in no folder that may be read"),
        ({"content": SHORT, "targetVersion": "2024-11-05"}, "another version"),
        ({"content": SHORT, "targetVersion": "3"}, "unknown MCP specification version '3'"),
    ],
)
def test_a_bad_start_is_an_error_that_teaches(
    in_memory: Connection, given: dict[str, Any], said: str
) -> None:
    result = in_memory.call("start-migration", **{**VERSIONS, **given})
    assert result.is_error
    assert said in text_of(result)


def test_decisions_of_a_tool_call_are_taken_with_their_feedback_and_branches(
    in_memory: Connection,
) -> None:
    session = values_of(in_memory.call("start-migration", content=SHORT, **VERSIONS))["session"]
    go_on = partial(in_memory.call, "continue-migration", session=session)
    values_of(go_on(decision="approve"))
    values_of(go_on(decision="approve"))
    state = values_of(go_on(decision="revise", feedback="drop u1"))
    assert state["question"]["output"]["updates"] == []
    stale = go_on(decision="approve", expectedStep="validate_current")
    assert "but on identify_updates" in text_of(stale)
    assert "revise needs feedback" in text_of(go_on(decision="revise"))
    state = values_of(go_on(decision="back", to="validate_current"))
    assert state["question"]["step"] == "validate_current"
    history = values_of(in_memory.call("get-migration", session=session))["history"]
    left = [item for item in history if not item["onBranch"]]
    old = values_of(
        in_memory.call("get-migration", session=session, checkpoint=left[-1]["checkpoint"])
    )
    assert old["question"]["step"] == "identify_updates"
    assert [item["feedback"] for item in old["decisions"]] == [None, None, "drop u1"]
    assert values_of(go_on(decision="stop"))["status"] == "stopped"


def test_the_tools_say_what_they_do_to_what_is_kept(in_memory: Connection) -> None:
    hints = {
        tool.name: (tool.annotations.read_only_hint, tool.annotations.destructive_hint)
        for tool in in_memory.tools()
        if tool.annotations and "migration" in tool.name
    }
    assert hints == {
        "start-migration": (False, False),
        "continue-migration": (False, False),
        "get-migration": (True, False),
        "list-migrations": (True, False),
        "delete-migration": (False, True),
    }


@pytest.mark.anyio
@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize(
    ("answers", "status", "step", "decisions"),
    [
        (["approve"] * 6, "finished", None, 6),
        (["approve", "decline"], "waiting", "analyse_changes", 1),
        (["cancel"], "waiting", "validate_current", 0),
        (["skip", "revise"], "waiting", "analyse_changes", 2),
        (["stop"], "stopped", None, 1),
        (None, "waiting", "validate_current", 0),
    ],
    ids=["accepted", "declined", "cancelled", "revised", "stopped", "client cannot ask"],
)
async def test_an_interactive_start_asks_at_each_step_until_the_user_leaves_it(
    data_dir: Path,
    era: Era,
    answers: list[str] | None,
    status: str,
    step: str | None,
    decisions: int,
) -> None:
    asked: list[str] = []

    async def answer(context: Any, params: Any) -> ElicitResult:
        assert answers is not None
        asked.append(params.message.splitlines()[0])
        decision = answers[len(asked) - 1]
        if decision == "decline":
            return ElicitResult(action="decline")
        if decision == "cancel":
            return ElicitResult(action="cancel")
        return ElicitResult(action="accept", content={"decision": decision, "feedback": "heron"})

    callback = answer if answers else None
    server = build_server(settings(data_dir))
    async with Client(server, mode=MODES[era], elicitation_callback=callback) as client:
        result = await client.call_tool(
            "start-migration", {**VERSIONS, "content": SHORT, "interactive": True}
        )
    state = values_of(cast("Any", result))
    assert len(asked) == len(answers or [])
    assert all(f"Step {n} of 6" in words for n, words in enumerate(asked, start=1))
    assert state["status"] == status
    assert (state["question"] or {}).get("step") == step
    assert len(state["decisions"]) == decisions


@pytest.mark.anyio
@pytest.mark.parametrize("era", ERAS)
async def test_the_prompt_guides_by_real_tools_and_refuses_bad_arguments(
    data_dir: Path, era: Era
) -> None:
    async with Client(build_server(settings(data_dir)), mode=MODES[era]) as client:
        tools = {tool.name for tool in (await client.list_tools()).tools}
        given = {"current_version": "2024-11-04", "target_version": "2025-06-18"}
        prompt = await client.get_prompt("migrate-mcp-content", given)
        (message,) = prompt.messages
        assert isinstance(message.content, TextContent)
        words = message.content.text
        assert "read as 2024-11-05" in words
        assert "comprehensive" in words
        named = {name for name in words.split("`") if name in tools}
        assert named == {
            "start-migration",
            "continue-migration",
            "check-mcp-claims",
            "check-mcp-quick-claim",
            "compare-spec-versions",
            "search-spec",
        }
        assert [f"\n{n}. " in words for n in range(1, 8)] == [True] * 6 + [False]

        for name, arguments, said in (
            ("migrate", {}, "Unknown prompt: migrate"),
            ("migrate-mcp-content", {"current_version": "draft"}, "target_version"),
            ("migrate-mcp-content", {**given, "target_version": "1"}, "unknown MCP"),
            ("migrate-mcp-content", {**given, "target_version": "2024-11-05"}, "another version"),
            ("migrate-mcp-content", {**given, "update_scope": "some"}, "critical_only"),
        ):
            with pytest.raises(MCPError, match=said) as refused:
                await client.get_prompt(name, arguments)
            assert refused.value.code == -32602


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("argument", "value", "given", "values"),
    [
        ("update_scope", "c", {}, ["comprehensive", "critical_only"]),
        ("target_version", "2025", {"current_version": "2025-03-26"}, ["2025-11-25", "2025-06-18"]),
        ("current_version", "2024", {"target_version": "2024-11-04"}, []),
        ("content", "", {}, []),
    ],
)
async def test_the_arguments_of_the_prompt_are_completed(
    data_dir: Path, argument: str, value: str, given: dict[str, str], values: list[str]
) -> None:
    async with Client(build_server(settings(data_dir))) as client:
        result = await client.complete(
            PromptReference(type="ref/prompt", name="migrate-mcp-content"),
            {"name": argument, "value": value},
            context_arguments=given,
        )
    assert result.completion.values == values


@pytest.fixture
def command(data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> Command:
    """Return the command line, run in this process: a session takes many calls."""
    monkeypatch.setenv("MCP_FACT_CHECK_DATA_DIR", str(data_dir))
    monkeypatch.setenv("MCP_FACT_CHECK_JUDGE", "local")

    def run(*arguments: str) -> Any:
        return CliRunner().invoke(app, ["migrate", *arguments])

    return run


def test_the_command_line_goes_through_a_session_and_writes_the_file_once(
    command: Command, tmp_path: Path
) -> None:
    file = tmp_path / "page.md"
    windows = SHORT.replace("\n", "\r\n").encode()
    file.write_bytes(windows)
    begun = command("start", str(file), "--from", "2024-11-05", "--to", "2025-06-18", "--json")
    assert begun.exit_code == 0, begun.stderr
    session = json.loads(begun.stdout)["session"]
    twice = command("continue", session, "--json", "--approve", "--skip")
    assert twice.exit_code == 2
    assert "decide one thing" in json.loads(twice.stdout)["error"]["message"]
    assert command("diff", session).exit_code == 2

    for decision in (("--approve",), ("--revise", "mind"), ("--approve",), ("--approve",)):
        assert command("continue", session, "--json", *decision).exit_code == 0
    state = json.loads(command("continue", session, "--json", "--approve").stdout)
    assert state["question"]["step"] == "write_updates"
    assert state["decisions"][1]["feedback"] == "mind"
    assert "Step 5 of 6" in command("show", session).stdout

    edited = tmp_path / "edited.json"
    revision = {**state["question"]["output"], "feedback": ["looked at"]}
    edited.write_text(json.dumps(revision), encoding="utf-8")
    state = json.loads(command("continue", session, "--json", "--edit", str(edited)).stdout)
    assert state["question"]["step"] == "validate_updated"
    state = json.loads(command("continue", session, "--json", "--back", "write_updates").stdout)
    assert state["question"]["step"] == "write_updates"

    file.write_text("something else\n", encoding="utf-8")
    refused = command("apply", session, "--json")
    assert refused.exit_code == 2
    assert json.loads(refused.stdout)["error"]["kind"] == "file_changed"
    assert file.read_text(encoding="utf-8") == "something else\n"

    file.write_bytes(windows)
    applied = command("apply", session, "--json")
    assert applied.exit_code == 0, applied.stdout
    assert file.read_bytes() == windows.replace(b"2024-11-05", b"2025-06-18")
    assert Path(json.loads(applied.stdout)["backup"]).read_bytes() == windows
    assert command("delete", session).exit_code == 0
    assert session not in command("list").stdout


@pytest.mark.skipif(sys.platform == "win32", reason="a pseudo-terminal")
def test_in_a_terminal_each_step_is_shown_and_asked_about(data_dir: Path, tmp_path: Path) -> None:
    file = tmp_path / "page.md"
    file.write_text(SHORT, encoding="utf-8")
    ours, theirs = os.openpty()
    os.write(ours, b"approve\nperhaps\nrevise mind the heron\n" + b"approve\n" * 5)
    done = subprocess.run(
        [
            *(script("mcp-fact-check"), "migrate", "start", str(file)),
            *("--from", "2024-11-05", "--to", "2025-06-18"),
        ],
        env=environment(data_dir),
        stdin=theirs,
        capture_output=True,
        timeout=120,
        check=True,
    )
    os.close(ours)
    os.close(theirs)
    shown = done.stdout.decode()
    assert [f"Step {n} of 6" in shown for n in range(1, 7)] == [True] * 6
    assert "Feedback kept: mind the heron" in shown
    assert "'perhaps' cannot be decided after analyse_changes" in done.stderr.decode()
    assert "Status: finished" in shown


@pytest.mark.skipif(shutil.which("patch") is None, reason="needs patch")
def test_a_run_without_questions_prints_a_patch_that_patch_takes(
    command: Command, tmp_path: Path
) -> None:
    file = tmp_path / "design-example.md"
    file.write_text(EXAMPLE, encoding="utf-8")
    done = command("start", str(file), "--from", "2024-11-05", "--to", "2025-06-18", "--yes")
    assert done.exit_code == 1, done.stderr
    assert "for a person" in done.stderr
    patched = run_patch(file, done.stdout)
    assert "as of protocol version 2025-06-18." in patched
    assert "Our mascot is a heron called Otto." in patched


def run_patch(file: Path, patch: str) -> str:
    program = shutil.which("patch")
    assert program
    subprocess.run([program, str(file)], input=patch.encode(), check=True, capture_output=True)
    return file.read_text(encoding="utf-8")
