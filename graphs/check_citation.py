"""Graph: check whether the text at a cited place bears a claim out; and the same as a function.

fetch_source -> locate_passages -> judge_claim -> search_other_pages -> write_citation_verdict

The other pages are searched where the cited one does not bear the claim out. `check_citation` takes
a claim and chunks of text, and needs no server, no back end and no settings.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING, Annotated, Any, Literal, NotRequired, cast

from langgraph.graph import END, START, StateGraph
from typing_extensions import TypedDict

from graphs.services import Services
from nodes.citations import CitationLabel, CitationVerdict, CitedPage, Elsewhere, Passage
from nodes.context import JudgeChoice, RunContext
from nodes.fetch_source import fetch_source
from nodes.judge_citation import judge_citation
from nodes.locate_passages import locate_passages
from nodes.search_other_pages import search_other_pages
from nodes.verdicts import Judgement
from nodes.write_citation_verdict import write_citation_verdict

if TYPE_CHECKING:
    from langgraph.graph.state import CompiledStateGraph


class CitationInput(TypedDict):
    """What the graph is given: a document and a page, or chunks of text in their place."""

    claim: Annotated[str, "What the citing text says, up to 5,000 characters."]
    document: NotRequired[Annotated[str, "The name of the document, as the source has it."]]
    page: NotRequired[
        Annotated[int | str, "The page: its place from 1, or as text its printed number."]
    ]
    chunks: NotRequired[
        Annotated[
            list[dict[str, Any]],
            "The text itself, as {pdf_name, page_number, text}; then no source is asked.",
        ]
    ]


class CitationOutput(TypedDict):
    """What the graph gives."""

    text: Annotated[str, "The verdict as `<label>: <one sentence>`."]
    verdict: Annotated[CitationVerdict, "The verdict as values."]


class CitationState(CitationInput, CitationOutput):
    """The state between the nodes."""

    cited: Annotated[CitedPage, "The cited page with its text."]
    running: Annotated[list[str], "Edges of the pages around it: running headers and footers."]
    passages: Annotated[list[Passage], "What of the page is evidence, in reading order."]
    judgement: Annotated[Judgement, "What the judge says of the cited page."]
    elsewhere: Annotated[list[Elsewhere], "Other pages that bear the claim out, surest first."]
    notes: Annotated[list[str], "What was left out or not looked at, and why."]


Builder = StateGraph[CitationState, RunContext, CitationInput, CitationOutput]


def build_check_citation(services: Services) -> Builder:
    """Return the builder of the graph; the caller compiles it."""
    builder: Builder = StateGraph(
        CitationState,
        context_schema=RunContext,
        input_schema=CitationInput,
        output_schema=CitationOutput,
    )
    sources, judges = services.open_sources, services.citation_judge
    builder.add_node("fetch_source", partial(fetch_source, sources=sources))
    builder.add_node("locate_passages", locate_passages)
    builder.add_node("judge_claim", partial(judge_citation, judges=judges))
    builder.add_node(
        "search_other_pages", partial(search_other_pages, sources=sources, judges=judges)
    )
    builder.add_node("write_citation_verdict", write_citation_verdict)
    builder.add_edge(START, "fetch_source")
    builder.add_edge("fetch_source", "locate_passages")
    builder.add_edge("locate_passages", "judge_claim")
    builder.add_conditional_edges(
        "judge_claim", look_further, ["search_other_pages", "write_citation_verdict"]
    )
    builder.add_edge("search_other_pages", "write_citation_verdict")
    builder.add_edge("write_citation_verdict", END)
    return builder


def look_further(
    state: CitationState,
) -> Literal["search_other_pages", "write_citation_verdict"]:
    """Router: search the other pages where the cited one does not bear the claim out."""
    found = state["judgement"]["label"] == "supported"
    # Chunks that were given are all there is.
    given = state.get("chunks") is not None
    return "write_citation_verdict" if found or given else "search_other_pages"


@dataclass(frozen=True, slots=True)
class CitationCheck:
    """What a text makes of a claim."""

    label: CitationLabel
    reasoning: str
    """One sentence."""
    confidence: float
    """Probability that the label is right, 0 to 1; 0 for `undecided`."""
    quote: str | None
    """The words that decide, as they stand in the text; None where none do."""
    judge: str

    def __str__(self) -> str:
        return f"{self.label}: {self.reasoning}"


async def acheck_citation(
    claim: str,
    chunks: Sequence[Mapping[str, Any]],
    *,
    judge: JudgeChoice = "settings",
    services: Services | None = None,
) -> CitationCheck:
    """Check a claim against chunks of text: mappings with `text`, like those of a back end.

    Raises:
        InputError: the claim is empty or too long, or no chunk has text.
        ConfigurationError: the LLM judge was asked for and there is no key.

    """
    graph = build_check_citation(services).compile() if services else _graph()
    state = await graph.ainvoke(
        {"claim": claim, "chunks": [dict(chunk) for chunk in chunks]},
        context=RunContext(judge=judge),
    )
    verdict = cast("CitationVerdict", state["verdict"])
    return CitationCheck(
        label=verdict["label"],
        reasoning=verdict["reasoning"],
        confidence=verdict["confidence"],
        quote=verdict["quote"]["text"] if verdict["quote"] else None,
        judge=verdict["judge"],
    )


def check_citation(
    claim: str,
    chunks: Sequence[Mapping[str, Any]],
    *,
    judge: JudgeChoice = "settings",
    services: Services | None = None,
) -> CitationCheck:
    """Check a claim against chunks of text, from code that is not async; see `acheck_citation`.

    Raises:
        InputError: the claim is empty or too long, or no chunk has text.
        ConfigurationError: the LLM judge was asked for and there is no key.
        RuntimeError: an event loop runs in this thread, which waiting would stop.

    """
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(acheck_citation(claim, chunks, judge=judge, services=services))
    raise RuntimeError(
        "check_citation would stop the event loop that runs in this thread; "
        "use `await acheck_citation(...)`"
    )


@cache
def _graph() -> CompiledStateGraph[CitationState, RunContext, CitationInput, CitationOutput]:
    return build_check_citation(Services()).compile(name="check_citation")
