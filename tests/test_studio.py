"""The graphs in LangGraph's development server, offline, driven the way Studio drives them."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final, NamedTuple

import httpx
import pytest
from langgraph_sdk import get_sync_client
from langgraph_sdk.client import SyncLangGraphClient

from graphs.checkpoints import open_checkpointer
from tests.server.processes import environment, script

ROOT: Final = Path(__file__).resolve().parent.parent
OLD: Final = "2024-11-05"
CLAIM: Final = "Tools exist."
UP_WITHIN: Final = 90.0

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="stops a POSIX process group")


class Studio(NamedTuple):
    """A running development server."""

    client: SyncLangGraphClient
    process: subprocess.Popen[bytes]


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory, index_dir: Path) -> Generator[Studio]:
    """Run the development server on the shared indexes."""
    with run_studio(tmp_path_factory.mktemp("studio"), index_dir) as running:
        yield running


def test_all_graphs_are_offered_with_schemas_of_what_goes_in_and_comes_out(studio: Studio) -> None:
    schemas: dict[str, Any] = {
        graph: studio.client.assistants.get_schemas(assistant)
        for graph, assistant in ids(studio).items()
    }
    given = {
        graph: sorted(schema["input_schema"]["properties"]) for graph, schema in schemas.items()
    }
    assert given == {
        "verify_claim": ["claim", "spec_version"],
        "quick_claim": ["claim", "version_name"],
        "verify_claims": ["check_id", "piece", "statements"],
        "check_claims": ["content", "use_chunking", "version_name"],
        "check_citation": ["chunks", "claim", "document", "page"],
        "search_spec": ["query", "top_k", "version_name"],
        "list_versions": [],
        "compare_versions": ["from_version_name", "kinds", "limit", "to_version_name", "topic"],
        "migrate_content": [
            "content",
            "current_version_name",
            "name",
            "source",
            "target_version_name",
            "update_scope",
        ],
    }
    assert all(schema["output_schema"]["properties"] for schema in schemas.values())


def test_the_knobs_of_a_run_are_offered_with_their_bounds(studio: Studio) -> None:
    schema = studio.client.assistants.get_schemas(ids(studio)["quick_claim"])["context_schema"]
    assert schema is not None
    assert schema["properties"]["judge"]["enum"] == ["settings", "local", "llm", "caller"]
    assert schema["properties"]["top_k"]["maximum"] == 50
    assert all(knob["description"] for knob in schema["properties"].values())


def test_a_graph_is_drawn_with_the_graphs_inside_it(studio: Studio) -> None:
    drawing = studio.client.assistants.get_graph(ids(studio)["quick_claim"], xray=True)
    nodes = {str(node["id"]) for node in drawing["nodes"]}
    assert {
        "read_request",
        "verify_claim:decompose_claim",
        "verify_claim:verify_subclaim:judge_claim",
        "write_quick_verdict",
    } <= nodes


def test_a_run_on_a_thread_streams_each_step_and_leaves_a_state_to_read(studio: Studio) -> None:
    threads = studio.client.threads
    thread = threads.create()["thread_id"]
    parts = list(
        studio.client.runs.stream(
            thread,
            "quick_claim",
            input={"claim": CLAIM, "version_name": OLD},
            stream_mode="updates",
            stream_subgraphs=True,
        )
    )
    updates = [part.data for part in parts if part.event.startswith("updates")]
    assert [name for update in updates for name in update] == [
        "read_request",
        "decompose_claim",
        "rewrite_queries",
        "retrieve_evidence",
        "judge_claim",
        "check_modal_verbs",
        "file_subverdict",
        "verify_subclaim",
        "combine_subclaims",
        "verify_claim",
        "find_open_claims",
        "write_quick_verdict",
    ]
    text = updates[-1]["write_quick_verdict"]["text"]
    verdict = updates[-3]["verify_claim"]["verdict"]
    assert text.startswith(f"{verdict['verdict']}: {CLAIM}\n\n")

    state = threads.get_state(thread)
    assert state["next"] == []
    values: Any = state["values"]
    assert (values["text"], values["verdict"]) == (text, verdict)
    assert values["spec_version"] == OLD
    asked = [step["next"] for step in threads.get_history(thread)]
    assert asked == [
        [],
        ["write_quick_verdict"],
        ["find_open_claims"],
        ["verify_claim"],
        ["read_request"],
        ["__start__"],
    ]


@pytest.mark.parametrize(
    ("graph", "given", "keys"),
    [
        ("verify_claim", {"claim": CLAIM, "spec_version": OLD}, ["verdict"]),
        ("quick_claim", {"claim": CLAIM, "version_name": OLD}, ["notes", "text", "verdict"]),
        (
            "search_spec",
            {"query": "tools", "version_name": OLD, "top_k": 1},
            ["notes", "query", "results", "spec_version", "text"],
        ),
        ("list_versions", {}, ["text", "versions"]),
    ],
)
def test_every_graph_runs_and_gives_its_output_and_no_more(
    studio: Studio, graph: str, given: dict[str, Any], keys: list[str]
) -> None:
    result: Any = studio.client.runs.wait(None, graph, input=given)
    assert sorted(result) == keys
    assert all(result[key] for key in keys if key != "notes")


@pytest.mark.parametrize(
    ("given", "context", "said"),
    [
        ({"claim": ""}, {}, "claim must be a text of 1 to 50,000 characters"),
        ({"claim": CLAIM, "version_name": "1.0"}, {}, "2025-06-18, 2025-11-25, 2026-07-28"),
        ({"claim": CLAIM, "version_name": OLD}, {"judge": "llm"}, "set OPENAI_API_KEY"),
        ({"claim": CLAIM, "version_name": OLD}, {"judge": "oracle"}, "'llm' or 'caller'"),
        ({"claim": CLAIM, "version_name": OLD}, {"top_k": 0}, "greater than or equal to 1"),
    ],
    ids=["empty", "unknown version", "no key", "unknown judge", "knob out of bounds"],
)
def test_bad_input_is_an_error_with_its_reason_and_no_verdict(
    studio: Studio, given: dict[str, Any], context: dict[str, Any], said: str
) -> None:
    result: Any = studio.client.runs.wait(
        None, "quick_claim", input=given, context=context, raise_error=False
    )
    assert said in result["__error__"]["message"]
    assert "verdict" not in result


@pytest.mark.anyio
async def test_checkpoints_are_in_the_data_directory_and_outlive_a_kill(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = tmp_path / "data"
    with run_studio(tmp_path, data) as studio:
        thread = studio.client.threads.create()["thread_id"]
        studio.client.runs.wait(thread, "list_versions", input={})
        os.killpg(studio.process.pid, signal.SIGKILL)
        studio.process.wait(timeout=30)
    monkeypatch.setenv("MCP_FACT_CHECK_DATA_DIR", str(data))
    async with open_checkpointer() as checkpointer:
        saved = await checkpointer.aget({"configurable": {"thread_id": thread}})
    assert saved is not None
    assert saved["channel_values"]["text"].startswith("Available MCP specification versions:")


@contextmanager
def run_studio(folder: Path, data_dir: Path) -> Generator[Studio]:
    """Run `langgraph dev` in a folder of its own: it leaves `.langgraph_api` where it started."""
    shutil.copy(ROOT / "langgraph.json", folder)
    (folder / "graphs").symlink_to(ROOT / "graphs")
    port = free_port()
    log = folder / "log.txt"
    with log.open("wb") as output:
        process = subprocess.Popen(
            [
                script("langgraph"),
                "dev",
                "--no-browser",
                "--no-reload",
                "--port",
                str(port),
            ],
            cwd=folder,
            env=environment(
                data_dir,
                LANGGRAPH_CLI_NO_ANALYTICS="1",
                LANGGRAPH_NO_VERSION_CHECK="1",
                NO_COLOR="1",
            ),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    try:
        url = f"http://127.0.0.1:{port}"
        wait_until_up(url, process, log)
        with get_sync_client(url=url, timeout=120) as client:
            yield Studio(client, process)
    finally:
        stop(process)


def wait_until_up(url: str, process: subprocess.Popen[bytes], log: Path) -> None:
    """Ask `/ok` until it answers; fail with the log when the server ends or takes too long."""
    deadline = time.monotonic() + UP_WITHIN
    while time.monotonic() < deadline:
        with suppress(httpx.TransportError):
            if httpx.get(f"{url}/ok", timeout=5).status_code == 200:
                return
        with suppress(subprocess.TimeoutExpired):
            process.wait(timeout=0.1)
            break
    pytest.fail(f"langgraph dev did not come up:\n{log.read_text(errors='replace')}")


def stop(process: subprocess.Popen[bytes]) -> None:
    """End the process group of the server, and nothing else."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGTERM)
    try:
        process.wait(timeout=30)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait(timeout=30)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def ids(studio: Studio) -> dict[str, str]:
    """Return the assistants by their graphs, which are those of langgraph.json and no others."""
    found = {
        assistant["graph_id"]: assistant["assistant_id"]
        for assistant in studio.client.assistants.search()
    }
    exported = json.loads((ROOT / "langgraph.json").read_text(encoding="utf-8"))["graphs"]
    assert sorted(found) == sorted(exported)
    return found
