"""What comments in a document ask of the check."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nodes.reading.directives import read_directives

IGNORE = "<!-- mcp-fact-check: ignore -->"


def test_a_document_without_comments_asks_nothing() -> None:
    wishes = read_directives("# Title\n\nServers must answer.\n")
    assert wishes.ignored_lines == frozenset()
    assert wishes.version_name is None
    assert wishes.unknown == ()


def test_a_comment_on_a_line_leaves_out_that_line() -> None:
    assert read_directives(f"One.\nTwo. {IGNORE}\nThree.").ignored_lines == {2}


def test_a_comment_alone_leaves_out_the_next_line_that_is_not_blank() -> None:
    assert read_directives(f"{IGNORE}\n\n \nFour.\nFive.").ignored_lines == {4}


def test_a_comment_of_mdx_counts_as_well() -> None:
    assert read_directives("{/* mcp-fact-check: ignore */}\nTwo.").ignored_lines == {2}


def test_white_space_inside_the_comment_does_not_matter() -> None:
    assert read_directives("Yes. <!--mcp-fact-check:   ignore-->").ignored_lines == {1}


def test_the_version_is_read_with_its_line() -> None:
    wishes = read_directives("Text.\n<!-- mcp-fact-check: spec-version 2025-06-18 -->\n")
    assert (wishes.version_name, wishes.version_line) == ("2025-06-18", 2)


@pytest.mark.parametrize(
    "code",
    [
        f"```html\n{IGNORE}\n```",
        f"~~~~\n~~~\n{IGNORE}\n~~~~",
        f"- item\n  ```\n  {IGNORE}\n  ```",
        f"> ```\n> {IGNORE}\n> ```",
        f"Write `{IGNORE}` above it.",
        f"Write ``a ` {IGNORE}`` above it.",
        f"```\n{IGNORE}",
    ],
)
def test_a_comment_in_code_is_an_example(code: str) -> None:
    assert read_directives(f"{code}\nServers must answer.").ignored_lines == frozenset()


def test_a_comment_after_a_closed_fence_counts() -> None:
    assert read_directives(f"```\ncode\n```\nFour. {IGNORE}").ignored_lines == {4}


def test_backticks_that_open_and_close_on_one_line_are_no_fence() -> None:
    assert read_directives(f"```inline``` text\nTwo. {IGNORE}").ignored_lines == {2}


@pytest.mark.parametrize("wish", ["ingore", "spec-version", "ignore all", ""])
def test_what_a_comment_cannot_ask_is_told_with_its_line(wish: str) -> None:
    wishes = read_directives(f"One.\n<!-- mcp-fact-check: {wish} -->\nThree.")
    assert wishes.unknown == ((2, wish),)
    assert wishes.ignored_lines == frozenset()


def test_lines_that_end_with_carriage_returns_are_counted_alike() -> None:
    assert read_directives(f"One.\r\n{IGNORE}\r\n\r\nFour.\r\n").ignored_lines == {4}


@given(st.text(alphabet="`~ \n\r\t<!->-{}/*mcp-fact-check: ignore", max_size=300))
def test_any_text_is_read(text: str) -> None:
    wishes = read_directives(f"mcp-fact-check:{text}")
    assert all(line >= 1 for line in wishes.ignored_lines)
