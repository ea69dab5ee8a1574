"""The caller as judge, over stdio and HTTP, with clients of both eras."""

from __future__ import annotations

import json
import os
import re
import signal
import sqlite3
from collections.abc import Generator
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import pytest
from jsonschema import Draft202012Validator
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage
from mcp import Client
from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_PARAMS, TextContent

from retrieval.settings import Settings
from server.app import build_server
from tests.server.agent import agent
from tests.server.caller import CONTENT, FORMAT, VERSION, right, wrong
from tests.server.connections import (
    ERAS,
    MODES,
    Connection,
    Era,
    connect_in_memory,
    connect_over_http,
    connect_to_process,
    text_of,
    values_of,
)
from tests.server.processes import environment, script

CHECK: Final = "check-mcp-claims"
QUICK: Final = "check-mcp-quick-claim"
SUBMIT: Final = "submit-judgements"
PROMPT: Final = "fact-check-mcp-content"

SECTIONS: Final = (
    "## Step 1",
    "## Step 2",
    "## Step 3",
    "## Step 4",
    "## Summary",
    "## Corrected Version",
)


@pytest.fixture(scope="module")
def data_dir(index_dir: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a data directory with sessions of its own and the indexes of all tests."""
    folder = tmp_path_factory.mktemp("data")
    (index_dir / "indexes").mkdir(exist_ok=True)
    (folder / "indexes").symlink_to(index_dir / "indexes")
    return folder


@pytest.fixture(
    scope="module",
    params=[(place, era) for place in ("stdio", "http") for era in ERAS],
    ids="-".join,
)
def connection(
    request: pytest.FixtureRequest, data_dir: Path, tmp_path_factory: pytest.TempPathFactory
) -> Generator[Connection]:
    place: str
    era: Era
    place, era = request.param
    log = tmp_path_factory.mktemp("server") / "stderr.txt"
    connect = connect_to_process if place == "stdio" else connect_over_http
    with connect(era, script("mcp-fact-check"), environment(data_dir), log) as connected:
        yield connected


@pytest.fixture(scope="module")
def memory(data_dir: Path) -> Generator[Connection]:
    server = build_server(Settings(data_dir=data_dir))
    with connect_in_memory("modern", server) as connected:
        yield connected


def check(connection: Connection, content: str = CONTENT, **arguments: Any) -> dict[str, Any]:
    return values_of(connection.call(CHECK, content=content, specVersion=VERSION, **arguments))


def submit(connection: Connection, handle: str, *judgements: object) -> dict[str, Any]:
    return values_of(connection.call(SUBMIT, handle=handle, judgements=list(judgements)))


def test_a_caller_finishes_a_report_and_nothing_wrong_gets_into_it(connection: Connection) -> None:
    result = connection.call(CHECK, content=CONTENT, specVersion=VERSION)
    values = values_of(result)
    waits = values["waits"]
    handle, opened = waits["handle"], waits["open"]
    assert [claim["label"] for claim in values["claims"]] == [*["undecided"] * 3, "contradicted"]
    assert [claim["claimId"] for claim in opened] == ["c1", "c2", "c3"]
    assert handle in text_of(result)
    assert all(item["text"] for claim in opened for item in claim["evidence"])
    assert opened[1]["lookAt"] == {"level": "MUST", "actor": "server", "specVersion": VERSION}

    bad = submit(connection, handle, *wrong(opened[0]), "no judgement")
    assert (bad["taken"], bad["finished"], bad["report"]) == (0, False, None)
    assert [item["claimId"] for item in bad["refused"]] == ["c99", *["c1"] * 5, ""]
    assert all(item["reason"] for item in bad["refused"])
    assert bad["waits"]["openTotal"] == 3

    partial = submit(connection, handle, right(opened[1]))
    assert (partial["taken"], partial["refused"]) == (1, [])
    assert [claim["claimId"] for claim in partial["waits"]["open"]] == ["c1", "c3"]

    again = submit(connection, handle, right(opened[1]) | {"label": "undecided"})
    assert "judged already" in again["refused"][0]["reason"]
    shown = submit(connection, handle)
    assert [claim["label"] for claim in shown["report"]["claims"]][1] == "supported"

    done = connection.call(
        SUBMIT, handle=handle, judgements=[right(opened[0]), right(opened[2]), right(opened[2])]
    )
    final = values_of(done)
    assert (final["taken"], final["finished"], final["waits"]) == (2, True, None)
    assert [item["claimId"] for item in final["refused"]] == ["c3"]
    claims = final["report"]["claims"]
    assert [(claim["label"], claim["judge"]) for claim in claims] == [
        ("not_mentioned", "caller"),
        ("supported", "caller"),
        ("not_mentioned", "caller"),
        ("contradicted", "local"),
    ]
    text = text_of(done)
    assert [text.index(section) for section in SECTIONS] == sorted(map(text.index, SECTIONS))
    assert text.count("- Judged by: caller") == 3

    late = connection.call(SUBMIT, handle=handle, judgements=[right(opened[0])])
    assert late.is_error is True
    assert "every claim is judged, and nothing was changed" in text_of(late)
    assert submit(connection, handle)["report"]["claims"] == claims


def test_an_agent_is_led_from_the_check_to_the_finished_report(connection: Connection) -> None:
    state = agent(connection).invoke({"messages": [HumanMessage("Check this page.")]})
    report = state["messages"][-1].text
    assert "**c1** ○ NOT IN SPEC" in report
    assert "**c2** ✓ ACCURATE" in report
    assert "**c4** ✗ INCORRECT" in report
    assert report.count("- Judged by: caller") == 3
    assert "Judgements taken: 3. Refused: 0." in report
    (_, refused, _) = [item for item in state["messages"] if isinstance(item, ToolMessage)]
    assert "Refused: 6" in str(refused.content)
    assert "words that do not stand in the evidence" in str(refused.content)
    said = [item for item in state["messages"] if isinstance(item, AIMessage)]
    asked = [item.tool_calls[0]["name"] for item in said if item.tool_calls]
    assert asked == ["check-mcp-claims", "submit-judgements", "submit-judgements"]
    assert FORMAT in json.dumps(state["messages"][-3].tool_calls)


def test_a_single_claim_is_judged_by_its_caller_where_that_is_asked_for(
    connection: Connection,
) -> None:
    arguments = {
        "claim": "Servers MUST speak JSON-RPC 2.0, no other dialect.",
        "specVersion": VERSION,
    }
    assert values_of(connection.call(QUICK, **arguments))["waits"] is None
    waits = values_of(connection.call(QUICK, **arguments, judge="caller"))["waits"]
    (opened,) = waits["open"]
    done = submit(connection, waits["handle"], right(opened))
    assert (done["verdict"]["label"], done["verdict"]["judge"]) == ("supported", "caller")
    assert done["report"] is None


def test_the_result_fits_the_schema_that_is_announced(memory: Connection) -> None:
    schemas = {tool.name: tool.output_schema for tool in memory.tools()}
    values = check(memory)
    for name, given in (
        (CHECK, values),
        (SUBMIT, submit(memory, values["waits"]["handle"])),
    ):
        schema = schemas[name]
        assert schema is not None
        Draft202012Validator(schema).validate(given)


def test_without_a_caller_nothing_waits(memory: Connection) -> None:
    assert check(memory, judge="local")["waits"] is None


@pytest.mark.parametrize("handle", ["nothing", "00000000-0000-4000-8000-000000000000"])
def test_a_handle_that_was_never_given_is_an_error_that_says_so(
    memory: Connection, handle: str
) -> None:
    result = memory.call(SUBMIT, handle=handle, judgements=[])
    assert result.is_error is True
    assert "there is no judgements session" in text_of(result)


def test_an_expired_handle_is_gone(data_dir: Path, memory: Connection) -> None:
    handle = check(memory)["waits"]["handle"]
    with closing(sqlite3.connect(data_dir / "sessions.sqlite")) as file:
        file.execute("UPDATE sessions SET expires_at = 1 WHERE handle = ?", (handle,))
        file.commit()
    result = memory.call(SUBMIT, handle=handle, judgements=[])
    assert result.is_error is True
    assert "has expired" in text_of(result)


def test_open_claims_are_shown_a_few_at_a_time(memory: Connection) -> None:
    content = "\n\n".join(f"Servers must log every tool call in file {n}." for n in range(1, 9))
    waits = check(memory, content)["waits"]
    assert (waits["openTotal"], len(waits["open"])) == (8, 6)
    nextly = submit(memory, waits["handle"], *map(right, waits["open"]))
    assert nextly["taken"] == 6
    assert [claim["claimId"] for claim in nextly["waits"]["open"]] == ["c7", "c8"]


def test_a_report_is_finished_by_another_process_after_a_kill(
    data_dir: Path, tmp_path: Path
) -> None:
    env = environment(data_dir)
    command = script("mcp-fact-check")
    pids = tmp_path / "pid"
    wrapper = tmp_path / "server.sh"
    wrapper.write_text(f'#!/bin/sh\necho $$ > "{pids}"\nexec "{command}" "$@"\n')
    wrapper.chmod(0o700)
    with connect_to_process("modern", str(wrapper), env, tmp_path / "first.txt") as connection:
        waits = check(connection)["waits"]
        submit(connection, waits["handle"], right(waits["open"][0]))
        os.kill(int(pids.read_text()), signal.SIGKILL)
    with connect_to_process("handshake", command, env, tmp_path / "second.txt") as connection:
        left = submit(connection, waits["handle"])["waits"]["open"]
        assert left == waits["open"][1:]
        done = submit(connection, waits["handle"], *map(right, left))
    assert done["finished"] is True
    assert [claim["judge"] for claim in done["report"]["claims"]] == [*["caller"] * 3, "local"]


def test_what_may_keep_a_report_does_not_say_that_it_only_reads(memory: Connection) -> None:
    tools = {tool.name: tool.annotations for tool in memory.tools()}
    for name in (CHECK, QUICK, SUBMIT, "check_citation"):
        hints = tools[name]
        assert hints is not None
        assert (hints.read_only_hint, hints.destructive_hint) == (False, False), name


def test_descriptions_and_instructions_lead_from_the_check_to_the_judgements(
    memory: Connection,
) -> None:
    told = {tool.name: tool.description or "" for tool in memory.tools()}
    assert f"call {SUBMIT}" in told[CHECK]
    assert CHECK in told[SUBMIT]
    instructions = memory.client.instructions or ""
    assert instructions.index(CHECK) < instructions.index(SUBMIT)


def test_without_a_key_the_answer_ends_with_exactly_what_to_call_next(memory: Connection) -> None:
    result = memory.call(CHECK, content=CONTENT, specVersion=VERSION)
    waits = values_of(result)["waits"]
    _, last = text_of(result).split("\n---\n")
    (call,) = re.findall(r"call the tool `([^`]+)` with handle `([^`]+)` and judgements like", last)
    assert call == (SUBMIT, waits["handle"])
    (example,) = json.loads(next(line for line in last.splitlines() if line.startswith("[{")))
    assert example["claimId"] == waits["open"][0]["claimId"]
    schema = next(tool.input_schema for tool in memory.tools() if tool.name == SUBMIT)
    Draft202012Validator(schema).validate({"handle": call[1], "judgements": [example]})
    assert all(f"**{claim['claimId']}**: {claim['claim']}" in last for claim in waits["open"])


@pytest.mark.anyio
@pytest.mark.parametrize("era", ERAS)
async def test_the_prompt_names_each_call_and_keeps_the_text_as_data(era: Era) -> None:
    async with Client(build_server(Settings(judge="local")), mode=MODES[era]) as client:
        given = {"content": "Tools exist.\n```\ncode\n```", "spec_version": "2025-06"}
        with pytest.raises(MCPError, match="unknown MCP specification version"):
            await client.get_prompt(PROMPT, given)
        prompt = await client.get_prompt(PROMPT, given | {"spec_version": VERSION})
        tools = {tool.name for tool in (await client.list_tools()).tools}
    (message,) = prompt.messages
    assert isinstance(message.content, TextContent)
    text = message.content.text
    assert text.endswith("````markdown\nTools exist.\n```\ncode\n```\n````")
    named = set(re.findall(r"`([a-z]+(?:-[a-z]+)+)`", text))
    assert named == {CHECK, SUBMIT, "search-spec"}
    assert named <= tools


@pytest.mark.anyio
@pytest.mark.parametrize("content", ["", "x" * 50_001])
async def test_a_prompt_without_a_text_that_can_be_checked_is_refused(content: str) -> None:
    async with Client(build_server(Settings(judge="local"))) as client:
        with pytest.raises(MCPError, match="1 to 50,000 characters") as refused:
            await client.get_prompt(PROMPT, {"content": content})
    assert refused.value.error.code == INVALID_PARAMS
