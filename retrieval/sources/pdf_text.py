"""The pages of a PDF by PDFium; to be called in the child process of `extraction`.

PDFium keeps the order in which text was drawn, which is column by column in nearly all documents
with columns, and puts what stands on one line of a table on one line. Compared with pypdf it reads
ten times as fast, keeps the rows of tables, and marks hyphens at line ends.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from retrieval.sources.clean import join_divided_words
from retrieval.sources.columns import Box, columns_apart
from retrieval.sources.pages import PageText

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument, PdfTextPage


class ProtectedError(ValueError):
    """The PDF asks for a password."""


class TooManyPagesError(ValueError):
    """The PDF has more pages than are read."""


def read_pdf(data: bytes, most_pages: int, progress: Callable[[int], None]) -> list[PageText]:
    """Return the pages of a PDF; tells `progress` each page number before it is read.

    Raises:
        ProtectedError, TooManyPagesError: as they say.
        ValueError: it is no PDF, or a broken one.

    """
    import pypdfium2  # noqa: PLC0415 - only the child process loads it
    from pypdfium2.raw import FPDF_ERR_PASSWORD  # noqa: PLC0415

    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        if error.err_code == FPDF_ERR_PASSWORD:
            raise ProtectedError from error
        raise ValueError(str(error)) from error
    if len(document) > most_pages:
        raise TooManyPagesError(f"{len(document):,}")
    pages: list[PageText] = []
    for index in range(len(document)):
        progress(index + 1)
        label = document.get_page_label(index).strip() or None
        pages.append(PageText(label, _page_text(document, index)))
    document.close()
    texts = join_divided_words([page.text for page in pages])
    return [PageText(page.label, text) for page, text in zip(pages, texts, strict=True)]


def _page_text(document: PdfDocument, index: int) -> str:
    import pypdfium2  # noqa: PLC0415

    try:
        page = document[index]
        textpage = page.get_textpage()
        text = _columns_apart(textpage)
        textpage.close()
        page.close()
    except pypdfium2.PdfiumError as error:
        raise ValueError(f"page {index + 1} is broken ({error})") from error
    return text


def _columns_apart(textpage: PdfTextPage) -> str:
    """Return the text in the order of drawing, or of reading where that mixes two columns."""
    drawn = textpage.get_text_range()
    boxes = [Box(*textpage.get_rect(index)) for index in range(textpage.count_rects())]
    lines = columns_apart(boxes)
    if lines is None:
        return drawn
    read = "\n".join(
        " ".join(textpage.get_text_bounded(*boxes[number]) for number in line) for line in lines
    )
    # Boxes that overlap would give letters twice or not at all.
    return read if _letters(read) == _letters(drawn) else drawn


def _letters(text: str) -> list[str]:
    return sorted(letter for letter in text if letter.isalnum())
