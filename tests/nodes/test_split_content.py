"""Splitting a document: all of it, in order, never inside what belongs together."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nodes.reading.markdown import read_markdown
from nodes.split_content import MAX_CONTENT, PIECE, split_content
from retrieval.errors import LimitError

PARAGRAPH = "Servers must validate every input that they get from clients. " * 8


def parts(content: str, *, use_chunking: bool = False) -> list[str]:
    pieces = split_content({"content": content, "use_chunking": use_chunking})["pieces"]
    assert [piece["index"] for piece in pieces] == list(range(len(pieces)))
    return [content[piece["start"] : piece["end"]] for piece in pieces]


def test_a_short_document_is_one_piece_unless_it_is_asked_for() -> None:
    content = f"# One\n\n{PARAGRAPH}\n\n# Two\n\n{PARAGRAPH}\n\n# Three\n\n{PARAGRAPH}"
    assert len(content) < PIECE
    assert parts(content) == [content]
    assert len(parts(content, use_chunking=True)) > 1


def test_a_long_document_is_split_before_headings() -> None:
    section = f"## Section\n\n{PARAGRAPH}\n\n{PARAGRAPH}\n\n{PARAGRAPH}\n\n"
    pieces = parts(section * 4)
    assert pieces == [section] * 4


def test_a_section_that_is_too_long_is_split_between_paragraphs() -> None:
    paragraph = PARAGRAPH + "\n\n"
    pieces = parts("# Title\n\n" + paragraph * 10)
    assert all(len(piece) <= PIECE for piece in pieces)
    assert all(piece.startswith("Servers must") for piece in pieces[1:])


@pytest.mark.parametrize(
    ("content", "start"),
    [
        ("- Servers must log what they do,\n  line by line.\n" * 100, "- Servers"),
        ("1. Servers must log.\n   - errors\n   - warnings\n" * 100, "1. Servers"),
        ("| a | b |\n|---|---|\n" + "| Servers | must log |\n" * 200, "| Servers"),
        ("Servers must log what they do. " * 200, "Servers must"),
    ],
    ids=["items", "nested items", "rows", "sentences"],
)
def test_no_item_row_or_sentence_is_cut(content: str, start: str) -> None:
    pieces = parts(content)
    assert len(pieces) > 1
    assert all(len(piece) <= PIECE for piece in pieces)
    assert all(piece.startswith(start) for piece in pieces[1:])


def test_a_code_block_stays_whole_however_long_it_is() -> None:
    code = "```\n# not a heading\n\n" + "x = 1\n\n" * 700 + "```\n"
    pieces = parts(f"{PARAGRAPH}\n\n{code}\n{PARAGRAPH}\n")
    assert sum(code in piece for piece in pieces) == 1


def test_a_sentence_without_an_end_stays_whole() -> None:
    content = "servers must log and " * 2000
    assert parts(content) == [content]


@pytest.mark.parametrize("content", ["", " \n\t ", "x" * (MAX_CONTENT + 1)])
def test_nothing_and_too_much_are_refused_with_the_limit(content: str) -> None:
    with pytest.raises(LimitError, match="content must be a text of 1 to 50,000 characters"):
        split_content({"content": content})


def test_the_longest_document_is_taken() -> None:
    assert len(parts("Servers log. " * 3846)) > 20


ODD = [
    "# H\n", "\n", PARAGRAPH, "- item\n", "  - below\n", "> q\n", "```\n", "|a|b|\n", "|-|-|\n",
    "\r\n", "<Note>\n", "<!-- c -->\n", "text\n",
]  # fmt: skip


@given(
    st.lists(st.sampled_from(ODD), min_size=1, max_size=40).filter(
        lambda lines: "".join(lines).strip()
    )
)
def test_pieces_are_the_document_and_no_block_of_prose_is_in_two(lines: list[str]) -> None:
    content = "".join(lines)
    pieces = split_content({"content": content, "use_chunking": True})["pieces"]
    assert "".join(content[piece["start"] : piece["end"]] for piece in pieces) == content
    cuts = {piece["start"] for piece in pieces}
    for block in read_markdown(content).blocks:
        if block.kind != "paragraph" or block.end - block.start <= PIECE:
            assert not any(block.start < cut < block.end for cut in cuts)
