"""The checks of the conformance kit, each one thing that a back end must do."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final, NamedTuple, cast
from unittest import SkipTest

from retrieval.errors import (
    CitationError,
    DocumentNotFoundError,
    FactCheckError,
    NoTextError,
    NothingStoredError,
    PageNotFoundError,
)
from retrieval.sources.conformance_sample import KnownDocument
from retrieval.sources.port import Closes, CountsPages, LabelsPages, ListsDocuments, SourceLookup
from retrieval.sources.reader import MAX_NAME, Sources

_LARGE: Final = 100_000
_FAR_BEYOND: Final = 999_999
_HOSTILE_NAMES: Final = (
    "no such document 7f3a.pdf",
    "",
    ".",
    "..",
    "../../../../etc/passwd",
    "/etc/passwd",
    "C:\\Windows\\win.ini",
    "nul\0byte.pdf",
    "line\nend.pdf",
    "%",
    "*",
    "_",
    "' OR '1'='1",
    '" OR ""="',
    "'; DROP TABLE pages; --",
    "{{pdf_name}}",
    "n" * MAX_NAME,
)


class ConformanceError(AssertionError):
    """What a back end does wrong."""


class NotTried(SkipTest):
    """Why a check could not be made: no such document, or no such ability. Pytest skips it."""


class Check(NamedTuple):
    """One thing that a back end must do; call it with a source and what is in that."""

    name: str
    run: Callable[[SourceLookup, Sequence[KnownDocument]], None]

    def __call__(self, source: SourceLookup, documents: Sequence[KnownDocument]) -> None:
        """Return if the source does it.

        Raises:
            ConformanceError: it does not.
            NotTried: there is nothing to try it with.

        """
        self.run(source, documents)

    def __str__(self) -> str:
        return self.name


def known_pages_have_their_text(source: SourceLookup, documents: Sequence[KnownDocument]) -> None:
    """Give each known page whole, first and last too, in the form that the port says."""
    tried = False
    for document, number, text in _pages(documents):
        tried = True
        _same(_fetched(source, document.name, number), text, document.name, number)
    if not tried:
        raise NotTried("no page with text is known")


def what_is_not_there_is_empty(source: SourceLookup, documents: Sequence[KnownDocument]) -> None:
    """Find nothing under unknown names, also hostile ones and such as are like a known one."""
    known = {document.name for document in documents}
    alike = {
        variant
        for name in known
        for variant in (
            name + ".",
            name[:-1],
            f"x {name}",
            name.split()[-1],
            f"{name}\0",
            f"./{name}",
        )
    }
    listed = set(source.list_documents()) if isinstance(source, ListsDocuments) else known
    for name in (*_HOSTILE_NAMES, *sorted(alike - known - listed)):
        if _text(source, name, 1):
            raise ConformanceError(f"it has a page 1 of {name!r}, which is no document")
        if isinstance(source, CountsPages) and _count(source, name):
            raise ConformanceError(f"it counts pages of {name!r}, which is no document")


def pages_out_of_range_are_empty(source: SourceLookup, documents: Sequence[KnownDocument]) -> None:
    """Find nothing before the first and after the last page."""
    counted = [document for document in documents if document.pages is not None]
    if not counted:
        raise NotTried("of no document the number of pages is known")
    for document in counted:
        for number in (0, -1, (document.pages or 0) + 1, _FAR_BEYOND):
            if _text(source, document.name, number):
                raise ConformanceError(
                    f"{document.name!r} has text on page {number}, which is none"
                )


def an_empty_page_has_no_text(source: SourceLookup, documents: Sequence[KnownDocument]) -> None:
    """Answer for a page without text with no chunk, or with chunks without text."""
    empty = [
        (document.name, number)
        for document in documents
        for number, text in document.texts.items()
        if not text.strip()
    ]
    if not empty:
        raise NotTried("no page without text is known")
    for name, number in empty:
        try:
            found = "".join(_fetched(source, name, number))
        except NoTextError:
            continue
        if found.strip():
            raise ConformanceError(
                f"page {number} of {name!r} is empty, and it answered {found[:80]!r}"
            )


def names_may_be_in_any_script(source: SourceLookup, documents: Sequence[KnownDocument]) -> None:
    """Find a name with letters beyond ASCII as it is."""
    named = [document for document in documents if not document.name.isascii()]
    if not named:
        raise NotTried("no document with a name beyond ASCII is known")
    known_pages_have_their_text(source, named)


def a_large_page_is_whole(source: SourceLookup, documents: Sequence[KnownDocument]) -> None:
    """Cut off nothing of a page with 100,000 characters and more."""
    large = [
        KnownDocument(document.name, document.pages, {number: text})
        for document, number, text in _pages(documents)
        if len(text) >= _LARGE
    ]
    if not large:
        raise NotTried(f"no page with {_LARGE:,} characters is known")
    known_pages_have_their_text(source, large)


def many_may_ask_at_once(source: SourceLookup, documents: Sequence[KnownDocument]) -> None:
    """Give eight threads what one gets."""
    pages = list(_pages(documents))
    if not pages:
        raise NotTried("no page with text is known")

    def ask(page: tuple[KnownDocument, int, str]) -> None:
        document, number, text = page
        _same(_fetched(source, document.name, number), text, document.name, number)

    with ThreadPoolExecutor(max_workers=8) as pool:
        list(pool.map(ask, [*pages, *reversed(pages)]))


def abilities_agree_with_each_other(
    source: SourceLookup, documents: Sequence[KnownDocument]
) -> None:
    """Say of documents and pages what there is."""
    if not isinstance(source, ListsDocuments | CountsPages | LabelsPages):
        raise NotTried("it has no method but fetch")
    listed = source.list_documents() if isinstance(source, ListsDocuments) else None
    if listed is not None and len(set(listed)) != len(listed):
        raise ConformanceError("list_documents names a document twice")
    for document in documents:
        name, pages = document.name, document.pages
        if listed is not None and name not in listed:
            raise ConformanceError(f"list_documents leaves out {name!r}")
        if isinstance(source, CountsPages) and pages not in (None, source.page_count(name)):
            raise ConformanceError(
                f"{name!r} has {pages} pages; page_count says {source.page_count(name)}"
            )
        if isinstance(source, LabelsPages) and pages is not None:
            labels = source.page_labels(name)
            if len(labels) not in (0, pages):
                raise ConformanceError(
                    f"{name!r} has {pages} pages; page_labels gives {len(labels)}"
                )


def what_is_missing_is_told(source: SourceLookup, documents: Sequence[KnownDocument]) -> None:
    """Let the reader tell each kind of wrong citation by its own error."""
    reader = Sources(source, "source")
    knows = isinstance(source, CountsPages)
    missing = DocumentNotFoundError if knows or reader.documents() is not None else None
    _raises(missing or NothingStoredError, reader, _HOSTILE_NAMES[0], 1)
    for document in documents:
        if document.pages is None:
            continue
        beyond = PageNotFoundError if knows else NothingStoredError
        _raises(beyond, reader, document.name, document.pages + 1)
        for number, text in document.texts.items():
            if not text.strip():
                _raises(NoTextError if knows else NothingStoredError, reader, document.name, number)


def closing_twice_does_no_harm(source: SourceLookup, documents: Sequence[KnownDocument]) -> None:  # noqa: ARG001 - one form for all
    """Close what is closed without an error."""
    if not isinstance(source, Closes):
        raise NotTried("it has no method close")
    source.close()
    source.close()


def _pages(documents: Sequence[KnownDocument]) -> Iterator[tuple[KnownDocument, int, str]]:
    """Yield all known pages that have text."""
    for document in documents:
        for number, text in document.texts.items():
            if text.strip():
                yield document, number, text


def _fetched(source: SourceLookup, name: str, number: int) -> list[str]:
    """Return the texts of a page, after a look at the form of the answer."""
    found = cast("object", source.fetch(name, number))
    if not isinstance(found, list):
        raise ConformanceError(f"fetch answered a {type(found).__name__}, not a list")
    expected = {"pdf_name": name, "page_number": number}
    texts: list[str] = []
    for chunk in cast("list[object]", found):
        values = cast("dict[str, object]", chunk) if isinstance(chunk, dict) else {}
        text = values.get("text")
        if not isinstance(text, str):
            raise ConformanceError(f"a chunk of page {number} of {name!r} is no dict with a text")
        given = {key: values.get(key) for key in expected}
        if given != expected:
            raise ConformanceError(f"asked for {expected}, it answered with {given}")
        texts.append(text)
    return texts


def _text(source: SourceLookup, name: str, number: int) -> str:
    """Return the text of a page that should not be there; an error that says so is as good."""
    try:
        return "".join(_fetched(source, name, number)).strip()
    except CitationError:
        return ""


def _count(source: CountsPages, name: str) -> int:
    try:
        return source.page_count(name)
    except CitationError:
        return 0


def _same(texts: list[str], expected: str, name: str, number: int) -> None:
    """Compare but for white space, which some stores trim."""
    found = "".join("".join(texts).split())
    wanted = "".join(expected.split())
    if found != wanted:
        raise ConformanceError(
            f"page {number} of {name!r} has {len(wanted):,} signs and begins {wanted[:40]!r}; it "
            f"answered with {len(found):,}, beginning {found[:40]!r}"
        )


def _raises(kind: type[FactCheckError], reader: Sources, name: str, number: int) -> None:
    try:
        reader.read(name, number)
    except kind:
        return
    except FactCheckError as error:
        raise ConformanceError(
            f"page {number} of {name!r}: {error.kind} instead of {kind.kind}"
        ) from error
    raise ConformanceError(f"page {number} of {name!r} was read, and is not there")


CHECKS: Final = tuple(
    Check(function.__name__.replace("_", " "), function)
    for function in (
        known_pages_have_their_text,
        what_is_not_there_is_empty,
        pages_out_of_range_are_empty,
        an_empty_page_has_no_text,
        names_may_be_in_any_script,
        a_large_page_is_whole,
        many_may_ask_at_once,
        abilities_agree_with_each_other,
        what_is_missing_is_told,
        closing_twice_does_no_harm,
    )
)
"""All checks; the last closes the source."""
