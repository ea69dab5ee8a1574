"""Read a file of the specification, whatever it is: MDX, the generated schema page, the schema."""

from __future__ import annotations

from retrieval.errors import UnreadablePageError
from retrieval.official.mdx import read_mdx
from retrieval.official.pages import Page
from retrieval.official.quotes import check_quotes
from retrieval.official.schema_json import read_schema_json
from retrieval.official.schema_page import is_generated, read_schema_page


def read_page(content: bytes, path: str, file: str) -> Page:
    """Read the content of a file; each block is checked against it.

    Raises:
        UnreadablePageError: it is no UTF-8 text, or does not parse.

    """
    try:
        source = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise UnreadablePageError(file, line, "it is no UTF-8 text") from error
    if "\0" in source:
        line = source.count("\n", 0, source.index("\0")) + 1
        raise UnreadablePageError(file, line, "it is no text: a NUL stands in it")
    source = source.replace("\r\n", "\n").replace("\r", "\n")
    try:
        return check_quotes(_read(source, path, file), source)
    except RecursionError as error:
        raise UnreadablePageError(file, None, "it is nested too deeply") from error


def _read(source: str, path: str, file: str) -> Page:
    if file.endswith(".json"):
        return read_schema_json(source, path, file)
    if is_generated(source):
        return read_schema_page(source, path, file)
    return read_mdx(source, path, file)
