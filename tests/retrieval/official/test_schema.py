"""The schema read into descriptions that can be read alone: the generated page, and the JSON."""

from __future__ import annotations

import json

import pytest

from retrieval.errors import UnreadablePageError
from retrieval.official.reader import read_page
from tests.support.spec_source import SCHEMA, SCHEMA_JSON

PAGE = "docs/specification/draft/schema.mdx"
JSON = "schema/draft/schema.json"


def test_each_description_of_the_page_names_its_type_and_field() -> None:
    page = read_page(SCHEMA.encode(), "schema", PAGE)
    assert [(b.said, b.lines) for b in page.blocks if b.kind == "field"] == [
        ("`Lamp`: A lamp that a server owns.", (11, 11)),
        (
            "`Lamp.colour` (optional, `string`): The colour of the `Lamp`, which clients SHOULD "
            "show.",
            (11, 12),
        ),
        ("`Lamp.colour` (optional, `string`): Known colours:", (12, 12)),
        ("`Lamp.colour` (optional, `string`): Known colours: red", (12, 12)),
        ("`Lamp.colour` (optional, `string`): Known colours: green & blue", (12, 12)),
        ("`Lamp.parts.bulb` (optional, `string`): The bulb inside the lamp.", (12, 12)),
    ]


def test_signatures_and_what_the_generator_adds_are_kept_apart() -> None:
    page = read_page(SCHEMA.encode(), "schema", PAGE)
    assert [block.text for block in page.blocks if block.kind == "code"] == [
        "interface Lamp {\n colour?: string\n}",
        "Inherited from Thing.colour",
        "Type Declaration",
    ]


def test_descriptions_stand_under_the_headings_of_the_page() -> None:
    page = read_page(SCHEMA.encode(), "schema", PAGE)
    assert {block.headings for block in page.blocks} == {
        ("Schema Reference", "Common Types", "`Lamp`")
    }
    assert page.section("Lamp") == (9, 12)


def test_every_line_of_the_page_is_counted() -> None:
    counts = read_page(SCHEMA.encode(), "schema", PAGE).counts
    assert counts.total == sum(1 for line in SCHEMA.split("\n") if line.strip())
    assert counts.text == 5
    assert counts.skipped == {"front matter": 2, "component tag": 2}


def test_text_between_the_generated_parts_is_kept() -> None:
    page = read_page((SCHEMA + "\nA lamp is\nnot a sun.\n").encode(), "schema", PAGE)
    assert page.blocks[-1].text == "A lamp is not a sun."
    assert page.blocks[-1].lines == (15, 16)


def test_tags_that_are_left_open_or_never_opened_lose_no_text() -> None:
    source = '<div class="tsd-x"><p>One.<p>Two.</section></li><p>Three.'
    page = read_page(source.encode(), "schema", PAGE)
    assert [block.text for block in page.blocks] == ["One.", "Two.", "Three."]


def test_each_description_of_the_json_names_its_type_and_field() -> None:
    page = read_page(SCHEMA_JSON.encode(), "schema.json", JSON)
    assert [(block.said, block.lines) for block in page.blocks] == [
        ("`Lamp`: A lamp that a server owns.", (4, 4)),
        ('`Lamp.colour` (required): The "colour" of the lamp.', (7, 7)),
        ("`Lamp.colour` (required): It can be any word.", (7, 7)),
    ]
    assert {block.headings for block in page.blocks} == {("Schema", "Lamp")}


def test_the_rest_of_the_json_counts_as_code() -> None:
    counts = read_page(SCHEMA_JSON.encode(), "schema.json", JSON).counts
    assert (counts.text, counts.skipped) == (2, {})
    assert counts.total == len(SCHEMA_JSON.split("\n"))


def test_json_that_is_laid_out_otherwise_gives_the_lines_of_the_whole() -> None:
    source = json.dumps(json.loads(SCHEMA_JSON))
    page = read_page(source.encode(), "schema.json", JSON)
    assert {block.lines for block in page.blocks} == {(1, 1)}
    assert all(block.quotable for block in page.blocks)


@pytest.mark.parametrize(
    "source", ["{", "[]", '{"definitions": 3}', '{"definitions": ' + "[" * 100_000], ids=range(4)
)
def test_json_that_is_no_schema_is_told(source: str) -> None:
    with pytest.raises(UnreadablePageError, match="no JSON schema"):
        read_page(source.encode(), "schema.json", JSON)
