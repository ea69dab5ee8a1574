"""Reading order of columns, by boxes on a page."""

from __future__ import annotations

from retrieval.sources.columns import Box, columns_apart


def row(number: int, *parts: tuple[float, float]) -> list[Box]:
    """Return boxes of one line, each from left to right."""
    top = 700.0 - 14 * number
    return [Box(left, top - 10, right, top) for left, right in parts]


def two_columns(lines: int) -> list[list[Box]]:
    return [row(number, (60, 290), (310, 540)) for number in range(lines)]


def test_columns_that_were_drawn_across_are_read_one_by_one() -> None:
    boxes = [box for line in two_columns(8) for box in line]
    assert columns_apart(boxes) == [[number] for number in (*range(0, 16, 2), *range(1, 16, 2))]


def test_columns_that_were_drawn_one_by_one_are_left_as_they_are() -> None:
    lines = two_columns(8)
    assert columns_apart([line[0] for line in lines] + [line[1] for line in lines]) is None


def test_a_heading_across_stays_before_and_a_note_across_after_the_columns() -> None:
    lines = [row(-1, (60, 540)), *two_columns(6), row(7, (60, 500))]
    boxes = [box for line in lines for box in line]
    ordered = columns_apart(boxes)
    assert ordered is not None
    assert ordered[0] == [0]
    assert ordered[-1] == [13]
    assert ordered[1:-1] == [[number] for number in (1, 3, 5, 7, 9, 11, 2, 4, 6, 8, 10, 12)]


def test_a_table_is_left_as_it_is() -> None:
    boxes = [box for n in range(20) for box in row(n, (60, 130), (310, 360), (450, 500))]
    assert columns_apart(boxes) is None


def test_a_few_lines_are_too_few_to_tell() -> None:
    assert columns_apart([box for line in two_columns(5) for box in line]) is None


def test_a_page_with_nothing_or_one_column_is_left_as_it_is() -> None:
    assert columns_apart([]) is None
    assert columns_apart([box for n in range(30) for box in row(n, (60, 540))]) is None


def test_a_last_line_that_only_one_column_has_is_not_lost() -> None:
    lines = [*two_columns(7), row(7, (60, 200))]
    boxes = [box for line in lines for box in line]
    ordered = columns_apart(boxes)
    assert ordered is not None
    assert sorted(number for line in ordered for number in line) == list(range(15))
    assert ordered[7] == [14]
