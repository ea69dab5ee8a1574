"""The conformance kit: it passes what is right, and finds what is wrong."""

from __future__ import annotations

import copy
from threading import Event
from typing import Any

import pytest

from retrieval.errors import UnreadableDocumentError
from retrieval.sources.conformance import (
    CHECKS,
    SAMPLE,
    Check,
    ConformanceError,
    NotTried,
    look_at,
    run_checks,
    sample_chunks,
    sample_of,
)


class InMemory:
    """A right back end over the sample, from which the wrong ones below differ in one thing."""

    def __init__(self) -> None:
        self.chunks = list(sample_chunks())
        self.closed = 0

    def fetch(self, pdf_name: str, page_number: int) -> list[dict[str, Any]]:
        return [
            copy.copy(chunk)
            for chunk in self.chunks
            if (chunk["pdf_name"], chunk["page_number"]) == (pdf_name, page_number)
        ]

    def list_documents(self) -> list[str]:
        return sorted({chunk["pdf_name"] for chunk in self.chunks})

    def page_count(self, pdf_name: str) -> int:
        pages = [chunk["page_number"] for chunk in self.chunks if chunk["pdf_name"] == pdf_name]
        return max(pages, default=0)

    def close(self) -> None:
        self.closed += 1


class OnlyFetches:
    def __init__(self) -> None:
        self.fetch = InMemory().fetch


class CutsOff(InMemory):
    def fetch(self, pdf_name: str, page_number: int) -> list[dict[str, Any]]:
        found = super().fetch(pdf_name, page_number)
        return [chunk | {"text": chunk["text"][:50_000]} for chunk in found]


class FindsWords(InMemory):
    """Finds names that have the same words, as full-text search does."""

    def fetch(self, pdf_name: str, page_number: int) -> list[dict[str, Any]]:
        words = set(pdf_name.split())
        return [
            chunk | {"pdf_name": pdf_name}
            for chunk in self.chunks
            if words
            and words <= {*chunk["pdf_name"].split()}
            and chunk["page_number"] == page_number
        ]


class CountsFromZero(InMemory):
    def fetch(self, pdf_name: str, page_number: int) -> list[dict[str, Any]]:
        found = super().fetch(pdf_name, page_number + 1)
        return [chunk | {"page_number": page_number} for chunk in found]


class GivesTheLastPage(InMemory):
    def fetch(self, pdf_name: str, page_number: int) -> list[dict[str, Any]]:
        number = min(page_number, self.page_count(pdf_name))
        return [chunk | {"page_number": page_number} for chunk in super().fetch(pdf_name, number)]


class ForgetsFields(InMemory):
    def fetch(self, pdf_name: str, page_number: int) -> list[dict[str, Any]]:
        return [{"text": chunk["text"]} for chunk in super().fetch(pdf_name, page_number)]


class MakesUpText(InMemory):
    def fetch(self, pdf_name: str, page_number: int) -> list[dict[str, Any]]:
        found = super().fetch(pdf_name, page_number)
        return [chunk | {"text": chunk["text"] or "[no text]"} for chunk in found]


class NeedsAscii(InMemory):
    def fetch(self, pdf_name: str, page_number: int) -> list[dict[str, Any]]:
        pdf_name.encode("ascii")
        return super().fetch(pdf_name, page_number)


class SharesState(InMemory):
    """Answers with whatever was asked for last by anybody; the first waits for the second."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: tuple[str, int] | None = None
        self.second = Event()

    def fetch(self, pdf_name: str, page_number: int) -> list[dict[str, Any]]:
        first = self.asked is None
        self.asked = (pdf_name, page_number)
        if first:
            self.second.wait(timeout=30)
        else:
            self.second.set()
        return super().fetch(*self.asked)


class RaisesForNothing(InMemory):
    def fetch(self, pdf_name: str, page_number: int) -> list[dict[str, Any]]:
        found = super().fetch(pdf_name, page_number)
        if not found:
            raise KeyError(pdf_name)
        return found


class CountsTooMany(InMemory):
    def page_count(self, pdf_name: str) -> int:
        return super().page_count(pdf_name) + 1


class ListsTooFew(InMemory):
    def list_documents(self) -> list[str]:
        return super().list_documents()[1:]


class GivesOneLabel(InMemory):
    def page_labels(self, pdf_name: str) -> list[str]:
        return ["i"]


class ClosesOnce(InMemory):
    def close(self) -> None:
        super().close()
        if self.closed > 1:
            raise RuntimeError("closed already")


class AnswersWithATuple(InMemory):
    def fetch(self, pdf_name: str, page_number: int) -> Any:
        return tuple(super().fetch(pdf_name, page_number))


def results(source: Any) -> dict[str, str]:
    return {outcome.check: outcome.result for outcome in run_checks(source, SAMPLE)}


def check_named(name: str) -> Check:
    (found,) = (check for check in CHECKS if check.name == name)
    return found


def test_a_right_back_end_passes_every_check() -> None:
    assert {*results(InMemory()).values()} == {"passed"}


def test_a_back_end_that_only_fetches_passes_what_concerns_it() -> None:
    found = results(OnlyFetches())
    assert {check for check, result in found.items() if result != "passed"} == {
        "abilities agree with each other",
        "closing twice does no harm",
    }
    assert "failed" not in found.values()


@pytest.mark.parametrize(
    ("source", "check"),
    [
        (CutsOff, "a large page is whole"),
        (FindsWords, "known pages have their text"),
        (FindsWords, "what is not there is empty"),
        (CountsFromZero, "known pages have their text"),
        (GivesTheLastPage, "pages out of range are empty"),
        (ForgetsFields, "known pages have their text"),
        (AnswersWithATuple, "known pages have their text"),
        (MakesUpText, "an empty page has no text"),
        (NeedsAscii, "names may be in any script"),
        (RaisesForNothing, "what is not there is empty"),
        (RaisesForNothing, "what is missing is told"),
        (CountsTooMany, "abilities agree with each other"),
        (ListsTooFew, "abilities agree with each other"),
        (GivesOneLabel, "abilities agree with each other"),
        (ClosesOnce, "closing twice does no harm"),
    ],
)
def test_each_fault_is_found(source: type[InMemory], check: str) -> None:
    assert results(source())[check] == "failed"


def test_a_back_end_whose_callers_get_in_each_other_s_way_is_found() -> None:
    with pytest.raises(ConformanceError, match="it answered with"):
        check_named("many may ask at once")(SharesState(), SAMPLE)


def test_a_check_that_cannot_be_tried_says_why_and_is_skipped_by_pytest() -> None:
    with pytest.raises(NotTried, match="no page with 100,000 characters is known"):
        check_named("a large page is whole")(InMemory(), [SAMPLE[0]])


def test_the_sample_can_be_had_with_another_ending() -> None:
    assert [item.name for item in sample_of(".md")][:2] == ["handbook.md", "my handbook.md"]


def test_documents_of_a_source_are_looked_at_for_what_is_known() -> None:
    known = {document.name: document for document in look_at(InMemory())}
    assert {*known} == {document.name for document in SAMPLE}
    assert known["gap.pdf"].pages == 3
    assert known["gap.pdf"].texts[2] == ""
    assert known["handbook.pdf"].texts[3] == "Closed."


def test_a_document_that_cannot_be_read_is_passed_over_unless_it_is_named() -> None:
    class HasABrokenOne(InMemory):
        def page_count(self, pdf_name: str) -> int:
            if pdf_name == "gap.pdf":
                raise UnreadableDocumentError(pdf_name, "it is broken")
            return super().page_count(pdf_name)

    assert "gap.pdf" not in {document.name for document in look_at(HasABrokenOne())}
    with pytest.raises(UnreadableDocumentError):
        look_at(HasABrokenOne(), ["gap.pdf"])


def test_a_source_without_a_list_is_looked_at_by_name() -> None:
    assert look_at(OnlyFetches()) == []
    (known,) = look_at(OnlyFetches(), ["one page.pdf"])
    assert known.pages is None
    assert " ".join(known.texts[1].split()) == "Page one is the only page."
