"""Pages of MDX read into blocks: what each says, what introduces it, where it stands."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.errors import UnreadablePageError
from retrieval.official.mdx import read_mdx
from retrieval.official.pages import Block, Page
from retrieval.official.reader import read_page
from tests.support.spec_source import TOOLS


def read(source: str) -> Page:
    return read_page(source.encode(), "server/tools", "docs/specification/draft/server/tools.mdx")


def texts(source: str) -> list[str]:
    return [block.text for block in read(source).blocks]


def find(page: Page, text: str) -> Block:
    (block,) = [block for block in page.blocks if block.text == text]
    return block


def test_headings_are_kept_as_a_path_from_the_title() -> None:
    page = read(
        "---\ntitle: Lamps\n---\nOne.\n\n## Two\n\n### The `on` *message*\n\nThree.\n\n# A\n\nB."
    )
    assert [(block.text, block.headings) for block in page.blocks] == [
        ("One.", ("Lamps",)),
        ("Three.", ("Lamps", "Two", "The `on` message")),
        ("B.", ("Lamps", "A")),
    ]
    assert [heading.line for heading in page.headings] == [1, 6, 8, 12]


def test_a_page_without_a_title_has_its_path_for_one() -> None:
    assert read("Lamps glow.").title == "server/tools"


def test_each_item_of_a_list_has_the_sentence_that_introduces_the_list() -> None:
    page = read(TOOLS)
    assert find(page, "Check every colour").said == "Servers MUST: Check every colour"
    assert find(page, "Refuse to burn paper").said == "Servers MUST: Refuse to burn paper"
    assert find(page, "and straw").said == "Servers MUST: Refuse to burn paper and straw"
    assert find(page, "Keep water at hand").said == "Owners SHOULD: Keep water at hand"


def test_a_list_after_a_sentence_that_ends_is_not_introduced() -> None:
    assert find(read("Lamps glow.\n\n- They are nice\n"), "They are nice").introduction is None


def test_what_stands_in_a_note_says_so() -> None:
    page = read(TOOLS)
    assert find(page, "A person SHOULD be near every lamp that burns.").component == "Warning"
    assert find(page, "Keep water at hand").component == "Warning"
    assert find(page, "Check every colour").component is None


@pytest.mark.parametrize(
    "source",
    [
        "<Note>Lamps glow.</Note>",
        "<Note>\nLamps glow.\n</Note>",
        "<Note>\n\nLamps glow.\n\n</Note>",
    ],
)
def test_a_note_is_one_however_it_is_laid_out(source: str) -> None:
    (block,) = read(f"{source}\n").blocks
    assert (block.text, block.component) == ("Lamps glow.", "Note")


def test_components_inside_components_end_where_they_end() -> None:
    page = read("<Tabs>\n<Tab>\n\nIn.\n\n</Tab>\n\nBetween.\n\n</Tabs>\n\nOut.")
    assert [block.component for block in page.blocks] == ["Tab", "Tabs", None]


def test_a_component_that_closes_itself_is_around_nothing() -> None:
    (block,) = read('<Card title="x" href="y" />\n\nOut.').blocks
    assert block.component is None


def test_a_row_of_a_table_says_each_cell_with_its_header() -> None:
    page = read(TOOLS)
    header, red, green = (block for block in page.blocks if block.kind in ("header", "row"))
    assert header.text == "Colour; Rule"
    assert red.said == "Colour: `red`; Rule: MUST NOT blink"
    assert green.said == "Colour: green; Rule: MAY blink"


def test_code_is_kept_apart_with_its_line_ends() -> None:
    (code,) = [block for block in read("```js\na\n\n  b\n```\n").blocks if block.kind == "code"]
    assert (code.text, code.lines) == ("a\n\n  b", (1, 5))


def test_links_and_emphasis_are_read_and_code_keeps_its_marks() -> None:
    assert texts("A **bold** [link](/x) &mdash; `a_b` <br/> 2<sup>53</sup>, *so*.") == [
        "A bold link — `a_b` 2^53, so."
    ]


def test_each_line_of_a_text_is_known() -> None:
    block = find(
        read(TOOLS),
        "Lamps light rooms. Whoever owns a lamp can switch it on, and a lamp tells its colour.",
    )
    assert block.lines == (7, 8)
    first, last = block.text.index("Lamps"), block.text.index("rooms.") + 6
    assert block.lines_of(first, last) == (7, 7)
    assert block.lines_of(block.text.index("Whoever"), len(block.text)) == (7, 8)
    assert block.lines_of(block.text.index("switch"), len(block.text)) == (8, 8)


def test_a_line_end_inside_code_leaves_the_lines_of_the_whole_text() -> None:
    (block,) = read("The header `a:\n<b>` is\nsent. Always.").blocks
    assert block.text == "The header `a: <b>` is sent. Always."
    assert block.lines_of(0, 3) == (1, 3)


def test_lines_are_those_of_the_file_also_after_front_matter_and_windows_line_ends() -> None:
    page = read(TOOLS.replace("\n", "\r\n"))
    lines = TOOLS.split("\n")
    for text in ("Keep water at hand", "Check every colour"):
        number = find(page, text).lines[0]
        assert text in lines[number - 1]


def test_a_byte_order_mark_is_no_text() -> None:
    assert read("\ufeff---\ntitle: Lamps\n---\n").title == "Lamps"


def test_every_line_is_counted_once_by_what_it_is() -> None:
    counts = read(TOOLS).counts
    assert counts.text == 19
    assert counts.code == 3
    assert counts.skipped == {"front matter": 2, "component tag": 3, "markup": 1}
    assert counts.total == sum(1 for line in TOOLS.split("\n") if line.strip())


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ('import { Lamp } from "/lamp.mdx"', "import"),
        ('import "/lamp.mdx";', "import"),
        ("export const lamp = {\n  a: 1,\n}", "import"),
        ("{/* not said */}", "comment"),
        ("{/* not\n\nsaid */}", "comment"),
        ("<!-- not said -->", "comment"),
        ('<Card\n  title="Lamp"\n  href="x"\n/>', "component tag"),
        ("---", "markup"),
        ("> ", "markup"),
        ("[lamp]: https://example.test", "markup"),
    ],
)
def test_what_is_no_text_is_skipped_with_its_reason(line: str, reason: str) -> None:
    page = read(f"Before.\n\n{line}\n\nAfter.\n")
    assert [block.text for block in page.blocks] == ["Before.", "After."]
    assert set(page.counts.skipped) == {reason}


@pytest.mark.parametrize(
    "line",
    [
        "import is a word",
        "export MUST work",
        "<protocol-version> is sent",
        "<Note and so on",
        "{/* never closed",
        "<!-- never closed",
        "<Card a={<b/>} />",
    ],
)
def test_what_only_looks_like_markup_is_text(line: str) -> None:
    assert read(f"Before.\n\n{line}\n\nAfter.\n").counts.text == 3


odd = st.text("aB \t\n#-*>`~|<>/{}[]()!.:1\\&=_\"'é", max_size=300)
LINES = """text
- item
  - inner
1. one
> quote
| a | b |
|---|---|
<Note>
</Note>
## Head
`code`
[a](b)
{/* c */}
import x from 'y'
***
    deep
<br/>
"""
pieces = st.lists(st.sampled_from(LINES.split("\n")), max_size=25).map("\n".join)


@given(st.one_of(odd, pieces))
def test_whatever_a_page_holds_every_line_is_counted_and_lies_in_the_page(source: str) -> None:
    source = re.sub(r"[`~]{3,}", "", source)  # a fence that stays open is told; see below
    page = read_mdx(source, "p", "p.mdx")
    lines = source.split("\n")
    assert page.counts.total == sum(1 for line in lines if line.strip())
    for block in page.blocks:
        assert 1 <= block.lines[0] <= block.lines[1] <= len(lines)


@given(st.lists(st.sampled_from("abc"), min_size=1, max_size=6).map("".join))
def test_the_words_of_a_page_are_all_in_its_blocks(word: str) -> None:
    page = read(
        f"{word}1\n\n- {word}2\n  - {word}3\n\n> {word}4\n\n| {word}5 |\n| - |\n| {word}6 |\n"
    )
    said = " ".join(block.text for block in page.blocks)
    assert all(f"{word}{n}" in said for n in range(1, 7))


def test_a_fence_that_is_never_closed_is_told_with_its_line() -> None:
    with pytest.raises(UnreadablePageError, match=r"tools\.mdx, line 3: a code fence is never"):
        read("Before.\n\n```json\n{}\n\nLost.")


@pytest.mark.parametrize(
    ("content", "line", "why"),
    [(b"One.\n\xff\xfe", 2, "no UTF-8"), (b"One.\n\nT\0o.", 3, "a NUL")],
)
def test_a_file_that_is_no_text_is_told_with_its_line(content: bytes, line: int, why: str) -> None:
    with pytest.raises(UnreadablePageError, match=why) as caught:
        read_page(content, "p", "p.mdx")
    assert caught.value.line == line


def test_what_is_nested_too_deeply_is_counted_as_not_understood() -> None:
    source = "".join(f"{'> ' * depth}deep\n" for depth in range(1, 140))
    counts = read(source).counts
    assert counts.total == 139
    assert counts.text + counts.skipped.get("not understood", 0) == 139


@pytest.mark.parametrize(
    "piece", ["[", "<A ", "{/* ", "<!-- ", "* ", "` ", "export const a\n", "![", "| "]
)
def test_hostile_pages_are_read_without_a_crash(piece: str) -> None:
    page = read(piece * 3_000)
    assert page.counts.total >= 1
