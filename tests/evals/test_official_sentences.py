"""Reading MDX pages into sentences: what is prose, what sets a level, and which."""

from __future__ import annotations

from pathlib import Path

import pytest

from evals.official_sentences import OfficialSentence, read_page, read_version
from retrieval.levels import Level
from tests.conftest import SPECS, needs_specs


def read(source: str) -> list[OfficialSentence]:
    return list(read_page(source, "2025-11-25", "server/lamps"))


def levels(source: str) -> list[tuple[str, tuple[Level, ...]]]:
    """Return the normative sentences of a page, as they stand alone, with their levels."""
    return [(sentence.alone, sentence.levels) for sentence in read(source) if sentence.levels]


def test_a_sentence_knows_its_place() -> None:
    page = """---
title: "Lamps"
---

Lamps glow. They **MUST** be off by day.

## The `lamp/on` [message](/else)

A lamp MAY blink.
"""
    first, second, third = read(page)
    assert first == ("2025-11-25", "server/lamps", "Lamps", 1, *["Lamps glow."] * 2, (), (5, 5))
    assert (second.heading, second.ordinal, second.levels) == ("Lamps", 2, ("MUST",))
    assert (third.heading, third.ordinal) == ("The `lamp/on` message", 3)


def test_a_page_without_a_title_is_its_own_heading() -> None:
    assert [sentence.heading for sentence in read("Lamps glow.")] == ["server/lamps"]


def test_what_is_no_prose_is_left_out() -> None:
    page = """---
title: Lamps
description: Lamps MUST NOT be read from here.
---

import { Lamp } from "/snippets/lamp.mdx"

{/* Lamps MUST NOT be commented on. */}

<div id="enable-section-numbers" />

<CardGroup cols={2}>
  <Card
    title="Lamps MUST NOT be cards"
    href="lamps"
  />
</CardGroup>

```json
{ "lamp": "MUST NOT" }
```

1. A lamp:
   ```mermaid
   A-->B: MUST NOT
   ```

Lamps SHOULD glow.
"""
    assert [sentence.alone for sentence in read(page)] == ["A lamp:", "Lamps SHOULD glow."]


@pytest.mark.parametrize(
    "note",
    [
        "<Note>\n\nLamps MUST glow.\n\n</Note>",
        "<Note>\n  Lamps MUST glow.\n</Note>",
        "<Note>\n      Lamps MUST glow.\n</Note>",
        "<Note>Lamps MUST glow.</Note>",
        "> Lamps MUST glow.",
    ],
)
def test_a_note_is_kept(note: str) -> None:
    assert levels(f"Before.\n\n{note}\n\nAfter.") == [("Lamps MUST glow.", ("MUST",))]


def test_a_line_that_begins_with_import_is_prose_where_it_names_no_module() -> None:
    assert levels("Lamps that others\nimport MUST glow.") == [
        ("Lamps that others import MUST glow.", ("MUST",))
    ]


def test_sentences_end_at_full_stops_that_are_none_of_an_abbreviation() -> None:
    page = "Lamps (e.g. The Sun) glow. `lamp/on` turns v1.2 on. Is it on? It is."
    assert [sentence.alone for sentence in read(page)] == [
        "Lamps (e.g. The Sun) glow.",
        "`lamp/on` turns v1.2 on.",
        "Is it on?",
        "It is.",
    ]


def test_each_level_of_a_sentence_counts_once() -> None:
    page = "Lamps MUST glow, MUST NOT burn and SHALL last; lamps must be nice."
    assert [sentence.levels for sentence in read(page)] == [("MUST", "MUST NOT")]


def test_an_introduction_gives_its_level_to_each_item() -> None:
    sentences = read("Lamps **MUST**:\n\n- Glow\n- Last. For years.\n\nThat is all.")
    assert [(s.text, s.levels) for s in sentences] == [
        ("Lamps MUST:", ()),
        ("Lamps MUST: Glow", ("MUST",)),
        ("Lamps MUST: Last.", ("MUST",)),
        ("For years.", ()),
        ("That is all.", ()),
    ]


def test_the_level_of_an_item_itself_goes_before_that_of_the_introduction() -> None:
    page = "Lamps MUST keep these rules:\n\n1. Lamps SHOULD glow\n2. Lamps MAY blink\n"
    assert levels(page) == [
        ("Lamps MUST keep these rules:", ("MUST",)),
        ("Lamps SHOULD glow", ("SHOULD",)),
        ("Lamps MAY blink", ("MAY",)),
    ]


def test_the_last_level_of_an_introduction_is_the_one_it_gives() -> None:
    assert levels("A lamp MAY be red, but then it MUST:\n\n- Glow") == [("Glow", ("MUST",))]


def test_an_aside_of_an_introduction_is_not_given_to_the_items() -> None:
    page = "These colours are known, although lamps MAY have others:\n\n- Red\n- Green\n"
    assert [level for _, level in levels(page)] == [("MAY",)]
    assert levels(page)[0][0].startswith("These colours")


@pytest.mark.parametrize(
    ("item", "level"),
    [("Don't burn", ("MUST NOT",)), ("Never burn", ("MUST NOT",)), ("a shade (optional)", ())],
)
def test_an_item_can_turn_the_level_round_or_be_optional(
    item: str, level: tuple[Level, ...]
) -> None:
    assert read(f"Lamps MUST:\n\n- {item}")[1].levels == level


def test_items_of_a_list_in_a_list_have_both_introductions_and_the_level() -> None:
    (_, _, inner) = read("Lamps MUST send:\n\n- A message with:\n  - A colour\n")
    assert inner.text == "Lamps MUST send: A message with: A colour"
    assert inner.levels == ("MUST",)


def test_an_item_introduces_the_list_inside_it() -> None:
    (_, inner) = read("- `colour`: of a lamp\n  - MUST be a name\n")
    assert (inner.text, inner.levels) == ("`colour`: of a lamp MUST be a name", ("MUST",))


def test_a_paragraph_that_introduces_nothing_is_not_joined() -> None:
    assert read("Lamps glow.\n\n- They MAY blink")[1].text == "They MAY blink"


def test_a_table_is_read_row_by_row() -> None:
    page = "| Lamp | Rule |\n| --- | --- |\n| `red` | MUST glow. MAY blink. |\n| green | |\n"
    assert [(s.text, s.levels) for s in read(page)] == [
        ("Lamp; Rule", ()),
        ("`red`; MUST glow. MAY blink.", ("MUST", "MAY")),
        ("green", ()),
    ]


@pytest.mark.parametrize(
    "mention",
    [
        "The key words MUST, SHOULD, SHOULD NOT and MAY are meant as in RFC 2119.",
        "That lamps glow was changed from SHOULD to MUST.",
        "The names are only SHOULD-constrained.",
    ],
)
def test_a_sentence_about_a_key_word_sets_no_level(mention: str) -> None:
    assert levels(mention) == []


def test_a_version_is_read_without_its_schema_page(tmp_path: Path) -> None:
    folder = tmp_path / "docs" / "specification" / "draft"
    for page in ("index", "schema", "server/lamps"):
        file = folder / f"{page}.mdx"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("Lamps glow.", encoding="utf-8")
    (folder / "notes.md").write_text("Lamps glow.", encoding="utf-8")
    found = [(s.version, s.page) for s in read_version(tmp_path, "draft")]
    assert found == [("draft", "index"), ("draft", "server/lamps")]


@needs_specs
def test_the_levels_of_a_real_page_are_those_that_it_prints() -> None:
    sentences = read_version(SPECS, "2025-06-18")
    tools = [s for s in sentences if (s.page, s.heading) == ("server/tools", "Capabilities")]
    assert [s.levels for s in tools if s.levels] == [("MUST",)]
    security = [s for s in read_version(SPECS, "2025-06-18") if s.page == "server/tools"]
    given = [s.levels for s in security if s.heading == "Security Considerations" and s.levels]
    assert given == [("MUST",)] * 4 + [("SHOULD",)] * 5
