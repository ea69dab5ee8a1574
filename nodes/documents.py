"""What the check of a whole document passes from node to node, as plain values.

Offsets count characters (code points) of the content as it was given, lines and columns from 1.
"""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from nodes.verdicts import Verdict
from retrieval.versions import SpecVersion

ClaimKind = Literal["sentence", "list_item", "table_row", "heading", "question"]

SkipReason = Literal["opinion", "instruction", "not_about_mcp", "code", "no_statement"]
"""Why a piece of text is no claim. `code` is what stands in code blocks, `instruction` is to the
reader or to whoever checks the text, `no_statement` a title, a question, a word on the text itself.
"""


class Span(TypedDict):
    """Where a text stands: `content[start:end]`."""

    start: int
    end: int
    line: int
    column: int


class Piece(TypedDict):
    """A part of a document that is read by itself."""

    index: int
    start: int
    end: int


class ExtractedClaim(TypedDict):
    """One statement as it stands in the document, and as it reads by itself."""

    id: str
    """`c1`, `c2`, ... in document order."""
    kind: ClaimKind
    text: str
    """The source, word for word: `content[span.start:span.end]`."""
    statement: str
    """The same without markup, readable alone: pronouns, list introductions, headers filled in."""
    span: Span
    headings: list[str]
    """The headings above it, outermost first."""
    spec_version: SpecVersion
    """The version it speaks of ("in 2025-03-26, ..."), else that of the document."""


class SkippedText(TypedDict):
    """A sentence that was read and is no claim."""

    text: str
    span: Span
    reason: SkipReason


class CheckedClaim(TypedDict):
    """A claim with its verdict."""

    claim: ExtractedClaim
    verdict: Verdict
