"""Draw the graphs into `docs/graphs.md`: `python -m evals.draw_graphs`.

A test fails where the document is not what the code draws.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple

from langgraph.graph import StateGraph

from graphs.check_citation import build_check_citation
from graphs.check_claims import build_check_claims
from graphs.compare_versions import build_compare_versions
from graphs.list_versions import build_list_versions
from graphs.migrate_content import build_migrate_content
from graphs.quick_claim import build_quick_claim
from graphs.search_spec import build_search_spec
from graphs.services import Services
from graphs.verify_claim import build_verify_claim
from graphs.verify_claims import build_verify_claims
from retrieval.settings import Settings

FILE: Final = Path(__file__).resolve().parent.parent / "docs" / "graphs.md"


class Drawn(NamedTuple):
    """A graph of the document."""

    name: str
    says: str
    build: Callable[[Services], StateGraph[Any, Any, Any, Any]]
    inside: bool = False
    """Whether the graphs inside it are drawn too."""


GRAPHS: Final = (
    Drawn(
        "quick_claim",
        "Checks one claim or yes/no question and writes the verdict as text; `verify_claim` is "
        "drawn below.",
        build_quick_claim,
    ),
    Drawn(
        "verify_claim",
        "Splits a claim into its parts, searches and judges for each on its own, and combines the "
        "judgements.",
        build_verify_claim,
        inside=True,
    ),
    Drawn(
        "check_claims",
        "Checks a whole document and writes the report; `verify_claims` and `verify_corrections` "
        "are the graph that is drawn below, run for one batch of claims at a time.",
        build_check_claims,
    ),
    Drawn(
        "verify_claims",
        "The steps of `verify_claim` for all claims of a batch: searched together, judged at once.",
        build_verify_claims,
    ),
    Drawn(
        "check_citation",
        "Checks a claim against the text of the page that it cites; where the page does not bear "
        "it out, the other pages of the document are searched.",
        build_check_citation,
    ),
    Drawn(
        "migrate_content",
        "Moves a text from one version to another. After each step the run stops at a decision: "
        "approve, revise, edit, skip, go back, stop.",
        build_migrate_content,
    ),
    Drawn(
        "search_spec",
        "Finds the passages of one version that are nearest to a query and writes them as text.",
        build_search_spec,
    ),
    Drawn(
        "compare_versions",
        "Compares two versions by the catalogue and the tables and writes what differs as text.",
        build_compare_versions,
    ),
    Drawn(
        "list_versions",
        "Reads which specification versions there are and writes them as a list.",
        build_list_versions,
    ),
)

_HEAD: Final = """\
# The graphs

Drawn from the code by `python -m evals.draw_graphs`; a test fails where a drawing is out of date.
The same graphs open in LangGraph Studio with `langgraph dev`.
"""


def draw(graph: Drawn, services: Services) -> str:
    """Return the Mermaid drawing of a graph."""
    compiled = graph.build(services).compile(name=graph.name)
    return compiled.get_graph(xray=graph.inside).draw_mermaid().strip()


def document() -> str:
    """Return `docs/graphs.md` as it should be."""
    services = Services(Settings(embeddings="local", judge="local"))
    sections = [
        f"## {graph.name}\n\n{graph.says}\n\n```mermaid\n{draw(graph, services)}\n```\n"
        for graph in GRAPHS
    ]
    return "\n".join([_HEAD, *sections])


def main() -> None:
    """Write the document anew."""
    FILE.write_text(document(), encoding="utf-8")
    print(f"wrote {FILE}")


if __name__ == "__main__":
    main()
