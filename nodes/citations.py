"""What the check of a citation passes from node to node, as plain values.

Offsets count characters (code points) of the text of a page, which is its chunks joined by blank
lines.
"""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

CitationLabel = Literal["supported", "contradicted", "not_mentioned", "undecided"]


class CitedPage(TypedDict):
    """The text that stands where a citation points."""

    document: str
    number: int
    """Its place in the document, from 1."""
    label: str | None
    """Its printed number, where the source knows it."""
    text: str


class Passage(TypedDict):
    """A piece of a page that is evidence: `page["text"][start:end]`."""

    start: int
    end: int
    text: str


class Quote(TypedDict):
    """Words of a page: `page["text"][start:end]` is `text`."""

    text: str
    start: int
    end: int


class Elsewhere(TypedDict):
    """Another page of the document that bears a claim out."""

    page: int
    label: str | None
    quote: str
    confidence: float


class CitationVerdict(TypedDict):
    """What the text at a cited place makes of a claim."""

    claim: str
    document: str
    page: int
    page_label: str | None
    label: CitationLabel
    reasoning: str
    """One sentence."""
    confidence: float
    """Probability that the label is right, 0 to 1; 0 for `undecided`."""
    quote: Quote | None
    """The words that decide; None where none do."""
    elsewhere: list[Elsewhere]
    """Other pages of the document that bear the claim out, surest first; searched for only where
    the cited page does not."""
    judge: str
    notes: list[str]
    """What was left out or not looked at, and why."""


def page_name(number: int, label: str | None) -> str:
    """Return how a page is spoken of: "page 5", or "page ii (place 2)"."""
    if label is None or label == str(number):
        return f"page {number}"
    return f"page {label} (place {number})"
