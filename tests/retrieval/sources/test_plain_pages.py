"""Pages of documents that have none."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from retrieval.sources.plain_pages import PAGE, split_pages


def test_form_feeds_part_pages() -> None:
    assert split_pages("one\ftwo\f\fthree\f") == ["one", "two", "", "three"]


def test_a_short_text_is_one_page() -> None:
    assert split_pages("short") == ["short"]
    assert split_pages("") == [""]


def test_a_page_ends_with_the_last_paragraph_that_has_room() -> None:
    paragraphs = [f"Paragraph {number}. " + "word " * 150 for number in range(12)]
    pages = split_pages("\n\n".join(paragraphs))
    assert [page.count("Paragraph") for page in pages] == [3, 3, 3, 3]
    assert all(page.startswith("Paragraph") for page in pages)


def test_a_heading_does_not_stand_alone_before_a_long_paragraph() -> None:
    pages = split_pages("# Heading\n\n" + "A sentence stands here. " * 300)
    assert pages[0].startswith("# Heading\n\nA sentence")
    assert all(page.endswith(". ") for page in pages)
    assert len(pages[0]) > PAGE - 100


def test_a_word_without_end_is_cut_somewhere() -> None:
    assert [len(page) for page in split_pages("x" * 7_000)] == [3_000, 3_000, 1_000]


@given(
    st.lists(
        st.sampled_from(["word ", "End. ", "\n", "\n\n", "\n \n", "x" * 800, "y" * 3_500, "é. "]),
        max_size=60,
    ).map("".join)
)
def test_the_pages_together_are_the_text(text: str) -> None:
    pages = split_pages(text)
    assert "".join(pages) == text
    assert all(0 < len(page) <= PAGE for page in pages[:-1])
