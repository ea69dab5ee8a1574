"""Real PDF files, made by the tests: with reportlab, and by hand where a PDF is to be bad."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from reportlab.lib.pagesizes import A4
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

_TOP: Final = A4[1] - 80

LEFT: Final = (
    "The left column tells of the first harvest of",
    "the valley, which was brought in before the",
    "rain came and filled the barns up to the roof.",
    "Nobody had seen a summer like that one for a",
    "very long time, and the farmers were content.",
    "They sold what they could in the town nearby,",
    "and kept the rest for a winter without trade.",
)
RIGHT: Final = (
    "The right column is about the second harvest,",
    "which failed in every village but the highest",
    "one, where the frost had come late that year.",
    "The council then asked the neighbours for aid",
    "and was sent forty carts of barley and of rye",
    "within a month, for which it paid with timber",
    "from the woods that the storm had torn down.",
)


def write_pages(path: Path, *pages: Sequence[str], labels: bool = False) -> Path:
    """Write a PDF with these lines on each page; with `labels` the first two are i and ii."""
    canvas: Any = Canvas(str(path), pagesize=A4)
    if labels:
        canvas.addPageLabel(0, style="ROMAN_LOWER", start=1)
        canvas.addPageLabel(2, style="ARABIC", start=1)
    for lines in pages:
        _column(canvas, 60, lines)
        canvas.showPage()
    canvas.save()
    return path


def write_appendix(path: Path) -> Path:
    """Write a PDF whose pages have the printed numbers 1, A-1 and A-2."""
    canvas: Any = Canvas(str(path), pagesize=A4)
    canvas.addPageLabel(0, style="ARABIC", start=1)
    canvas.addPageLabel(1, style="ARABIC", start=1, prefix="A-")
    for text in ("The main part.", "The first appendix.", "The second appendix."):
        _column(canvas, 60, [text])
        canvas.showPage()
    canvas.save()
    return path


def write_columns(path: Path, *, across: bool) -> Path:
    """Write a page with two columns, one drawn after the other, or line by line across both."""
    canvas: Any = Canvas(str(path), pagesize=A4)
    canvas.drawString(
        60, _TOP + 20, "A heading that goes over the whole width of the page of both columns"
    )
    if across:
        for number, (left, right) in enumerate(zip(LEFT, RIGHT, strict=True)):
            canvas.drawString(60, _TOP - 14 * number, left)
            canvas.drawString(320, _TOP - 14 * number, right)
    else:
        _column(canvas, 60, LEFT)
        _column(canvas, 320, RIGHT)
    canvas.save()
    return path


def write_table(path: Path, rows: Sequence[Sequence[str]]) -> Path:
    """Write a page with a table."""
    canvas: Any = Canvas(str(path), pagesize=A4)
    for number, row in enumerate(rows):
        for place, cell in enumerate(row):
            canvas.drawString(60 + 150 * place, _TOP - 18 * number, cell)
    canvas.save()
    return path


def write_scan(path: Path) -> Path:
    """Write a page with text, one that is only a picture, and one with nothing."""
    canvas: Any = Canvas(str(path), pagesize=A4)
    canvas.drawString(60, _TOP, "Only this page has a text layer.")
    canvas.showPage()
    canvas.drawImage(ImageReader(BytesIO(_picture())), 60, 300, 400, 300)
    canvas.showPage()
    canvas.showPage()
    canvas.save()
    return path


def write_protected(path: Path, password: str) -> Path:
    """Write a PDF that nobody opens without the password; '' lets everybody read it."""
    encryption = StandardEncryption(password, ownerPassword="owner", canPrint=0)
    canvas: Any = Canvas(str(path), pagesize=A4, encrypt=encryption)
    canvas.drawString(60, _TOP, "The secret is out.")
    canvas.save()
    return path


def raw_pdf(*objects: bytes) -> bytes:
    """Return a PDF of these objects, the first of which is its catalog."""
    data = bytearray(b"%PDF-1.7\n")
    places: list[int] = []
    for number, content in enumerate(objects, start=1):
        places.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = len(data)
    data += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    data += b"".join(b"%010d 00000 n \n" % place for place in places)
    data += b"trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % (len(objects) + 1, table)
    return bytes(data)


def stream_bomb(megabytes: int) -> bytes:
    """Return a small PDF whose page unpacks to so many megabytes, by two filters."""
    once = _deflated(lambda: b" " * 2**20, megabytes)
    return _one_page(zlib.compress(once, 9), b"[/FlateDecode/FlateDecode]")


def text_bomb(lines: int) -> bytes:
    """Return a small PDF with so many lines of text on its page."""
    batch = 50_000
    start = [b"BT /F 12 Tf 10 10 Td "]
    content = _deflated(
        lambda: (start.pop() if start else b"") + b"(hello) Tj T* " * batch, lines // batch
    )
    return _one_page(content, b"/FlateDecode")


def page_bomb(pages: int) -> bytes:
    """Return a PDF that has one page so many times."""
    kids = b" ".join([b"3 0 R"] * pages)
    return raw_pdf(
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[%s]/Count %d>>" % (kids, pages),
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]>>",
    )


def _one_page(stream: bytes, filters: bytes) -> bytes:
    return raw_pdf(
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R"
        b"/Resources<</Font<</F 5 0 R>>>>>>",
        b"<</Length %d/Filter%s>>stream\n%s\nendstream" % (len(stream), filters, stream),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    )


def _deflated(chunk: Callable[[], bytes], times: int) -> bytes:
    packer = zlib.compressobj(1)
    return b"".join(packer.compress(chunk()) for _ in range(times)) + packer.flush()


def _column(canvas: Any, left: float, lines: Sequence[str]) -> None:
    for number, line in enumerate(lines):
        canvas.drawString(left, _TOP - 14 * number, line)


def _picture() -> bytes:
    """Return a small picture in a format without compression (PPM)."""
    return b"P6 8 8 255\n" + bytes(range(192))
