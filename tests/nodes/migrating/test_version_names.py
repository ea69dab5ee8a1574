"""Names of versions: changed where a text says what it is about, kept where it tells history."""

from __future__ import annotations

import pytest

from nodes.migrating.version_names import version_mentions

OLD = "2025-03-26"


def found(content: str) -> list[tuple[str, bool]]:
    return [(content[m.start : m.end], m.in_code) for m in version_mentions(content, OLD)]


@pytest.mark.parametrize(
    "content",
    [
        "This guide follows protocol version 2025-03-26.",
        "It applies to MCP 2025-03-26 and to Plover 1.8 or newer.",
        "*Written for the 2025 crowd. Specification 2025-03-26.*",
        "---\nrevision: 2025-03-26\n---\ntext",
        '+++\nprotocol = "2025-03-26"\n+++\ntext',
        "<!-- mcp-fact-check: spec-version 2025-03-26 -->\ntext",
    ],
)
def test_a_text_that_says_what_it_is_about_is_found(content: str) -> None:
    assert found(content) == [(OLD, False)]


@pytest.mark.parametrize(
    "content",
    [
        "Batching was added in MCP 2025-03-26.",
        "In MCP 2025-03-26, servers may send batches.",
        "Since version 2025-03-26 there are batches.",
        "The specification went from version 2025-03-26 to 2025-06-18.",
        "See [the specification](https://example.org/specification/2025-03-26/basic).",
        "Plover 3 came out on 2025-03-26.",
        "---\ndate: 2025-03-26\n---\ntext",
        "The version 2025-03-26-rc1 is another one.",
    ],
)
def test_history_addresses_and_dates_stay(content: str) -> None:
    assert found(content) == []


def test_a_version_in_code_is_found_as_such() -> None:
    assert found('```json\n{"protocolVersion": "2025-03-26"}\n```\n') == [(OLD, True)]
