"""The reader: a page comes back as it was asked for, or an error says why."""

from __future__ import annotations

from typing import Any

import pytest

from retrieval.errors import (
    DocumentNotFoundError,
    FactCheckError,
    LimitError,
    NoTextError,
    NothingStoredError,
    PageNotFoundError,
    SourceFailedError,
    SourceUnavailableError,
    UnreadableDocumentError,
)
from retrieval.sources.reader import (
    MAX_NAME,
    MAX_PAGE_NUMBER,
    MAX_PAGE_TEXT,
    Sources,
    close_names,
    find_label,
    nearest_first,
)

BOOK = {
    "book.pdf": ["Cover.", "Foreword.", "One.", "", "Three."],
    "booklet.pdf": ["Small."],
    "empty.pdf": [],
}


class Fetches:
    """A back end with the one method that it must have."""

    def __init__(self, pages: dict[str, list[str]] = BOOK) -> None:
        self.pages = pages
        self.asked: list[int] = []

    def fetch(self, pdf_name: str, page_number: int) -> list[dict[str, Any]]:
        self.asked.append(page_number)
        pages = self.pages.get(pdf_name, [])
        if not 1 <= page_number <= len(pages):
            return []
        return [{"pdf_name": pdf_name, "page_number": page_number, "text": pages[page_number - 1]}]


class Lists(Fetches):
    def list_documents(self) -> list[str]:
        return list(self.pages)


class Counts(Fetches):
    def page_count(self, pdf_name: str) -> int:
        return len(self.pages.get(pdf_name, []))


class Knows(Lists, Counts):
    def page_labels(self, pdf_name: str) -> list[str]:
        return ["i", "II", "1", "2", "2"] if pdf_name == "book.pdf" else []


class Answers:
    """A back end that gives the same answer to everything, or raises it."""

    def __init__(self, answer: object) -> None:
        self.answer = answer

    def fetch(self, pdf_name: str, page_number: int) -> Any:
        if isinstance(self.answer, BaseException):
            raise self.answer
        return self.answer


def test_a_page_has_its_text_place_and_printed_number() -> None:
    page = Sources(Knows(), "test").read("book.pdf", 2)
    assert (page.document, page.number, page.label) == ("book.pdf", 2, "II")
    assert page.text == "Foreword."
    assert page.chunks() == [{"pdf_name": "book.pdf", "page_number": 2, "text": "Foreword."}]


def test_chunks_of_a_page_stay_apart_and_blank_ones_are_left_out() -> None:
    chunk = {"pdf_name": "a.pdf", "page_number": 1}
    source = Answers([chunk | {"text": text} for text in ("First.", " \n", "Second.")])
    page = Sources(source, "test").read("a.pdf", 1)
    assert page.passages == ("First.", "Second.")
    assert page.text == "First.\n\nSecond."


@pytest.mark.parametrize(
    ("page", "text"),
    [("i", "Cover."), ("ii", "Foreword."), (" 1 ", "One."), (1, "Cover."), ("5", "Three.")],
)
def test_a_string_is_the_printed_number_and_else_the_place(page: int | str, text: str) -> None:
    assert Sources(Knows(), "test").read("book.pdf", page).text == text


def test_the_first_page_with_a_printed_number_counts_and_case_where_it_differs() -> None:
    assert find_label("2", ["1", "2", "2"]) == 2
    assert find_label("A", ["a", "A"]) == 2
    assert find_label("a", ["A", "B"]) == 1
    assert find_label("c", ["A", "B"]) is None


@pytest.mark.parametrize("source", [Fetches(), Lists()], ids=["fetches", "lists"])
def test_a_source_that_cannot_tell_what_is_missing_says_that(source: Fetches) -> None:
    for page in (4, 6, 0):
        with pytest.raises(NothingStoredError, match="cannot tell which"):
            Sources(source, "test").read("book.pdf", page)


def test_a_source_that_lists_its_documents_knows_a_wrong_name() -> None:
    with pytest.raises(DocumentNotFoundError, match=r"did you mean 'book\.pdf'") as caught:
        Sources(Lists(), "test").read("Book", 1)
    assert caught.value.close == ("book.pdf", "booklet.pdf")


def test_a_source_that_counts_pages_knows_what_is_missing() -> None:
    sources = Sources(Counts(), "test")
    with pytest.raises(DocumentNotFoundError):
        sources.read("other.pdf", 1)
    with pytest.raises(NoTextError):
        sources.read("book.pdf", 4)
    for page in (0, -1, 6, "6", 10**30, MAX_PAGE_NUMBER + 1):
        with pytest.raises(PageNotFoundError, match="its 5 pages are 1 to 5"):
            sources.read("book.pdf", page)


def test_a_document_without_pages_is_there_and_has_none() -> None:
    with pytest.raises(PageNotFoundError, match="it has no pages"):
        Sources(Knows(), "test").read("empty.pdf", 1)


def test_an_unknown_printed_number_is_told_with_those_that_there_are() -> None:
    with pytest.raises(PageNotFoundError, match=r"'iv'; .* printed as i, II, 1, 2, 2"):
        Sources(Knows(), "test").read("book.pdf", "iv")
    with pytest.raises(DocumentNotFoundError):
        Sources(Knows(), "test").read("other.pdf", "iv")


@pytest.mark.parametrize(
    ("document", "page"),
    [("", 1), ("  ", 1), ("n" * (MAX_NAME + 1), 1), ("book.pdf", ""), ("book.pdf", "i" * 51)],
)
def test_names_and_pages_have_limits(document: str, page: int | str) -> None:
    source = Knows()
    with pytest.raises(LimitError):
        Sources(source, "test").read(document, page)
    assert source.asked == []


def test_a_page_with_too_much_text_is_refused_and_not_cut() -> None:
    sources = Sources(Fetches({"long.pdf": ["x" * (MAX_PAGE_TEXT + 1)]}), "test")
    with pytest.raises(LimitError, match="1,000,001"):
        sources.read("long.pdf", 1)


@pytest.mark.parametrize(
    "answer",
    [
        None,
        "text",
        {"text": "no list"},
        [None],
        [{"pdf_name": "a.pdf", "page_number": 1}],
        [{"text": None}],
        [{"text": b"bytes"}],
        [{"pdf_name": "a.pdf", "page_number": 2, "text": "Of another page."}],
        [{"pdf_name": "b.pdf", "page_number": 1, "text": "Of another document."}],
    ],
    ids=repr,
)
def test_what_is_no_answer_is_a_failure_and_never_empty_evidence(answer: object) -> None:
    with pytest.raises(SourceFailedError, match="the citation source 'test' failed"):
        Sources(Answers(answer), "test").read("a.pdf", 1)


@pytest.mark.parametrize(
    ("raised", "kind"),
    [
        (ConnectionRefusedError("nobody listens"), SourceUnavailableError),
        (TimeoutError(), SourceUnavailableError),
        (KeyError("x"), SourceFailedError),
        (UnreadableDocumentError("a.pdf", "it is broken"), UnreadableDocumentError),
    ],
    ids=repr,
)
def test_what_a_back_end_raises_is_told_as_what_it_is(
    raised: Exception, kind: type[FactCheckError]
) -> None:
    with pytest.raises(kind):
        Sources(Answers(raised), "test").read("a.pdf", 1)


@pytest.mark.parametrize("method", ["list_documents", "page_count", "page_labels"])
@pytest.mark.parametrize("answer", [None, "three", [1]], ids=repr)
def test_abilities_that_answer_nonsense_are_a_failure(method: str, answer: object) -> None:
    source = Fetches()

    def ability(*_: object) -> object:
        return answer

    setattr(source, method, ability)
    with pytest.raises(SourceFailedError, match=method):
        Sources(source, "test").read("no.pdf", 1)


def test_halves_of_surrogate_pairs_do_not_come_through() -> None:
    page = Sources(Fetches({"a.pdf": ["half \ud83d of a pair"]}), "test").read("a.pdf", 1)
    assert page.text == "half \ufffd of a pair"


def test_other_pages_come_nearest_first_and_only_with_text() -> None:
    pages = list(Sources(Knows(), "test").other_pages("book.pdf", but=3))
    assert [(page.number, page.label) for page in pages] == [(2, "II"), (1, "i"), (5, "2")]


def test_no_more_other_pages_are_looked_at_than_is_said() -> None:
    source = Knows({"long.pdf": ["Text."] * 100})
    assert len(list(Sources(source, "test").other_pages("long.pdf", but=50, most=10))) == 10
    assert sorted(source.asked) == [*range(45, 50), *range(51, 56)]


def test_a_source_that_cannot_count_has_no_other_pages() -> None:
    assert list(Sources(Fetches(), "test").other_pages("book.pdf", but=1)) == []
    assert Sources(Fetches(), "test").page_count("book.pdf") is None
    assert Sources(Fetches(), "test").documents() is None


def test_pages_are_ordered_by_how_near_they_are() -> None:
    assert nearest_first(3, 5) == [2, 4, 1, 5]
    assert nearest_first(9, 3) == [3, 2, 1]
    assert nearest_first(1, 0) == []


def test_names_are_like_each_other_by_their_last_part() -> None:
    names = ["2023/annual report.pdf", "minutes.pdf", "Annual-Report.md"]
    assert {*close_names("annual_report.pdf", names)} == {names[0], names[2]}
    assert close_names("MINUTES.docx", names) == ["minutes.pdf"]
    assert close_names("something else", names) == []


def test_closing_closes_the_back_end_where_that_can_be_closed() -> None:
    closed: list[bool] = []

    class Held(Fetches):
        def close(self) -> None:
            closed.append(True)

    with Sources(Held(), "test"):
        pass
    assert closed == [True]
    Sources(Fetches(), "test").close()
