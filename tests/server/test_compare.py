"""The command `compare` and the tool `compare-spec-versions`."""

from __future__ import annotations

import json
from collections.abc import Generator
from typing import Any, Final

import pytest
from jsonschema import Draft202012Validator
from typer.testing import CliRunner, Result

from nodes.compare_versions import DEFAULT_CHANGES
from retrieval.settings import Settings
from server.app import build_server
from server.cli import app
from tests.server.connections import Connection, connect_in_memory, text_of, values_of

PAIR: Final = ("2025-03-26", "2025-06-18")
TOOL: Final = "compare-spec-versions"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["compare", *arguments])


@pytest.fixture(scope="module")
def connection() -> Generator[Connection]:
    with connect_in_memory("modern", build_server(Settings(judge="local"))) as connected:
        yield connected


def test_the_command_prints_features_first_then_requirements_by_topic() -> None:
    result = run(*PAIR)
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert lines[0] == "From MCP 2025-03-26 to 2025-06-18:"
    assert lines.index("Features:") < lines.index("HTTP headers:")
    assert (
        lines.index(
            "- REMOVED JSON-RPC batching: Revision 2025-06-18 removed JSON-RPC batching from MCP."
        )
        == 3
    )
    topics = [line.partition(":")[0] for line in lines if line.startswith(("lifecycle:", "tools:"))]
    assert topics == ["lifecycle", "tools"]


def test_the_command_prints_the_same_as_json() -> None:
    values = json.loads(run(*PAIR, "--json").stdout)
    assert (values["from_version"], values["to_version"]) == PAIR
    counted = sum(item["count"] for item in values["counts"])
    assert len(values["changes"]) == counted > 300
    first = values["headlines"][0]
    assert (first["name"], first["kind"]) == ("JSON-RPC batching", "removed")
    assert first["before_passage"]["version"] == "2025-03-26"


def test_topic_kinds_and_limit_narrow_the_command() -> None:
    narrow = run(*PAIR, "--topic", "Tools", "--kind", "added, CHANGED", "--limit", "4", "--json")
    values = json.loads(narrow.stdout)
    assert values["topic"] == "tools"
    assert len(values["changes"]) == 4
    assert {item["kind"] for item in values["changes"]} <= {"added", "changed"}
    assert {item["kind"] for item in values["headlines"]} == {"added"}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["draft", "draft"], "toVersion must be another version than fromVersion; got draft"),
        (["2025", "draft"], "unknown MCP specification version '2025'"),
        (["latest", "draft", "--kind", "lost"], "kind must be one of: strengthened"),
        (["latest", "draft", "--topic", "tols"], "topic must be one of: architecture"),
        (["latest", "draft", "--limit", "0"], "limit must be from 1 to 2,000; got 0"),
    ],
)
def test_bad_input_exits_2_and_says_what_is_allowed(arguments: list[str], message: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert message in result.stderr
    assert result.stdout == ""
    assert message in json.loads(run(*arguments, "--json").stdout)["error"]["message"]


def call(connection: Connection, **given: Any) -> dict[str, Any]:
    """Call the tool; its values fit the schema that it announces."""
    values = values_of(connection.call(TOOL, fromVersion=PAIR[0], toVersion=PAIR[1], **given))
    (schema,) = (tool.output_schema for tool in connection.tools() if tool.name == TOOL)
    Draft202012Validator(schema or {}).validate(values)
    return values


def test_the_tool_gives_text_and_the_same_as_values(connection: Connection) -> None:
    result = connection.call(TOOL, fromVersion=PAIR[0], toVersion=PAIR[1])
    assert "- ADDED Elicitation:" in text_of(result)
    values = call(connection)
    assert values["headlines"][0]["beforePassage"]["page"] == "basic/index"
    assert len(values["changes"]) == DEFAULT_CHANGES
    assert sorted(values) == [
        "changes", "counts", "fromVersion", "headlines", "notes", "toVersion", "topic",
    ]  # fmt: skip


def test_the_tool_follows_topic_kinds_and_limit(connection: Connection) -> None:
    values = call(connection, topic="tools", kinds=["added"], limit=2)
    assert [item["kind"] for item in values["changes"]] == ["added", "added"]
    assert values["topic"] == "tools"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"toVersion": "2025-03-26"}, "toVersion must be another version than fromVersion"),
        ({"toVersion": "v9"}, "unknown MCP specification version 'v9'"),
        ({"toVersion": "draft", "limit": 9_999}, "limit must be from 1 to 2,000; got 9999"),
    ],
)
def test_the_tool_teaches_what_it_takes(
    connection: Connection, given: dict[str, Any], message: str
) -> None:
    result = connection.call(TOOL, **{"fromVersion": PAIR[0], **given})
    assert result.is_error is True
    assert message in text_of(result)
