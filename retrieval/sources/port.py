"""The port of citation sources: one method that a back end must have, and four that it may have.

    class MyBackend:
        def fetch(self, pdf_name: str, page_number: int) -> list[dict[str, Any]]:
            return [{"pdf_name": pdf_name, "page_number": page_number, "text": "..."}]

That is all: no base class, nothing of this project imported. `page_number` counts from 1. What is
not there is an empty list; what could not be looked up is an exception. Calls come from several
threads at once. Each further method lets more be said where a citation is wrong.
"""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable


class SourceLookup(Protocol):
    """Where the text of a cited page is looked up."""

    def fetch(self, pdf_name: str, page_number: int) -> list[dict[str, Any]]:
        """Return the chunks of a page in reading order.

        Each has `pdf_name`, `page_number` and `text`.
        """
        ...


@runtime_checkable
class ListsDocuments(Protocol):
    """A source that knows its documents: a wrong name is answered with names that are like it."""

    def list_documents(self) -> list[str]:
        """Return the name of each document."""
        ...


@runtime_checkable
class CountsPages(Protocol):
    """A source that knows how long a document is: other pages than the cited can be searched."""

    def page_count(self, pdf_name: str) -> int:
        """Return how many pages a document has; 0 where there is no such document."""
        ...


@runtime_checkable
class LabelsPages(Protocol):
    """A source that knows the page numbers as printed, such as "ii" or "A-3"."""

    def page_labels(self, pdf_name: str) -> list[str]:
        """Return the printed number of each page in order; nothing where they are just counted."""
        ...


@runtime_checkable
class Closes(Protocol):
    """A source that holds something which is to be let go of."""

    def close(self) -> None:
        """Let go of it; to be called again does no harm."""
        ...
