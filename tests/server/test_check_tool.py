"""The tool `check-mcp-claims`, over stdio and in memory, with clients of both eras."""

from __future__ import annotations

import re
from collections.abc import Generator
from pathlib import Path
from typing import Any, Final

import pytest
from jsonschema import Draft202012Validator

from retrieval.settings import Settings
from server.app import build_server
from tests.server.connections import (
    ERAS,
    Connection,
    Era,
    connect_in_memory,
    connect_to_process,
    text_of,
    values_of,
)
from tests.server.processes import environment, script

TOOL: Final = "check-mcp-claims"
CONTENT: Final = """\
# Tools

Servers that support tools MAY declare the `tools` capability.

Servers MUST implement JSON-RPC 2.0. We love it.
"""
LONG: Final = "".join(
    f"# Part {n}\n\nServers must send `tools/x{n}` first. Clients must send `tools/y{n}` then.\n\n"
    f"```\n{'code ' * 300}\n```\n\n"
    for n in range(30)
)
"""A text of as many pieces, with little to check in each."""


@pytest.fixture(
    scope="module",
    params=[(place, era) for place in ("process", "memory") for era in ERAS],
    ids="-".join,
)
def connection(
    request: pytest.FixtureRequest, index_dir: Path, tmp_path_factory: pytest.TempPathFactory
) -> Generator[Connection]:
    place: str
    era: Era
    place, era = request.param
    if place == "process":
        log = tmp_path_factory.mktemp("server") / "stderr.txt"
        env = environment(index_dir)
        with connect_to_process(era, script("mcp-fact-check"), env, log) as connected:
            yield connected
    else:
        server = build_server(Settings(data_dir=index_dir, judge="local"))
        with connect_in_memory(era, server) as connected:
            yield connected


def checked(connection: Connection, content: str = CONTENT, **arguments: Any) -> dict[str, Any]:
    arguments.setdefault("specVersion", "2025-06-18")
    return values_of(connection.call(TOOL, content=content, **arguments))


def test_text_is_the_report_and_values_are_the_same_with_spans(connection: Connection) -> None:
    result = connection.call(TOOL, content=CONTENT, specVersion="2025-06-18")
    values = values_of(result)
    assert re.findall(r"^## (.*)$", text_of(result), re.M)[-1] == "Corrected Version"
    (listed,) = [tool for tool in connection.tools() if tool.name == TOOL]
    assert listed.output_schema is not None
    Draft202012Validator(listed.output_schema).validate(values)
    for claim in values["claims"]:
        span = claim["span"]
        assert CONTENT[span["start"] : span["end"]] == claim["text"]
    first = values["claims"][0]
    assert (first["span"]["line"], first["span"]["column"]) == (3, 1)
    assert (first["label"], first["verdict"]) == ("contradicted", "✗ INCORRECT")
    assert first["headings"] == ["Tools"]
    assert values["correctedVersion"] == CONTENT.replace("MAY", "MUST")
    assert "opinion" in [item["reason"] for item in values["skipped"]]
    assert values["summary"]["counts"]["contradicted"] == 1
    assert values["corrections"][0]["claimId"] == first["id"]


def test_progress_tells_pieces_done_of_all(connection: Connection) -> None:
    content = f"{CONTENT}\n{CONTENT}"
    arguments = {"content": content, "specVersion": "2025-06-18", "useChunking": True}
    result, seen = connection.watch(TOOL, arguments)
    assert result is not None
    assert values_of(result)["claims"]
    done = [progress for progress, _ in seen]
    assert done == sorted(done)
    assert seen[0][0] == 0
    assert seen[-1][0] == seen[-1][1]


def test_a_cancelled_check_stops_and_the_session_goes_on(connection: Connection) -> None:
    result, seen = connection.watch(TOOL, {"content": LONG, "specVersion": "2025-06-18"}, most=1)
    assert result is None
    assert connection.call("list-spec-versions").is_error is False
    assert checked(connection)["claims"]
    done, total = seen[-1]
    assert total is not None
    assert total > 20
    assert done < total


def test_pieces_change_no_verdict(connection: Connection) -> None:
    whole, chunked = (
        checked(connection, useChunking=chunking, judge="local") for chunking in (False, True)
    )
    assert whole == chunked


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"content": ""}, "content must be a text of 1 to 50,000 characters; got an empty text"),
        ({"content": "x" * 50_001}, "1 to 50,000 characters; got 50,001 characters"),
        ({"content": "x", "specVersion": "1.0"}, "unknown MCP specification version '1.0'"),
    ],
    ids=["empty", "too long", "version"],
)
def test_bad_input_is_an_error_that_says_what_is_allowed(
    connection: Connection, arguments: dict[str, Any], said: str
) -> None:
    result = connection.call(TOOL, **arguments)
    assert result.is_error is True
    assert said in text_of(result)


def test_each_claim_has_no_more_evidence_than_a_reader_needs(connection: Connection) -> None:
    assert all(len(claim["evidence"]) <= 2 for claim in checked(connection)["claims"])
