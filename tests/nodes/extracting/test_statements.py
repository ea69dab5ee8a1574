"""What a claim states by itself: each kind of sentence with what it leaves to its surroundings."""

from __future__ import annotations

import pytest

from tests.nodes.extracting.reading import extraction, statements

ITEMS: dict[str, list[str]] = {
    "Servers **MUST**:\n\n- Validate all tool inputs\n- Rate limit tool invocations": [
        "Servers MUST validate all tool inputs",
        "Servers MUST rate limit tool invocations",
    ],
    "The server:\n\n* MUST support POST\n* MAY answer GET with 405": [
        "The server MUST support POST",
        "The server MAY answer GET with 405",
    ],
    "1. Clients **SHOULD**:\n   - Log tool usage\n   - Prompt for confirmation": [
        "Clients SHOULD log tool usage",
        "Clients SHOULD prompt for confirmation",
    ],
    "If an output schema is given:\n\n- Servers MUST return structured results.": [
        "If an output schema is given, servers MUST return structured results."
    ],
    "Servers must do the following:\n\n- Declare the `tools` capability": [
        "Servers must declare the `tools` capability"
    ],
    "Each tool carries:\n\n- `name`: programmatic key": [
        "Each tool carries `name`: programmatic key"
    ],
    "MCP defines two transports:\n\n- stdio\n- Streamable HTTP": [
        "MCP defines two transports",
        "MCP defines two transports: stdio",
        "MCP defines two transports: Streamable HTTP",
    ],
    "Servers have duties.\n\n- Clients must list tools with `tools/list`.": [
        "Servers have duties.",
        "Clients must list tools with `tools/list`.",
    ],
    "## Tools\n\n- **Tools**: functions that the model can call": [
        "Tools: functions that the model can call"
    ],
    "## Methods\n\n- `ping` – checks that the peer is alive": [
        "`ping` checks that the peer is alive"
    ],
    "## Roles\n\n- **Client**: a connector inside the host": [
        "Client is a connector inside the host"
    ],
    "## Capabilities\n\n- negotiated at initialization": [
        "Capabilities are negotiated at initialization"
    ],
    "## Tools\n\n### Characteristics\n\n- Can be called by language models": [
        "Tools can be called by language models"
    ],
    "MCP servers expose:\n• tools\n• resources": [
        "MCP servers expose tools",
        "MCP servers expose resources",
    ],
}


@pytest.mark.parametrize(("content", "expected"), ITEMS.items(), ids=lambda value: str(value)[:40])
def test_an_item_is_joined_with_what_introduces_it(content: str, expected: list[str]) -> None:
    assert statements(content) == expected


ROWS: dict[str, list[str]] = {
    "| Method | Description |\n|---|---|\n| `tools/list` | Lists the tools of a server |": [
        "Method `tools/list` lists the tools of a server"
    ],
    "| Status | When |\n|--|--|\n| 403 | The `Origin` header is invalid |": [
        "Status 403: The `Origin` header is invalid"
    ],
    "## Tool\n\n| Field | Required | Notes |\n|--|--|--|\n| `name` | ✅ | Unique identifier |": [
        "`name`: required; Unique identifier"
    ],
    "## Tool annotations\n\n| Hint | Default |\n|--|--|\n| `readOnlyHint` | false |": [
        "`readOnlyHint`: default false"
    ],
    "| Do | Don't |\n|--|--|\n| Validate tokens on the server | Pass client tokens through |": [
        "Servers validate tokens on the server",
        "Implementations must not pass client tokens through",
    ],
}


@pytest.mark.parametrize(("content", "expected"), ROWS.items(), ids=lambda value: str(value)[:40])
def test_a_row_is_read_with_its_headers(content: str, expected: list[str]) -> None:
    assert statements(content) == expected


def test_a_column_of_a_version_is_a_claim_about_that_version() -> None:
    table = "| Feature | 2025-03-26 | 2025-06-18 |\n|--|--|--|\n| JSON-RPC batching | yes | ❌ |\n"
    claims = extraction(table, "draft").claims
    assert [(claim["statement"], claim["spec_version"]) for claim in claims] == [
        ("JSON-RPC batching: supported", "2025-03-26"),
        ("JSON-RPC batching: not supported", "2025-06-18"),
    ]
    assert [claim["text"] for claim in claims] == ["yes", "❌"]


PRONOUNS: dict[str, str] = {
    "MCP servers expose tools to clients. They enforce rate limits.": (
        "MCP servers enforce rate limits."
    ),
    "MCP is an open protocol. It uses JSON-RPC 2.0.": "MCP uses JSON-RPC 2.0.",
    "Clients send a `tools/list` request. This operation supports pagination.": (
        "The `tools/list` operation supports pagination."
    ),
    "A client lives in the host. To cancel, it sends `notifications/cancelled`.": (
        "To cancel, the client sends `notifications/cancelled`."
    ),
    "Servers may attach an `id` to SSE events. It must be unique in the session.": (
        "The `id` must be unique in the session."
    ),
    "The authorization server may be separate. Its details are out of scope of MCP.": (
        "The authorization server's details are out of scope of MCP."
    ),
    "Servers list roots. It is recommended that clients validate root URIs.": (
        "It is recommended that clients validate root URIs."
    ),
    "## What the server must not do\n\nIt must not see the whole conversation of the host.": (
        "The server must not see the whole conversation of the host."
    ),
    "Clients call tools. Your server must declare the `tools` capability.": (
        "The server must declare the `tools` capability."
    ),
}


@pytest.mark.parametrize(
    ("content", "expected"), PRONOUNS.items(), ids=lambda value: str(value)[:40]
)
def test_a_pronoun_is_replaced_where_it_is_plain_what_it_stands_for(
    content: str, expected: str
) -> None:
    assert statements(content)[-1] == expected


def test_a_pronoun_that_fits_nothing_before_it_stays() -> None:
    content = "Clients and servers exchange messages. It must be a valid JSON-RPC message."
    assert statements(content)[-1] == "It must be a valid JSON-RPC message."


def test_a_new_section_has_subjects_of_its_own() -> None:
    content = "The client sends requests.\n\n## Errors\n\nIt must answer `ping` promptly."
    assert statements(content)[-1] == "It must answer `ping` promptly."


QUESTIONS: dict[str, list[str]] = {
    "Does MCP enforce rate limits?": ["Does MCP enforce rate limits?"],
    "MCP uses REST, right? We do not know.": ["MCP uses REST, right?"],
    "## Does MCP require HTTP?\n\nNo, it works over stdio as well.": [
        "MCP does not require HTTP; it works over stdio as well."
    ],
    "## Can a server call the model?\n\nYes, through sampling.": [
        "A server can call the model through sampling."
    ],
    "## Is MCP a stateful protocol?\n\nNo.": ["MCP is not a stateful protocol."],
    "## Do I have to implement every feature of the protocol?\n\nNo.": [
        "Implementations do not have to implement every feature of the protocol."
    ],
    "## Which OAuth version is used?\n\nOAuth 2.1.": ["Which OAuth version is used? OAuth 2.1."],
    "## What is MCP?\n\nIt is an open protocol.": ["MCP is an open protocol."],
    "- Must servers log to stderr?\n- May clients list roots?": [
        "Must servers log to stderr?",
        "May clients list roots?",
    ],
}


@pytest.mark.parametrize(
    ("content", "expected"), QUESTIONS.items(), ids=lambda value: str(value)[:40]
)
def test_a_question_is_a_claim_unless_an_answer_follows(content: str, expected: list[str]) -> None:
    assert statements(content) == expected


def test_an_unanswered_question_is_marked_as_one() -> None:
    assert [claim["kind"] for claim in extraction("Does MCP enforce rate limits?").claims] == [
        "question"
    ]


DUTIES: dict[str, str] = {
    "Always validate the `Origin` header on the server.": (
        "Servers must validate the `Origin` header on the server."
    ),
    "Never pass the client's token through to an upstream API.": (
        "Implementations must not pass the client's token through to an upstream API."
    ),
    "## For clients\n\nDon't rely on tool annotations from untrusted servers.": (
        "Clients must not rely on tool annotations from untrusted servers."
    ),
    "Send the `MCP-Protocol-Version` header on every request.": (
        "Implementations send the `MCP-Protocol-Version` header on every request."
    ),
    "When a session ends, always answer requests with 404 on the server.": (
        "When a session ends, servers must answer requests with 404 on the server."
    ),
    "Make sure your server validates access tokens.": (
        "Servers must make sure the server validates access tokens."
    ),
}


@pytest.mark.parametrize(("content", "expected"), DUTIES.items(), ids=lambda value: str(value)[:40])
def test_a_command_to_an_implementer_is_read_as_the_duty(content: str, expected: str) -> None:
    assert statements(content) == [expected]


CHANGES: dict[str, str] = {
    "# Key changes\n\n- Removed JSON-RPC batching": "The specification removed JSON-RPC batching",
    "# MCP changes\n\n## 2025-06-18\n\n- Add structured tool output": (
        "Revision 2025-06-18 adds structured tool output"
    ),
    "# MCP changes\n\n## 2025-03-26\n\n- Support for JSON-RPC batching.": (
        "Revision 2025-03-26 brings support for JSON-RPC batching."
    ),
}


@pytest.mark.parametrize(("content", "expected"), CHANGES.items(), ids=lambda value: value[-40:])
def test_an_entry_of_the_changelog_says_what_changed_it(content: str, expected: str) -> None:
    assert statements(content) == [expected]


def test_a_section_about_changes_of_a_list_is_no_changelog() -> None:
    content = "## List changed notification\n\n- Provide the new list of tools when a client asks"
    assert statements(content) == [
        "Implementations provide the new list of tools when a client asks"
    ]


def test_a_projects_changelog_is_about_the_project() -> None:
    assert statements("# Changelog\n\n## 2.1.0\n\n- Removed the old log viewer") == []


CLEANED: dict[str, str] = {
    "🚀 **Servers** must [validate](x.md) `params`[^1].": "Servers must validate `params`.",
    "Note: servers must log to stderr.": "Servers must log to stderr.",
    "However, it is worth noting that clients may cancel requests.": (
        "Clients may cancel requests."
    ),
    "- [ ] Servers must log to stderr": "Servers must log to stderr",
    "**Tip:** So servers must log to stderr.": "Servers must log to stderr.",
    "Servers&nbsp;must log to <b>stderr</b>.": "Servers must log to stderr.",
    "stdio servers must log to stderr.": "stdio servers must log to stderr.",
}


@pytest.mark.parametrize(
    ("content", "expected"), CLEANED.items(), ids=lambda value: str(value)[:40]
)
def test_a_statement_is_plain_text_with_its_names_in_code(content: str, expected: str) -> None:
    assert statements(content) == [expected]


def test_semicolons_stay_in_one_claim_unless_it_is_too_long_to_read() -> None:
    short = "Servers must log to stderr; clients may read it."
    assert statements(short) == [short]
    long = "; ".join(f"servers must answer request number {n} with a response" for n in range(12))
    assert len(statements(long)) == 12
