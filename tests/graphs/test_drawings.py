"""The drawings in docs/graphs.md: a change of a graph is a diff that someone reads."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

import pytest

from evals.draw_graphs import FILE, GRAPHS, Drawn, draw
from graphs.services import Services

ROOT: Final = Path(__file__).resolve().parent.parent.parent


@pytest.mark.parametrize("graph", GRAPHS, ids=lambda graph: graph.name)
def test_the_document_shows_the_graph_as_it_is(graph: Drawn, services: Services) -> None:
    section = FILE.read_text(encoding="utf-8").partition(f"\n## {graph.name}\n")[2]
    drawing = section.partition("```mermaid\n")[2].partition("\n```\n")[0]
    assert draw(graph, services) == drawing, "renew it with: python -m evals.draw_graphs"
    assert section.strip().startswith(graph.says)


def test_the_document_shows_the_graphs_that_studio_opens_and_no_others() -> None:
    exported = json.loads((ROOT / "langgraph.json").read_text(encoding="utf-8"))["graphs"]
    headings = [
        line.removeprefix("## ")
        for line in FILE.read_text(encoding="utf-8").splitlines()
        if line.startswith("## ")
    ]
    assert sorted(headings) == sorted(exported)
    assert headings == [graph.name for graph in GRAPHS]
