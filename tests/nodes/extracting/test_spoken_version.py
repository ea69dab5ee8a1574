"""The version that a claim is about: its own, that of its section, or the document's."""

from __future__ import annotations

import pytest

from nodes.extracting.spoken_version import section_version, spoken_version
from retrieval.versions import SpecVersion
from tests.nodes.extracting.reading import extraction

ABOUT: dict[str, SpecVersion | None] = {
    "In 2025-03-26, clients may send batches.": "2025-03-26",
    "Since 2025-06-18 tools can declare an output schema.": "2025-06-18",
    "Batching was removed in 2025-06-18.": "2025-06-18",
    "The 2025-11-25 revision adds tasks.": "2025-11-25",
    "The June 2025 specification removed batching.": "2025-06-18",
    "The draft specification drops `ping`.": "draft",
    "The first release, 2024-11-04, had no batching.": "2024-11-05",
    "Batching came with 2025-03-26 and was gone in 2025-06-18.": None,
    "Before 2025-06-18, clients could send batches.": None,
    "Streamable HTTP replaces the transport of 2024-11-05.": None,
    'Versions are strings such as "2025-06-18".': None,
    "Our release of 2025-01-01 was late.": None,
    "Servers must log.": None,
    "The draft of my talk is ready.": None,
}


@pytest.mark.parametrize(("text", "version"), ABOUT.items())
def test_a_sentence_is_about_the_one_version_that_it_names(
    text: str, version: SpecVersion | None
) -> None:
    assert spoken_version(text).version == version


@pytest.mark.parametrize(
    ("headings", "version"),
    [
        (("MCP", "What changed in 2025-11-25"), "2025-11-25"),
        (("MCP", "2025-03-26", "Transports"), "2025-03-26"),
        (("MCP", "2025-03-26", "From 2025-03-26 to 2025-06-18"), None),
        (("Lantern", "3.1.0 (2025-06-18)"), None),
        (("MCP 2025-06-18",), None),
        ((), None),
    ],
)
def test_a_section_is_about_the_version_of_the_nearest_heading_that_names_one(
    headings: tuple[str, ...], version: SpecVersion | None
) -> None:
    title = headings[0] if headings else None
    assert section_version(headings, title) == version


def versions(content: str) -> list[str]:
    return [claim["spec_version"] for claim in extraction(content, "2025-11-25").claims]


def test_a_claim_has_the_version_it_names_else_its_sections_else_the_documents() -> None:
    content = (
        "# MCP 2024-11-05\n\nServers must log to stderr.\n\n## 2025-03-26\n\n"
        "Clients may send batches. In 2025-06-18, clients must not send batches. "
        "Batching came in 2025-03-26 and went in 2025-06-18.\n"
    )
    assert versions(content) == ["2025-11-25", "2025-03-26", "2025-06-18", "2025-11-25"]


def test_items_have_the_version_that_introduces_them() -> None:
    assert versions("In 2025-06-18, servers must:\n\n- validate the `Origin` header") == [
        "2025-06-18"
    ]


def test_this_revision_is_the_one_named_before_it() -> None:
    content = "- Support for MCP 2026-07-28. This revision removes the `initialize` handshake."
    assert versions(content)[-1] == "2026-07-28"
