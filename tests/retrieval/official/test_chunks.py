"""Chunks of official pages: word for word, whole sentences, each with what introduces it."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from retrieval.chunking import Chunk
from retrieval.evidence import Granularity
from retrieval.official.chunks import ChunkSizes, official_chunks
from retrieval.official.pages import Page
from retrieval.official.quotes import check_quotes
from retrieval.official.reader import read_page
from retrieval.official.store import default_sizes
from tests.support.spec_source import SCHEMA, TOOLS

FILE = "docs/specification/draft/server/tools.mdx"


def link(file: str, lines: tuple[int, int]) -> str:
    return f"{file}#{lines[0]}-{lines[1]}"


def page(source: str = TOOLS) -> Page:
    return read_page(source.encode(), "server/tools", FILE)


def chunks(
    granularity: Granularity, source: str | Page = TOOLS, sizes: ChunkSizes | None = None
) -> list[Chunk]:
    pages = [page(source) if isinstance(source, str) else source]
    return list(
        official_chunks(pages, granularity, sizes or default_sizes(granularity), link, "abc")
    )


def test_fine_chunks_are_paragraphs_items_and_rows_each_with_what_it_needs() -> None:
    assert [chunk.text for chunk in chunks("fine")] == [
        "Lamps light rooms. Whoever owns a lamp can switch it on, and a lamp tells its colour.",
        "A person SHOULD be near every lamp that burns.",
        "Owners SHOULD: Look at the lamp before they go to bed",
        "Owners SHOULD: Keep water at hand",
        "Servers that own lamps MUST declare the `lamps` capability:",
        "Servers MUST: Check every colour",
        "Servers MUST: Refuse to burn paper and straw",
        "Colour: `red`; Rule: MUST NOT blink",
        "Colour: green; Rule: MAY blink",
    ]


def test_regular_chunks_are_what_stands_under_one_heading_and_introduce_a_list_once() -> None:
    assert [(chunk.heading, chunk.text) for chunk in chunks("regular")] == [
        (
            "Tools",
            "Lamps light rooms. Whoever owns a lamp can switch it on, and a lamp tells its colour. "
            "A person SHOULD be near every lamp that burns. Owners SHOULD: Look at the lamp before "
            "they go to bed Keep water at hand",
        ),
        ("Capabilities", "Servers that own lamps MUST declare the `lamps` capability:"),
        (
            "Security Considerations",
            "Servers MUST: Check every colour Refuse to burn paper and straw Colour: `red`; Rule: "
            "MUST NOT blink Colour: green; Rule: MAY blink",
        ),
    ]


def test_a_list_that_is_cut_is_introduced_again() -> None:
    cut = chunks("regular", sizes=ChunkSizes(30, 0))
    under = [chunk.text for chunk in cut if chunk.heading == "Security Considerations"]
    assert under[:2] == [
        "Servers MUST: Check every colour",
        "Servers MUST: Refuse to burn paper and straw",
    ]


def test_a_chunk_knows_page_heading_lines_link_and_commit() -> None:
    (chunk,) = [chunk for chunk in chunks("fine") if "go to bed" in chunk.text]
    assert chunk.corpus == "official"
    assert (chunk.page, chunk.heading) == ("server/tools", "Tools")
    assert chunk.lines == (16, 17)
    assert chunk.permalink == f"{FILE}#16-17"
    assert chunk.commit == "abc"
    assert len({item.id for item in chunks("fine")}) == len(chunks("fine"))


def test_a_long_paragraph_is_cut_between_sentences_with_an_overlap_and_its_own_lines() -> None:
    sentences = [f"Lamp number {n} burns every night until the sun is up." for n in range(12)]
    source = "\n".join(sentences)
    cut = chunks("fine", source, ChunkSizes(120, 60))
    assert len(cut) > 4
    for chunk in cut:
        assert len(chunk.text) <= 120
        assert chunk.lines is not None
        first, last = chunk.lines
        assert chunk.text == " ".join(sentences[first - 1 : last])
    for before, after in pairwise(cut):
        assert before.lines
        assert after.lines
        assert after.lines[0] == before.lines[1], "the last sentence is repeated"


def test_a_sentence_longer_than_a_chunk_stays_whole() -> None:
    long = "Lamps " + "glow and " * 60 + "burn."
    assert [chunk.text for chunk in chunks("fine", long, ChunkSizes(100, 0))] == [long]


def test_what_says_nothing_by_itself_is_no_chunk() -> None:
    assert chunks("fine", "Request:\n\n```json\n{}\n```\n\nExample:\n") == []


def test_a_block_that_does_not_stand_where_it_says_is_no_chunk() -> None:
    honest = page()
    wrong = replace(honest.blocks[0], text="Lamps never light rooms at all.")
    checked = check_quotes(replace(honest, blocks=(wrong, *honest.blocks[1:])), TOOLS)
    assert [block.quotable for block in checked.blocks][:2] == [False, True]
    assert all("never" not in chunk.text for chunk in chunks("fine", checked))


@pytest.mark.parametrize("shift", [-1, 1, 5])
def test_a_block_with_the_lines_of_another_is_not_quotable(shift: int) -> None:
    honest = page()
    at = next(i for i, block in enumerate(honest.blocks) if block.text == "Keep water at hand")
    first, last = honest.blocks[at].lines
    wrong = replace(honest.blocks[at], lines=(first + shift, last + shift))
    blocks = (*honest.blocks[:at], wrong, *honest.blocks[at + 1 :])
    assert not check_quotes(replace(honest, blocks=blocks), TOOLS).blocks[at].quotable


def test_descriptions_of_a_field_share_its_name_in_a_regular_chunk() -> None:
    schema = read_page(SCHEMA.encode(), "schema", "docs/specification/draft/schema.mdx")
    (whole,) = chunks("regular", schema)
    assert whole.heading == "Lamp"
    assert whole.text.count("`Lamp.colour` (optional, `string`):") <= 3
    fine = [chunk.text for chunk in chunks("fine", schema)]
    assert "`Lamp.colour` (optional, `string`): Known colours: red" in fine
