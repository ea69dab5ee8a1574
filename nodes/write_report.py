"""Node: write the report on a document, with the sections of the design."""

from __future__ import annotations

from typing_extensions import TypedDict

from nodes.document_report import Correction, MissingPractice, ModalVerb, Summary, Uncorrected
from nodes.documents import CheckedClaim, SkippedText, Span
from nodes.reporting import sections
from nodes.reporting.quoting import quoted
from nodes.reporting.summary import summarise
from retrieval.versions import SpecVersion


class Input(TypedDict):
    """What the node reads."""

    spec_version: SpecVersion
    notes: list[str]
    checked: list[CheckedClaim]
    skipped: list[SkippedText]
    ignored: list[Span]
    missing_practices: list[MissingPractice]
    modal_verbs: list[ModalVerb]
    corrections: list[Correction]
    uncorrected: list[Uncorrected]
    corrected: str | None


class Update(TypedDict):
    """What the node changes."""

    text: str
    summary: Summary


def write_report(state: Input) -> Update:
    """Return the report as Markdown, and its summary as values."""
    summary = summarise(
        state["checked"],
        state["skipped"],
        state["ignored"],
        state["missing_practices"],
        state["modal_verbs"],
        state["uncorrected"],
    )
    head = [f"# MCP fact check against {state['spec_version']}"]
    head += [f"Note: {quoted(note)}." for note in state["notes"]]
    return Update(
        text="\n\n".join(
            [
                *head,
                sections.extraction(state["checked"], summary),
                sections.results(state["checked"]),
                sections.practices(state["missing_practices"]),
                sections.modal_verbs(state["modal_verbs"]),
                sections.summary_section(summary),
                sections.corrected_version(
                    state["corrected"], state["corrections"], state["uncorrected"]
                ),
            ]
        ),
        summary=summary,
    )
