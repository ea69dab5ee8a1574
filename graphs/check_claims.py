"""Graph: check a whole document.

read_document -> split_content -> extract_claims -> review_claims -> leave_out_ignored
-> group_claims
-> for each batch of claims: verify_claims -> find_open_claims
-> collect_verdicts -> find_missing_practices -> analyse_modal_verbs
-> propose_corrections -> for each batch of them: verify_corrections
-> correct_content -> write_report

Where claims wait for the caller's judgement: write_report -> await_judgements -> take_judgements
-> collect_verdicts, and on from there.

verify_claims and verify_corrections are the same subgraph: a correction is judged as a claim is.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Annotated, Literal, NotRequired

from langgraph.graph import END, START, StateGraph
from langgraph.types import Send
from typing_extensions import TypedDict

from graphs.judgements import JudgementState, await_judgements, find_open, take
from graphs.services import Services
from graphs.uncheckpointed import without_checkpoints
from graphs.verify_claims import build_verify_claims
from nodes.analyse_modal_verbs import analyse_modal_verbs
from nodes.batches import Batch, StatementVerdict, merge_verdicts
from nodes.collect_verdicts import collect_verdicts
from nodes.context import RunContext
from nodes.correct_content import correct_content
from nodes.document_report import (
    Candidate,
    Correction,
    MissingPractice,
    ModalVerb,
    Summary,
    Uncorrected,
)
from nodes.documents import CheckedClaim, ExtractedClaim, Piece, SkippedText, Span
from nodes.extract_claims import extract_claims
from nodes.find_missing_practices import find_missing_practices
from nodes.group_claims import group_claims
from nodes.leave_out_ignored import leave_out_ignored
from nodes.propose_corrections import propose_corrections
from nodes.read_document import read_document
from nodes.review_claims import review_claims
from nodes.split_content import split_content
from nodes.write_report import write_report
from retrieval.versions import SpecVersion


class CheckInput(TypedDict):
    """What the graph is given."""

    content: Annotated[str, "Text about MCP, best as Markdown, up to 50,000 characters."]
    version_name: NotRequired[
        Annotated[str | None, "A version, `latest` or `current`; the latest release by default."]
    ]
    use_chunking: NotRequired[
        Annotated[bool, "Split also a text of up to 2,000 characters into pieces."]
    ]


class CheckWithin(CheckInput):
    """What the graph is given by another one, whose budget it spends."""

    check_id: Annotated[str, "Whose budget the judge spends."]


class CheckOutput(TypedDict):
    """What the graph gives."""

    text: Annotated[str, "The report as Markdown."]
    spec_version: Annotated[SpecVersion, "The version that the document was checked against."]
    notes: Annotated[list[str], "What the caller should know of how the request was read."]
    checked: Annotated[list[CheckedClaim], "The claims with their verdicts, in document order."]
    skipped: Annotated[list[SkippedText], "The sentences that are no claims, and why."]
    ignored: Annotated[list[Span], "Where claims stand that a comment in the text left out."]
    missing_practices: Annotated[list[MissingPractice], "Recommendations not mentioned, ranked."]
    modal_verbs: Annotated[list[ModalVerb], "Levels of claims against levels of requirements."]
    corrections: Annotated[list[Correction], "Changes of the text that the judge confirmed."]
    uncorrected: Annotated[list[Uncorrected], "Wrong claims that were left as they are, and why."]
    corrected: Annotated[str | None, "The corrected text; None where nothing was changed."]
    summary: Annotated[Summary, "Counts, confidence, issues and suggestions."]


class CheckState(CheckInput, CheckOutput, JudgementState):
    """The state between the nodes."""

    check_id: Annotated[str, "Whose budget the judge spends."]
    ignored_lines: Annotated[list[int], "Lines whose claims a comment in the text leaves out."]
    pieces: Annotated[list[Piece], "The parts of the document, in order."]
    claims: Annotated[list[ExtractedClaim], "The claims that were found."]
    batches: Annotated[list[Batch], "The same, each statement once, in units of work."]
    verdicts: Annotated[list[StatementVerdict], merge_verdicts]
    candidates: Annotated[list[Candidate], "How wrong claims could be corrected, best first."]
    correction_batches: Annotated[list[Batch], "The same in units of work."]
    refusals: Annotated[dict[str, str], "Why a language model corrected nothing, by claim."]


Builder = StateGraph[CheckState, RunContext, CheckInput, CheckOutput]


def build_check_claims(services: Services, given: type[CheckInput] = CheckInput) -> Builder:
    """Return the builder of the graph; the caller compiles it."""
    builder: Builder = StateGraph(
        CheckState, context_schema=RunContext, input_schema=given, output_schema=CheckOutput
    )
    catalogue = services.catalogue
    verify = without_checkpoints(build_verify_claims(services))
    builder.add_node("read_document", read_document)
    builder.add_node("split_content", split_content)
    builder.add_node("extract_claims", partial(extract_claims, catalogue=catalogue))
    builder.add_node("review_claims", partial(review_claims, models=services.model))
    builder.add_node("leave_out_ignored", leave_out_ignored)
    builder.add_node("group_claims", group_claims)
    builder.add_node("verify_claims", verify)
    builder.add_node("find_open_claims", find_open(services))
    builder.add_node("collect_verdicts", collect_verdicts)
    builder.add_node("find_missing_practices", partial(find_missing_practices, catalogue=catalogue))
    builder.add_node("analyse_modal_verbs", partial(analyse_modal_verbs, catalogue=catalogue))
    builder.add_node("propose_corrections", partial(propose_corrections, models=services.model))
    builder.add_node("verify_corrections", verify)
    builder.add_node("correct_content", correct_content)
    builder.add_node("write_report", write_report)
    builder.add_node("await_judgements", await_judgements)
    builder.add_node("take_judgements", take(services))
    _add_edges(builder)
    return builder


def _add_edges(builder: Builder) -> None:
    builder.add_edge(START, "read_document")
    builder.add_edge("read_document", "split_content")
    builder.add_edge("split_content", "extract_claims")
    builder.add_edge("extract_claims", "review_claims")
    builder.add_edge("review_claims", "leave_out_ignored")
    builder.add_edge("leave_out_ignored", "group_claims")
    builder.add_conditional_edges(
        "group_claims", send_claims, ["verify_claims", "find_open_claims"]
    )
    builder.add_edge("verify_claims", "find_open_claims")
    builder.add_edge("find_open_claims", "collect_verdicts")
    builder.add_edge("collect_verdicts", "find_missing_practices")
    builder.add_edge("find_missing_practices", "analyse_modal_verbs")
    builder.add_edge("analyse_modal_verbs", "propose_corrections")
    builder.add_conditional_edges(
        "propose_corrections", send_corrections, ["verify_corrections", "correct_content"]
    )
    builder.add_edge("verify_corrections", "correct_content")
    builder.add_edge("correct_content", "write_report")
    builder.add_conditional_edges("write_report", wait_or_end, ["await_judgements", END])
    builder.add_edge("await_judgements", "take_judgements")
    builder.add_edge("take_judgements", "collect_verdicts")


def wait_or_end(state: CheckState) -> Literal["await_judgements", "__end__"]:
    """Router: wait while claims are open for the caller."""
    return "await_judgements" if state.get("open") else "__end__"


def send_claims(state: CheckState) -> list[Send] | Literal["find_open_claims"]:
    """Router: send each batch of claims on its own way; without any, go on."""
    return _sent("verify_claims", state["batches"]) or "find_open_claims"


def send_corrections(state: CheckState) -> list[Send] | Literal["correct_content"]:
    """Router: send what would be put into the text to be judged; without any, go on."""
    return _sent("verify_corrections", state["correction_batches"]) or "correct_content"


def _sent(node: str, batches: Sequence[Batch]) -> list[Send]:
    return [Send(node, batch) for batch in batches]
