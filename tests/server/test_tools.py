"""The MCP tools as clients meet them: over stdio and HTTP from real processes, and in memory."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Generator
from pathlib import Path
from typing import Any, Final

import pytest
from inline_snapshot import snapshot
from jsonschema import Draft202012Validator

from retrieval.settings import Settings
from server import __version__
from server.app import build_server
from server.runner import Runner
from tests.server.connections import (
    ERAS,
    SPOKEN,
    Connection,
    Era,
    connect_in_memory,
    connect_over_http,
    connect_to_process,
    text_of,
    values_of,
)
from tests.server.processes import environment, script

PLACES: Final = ("process", "http", "memory")
OLD: Final = "2024-11-05"
CLAIMS: Final = (
    "Servers that support tools MUST declare the tools capability",
    "MCP servers communicate over REST instead of JSON-RPC",
    "Does MCP enforce rate limits?",
    "Tools exist and the moon is made of cheese",
    "xyzzy",
)


@pytest.fixture(
    scope="module", params=[(place, era) for place in PLACES for era in ERAS], ids="-".join
)
def connection(
    request: pytest.FixtureRequest, index_dir: Path, tmp_path_factory: pytest.TempPathFactory
) -> Generator[Connection]:
    """Connect a client of each era to a server in a process of its own, and to one in memory."""
    place, era = request.param
    log = tmp_path_factory.mktemp("server") / "stderr.txt"
    env = environment(index_dir)
    if place == "process":
        with connect_to_process(era, script("mcp-fact-check"), env, log) as connected:
            yield connected
    elif place == "http":
        with connect_over_http(era, script("mcp-fact-check"), env, log) as connected:
            yield connected
    else:
        settings = Settings(data_dir=index_dir, judge="local")
        with connect_in_memory(era, build_server(settings)) as connected:
            yield connected


def test_either_era_is_spoken_by_a_server_that_says_who_it_is(
    connection: Connection, request: pytest.FixtureRequest
) -> None:
    _, era = request.node.callspec.params["connection"]
    info = connection.client.server_info
    assert connection.client.protocol_version == SPOKEN[era]
    assert info is not None
    assert (info.name, info.version) == ("mcp-fact-check", __version__)
    assert "Model Context Protocol" in (connection.client.instructions or "")


def test_the_tools_have_these_names_parameters_and_annotations(connection: Connection) -> None:
    tools = [
        {
            "name": tool.name,
            "parameters": {
                name: {key: schema.get(key) for key in ("type", "default")}
                for name, schema in tool.input_schema["properties"].items()
            },
            "required": tool.input_schema.get("required", []),
            "annotations": tool.annotations and tool.annotations.model_dump(exclude_none=True),
        }
        for tool in connection.tools()
    ]
    assert tools == snapshot(
        [
            {
                "name": "check-mcp-quick-claim",
                "parameters": {
                    "claim": {"type": "string", "default": None},
                    "specVersion": {"type": "string", "default": "latest"},
                    "judge": {"type": "string", "default": "auto"},
                },
                "required": ["claim"],
                "annotations": {
                    "read_only_hint": False,
                    "destructive_hint": False,
                    "idempotent_hint": False,
                    "open_world_hint": False,
                },
            },
            {
                "name": "check-mcp-claims",
                "parameters": {
                    "content": {"type": "string", "default": None},
                    "specVersion": {"type": "string", "default": "latest"},
                    "useChunking": {"type": "boolean", "default": False},
                    "judge": {"type": "string", "default": "auto"},
                },
                "required": ["content"],
                "annotations": {
                    "read_only_hint": False,
                    "destructive_hint": False,
                    "idempotent_hint": False,
                    "open_world_hint": False,
                },
            },
            {
                "name": "check_citation",
                "parameters": {
                    "claim": {"type": "string", "default": None},
                    "pdf_name": {"type": "string", "default": None},
                    "pdf_page": {"type": None, "default": None},
                    "judge": {"type": "string", "default": "auto"},
                },
                "required": ["claim", "pdf_name", "pdf_page"],
                "annotations": {
                    "read_only_hint": False,
                    "destructive_hint": False,
                    "idempotent_hint": False,
                    "open_world_hint": False,
                },
            },
            {
                "name": "submit-judgements",
                "parameters": {
                    "handle": {"type": "string", "default": None},
                    "judgements": {"type": "array", "default": None},
                },
                "required": ["handle", "judgements"],
                "annotations": {
                    "read_only_hint": False,
                    "destructive_hint": False,
                    "idempotent_hint": False,
                    "open_world_hint": False,
                },
            },
            {
                "name": "search-spec",
                "parameters": {
                    "query": {"type": "string", "default": None},
                    "specVersion": {"type": "string", "default": "latest"},
                    "topK": {"type": "integer", "default": 5},
                },
                "required": ["query"],
                "annotations": {
                    "read_only_hint": True,
                    "destructive_hint": False,
                    "idempotent_hint": True,
                    "open_world_hint": False,
                },
            },
            {
                "name": "list-spec-versions",
                "parameters": {},
                "required": [],
                "annotations": {
                    "read_only_hint": True,
                    "destructive_hint": False,
                    "idempotent_hint": True,
                    "open_world_hint": False,
                },
            },
            {
                "name": "compare-spec-versions",
                "parameters": {
                    "fromVersion": {"type": "string", "default": None},
                    "toVersion": {"type": "string", "default": None},
                    "topic": {"type": None, "default": None},
                    "kinds": {"type": None, "default": None},
                    "limit": {"type": "integer", "default": 20},
                },
                "required": ["fromVersion", "toVersion"],
                "annotations": {
                    "read_only_hint": True,
                    "destructive_hint": False,
                    "idempotent_hint": True,
                    "open_world_hint": False,
                },
            },
            {
                "name": "start-migration",
                "parameters": {
                    "currentVersion": {"type": "string", "default": None},
                    "targetVersion": {"type": "string", "default": None},
                    "content": {"type": None, "default": None},
                    "path": {"type": None, "default": None},
                    "updateScope": {"type": "string", "default": "comprehensive"},
                    "interactive": {"type": "boolean", "default": False},
                },
                "required": ["currentVersion", "targetVersion"],
                "annotations": {
                    "read_only_hint": False,
                    "destructive_hint": False,
                    "idempotent_hint": False,
                    "open_world_hint": False,
                },
            },
            {
                "name": "continue-migration",
                "parameters": {
                    "session": {"type": "string", "default": None},
                    "decision": {"type": "string", "default": None},
                    "feedback": {"type": None, "default": None},
                    "output": {"type": None, "default": None},
                    "to": {"type": None, "default": None},
                    "expectedStep": {"type": None, "default": None},
                },
                "required": ["session", "decision"],
                "annotations": {
                    "read_only_hint": False,
                    "destructive_hint": False,
                    "idempotent_hint": False,
                    "open_world_hint": False,
                },
            },
            {
                "name": "get-migration",
                "parameters": {
                    "session": {"type": "string", "default": None},
                    "checkpoint": {"type": None, "default": None},
                },
                "required": ["session"],
                "annotations": {
                    "read_only_hint": True,
                    "destructive_hint": False,
                    "idempotent_hint": True,
                    "open_world_hint": False,
                },
            },
            {
                "name": "list-migrations",
                "parameters": {},
                "required": [],
                "annotations": {
                    "read_only_hint": True,
                    "destructive_hint": False,
                    "idempotent_hint": True,
                    "open_world_hint": False,
                },
            },
            {
                "name": "delete-migration",
                "parameters": {"session": {"type": "string", "default": None}},
                "required": ["session"],
                "annotations": {
                    "read_only_hint": False,
                    "destructive_hint": True,
                    "idempotent_hint": True,
                    "open_world_hint": False,
                },
            },
        ]
    )


def test_every_parameter_says_what_is_allowed(connection: Connection) -> None:
    parameters = {
        (tool.name, name): schema
        for tool in connection.tools()
        for name, schema in tool.input_schema["properties"].items()
    }
    limits = {
        f"{tool} {name}": {
            key: schema[key]
            for key in ("minLength", "maxLength", "minimum", "maximum")
            if key in schema
        }
        for (tool, name), schema in parameters.items()
    }
    assert limits == snapshot(
        {
            "check-mcp-quick-claim claim": {"minLength": 1, "maxLength": 50000},
            "check-mcp-quick-claim specVersion": {},
            "check-mcp-quick-claim judge": {},
            "check-mcp-claims content": {"minLength": 1, "maxLength": 50000},
            "check-mcp-claims specVersion": {},
            "check-mcp-claims useChunking": {},
            "check-mcp-claims judge": {},
            "check_citation claim": {"minLength": 1, "maxLength": 5000},
            "check_citation pdf_name": {"minLength": 1, "maxLength": 1000},
            "check_citation pdf_page": {},
            "check_citation judge": {},
            "submit-judgements handle": {"maxLength": 100},
            "submit-judgements judgements": {},
            "search-spec query": {"minLength": 1, "maxLength": 500},
            "search-spec specVersion": {},
            "search-spec topK": {"minimum": 1, "maximum": 20},
            "compare-spec-versions fromVersion": {},
            "compare-spec-versions toVersion": {},
            "compare-spec-versions topic": {},
            "compare-spec-versions kinds": {},
            "compare-spec-versions limit": {"minimum": 1, "maximum": 2000},
            "start-migration currentVersion": {},
            "start-migration targetVersion": {},
            "start-migration content": {},
            "start-migration path": {},
            "start-migration updateScope": {},
            "start-migration interactive": {},
            "continue-migration session": {"maxLength": 100},
            "continue-migration decision": {},
            "continue-migration feedback": {},
            "continue-migration output": {},
            "continue-migration to": {},
            "continue-migration expectedStep": {},
            "get-migration session": {"maxLength": 100},
            "get-migration checkpoint": {},
            "delete-migration session": {"maxLength": 100},
        }
    )
    assert all(schema["description"] for schema in parameters.values())
    assert all(
        version in schema["description"]
        for (_, name), schema in parameters.items()
        if name in ("specVersion", "fromVersion", "toVersion")
        for version in ("2024-11-05", "2026-07-28", "draft", "latest")
    )


def test_every_tool_has_schemas_for_what_goes_in_and_comes_out(connection: Connection) -> None:
    outputs: dict[str, list[str]] = {}
    for tool in connection.tools():
        assert tool.output_schema is not None
        for schema in (tool.input_schema, tool.output_schema):
            Draft202012Validator.check_schema(schema)
        outputs[tool.name] = sorted(tool.output_schema["properties"])
    assert outputs == snapshot(
        {
            "check-mcp-quick-claim": [
                "claim",
                "confidence",
                "correction",
                "evidence",
                "explanation",
                "judge",
                "label",
                "notes",
                "parts",
                "specVersion",
                "verdict",
                "waits",
            ],
            "check-mcp-claims": [
                "claims",
                "correctedVersion",
                "corrections",
                "missingPractices",
                "modalVerbs",
                "notes",
                "skipped",
                "specVersion",
                "summary",
                "uncorrected",
                "waits",
            ],
            "check_citation": [
                "claim",
                "confidence",
                "judge",
                "label",
                "notes",
                "otherPages",
                "pageLabel",
                "pdfName",
                "pdfPage",
                "quote",
                "reasoning",
                "waits",
            ],
            "submit-judgements": [
                "citation",
                "finished",
                "handle",
                "refused",
                "report",
                "taken",
                "verdict",
                "waits",
            ],
            "search-spec": ["notes", "query", "results", "specVersion"],
            "list-spec-versions": ["versions"],
            "compare-spec-versions": [
                "changes",
                "counts",
                "fromVersion",
                "headlines",
                "notes",
                "toVersion",
                "topic",
            ],
            "start-migration": [
                "currentVersion",
                "decisions",
                "diff",
                "expiresAt",
                "history",
                "notes",
                "question",
                "session",
                "status",
                "targetVersion",
                "text",
                "title",
                "updateScope",
            ],
            "continue-migration": [
                "currentVersion",
                "decisions",
                "diff",
                "expiresAt",
                "history",
                "notes",
                "question",
                "session",
                "status",
                "targetVersion",
                "text",
                "title",
                "updateScope",
            ],
            "get-migration": [
                "currentVersion",
                "decisions",
                "diff",
                "expiresAt",
                "history",
                "notes",
                "question",
                "session",
                "status",
                "targetVersion",
                "text",
                "title",
                "updateScope",
            ],
            "list-migrations": ["migrations"],
            "delete-migration": ["deleted", "session"],
        }
    )


@pytest.mark.parametrize("claim", CLAIMS)
def test_a_quick_claim_gives_verdict_explanation_correction_and_confidence(
    connection: Connection, claim: str
) -> None:
    result = connection.call("check-mcp-quick-claim", claim=claim, specVersion=OLD)
    values = values_of(result)
    blocks = [f"{values['verdict']}: {claim}", values["explanation"]]
    if values["label"] in ("contradicted", "partial") and values["correction"]:
        blocks.append(f"Correct information: {values['correction']}")
    if values["label"] != "undecided":
        blocks.append(f"Confidence: {values['confidence']:.2f}")
    blocks.append(
        "From the requirement catalogue, in our own words; to have the official text quoted: "
        f"mcp-fact-check specs extract --version {OLD}"
    )
    assert text_of(result) == "\n\n".join(blocks)
    assert values["verdict"] == {
        "supported": "✓ ACCURATE",
        "contradicted": "✗ INACCURATE",
        "partial": "⚠️ PARTIALLY CORRECT",
        "not_mentioned": "○ NOT IN SPEC",
        "undecided": "? UNDECIDED",
    }.get(values["label"])
    assert (values["claim"], values["specVersion"], values["notes"]) == (claim, OLD, [])
    assert 1 <= len(values["evidence"]) <= 6
    assert all(passage["version"] == OLD for passage in values["evidence"])
    check_against_output_schema(connection, "check-mcp-quick-claim", values)


def test_a_compound_claim_gives_a_judgement_of_each_part(connection: Connection) -> None:
    claim = "Servers MUST declare the tools capability and clients MAY ignore errors"
    values = values_of(connection.call("check-mcp-quick-claim", claim=claim, specVersion=OLD))
    assert [part["claim"] for part in values["parts"]] == snapshot(
        ["Servers MUST declare the tools capability", "clients MAY ignore errors"]
    )
    check_against_output_schema(connection, "check-mcp-quick-claim", values)


def test_a_search_gives_ranked_passages_with_similarity_and_place(connection: Connection) -> None:
    query = "How does MCP handle authentication?"
    result = connection.call("search-spec", query=query, specVersion=OLD, topK=3)
    values = values_of(result)
    blocks = [f"Search results for '{query}' in MCP {OLD}:"]
    blocks += [
        f"Rank {rank} (similarity: {passage['similarity']:.4f}):\n{passage['text']}\n"
        f"[{passage['corpus']}: {passage['page']}, {passage['heading']}] {passage['link']}"
        for rank, passage in enumerate(values["results"], start=1)
    ]
    assert text_of(result) == "\n\n".join(blocks)
    assert all(
        passage["link"].startswith(f"https://modelcontextprotocol.io/specification/{OLD}")
        for passage in values["results"]
    )
    check_against_output_schema(connection, "search-spec", values)


@pytest.mark.parametrize(("given", "results"), [({}, 5), ({"topK": 1}, 1), ({"topK": 20}, 20)])
def test_a_search_gives_as_many_results_as_asked_or_else_five(
    connection: Connection, given: dict[str, int], results: int
) -> None:
    result = connection.call("search-spec", query="tools", specVersion=OLD, **given)
    assert len(values_of(result)["results"]) == results


def test_the_versions_are_listed_with_the_latest_marked(connection: Connection) -> None:
    result = connection.call("list-spec-versions")
    assert text_of(result) == snapshot("""\
Available MCP specification versions:

- draft
- 2026-07-28 (latest)
- 2025-11-25
- 2025-06-18
- 2025-03-26
- 2024-11-05

You can use these versions as specVersion with check-mcp-quick-claim and search-spec; \
`latest` and `current` stand for the latest release.\
""")
    values = values_of(result)
    assert [item["version"] for item in values["versions"] if item["latest"]] == ["2026-07-28"]
    assert all(item["requirements"] > 0 for item in values["versions"])
    check_against_output_schema(connection, "list-spec-versions", values)


@pytest.mark.parametrize("given", [{}, {"specVersion": "latest"}, {"specVersion": "current"}])
def test_without_a_version_the_latest_release_is_meant(
    connection: Connection, given: dict[str, str]
) -> None:
    found = values_of(connection.call("search-spec", query="tools", topK=1, **given))
    judged = values_of(connection.call("check-mcp-quick-claim", claim=CLAIMS[0], **given))
    assert found["specVersion"] == judged["specVersion"] == "2026-07-28"


@pytest.mark.parametrize(
    ("tool", "given"),
    [("check-mcp-quick-claim", {"claim": CLAIMS[0]}), ("search-spec", {"query": "tools"})],
)
def test_a_slip_in_the_version_is_told_in_text_and_values(
    connection: Connection, tool: str, given: dict[str, str]
) -> None:
    result = connection.call(tool, specVersion="2024-11-04", **given)
    values = values_of(result)
    assert values["specVersion"] == OLD
    assert values["notes"] == snapshot(
        ["there is no version 2024-11-04; it was read as 2024-11-05, the first release"]
    )
    assert text_of(result).endswith(f"\n\nNote: {values['notes'][0]}.")


VALID: Final = "2024-11-05, 2025-03-26, 2025-06-18, 2025-11-25, 2026-07-28, draft, latest, current"
CLAIM_LIMIT: Final = "claim must be a text of 1 to 50,000 characters"
QUERY_LIMIT: Final = "query must be a text of 1 to 500 characters"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"claim": ""}, f"{CLAIM_LIMIT}; got an empty text"),
        ({"claim": " \n\t"}, f"{CLAIM_LIMIT}; got an empty text"),
        ({"claim": "a" * 50_001}, f"{CLAIM_LIMIT}; got 50,001 characters"),
        (
            {"claim": "Tools exist", "specVersion": "2025-06-19"},
            f"unknown MCP specification version '2025-06-19'; use one of: {VALID}",
        ),
        ({"query": ""}, f"{QUERY_LIMIT}; got an empty text"),
        ({"query": "a" * 501}, f"{QUERY_LIMIT}; got 501 characters"),
        ({"query": "tools", "topK": 0}, "topK must be from 1 to 20; got 0"),
        ({"query": "tools", "topK": 21}, "topK must be from 1 to 20; got 21"),
        (
            {"query": "tools", "specVersion": "1.0"},
            f"unknown MCP specification version '1.0'; use one of: {VALID}",
        ),
    ],
    ids=[
        "empty claim",
        "blank claim",
        "long claim",
        "claim for an unknown version",
        "empty query",
        "long query",
        "no results",
        "too many results",
        "search in an unknown version",
    ],
)
def test_bad_input_is_an_error_that_says_what_is_allowed(
    connection: Connection, given: dict[str, Any], said: str
) -> None:
    tool = "check-mcp-quick-claim" if "claim" in given else "search-spec"
    result = connection.call(tool, **given)
    assert result.is_error is True
    assert text_of(result) == f"Error executing tool {tool}: {said}"
    assert result.structured_content is None


@pytest.mark.parametrize(
    ("tool", "given"),
    [
        ("check-mcp-quick-claim", {}),
        ("check-mcp-quick-claim", {"claim": 5}),
        ("search-spec", {"query": "tools", "topK": "many"}),
        ("check-mcp-claims", {"content": ["Tools exist."]}),
        ("no-such-tool", {"content": "Tools exist."}),
    ],
)
def test_arguments_of_another_shape_are_errors_and_the_session_goes_on(
    connection: Connection, tool: str, given: dict[str, Any]
) -> None:
    assert connection.call(tool, **given).is_error is True
    assert connection.call("list-spec-versions").is_error is False


def test_the_largest_input_that_is_allowed_is_answered(connection: Connection) -> None:
    claim = "Tools exist. ".ljust(50_000, "x")
    result = connection.call("check-mcp-quick-claim", claim=claim, specVersion=OLD)
    assert values_of(result)["claim"] == claim
    query = "tools ".ljust(500, "x")
    found = connection.call("search-spec", query=query, specVersion=OLD)
    assert values_of(found)["query"] == query


def test_calls_at_once_all_get_their_own_answers(connection: Connection) -> None:
    queries = [f"what is said of {thing}" for thing in ("tools", "roots", "prompts", "logging")]
    given = [{"query": query, "specVersion": OLD, "topK": 1} for query in queries]
    results = connection.call_at_once("search-spec", given)
    assert [values_of(result)["query"] for result in results] == queries
    alone = [connection.call("search-spec", **arguments) for arguments in given]
    assert [text_of(result) for result in results] == [text_of(result) for result in alone]


@pytest.mark.parametrize("era", ERAS)
def test_an_llm_judge_without_a_key_is_an_error_that_says_what_to_set(
    era: Era, index_dir: Path, tmp_path: Path
) -> None:
    env = environment(index_dir, MCP_FACT_CHECK_JUDGE="llm")
    log = tmp_path / "stderr.txt"
    with connect_to_process(era, script("mcp-fact-check"), env, log) as connection:
        result = connection.call("check-mcp-quick-claim", claim=CLAIMS[0], specVersion=OLD)
        searched = connection.call("search-spec", query="tools", specVersion=OLD)
    assert result.is_error is True
    assert "the LLM judge needs a key: set OPENAI_API_KEY" in text_of(result)
    assert "or go back to MCP_FACT_CHECK_JUDGE=local" in text_of(result)
    assert searched.is_error is False


def test_a_setting_that_does_not_fit_is_named_when_a_tool_is_called(tmp_path: Path) -> None:
    env = environment(tmp_path, MCP_FACT_CHECK_JUDGE="oracle")
    log = tmp_path / "stderr.txt"
    with connect_to_process("modern", script("mcp-fact-check"), env, log) as connection:
        tools = connection.tools()
        result = connection.call("check-mcp-quick-claim", claim="Tools exist")
    assert "check-mcp-quick-claim" in [tool.name for tool in tools]
    assert result.is_error is True
    assert "MCP_FACT_CHECK_JUDGE: Input should be 'auto', 'local' or 'llm'" in text_of(result)


def test_what_nobody_foresaw_is_told_without_details(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object) -> None:
        raise RuntimeError("the password is swordfish")

    monkeypatch.setattr(Runner, "versions", fail)
    with connect_in_memory("modern", build_server(Settings(data_dir=tmp_path))) as connection:
        result = connection.call("list-spec-versions")
    assert result.is_error is True
    assert text_of(result) == snapshot("Error executing tool list-spec-versions")


def test_nothing_but_messages_is_written_to_stdout_even_while_an_index_is_built(
    tmp_path: Path,
) -> None:
    claim = {"claim": "xyzzy", "specVersion": OLD}
    query = {"query": "tools", "specVersion": OLD}
    with serve(tmp_path / "fresh", tmp_path) as server:
        answers = [
            ask(server, "initialize", **handshake()),
            ask(server, "tools/list"),
            ask(server, "tools/call", name="list-spec-versions", arguments={}),
            ask(server, "tools/call", name="search-spec", arguments=query),
            ask(server, "tools/call", name="search-spec", arguments={"query": ""}),
            ask(server, "tools/call", name="check-mcp-quick-claim", arguments=claim),
            ask(server, "tools/call", name="no-such-tool", arguments={}),
            ask(server, "no/such/method"),
        ]
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdin.close()
        rest = server.stdout.read()
        assert server.wait(timeout=30) == 0
    assert rest == ""
    assert [sorted(answer) for answer in answers] == [
        *[["id", "jsonrpc", "result"]] * 7,
        ["error", "id", "jsonrpc"],
    ]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no SIGINT to one process")
def test_an_interrupt_ends_the_server_while_its_stdin_is_open(
    index_dir: Path, tmp_path: Path
) -> None:
    with serve(index_dir, tmp_path) as server:
        ask(server, "initialize", **handshake())
        server.send_signal(signal.SIGINT)
        assert server.wait(timeout=30) == 130


def test_the_server_starts_without_what_only_calls_need() -> None:
    heavy = ("chromadb", "langgraph", "langchain_core", "langchain_openai", "numpy", "onnxruntime")
    code = (
        "import sys; from server.app import build_server; build_server(); "
        f"print([name for name in {heavy} if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout.strip() == "[]"


def check_against_output_schema(connection: Connection, tool: str, values: dict[str, Any]) -> None:
    (listed,) = [listed for listed in connection.tools() if listed.name == tool]
    assert listed.output_schema is not None
    Draft202012Validator(listed.output_schema).validate(values)


def serve(data_dir: Path, folder: Path) -> subprocess.Popen[str]:
    with (folder / "stderr.txt").open("w") as log:
        return subprocess.Popen(
            [script("mcp-fact-check"), "serve"],
            env=environment(data_dir),
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            encoding="utf-8",
        )


def handshake() -> dict[str, Any]:
    return {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "raw", "version": "1"},
    }


def ask(server: subprocess.Popen[str], method: str, **params: Any) -> dict[str, Any]:
    """Send a request; the very next line must be its answer."""
    assert server.stdin is not None
    assert server.stdout is not None
    request = {"jsonrpc": "2.0", "id": method, "method": method, "params": params}
    server.stdin.write(json.dumps(request) + "\n")
    server.stdin.flush()
    answer = json.loads(server.stdout.readline())
    assert (answer["jsonrpc"], answer["id"]) == ("2.0", method)
    return answer
