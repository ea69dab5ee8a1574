"""Documents that together try everything a back end must do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple


class KnownDocument(NamedTuple):
    """A document that a source has."""

    name: str
    pages: int | None
    """How many it has; None where nobody said."""
    texts: dict[int, str]
    """The text of some of its pages, '' for an empty one."""


def sample_chunks() -> Iterator[dict[str, Any]]:
    """Yield the chunks that a store is to be filled with for `SAMPLE`, each page in two."""
    for document in SAMPLE:
        for number, text in document.texts.items():
            half = text.find(" ", len(text) // 2) + 1
            for part in (text[:half], text[half:]) if half else (text,):
                yield {"pdf_name": document.name, "page_number": number, "text": part}


def sample_of(ending: str) -> list[KnownDocument]:
    """Return the sample with another ending of its names, for back ends that go by it."""
    return [item._replace(name=item.name.removesuffix(".pdf") + ending) for item in SAMPLE]


def _document(name: str, *pages: str) -> KnownDocument:
    return KnownDocument(name, len(pages), dict(enumerate(pages, start=1)))


SAMPLE: Final = (
    _document("handbook.pdf", "Tea is served at four.", "Coffee is served at ten.", "Closed."),
    _document("my handbook.pdf", "Tea is never served.", "There is a second page here."),
    _document("one page.pdf", "Page one is the only page."),
    _document("gap.pdf", "Before the gap.", "", "After the gap."),
    _document(
        "Prüfbericht – 検査 №7 🙂.pdf", "Die Prüfung dauert drei Tage.", "検査は三日かかる。"
    ),
    _document("large.pdf", "A sentence of a long page. " * 8_000, "The page after the long one."),
    _document("it's 100%_sure [1].pdf", "Signs in a name change nothing."),
)
"""Documents that together try everything."""
