"""Chunks: nothing of a text is lost, sentences stay whole, sizes and overlap hold."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.catalogue import Catalogue, load_catalogue
from retrieval.chunking import (
    OVERLAP,
    SEARCHED_PHRASINGS,
    SIZES,
    catalogue_chunks,
    schema_chunks,
    split_text,
)
from retrieval.evidence import Granularity
from retrieval.schema_corpus import SchemaComment, read_schema_comments
from retrieval.sentences import split_sentences
from retrieval.versions import VERSIONS, SpecVersion
from tests.retrieval.small import requirement

GRANULARITIES: tuple[Granularity, ...] = ("fine", "regular")

words = st.text('abcXY.,;:!?`"()[]*-é', min_size=1, max_size=12)
prose = st.lists(words, max_size=80).map(" ".join)
anything = st.text(max_size=400)
sentences = st.lists(
    st.lists(st.text("abc", min_size=2, max_size=9), min_size=1, max_size=25).map(
        lambda parts: " ".join(parts).capitalize() + "."
    ),
    min_size=1,
    max_size=20,
    unique=True,
)
"""Different ones, so that a piece tells which it holds."""


@given(sentences, st.integers(20, 120), st.integers(0, 60))
def test_pieces_are_runs_of_whole_sentences_that_leave_nothing_out(
    parts: list[str], size: int, overlap: int
) -> None:
    end = 0
    for piece in split_text(" ".join(parts), size, overlap):
        # Each piece goes on where the last one ended, and may repeat a little of it before.
        begin, end, last = fits(parts, piece, end)
        repeated, new = parts[begin:last], parts[last:end]
        assert new
        assert len(" ".join(repeated)) <= overlap
        if len(new) > 1:
            assert len(piece) <= size
    assert end == len(parts)


def fits(parts: list[str], piece: str, last: int) -> tuple[int, int, int]:
    """Return the run of `parts` that a piece is, where it begins at or before `last`."""
    for begin in range(last, -1, -1):
        for end in range(last + 1, len(parts) + 1):
            if " ".join(parts[begin:end]) == piece:
                return begin, end, last
    raise AssertionError(f"{piece!r} does not go on after {parts[:last]}")


@given(st.one_of(prose, anything), st.integers(1, 100), st.integers(0, 50))
def test_every_sentence_of_any_text_is_in_a_piece(text: str, size: int, overlap: int) -> None:
    pieces = split_text(text, size, overlap)
    for sentence in split_sentences(text):
        assert any(sentence in piece for piece in pieces)
    assert bool(pieces) == bool(text.strip())


@given(sentences)
def test_without_overlap_the_pieces_are_the_text(parts: list[str]) -> None:
    assert " ".join(split_text(" ".join(parts), 60, 0)) == " ".join(parts)


def test_the_end_of_a_piece_begins_the_next_one() -> None:
    text = "One is first. Two is next. Three is the last of them."
    assert split_text(text, 30, 15) == [
        "One is first. Two is next.",
        "Two is next. Three is the last of them.",
    ]


def test_a_sentence_longer_than_a_piece_stays_whole() -> None:
    long = "A " + "very " * 100 + "long one."
    assert split_text(f"Short. {long} Short.", 230, 50) == [
        "Short.",
        f"Short. {long}",
        "Short.",
    ]


def test_the_sizes_are_those_of_the_design() -> None:
    assert SIZES == {"fine": 230, "regular": 500}
    assert OVERLAP == 50


def test_a_fine_chunk_is_one_entry_and_is_found_by_its_phrasings() -> None:
    phrasings = ["Servers with tools declare them.", "Tools need a capability here."]
    chunks = list(
        catalogue_chunks(Catalogue((requirement(phrasings=phrasings),), ()), "2024-11-05", "fine")
    )
    statement = "A server that offers tools must declare the `tools` capability."
    assert [chunk.embedded for chunk in chunks] == [statement, *phrasings[:SEARCHED_PHRASINGS]]
    for number, chunk in enumerate(chunks):
        assert chunk.id == f"tools.declare-capability#{number}"
        assert chunk.text == statement
        assert chunk.entry_ids == ("tools.declare-capability",)
        assert (chunk.corpus, chunk.page, chunk.heading) == (
            "catalogue",
            "server/tools",
            "Capabilities",
        )


def test_a_regular_chunk_is_the_entries_under_one_heading_and_is_found_by_it() -> None:
    def under(heading: str, name: str) -> dict[str, object]:
        place = {"versions": ["draft"], "page": "server/tools", "heading": heading}
        return {"id": f"tools.{name}", "statement": f"Statement number {name}.", "places": [place]}

    entries = [under("B", "one"), under("A", "two"), under("B", "three")]
    catalogue = Catalogue(tuple(requirement(**entry) for entry in entries), ())
    found = {chunk.heading: chunk for chunk in catalogue_chunks(catalogue, "draft", "regular")}
    assert found["A"].text == "Statement number two."
    assert found["B"].text == "Statement number one. Statement number three."
    assert found["B"].entry_ids == ("tools.one", "tools.three")
    assert found["B"].embedded == "B: Statement number one. Statement number three."
    assert len(found) == 2


def test_entries_that_are_too_many_for_a_regular_chunk_fill_several() -> None:
    many = tuple(
        requirement(id=f"tools.n{i}", statement=f"{i:03} " + "word " * 20) for i in range(12)
    )
    chunks = list(catalogue_chunks(Catalogue(many, ()), "2024-11-05", "regular"))
    assert len(chunks) == 3
    assert [entry for chunk in chunks for entry in chunk.entry_ids] == [e.id for e in many]
    assert all(len(chunk.text) <= SIZES["regular"] for chunk in chunks)


def test_an_entry_of_another_version_gives_no_chunk() -> None:
    catalogue = Catalogue((requirement(),), ())
    for granularity in GRANULARITIES:
        assert list(catalogue_chunks(catalogue, "draft", granularity)) == []


def test_a_piece_of_a_long_comment_is_found_by_the_name_that_only_the_first_piece_says() -> None:
    comment = SchemaComment(
        "Tool", "title", "Tool.title (optional): " + "The title is for people. " * 20
    )
    first, *others = schema_chunks([comment], "fine")
    assert first.embedded == first.text
    assert first.text.startswith("Tool.title (optional): The title")
    assert len(others) >= 2
    for number, chunk in enumerate(others, start=1):
        assert chunk.id == f"schema:Tool.title#{number}"
        assert chunk.embedded == f"Tool.title: {chunk.text}"
    assert {(c.corpus, c.page, c.heading, c.entry_ids) for c in (first, *others)} == {
        ("schema", "schema", "Tool", ())
    }


@pytest.mark.parametrize("granularity", GRANULARITIES)
@pytest.mark.parametrize("version", VERSIONS)
def test_every_shipped_entry_and_comment_is_in_a_chunk_with_an_id_of_its_own(
    version: SpecVersion, granularity: Granularity
) -> None:
    catalogue = load_catalogue()
    comments = read_schema_comments(version)
    of_entries = list(catalogue_chunks(catalogue, version, granularity))
    of_comments = list(schema_chunks(comments, granularity))
    ids = [chunk.id for chunk in (*of_entries, *of_comments)]
    assert len(ids) == len(set(ids))
    held = {entry for chunk in of_entries for entry in chunk.entry_ids}
    assert held == {entry.id for entry in catalogue.in_version(version)}
    shown = " ".join(chunk.text for chunk in of_comments)
    assert all(sentence in shown for c in comments for sentence in split_sentences(c.text))


@given(st.permutations(list(range(6))))
def test_chunks_of_one_heading_stay_together_in_whatever_order_entries_come(
    order: list[int],
) -> None:
    def entry(i: int) -> dict[str, object]:
        place = {"versions": ["draft"], "page": "p", "heading": f"H{i % 2}"}
        return {"id": f"tools.n{i}", "statement": f"Statement number {i}.", "places": [place]}

    catalogue = Catalogue(tuple(requirement(**entry(i)) for i in order), ())
    headings = [chunk.heading for chunk in catalogue_chunks(catalogue, "draft", "regular")]
    assert all(one != other for one, other in pairwise(headings))
    assert sorted(headings) == ["H0", "H1"]
