"""Read cited pages through any back end, checked: text is what was asked for, or an error says why.

    sources = open_sources(read_source_settings())
    page = sources.read("report.pdf", 12)     # the twelfth page
    page = sources.read("report.pdf", "xii")  # the page with the printed number xii

Nothing else in this project calls a back end. Calls block: from async code, make them in a thread.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import PurePosixPath
from types import TracebackType
from typing import Any, Final, Self, cast

from retrieval.errors import (
    DocumentNotFoundError,
    FactCheckError,
    LimitError,
    NoTextError,
    NothingStoredError,
    PageNotFoundError,
    SourceFailedError,
    SourceUnavailableError,
)
from retrieval.sources.port import Closes, CountsPages, LabelsPages, ListsDocuments, SourceLookup

MAX_NAME: Final = 1_000
MAX_LABEL: Final = 50
MAX_PAGE_NUMBER: Final = 1_000_000
MAX_PAGE_TEXT: Final = 1_000_000
"""Characters on one page: more is a whole book under one page number."""

MOST_OTHER_PAGES: Final = 500
_MOST_COMPARED: Final = 10_000
_MOST_CLOSE: Final = 3
_MOST_LABELS_SHOWN: Final = 8


@dataclass(frozen=True)
class SourcePage:
    """A page that has text."""

    document: str
    number: int
    """Its place in the document, from 1."""
    label: str | None
    """Its printed number where the source knows it."""
    passages: tuple[str, ...]
    """Its text as the source keeps it, in reading order."""

    @property
    def text(self) -> str:
        """The whole text of the page."""
        return "\n\n".join(self.passages)

    def chunks(self) -> list[dict[str, Any]]:
        """Return the passages as the back ends of the design do."""
        return [
            {"pdf_name": self.document, "page_number": self.number, "text": text}
            for text in self.passages
        ]


class Sources:
    """A back end behind one checked interface; `name` is what errors call it."""

    def __init__(self, lookup: SourceLookup, name: str) -> None:
        self._lookup = lookup
        self.name = name

    def read(self, document: str, page: int | str) -> SourcePage:
        """Return a page.

        `page` as an int is the place in the document, from 1. As a str it is the printed number,
        such as "ii" or "A-3"; where no page has that number, digits are the place.

        Raises:
            DocumentNotFoundError, PageNotFoundError, NothingStoredError, NoTextError,
            UnreadableDocumentError: there is nothing to read, and why.
            LimitError: the name, the page or the text found is out of bounds.
            SourceConfigurationError, SourceUnavailableError, SourceFailedError: the back end.

        """
        _check_name(document)
        labels = self._labels(document)
        number = self._place(document, page, labels)
        passages = self._fetch(document, number)
        if not passages:
            raise self._why_nothing(document, page, number)
        label = labels[number - 1] if number <= len(labels) else None
        return SourcePage(document, number, label, passages)

    def other_pages(
        self, document: str, but: int, most: int = MOST_OTHER_PAGES
    ) -> Iterator[SourcePage]:
        """Yield the other pages that have text, nearest to page `but` first.

        Looks at `most` pages, and at none where the back end cannot count pages.

        Raises:
            What `read` raises for the back end and the document.

        """
        labels = self._labels(document)
        for number in nearest_first(but, self.page_count(document) or 0)[:most]:
            if passages := self._fetch(document, number):
                label = labels[number - 1] if number <= len(labels) else None
                yield SourcePage(document, number, label, passages)

    def documents(self) -> list[str] | None:
        """Return the names of all documents, or None where the back end cannot tell them."""
        if not isinstance(self._lookup, ListsDocuments):
            return None
        with self._failures_told():
            found = cast("object", self._lookup.list_documents())
        return self._strings(found, "list_documents")

    def page_count(self, document: str) -> int | None:
        """Return how many pages a document has, or None where the back end cannot tell.

        Raises:
            DocumentNotFoundError, UnreadableDocumentError: a back end may say so.

        """
        _check_name(document)
        if not isinstance(self._lookup, CountsPages):
            return None
        with self._failures_told():
            count = cast("object", self._lookup.page_count(document))
        if not isinstance(count, int) or count < 0:
            raise SourceFailedError(self.name, f"page_count answered {_shown(count)}, not a number")
        return count

    def close(self) -> None:
        """Let go of what the back end holds."""
        if isinstance(self._lookup, Closes):
            with self._failures_told():
                self._lookup.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def _labels(self, document: str) -> list[str]:
        if not isinstance(self._lookup, LabelsPages):
            return []
        with self._failures_told():
            found = cast("object", self._lookup.page_labels(document))
        return self._strings(found, "page_labels")

    def _place(self, document: str, page: int | str, labels: Sequence[str]) -> int:
        """Return the place that a page number means; it may be beyond the last page."""
        if isinstance(page, int):
            number = page
        else:
            wanted = page.strip()
            if not wanted or len(page) > MAX_LABEL:
                given = f"{len(page):,} characters" if wanted else "nothing"
                raise LimitError("the page", f"1 to {MAX_LABEL} characters", given)
            found = find_label(wanted, labels)
            if found is None and not (wanted.isascii() and wanted.isdigit()):
                raise self._why_no_label(document, wanted, labels)
            number = found or int(wanted)
        if not 1 <= number <= MAX_PAGE_NUMBER:
            raise self._why_nothing(document, page, number)
        return number

    def _fetch(self, document: str, number: int) -> tuple[str, ...]:
        """Return the texts of a page that are not blank."""
        with self._failures_told():
            found = cast("object", self._lookup.fetch(document, number))
        if not isinstance(found, list):
            raise SourceFailedError(self.name, f"fetch answered {_shown(found)}, not a list")
        texts = [self._text(chunk, document, number) for chunk in cast("list[object]", found)]
        if (length := sum(map(len, texts))) > MAX_PAGE_TEXT:
            what = f"the text of page {number} of {document!r}"
            raise LimitError(what, f"at most {MAX_PAGE_TEXT:,} characters", f"{length:,}")
        return tuple(text for text in texts if text.strip())

    def _text(self, chunk: object, document: str, number: int) -> str:
        """Return the text of a chunk of the page that was asked for, and of no other."""
        values = cast("Mapping[str, object]", chunk) if isinstance(chunk, Mapping) else {}
        text = values.get("text")
        if not isinstance(text, str):
            raise SourceFailedError(self.name, f"a chunk is {_shown(chunk)}, without a text")
        for key, asked in (("pdf_name", document), ("page_number", number)):
            if values.get(key, asked) != asked:
                raise SourceFailedError(
                    self.name, f"asked for {key} {asked!r}, it answered with {_shown(values[key])}"
                )
        # Halves of surrogate pairs come from bytes that are no UTF-8; no tokenizer takes them.
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")

    def _why_nothing(self, document: str, page: int | str, number: int) -> FactCheckError:
        """Return the error that says what is missing: the document, the page, or its text."""
        pages = self.page_count(document)
        names = self.documents() if not pages else None
        if names is not None and document not in names:
            return DocumentNotFoundError(document, close_names(document, names))
        if pages == 0 and names is None:
            return DocumentNotFoundError(document)
        if pages is None:
            return NothingStoredError(document, page)
        if not 1 <= number <= pages:
            return PageNotFoundError(document, page, pages)
        return NoTextError(document, page)

    def _why_no_label(self, document: str, page: str, labels: Sequence[str]) -> FactCheckError:
        # Place 0 is on no page: what is missing is the document, or else the page.
        error = self._why_nothing(document, page, 0)
        if labels and isinstance(error, PageNotFoundError):
            more = ", ..." if len(labels) > _MOST_LABELS_SHOWN else ""
            printed = ", ".join(labels[:_MOST_LABELS_SHOWN]) + more
            return PageNotFoundError(document, page, error.pages, printed)
        return error

    def _strings(self, found: object, method: str) -> list[str]:
        items = cast("list[object]", found) if isinstance(found, list) else [None]
        if not all(isinstance(item, str) for item in items):
            raise SourceFailedError(self.name, f"{method} answered {_shown(found)}, not strings")
        return cast("list[str]", items)

    @contextmanager
    def _failures_told(self) -> Generator[None]:
        """Turn whatever a back end raises into ours: an outage is never an empty answer."""
        try:
            yield
        except FactCheckError:
            raise
        except (ConnectionError, TimeoutError) as error:
            raise SourceUnavailableError(self.name, str(error) or type(error).__name__) from error
        except Exception as error:
            raise SourceFailedError(self.name, f"{type(error).__name__}: {error}") from error


def find_label(wanted: str, labels: Sequence[str]) -> int | None:
    """Return the place of the first page with that printed number; case counts where it differs."""
    for same in (str, str.casefold):
        for number, label in enumerate(labels, start=1):
            if same(label) == same(wanted):
                return number
    return None


def close_names(wanted: str, names: Sequence[str]) -> list[str]:
    """Return the names that are most like the wanted one: by their last part, case and ending."""
    keys = {name: PurePosixPath(name).stem.casefold() for name in names[:_MOST_COMPARED]}
    key = PurePosixPath(wanted).stem.casefold()
    close = get_close_matches(key, sorted(set(keys.values())), n=_MOST_CLOSE)
    found = [name for near in close for name in names[:_MOST_COMPARED] if keys[name] == near]
    return found[:_MOST_CLOSE]


def nearest_first(but: int, pages: int) -> list[int]:
    """Return all page numbers without one, those near to it first."""
    others = [number for number in range(1, pages + 1) if number != but]
    return sorted(others, key=lambda number: abs(number - but))


def _check_name(document: str) -> None:
    if not document.strip() or len(document) > MAX_NAME:
        given = f"{len(document):,} characters" if document.strip() else "nothing"
        raise LimitError("the document's name", f"1 to {MAX_NAME:,} characters", given)


def _shown(value: object) -> str:
    """Return what a back end gave, short enough for a message."""
    text = repr(value)
    return text if len(text) <= 100 else f"{text[:97]}..."
