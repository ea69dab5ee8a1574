"""What langgraph.json exports, without the server that serves it; see tests/test_studio.py."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import pytest

from graphs import studio

ROOT: Final = Path(__file__).resolve().parent.parent.parent
EXPORTED: Final[dict[str, str]] = json.loads((ROOT / "langgraph.json").read_text(encoding="utf-8"))[
    "graphs"
]


@pytest.mark.parametrize(("name", "place"), EXPORTED.items(), ids=EXPORTED)
def test_an_exported_graph_has_its_name_and_no_checkpointer(name: str, place: str) -> None:
    assert place == f"./graphs/studio.py:{name}"
    graph: Any = getattr(studio, name)()
    # With a checkpointer of its own, one graph keeps the whole development server from starting.
    assert graph.checkpointer is None
    assert graph.name == name
    assert graph.get_input_jsonschema()["type"] == "object"


@pytest.mark.parametrize("name", EXPORTED)
def test_an_exported_graph_is_made_once(name: str) -> None:
    assert getattr(studio, name)() is getattr(studio, name)()
