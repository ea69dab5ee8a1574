"""Node: find the statements about MCP in a document, and say what each states by itself.

What a sentence means depends on what stands around it (the introduction of its list, the header of
its table, the version its section is about, what "it" is), so the document is read whole; a piece
is a window on it.
"""

from __future__ import annotations

from typing import NotRequired

from typing_extensions import TypedDict

from nodes.documents import ExtractedClaim, Piece, SkippedText
from nodes.extracting.extraction import extract
from retrieval.catalogue import Catalogue
from retrieval.versions import SpecVersion


class Input(TypedDict):
    """What the node reads."""

    content: str
    spec_version: SpecVersion
    piece: NotRequired[Piece]
    """Only what begins in this piece is returned; ids count from the beginning of the document."""


class Update(TypedDict):
    """What the node changes."""

    claims: list[ExtractedClaim]
    skipped: list[SkippedText]


def extract_claims(state: Input, *, catalogue: Catalogue) -> Update:
    """Return the claims of the document or of one piece, and the sentences that are none."""
    found = extract(state["content"], state["spec_version"], catalogue)
    piece = state.get("piece")
    if piece is None:
        return Update(claims=list(found.claims), skipped=list(found.skipped))
    window = range(piece["start"], piece["end"])
    return Update(
        claims=[claim for claim in found.claims if claim["span"]["start"] in window],
        skipped=[text for text in found.skipped if text["span"]["start"] in window],
    )
