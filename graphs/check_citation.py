"""Graph: check whether the text at a cited place bears a claim out; and the same as a function.

fetch_source -> locate_passages -> judge_claim -> search_other_pages -> find_open_citation
-> write_citation_verdict

The other pages are searched where the cited one does not bear the claim out. Where the claim waits
for the caller's judgement: write_citation_verdict -> await_judgements -> take_judgements
-> write_citation_verdict.

`check_citation` takes a claim and chunks of text, and needs no server, no back end and no settings.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING, Annotated, Any, Literal, NotRequired, cast

from langgraph.graph import END, START, StateGraph
from typing_extensions import TypedDict

from graphs.judgements import AnswersState, await_judgements
from graphs.services import Services
from nodes.citations import CitationLabel, CitationVerdict, CitedPage, Elsewhere, Passage
from nodes.context import JudgeChoice, RunContext
from nodes.fetch_source import fetch_source
from nodes.find_open_citation import find_open_citation
from nodes.judge_citation import judge_citation
from nodes.judging.citation_answers import RUBRIC, OpenCitation
from nodes.locate_passages import locate_passages
from nodes.search_other_pages import search_other_pages
from nodes.take_citation_judgement import take_citation_judgement
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


class CitationState(CitationInput, CitationOutput, AnswersState):
    """The state between the nodes."""

    cited: Annotated[CitedPage, "The cited page with its text."]
    running: Annotated[list[str], "Edges of the pages around it: running headers and footers."]
    passages: Annotated[list[Passage], "What of the page is evidence, in reading order."]
    judgement: Annotated[Judgement, "What the judge says of the cited page."]
    elsewhere: Annotated[list[Elsewhere], "Other pages that bear the claim out, surest first."]
    open: Annotated[list[OpenCitation], "The claim where it waits; none unless judge=caller."]
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
    builder.add_node("find_open_citation", find_open_citation)
    builder.add_node("write_citation_verdict", write_citation_verdict)
    builder.add_node("await_judgements", partial(await_judgements, rubric=RUBRIC))
    builder.add_node("take_judgements", take_citation_judgement)
    builder.add_edge(START, "fetch_source")
    builder.add_edge("fetch_source", "locate_passages")
    builder.add_edge("locate_passages", "judge_claim")
    builder.add_conditional_edges(
        "judge_claim", look_further, ["search_other_pages", "find_open_citation"]
    )
    builder.add_edge("search_other_pages", "find_open_citation")
    builder.add_edge("find_open_citation", "write_citation_verdict")
    builder.add_conditional_edges("write_citation_verdict", wait_or_end, ["await_judgements", END])
    builder.add_edge("await_judgements", "take_judgements")
    builder.add_edge("take_judgements", "write_citation_verdict")
    return builder


def look_further(state: CitationState) -> Literal["search_other_pages", "find_open_citation"]:
    """Router: search the other pages where the cited one does not bear the claim out."""
    found = state["judgement"]["label"] == "supported"
    # Chunks that were given are all there is.
    given = state.get("chunks") is not None
    return "find_open_citation" if found or given else "search_other_pages"


def wait_or_end(state: CitationState) -> Literal["await_judgements", "__end__"]:
    """Router: wait while the claim is open for the caller."""
    return "await_judgements" if state["open"] else "__end__"


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
