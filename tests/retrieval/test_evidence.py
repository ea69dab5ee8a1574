"""Links to the official pages."""

from __future__ import annotations

import pytest

from retrieval.evidence import page_link
from retrieval.versions import SpecVersion

SITE = "https://modelcontextprotocol.io/specification"


@pytest.mark.parametrize(
    ("version", "page", "heading", "link"),
    [
        (
            "2025-06-18",
            "server/tools",
            "Capabilities",
            f"{SITE}/2025-06-18/server/tools#capabilities",
        ),
        (
            "2025-06-18",
            "client/sampling",
            "User Interaction Model",
            f"{SITE}/2025-06-18/client/sampling#user-interaction-model",
        ),
        ("draft", "index", "Key Details", f"{SITE}/draft#key-details"),
        ("2025-11-25", "basic/index", "Messages", f"{SITE}/2025-11-25/basic#messages"),
        (
            "2026-07-28",
            "basic/transports",
            "Streamable HTTP (SSE)",
            f"{SITE}/2026-07-28/basic/transports#streamable-http-sse",
        ),
    ],
)
def test_a_place_has_the_address_of_its_heading(
    version: SpecVersion, page: str, heading: str, link: str
) -> None:
    assert page_link(version, page, heading) == link
