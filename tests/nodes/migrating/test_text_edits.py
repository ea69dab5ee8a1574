"""Edits: inside their spans alone, and told by a diff that `patch` takes."""

from __future__ import annotations

import pytest

from nodes.migrating.text_edits import (
    Edit,
    applied,
    edits_between,
    place_after,
    trimmed,
    unified_diff,
    without_overlaps,
)


def edit(start: int, end: int, after: str) -> Edit:
    return Edit(start=start, end=end, after=after, update_id=None)


def test_an_edit_is_trimmed_to_what_differs() -> None:
    text = "Both sides should respect it."
    assert trimmed(text, edit(0, len(text), "Both sides must respect it.")) == edit(11, 17, "must")
    assert trimmed("aa", edit(0, 2, "aaa")) == edit(2, 2, "a")


def test_edits_that_touch_one_before_are_left_out() -> None:
    first, inside, after = edit(0, 5, "x"), edit(3, 4, "y"), edit(5, 6, "z")
    assert list(without_overlaps([after, inside, first])) == [first, after]
    assert applied("0123456789", [first, after]) == "xz6789"


def test_offsets_move_with_the_edits_before_them() -> None:
    edits = [edit(0, 5, "x"), edit(6, 6, "abc")]
    assert [place_after(at, edits) for at in (0, 5, 6, 7)] == [0, 1, 5, 6]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("a\nb\nc\n", "a\nB\nc\n"),
        ("a\r\nb\r\n", "a\r\nb\r\nc\r\n"),
        ("a\u2028b\n", "a\u2028c\n"),
        ("no end", "another end"),
        ("", "new"),
    ],
)
def test_edits_between_two_texts_make_one_of_the_other(old: str, new: str) -> None:
    assert applied(old, edits_between(old, new)) == new


def test_a_diff_says_where_no_line_end_ends_a_file() -> None:
    assert unified_diff("a\nb", "a\nc", "x.md").splitlines()[-4:] == [
        "-b",
        "\\ No newline at end of file",
        "+c",
        "\\ No newline at end of file",
    ]
    assert unified_diff("a\n", "a\n", "x.md") == ""
