"""The official pages as sentences, with the level that each normative one sets.

They are read as `specs extract` reads them; the generated schema page is left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from retrieval.official.reader import read_page as read_blocks
from retrieval.official.sentences import OfficialSentence, page_sentences
from retrieval.official.store import read_pages
from retrieval.versions import SpecVersion

__all__ = ["OfficialSentence", "read_page", "read_version"]

_SCHEMA = ("schema", "schema.json")


def read_version(specs: Path, version: SpecVersion) -> Iterator[OfficialSentence]:
    """Yield the sentences of all pages of a version (not of its schema), page by page."""
    for page in read_pages(specs, version):
        if page.path not in _SCHEMA:
            yield from page_sentences(page, version)


def read_page(source: str, version: SpecVersion, page: str) -> Iterator[OfficialSentence]:
    """Yield the sentences of one page, in order."""
    yield from page_sentences(read_blocks(source.encode(), page, f"{page}.mdx"), version)
