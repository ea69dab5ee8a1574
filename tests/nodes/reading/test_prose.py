"""Where the sentences of a page stand."""

from __future__ import annotations

import pytest

from nodes.reading.prose import MAX_SENTENCE, sentences


def parts(text: str) -> list[str]:
    return [text[start:end] for start, end in sentences(text)]


@pytest.mark.parametrize(
    "expected",
    [
        ["Revenue rose.", "Costs fell, as Dr. Miller of the U.S. office said."],
        ["A line that is broken\nin the middle, and once\nmore.", "Then the end came [1]."],
        ["An item of the list", "Another one"],
    ],
)
def test_a_sentence_ends_where_a_reader_ends_it(expected: list[str]) -> None:
    between = "\n\n" if expected[0].endswith("list") else " "
    assert parts(between.join(expected)) == expected


def test_the_rows_of_a_table_are_parted_and_what_follows_is_not_theirs() -> None:
    rows = ["Country Population Area", "France 68 million 551,695", "Spain 48 million 505,990"]
    before, after = "The table shows it.", "All of them grew in\nthe last year."
    assert parts("\n".join([before, *rows, after])) == [before, *rows, after]


def test_lines_of_running_text_stay_together() -> None:
    text = "The mayor opened the plant in May, and\nThe Hague sent its envoy, whom\nNobody knew."
    assert parts(text) == [text]


def test_what_has_no_end_is_cut_at_a_blank_and_nothing_is_lost() -> None:
    text = "word " * 400
    cut = parts(text)
    assert all(len(part) <= MAX_SENTENCE for part in cut)
    assert " ".join(cut) == text.strip()


def test_a_text_made_to_take_long_is_read() -> None:
    for text in ("A\n" * 50_000, "A" * 79 + "\n" + "A b\nc\n" * 20_000, "A.\n" * 30_000):
        assert sum(len(part.replace("\n", "")) for part in parts(text)) >= 30_000
