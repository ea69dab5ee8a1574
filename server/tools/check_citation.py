"""Tool `check_citation`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final, Literal, cast

from mcp_types import CallToolResult
from pydantic import Field

from server.results.citation import CitationResult, citation_result
from server.results.open_claims import OpenCitationResult
from server.tools.common import KEEPS_REPORTS, READ_ONLY, teaching_errors, tool_result
from server.tools.submit_judgements import with_open

if TYPE_CHECKING:
    from mcp.server.mcpserver import MCPServer

    from graphs.check_citation import CitationState
    from server.runner import Runner

_NAME: Final = "check_citation"
_TITLE: Final = "Check a claim against the page it cites"
_DESCRIPTION: Final = (
    "Check whether a claim is borne out by the text that really stands on the page it cites. Use "
    "it for every citation before you hand a text on. The page is fetched from the configured "
    "documents and alone decides; your own wording is no evidence. Returns `<label>: "
    "<one-sentence reasoning>`: supported, contradicted, not_mentioned (with the page that does "
    "say it, where another one does: correct the citation) or undecided, which is no verdict: read "
    "the page yourself. A document or page that is not there, or has no text, is an error."
)

Claim = Annotated[
    str,
    Field(
        description="The statement that the citation is to bear out, in one or a few sentences.",
        json_schema_extra={"minLength": 1, "maxLength": 5_000},
    ),
]
Document = Annotated[
    str,
    Field(
        description="Name of the document as the source has it, like `report.pdf`; in a folder "
        "its path there.",
        json_schema_extra={"minLength": 1, "maxLength": 1_000},
    ),
]
Page = Annotated[
    int | str,
    Field(
        description="The page: as a number its place in the document, from 1; as a text the "
        "number printed on it, like `ii` or `A-3`."
    ),
]
JudgeName = Literal["auto", "local", "llm", "caller"]


def add(server: MCPServer, runner: Runner) -> None:
    """Register the tool."""

    @server.tool(name=_NAME, title=_TITLE, description=_DESCRIPTION, annotations=KEEPS_REPORTS)
    async def check_citation(
        claim: Claim,
        pdf_name: Document,
        pdf_page: Page,
        judge: Annotated[
            JudgeName,
            Field(
                description="Who judges. local: checks in code alone. llm: the language model that "
                "this server has a key for. caller: checks in code, and where they cannot tell, "
                "you judge by the page's numbered passages, by submit-judgements."
            ),
        ] = "auto",
    ) -> Annotated[CallToolResult, OpenCitationResult]:
        with teaching_errors():
            chosen = runner.judge_of(judge, by_caller=False)
            state = await runner.check_citation(claim, pdf_name, pdf_page, chosen)
            report = await runner.kept("check_citation", state)
        verdict = cast("CitationState", report.state)["verdict"]
        return with_open(report, OpenCitationResult(**citation_result(verdict).model_dump()))


def add_alone(server: MCPServer, runner: Runner) -> None:
    """Register the tool for a server without `submit-judgements`, as its design has it."""

    @server.tool(name=_NAME, title=_TITLE, description=_DESCRIPTION, annotations=READ_ONLY)
    async def check_citation(
        claim: Claim, pdf_name: Document, pdf_page: Page
    ) -> Annotated[CallToolResult, CitationResult]:
        with teaching_errors():
            state = await runner.check_citation(claim, pdf_name, pdf_page)
        return tool_result(state["text"], citation_result(state["verdict"]))
