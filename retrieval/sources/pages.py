"""What reading a document gives, and the limits within which it is read."""

from __future__ import annotations

from typing import NamedTuple


class PageText(NamedTuple):
    """The text of one page; `label` is its printed number where the document has such."""

    label: str | None
    text: str


class Limits(NamedTuple):
    """How much one document may take. What goes beyond is an error, never cut off."""

    file_bytes: int = 100 * 2**20
    pages: int = 5_000
    characters: int = 50_000_000
    seconds: int = 120
    memory_bytes: int = 2**30
