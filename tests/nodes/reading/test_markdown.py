"""Markdown: blocks with exact places, what introduces a list, and what is no prose."""

from __future__ import annotations

import sys
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nodes.reading.markdown import LONGEST_HEADING, Block, read_markdown

PAGE = """\
---
title: "Transports"
sidebar: 3
---

import Tabs from '@theme/Tabs';

# Messages

{/* internal: check with Ana */}
Servers talk
over **stdio**.

<Note>
    An indented note in a component.
</Note>

## Rules

Servers MUST:

- validate inputs
  and outputs
- log:
  1. errors
  2. [warnings](x.md)

> [!TIP]
> A quoted tip.

| Field | Required |
|-------|:--------:|
| `a\\|b` | **yes** |
| `c` | |

```json
{"not": "prose"}
```

<!-- a comment
over lines -->
<details>
<summary>More</summary>
Inside HTML.
</details>

:::note
In a container.
:::
"""


def read(content: str) -> list[tuple[str, str]]:
    return [(block.kind, block.text.text) for block in read_markdown(content).blocks]


def test_a_page_is_read_as_the_blocks_that_a_reader_sees() -> None:
    assert read(PAGE) == [
        ("heading", "Messages"),
        ("paragraph", "Servers talk over stdio."),
        ("paragraph", "An indented note in a component."),
        ("heading", "Rules"),
        ("paragraph", "Servers MUST:"),
        ("list_item", "validate inputs and outputs"),
        ("list_item", "log:"),
        ("list_item", "errors"),
        ("list_item", "warnings"),
        ("paragraph", "A quoted tip."),
        ("table_row", "`a|b` | yes"),
        ("table_row", "`c`"),
        ("code", ""),
        ("paragraph", "More\nInside HTML."),
        ("paragraph", "In a container."),
    ]


def block(content: str, text: str) -> Block:
    return next(b for b in read_markdown(content).blocks if b.text.text == text)


def test_each_block_is_found_at_its_place() -> None:
    item = block(PAGE, "validate inputs and outputs")
    assert PAGE[item.start : item.end] == "validate inputs\n  and outputs"
    row = block(PAGE, "`a|b` | yes")
    assert PAGE[row.start : row.end] == "`a\\|b` | **yes**"
    code = next(b for b in read_markdown(PAGE).blocks if b.kind == "code")
    assert PAGE[code.start : code.end] == '```json\n{"not": "prose"}\n```'


def test_headings_are_those_above_outermost_first_with_the_title() -> None:
    assert read_markdown(PAGE).heading == "Transports"
    assert block(PAGE, "errors").headings == ("Transports", "Messages", "Rules")
    content = "# A\n\n### B\n\n## C\n\ntext"
    assert block(content, "text").headings == ("A", "C")


def test_a_list_knows_what_introduces_it() -> None:
    error = block(PAGE, "errors")
    assert error.lead is not None
    assert error.lead.text.text == "log:"
    assert error.lead.lead is not None
    assert error.lead.lead.text.text == "Servers MUST:"
    after_code = block("Intro:\n\n```\nx\n```\n\n- item", "item")
    assert after_code.lead is None


def test_a_cell_knows_the_header_of_its_column() -> None:
    row = block(PAGE, "`a|b` | yes")
    assert row.headers == ("Field", "Required")
    assert [cell.text for cell in row.cells] == ["`a|b`", "yes"]


def test_items_and_rows_are_units_but_nested_items_are_not() -> None:
    first, log = block(PAGE, "validate inputs and outputs"), block(PAGE, "log:")
    assert first.unit == PAGE.index("- validate")
    assert block(PAGE, "errors").unit == log.unit == PAGE.index("- log:")


def test_bullets_that_markdown_does_not_know_are_items() -> None:
    assert read("Servers:\n• log\n  ◦ wait\n") == [
        ("paragraph", "Servers:"),
        ("list_item", "log"),
        ("list_item", "wait"),
    ]


def test_lines_that_stand_alone_are_not_run_together() -> None:
    assert read("Cursors are opaque\nPages have a size\n") == [
        ("paragraph", "Cursors are opaque"),
        ("paragraph", "Pages have a size"),
    ]
    assert read("Cursors are opaque to the\nMCP client that reads them.") == [
        ("paragraph", "Cursors are opaque to the MCP client that reads them.")
    ]


def test_a_rule_under_a_sentence_makes_no_heading_of_it() -> None:
    assert read("Servers must log.\n---\nNext") == [
        ("paragraph", "Servers must log."),
        ("paragraph", "Next"),
    ]
    assert read("A title\n---\nNext")[0] == ("heading", "A title")


def test_indented_text_is_code_unless_the_document_has_components() -> None:
    assert read("Install:\n\n    npm install x\n")[1][0] == "code"
    assert read("<Card>\n\n    Servers log.\n\n</Card>") == [("paragraph", "Servers log.")]
    assert read("!!! note\n    Servers log.\n") == [("paragraph", "Servers log.")]


@pytest.mark.parametrize(
    "content",
    [
        '<Card\n  title="x"\n  href="y"\n>\ntext\n</Card>',
        "<!-- <b>one</b> -->\n\ntext",
        "<script>\nalert('x')\n</script>\n\ntext",
        '<p align="center"><img src="x"/></p>\n\ntext',
        "{/*\n two lines\n*/}\n\ntext",
        "export const x = 1;\n\ntext",
        "[ref]: https://x.test\n\ntext",
    ],
)
def test_what_carries_no_prose_is_left_out(content: str) -> None:
    assert read(content) == [("paragraph", "text")]


def test_a_fence_that_is_never_closed_is_code_to_the_end() -> None:
    assert read("a\n\n```\nServers must log.\n\n# more") == [("paragraph", "a"), ("code", "")]


def test_line_breaks_of_other_systems_do_not_move_anything() -> None:
    content = "# T\r\n\r\nServers must\r\nlog.\r\n\r\n- item\r\n"
    assert read(content) == [
        ("heading", "T"),
        ("paragraph", "Servers must log."),
        ("list_item", "item"),
    ]
    paragraph = block(content, "Servers must log.")
    assert content[paragraph.start : paragraph.end] == "Servers must\r\nlog."


def test_a_long_heading_is_not_kept_whole_with_every_block_below_it() -> None:
    (item,) = [b for b in read_markdown("# " + "x" * 5000 + "\n\n- a\n").blocks if b.lead or b.unit]
    assert len(item.headings[0]) == LONGEST_HEADING


ODD = st.text(alphabet="#-*>|` \n\r\tab1.<N/>[](){}:!=_~\0\u200b\u202eé", max_size=120)


@given(ODD)
def test_any_text_is_read_and_every_place_is_inside_it(content: str) -> None:
    last_unit = 0
    for read_block in read_markdown(content).blocks:
        assert 0 <= read_block.start < read_block.end <= len(content)
        assert read_block.unit <= read_block.start
        assert read_block.unit >= last_unit
        last_unit = read_block.unit
        text = read_block.text
        if text.text:
            assert read_block.start <= text.starts[0] < text.ends[-1] <= read_block.end


@given(st.lists(st.sampled_from(["word", "`code`", "**bold**", "[link](x)", "MUST"]), min_size=1))
def test_a_character_that_is_read_is_the_one_at_its_place(parts: list[str]) -> None:
    content = "> - " + " ".join(parts)
    for read_block in read_markdown(content).blocks:
        for character, start, end in zip(
            read_block.text.text, read_block.text.starts, read_block.text.ends, strict=True
        ):
            assert character in content[start:end]


def calls(function: Callable[[], object]) -> int:
    """Return how many calls of functions a function needs: the same on every machine."""
    count = 0

    def on_event(_frame: object, event: str, _argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(on_event)
    try:
        function()
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize(
    "unit",
    [
        "- Servers must log.\n",
        "| a | b |\n|---|---|\n| x | y |\n\n",
        "> - nested\n",
        "<Note>\ntext\n</Note>\n\n",
        "[a](b) **c** `d` ",
        "[![",
        "`a",
        "<!-- ",
        "{/* x\n",
        "# heading\n",
        "• item\n",
    ],
)
def test_work_grows_no_faster_than_the_text(unit: str) -> None:
    read_markdown("warm up")
    small = calls(lambda: read_markdown(unit * 80))
    large = calls(lambda: read_markdown(unit * 320))
    assert large < 4.6 * small
