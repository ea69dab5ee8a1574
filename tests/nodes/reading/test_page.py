"""What of a page is evidence, and where quotes stand on it."""

from __future__ import annotations

import pytest

from nodes.reading.page import page_edges, page_evidence
from nodes.reading.quotes import find_quote

ENTRIES = (
    "Miller, A. (2019). The furnaces. Journal of Trade, 12(3), pp. 4-9.\n"
    "Novak, B. (2020). The whales. Proceedings of the Sea, vol. 3, pp. 1-2.\n"
    "Okafor, C. (2021). A history. University Press, 2nd edition.\n"
)


def evidence(text: str, *others: str) -> list[str]:
    """Return what of a page is evidence, beside the pages around it."""
    running = frozenset(edge for other in others for edge in page_edges(other))
    return [text[start:end] for start, end in page_evidence(text, running).spans]


def test_lines_that_run_through_the_document_and_page_numbers_are_left_out() -> None:
    page = "Annual report 2021\nRevenue rose.\nCosts fell.\nPage 12 of 80"
    other = "Annual report 2021\nThe board met.\nPage 13 of 80"
    assert evidence(page, other) == ["Revenue rose.\nCosts fell."]


def test_a_page_keeps_a_line_where_all_of_it_runs_through_the_document() -> None:
    assert evidence("Confidential", "Confidential") == ["Confidential"]


@pytest.mark.parametrize("heading", ["References", "## 7. Bibliography", "WORKS CITED:"])
def test_a_list_of_references_is_left_out_to_the_next_heading(heading: str) -> None:
    page = f"Revenue rose.\n{heading}\n{ENTRIES}APPENDIX\nCosts fell.\nThe end came."
    assert evidence(page) == ["Revenue rose.", "APPENDIX\nCosts fell.\nThe end came."]


def test_a_list_of_references_that_began_on_the_page_before_is_left_out() -> None:
    assert evidence(ENTRIES) == []


def test_a_heading_that_no_entry_follows_leaves_nothing_out() -> None:
    page = "Sources\nThe river has two sources.\nBoth are cold."
    assert evidence(page) == [page]


@pytest.mark.parametrize(
    ("quote", "found"),
    [
        ("rose by 4 %", "rose by 4 %"),
        ("the board's “no” - at once", 'The  board’s\n"no" – at once'),
        ("use the flag", "use the `flag`"),
        ("rose by 5 %", None),
        ("", None),
        ("(", None),
    ],
)
def test_a_quote_is_found_however_lines_and_signs_are_written(
    quote: str, found: str | None
) -> None:
    text = 'It rose by 4 %. The  board’s\n"no" – at once: use the `flag`.'
    place = find_quote(quote, text)
    assert (text[slice(*place)].rstrip("`") if place else None) == (found and found.rstrip("`"))
