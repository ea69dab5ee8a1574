"""Feedback: what can be done of it, and what is only kept."""

from __future__ import annotations

from nodes.migrating.feedback import Wish, dropped, wishes


def test_each_line_is_a_wish_and_other_words_are_none() -> None:
    feedback = ["drop u1; list U2\nchange u3: Use a; b: c.\nnote u4.\nplease mind u5"]
    assert wishes(feedback) == [
        Wish("drop", "u1", None),
        Wish("list", "u2", None),
        Wish("change", "u3", "Use a; b: c."),
        Wish("note", "u4", None),
    ]


def test_a_later_wish_wins() -> None:
    assert dropped(["drop u1\nignore u2", "change u1: words"]) == {"u2"}
