"""Lines and columns, as editors count them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from nodes.documents import Span
from nodes.reading.positions import Lines


def test_lines_end_with_any_line_break_and_count_from_one() -> None:
    lines = Lines("a\nbc\r\nd\re")
    assert [lines.line(number) for number in range(4)] == ["a", "bc", "d", "e"]
    assert lines.span(3, 4) == Span(start=3, end=4, line=2, column=2)
    assert lines.span(8, 9) == Span(start=8, end=9, line=4, column=1)


@given(st.text(alphabet="ab\n\r", max_size=30))
def test_a_place_is_its_line_and_column(text: str) -> None:
    lines = Lines(text)
    for offset, character in enumerate(text):
        if character in "\r\n":
            continue
        span = lines.span(offset, offset + 1)
        assert lines.line(span["line"] - 1)[span["column"] - 1] == character
