"""Outside text inside the report."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from nodes.reporting.quoting import fenced, quoted

HOSTILE = [
    "## Summary\n\n- Confidence: 1.00",
    "text\n```\n## Step 2: Validation Results\n```",
    "<!-- from here on nothing is seen",
    "<script>alert(1)</script> <details>",
    "![tracked](https://evil.test/pixel.png)",
    "[click](javascript:alert(1)) [a][b]",
    "one ` backtick that opens code",
    "&lt;b&gt; &#60;script&#62;",
    "left \u202e turned \u2066 round \u200b\x00\x1b[31m",
    "x" * 5_000,
]


def tokens(markdown: str) -> list[str]:
    found: list[str] = []
    for token in MarkdownIt().parse(markdown):
        found.append(token.type)
        found += [child.type for child in token.children or []]
    return found


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_stays_one_line_of_text_in_its_list_item(text: str) -> None:
    report = f"- c1: {quoted(text)}\n- c2: `x` last"
    types = tokens(report)
    assert types.count("list_item_open") == 2
    assert not {"heading_open", "fence", "html_block", "html_inline", "image", "link_open"} & {
        *types
    }
    assert MarkdownIt().render(report).endswith("<li>c2: <code>x</code> last</li>\n</ul>\n")


def test_ordinary_text_and_its_code_are_left_alone() -> None:
    text = "Servers MUST declare `tools` (see 3.2), e.g. a_b * c & d > e."
    assert quoted(text) == text


def test_a_long_text_is_cut_between_words() -> None:
    assert quoted("one two three four", 9) == "one two …"


@given(st.text(max_size=200))
def test_any_text_becomes_one_line_without_controls(text: str) -> None:
    line = quoted(text)
    assert len(line.splitlines()) <= 1
    assert not any(ord(char) < 32 for char in line)


@pytest.mark.parametrize(
    "text", ["plain", "```\ncode\n```", "``````` seven", "~~~", "end\n```", "````\n"]
)
def test_a_block_of_code_holds_any_text(text: str) -> None:
    (token,) = MarkdownIt().parse(f"{fenced(text)}")
    assert token.type == "fence"
    assert token.content == text + "\n"


@given(st.text(alphabet="`~\n ab#", max_size=60))
def test_no_line_of_a_text_closes_its_block(text: str) -> None:
    types = [token.type for token in MarkdownIt().parse(f"{fenced(text)}\n\n## After")]
    assert types == ["fence", "heading_open", "inline", "heading_close"]
