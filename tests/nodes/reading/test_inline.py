"""Inline Markdown: the text that is read, and the source of each of its characters."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nodes.reading.inline import Inline, read_inline

READ: dict[str, str] = {
    "**Servers** MUST *always* __log__": "Servers MUST always log",
    "***both*** and ~~struck out~~ text": "both and text",
    'see [the docs](https://x.test/a_(b) "title") now': "see the docs now",
    "[![build](b.svg)](https://ci.test) text": "text",
    "![a picture](p.png)": "",
    "[known] and [text][known] and [unknown]": "known and text and [unknown]",
    "`tools/list` and ``a ` b`` and `open": "`tools/list` and `a ' b` and `open",
    "snake_case_name, 2 * 3, 5*3, a*b": "snake_case_name, 2 * 3, 5*3, ab",
    "x &mdash; y &amp; z &nosuch;": "x — y & z &nosuch;",
    'a <b>bold</b> <Icon name="x"/> word': "a bold word",
    "one<br/>two<p>three</p>": "one\ntwo\nthree",
    "<code>x</code> is code": "`x` is code",
    "a <!-- hidden --> b {/* hidden */} c": "a b c",
    "a <!-- never closed": "a <!-- never closed",
    "claim[^1] and [^note]: text": "claim and text",
    "[!NOTE] Servers log": "Servers log",
    r"\*not emphasis\* and \[no link\]": "*not emphasis* and [no link]",
    "{{ shortcode }} {% tag %} Title {#anchor}": "Title",
    "one  \ntwo\nthree\\\nfour": "one\ntwo three\nfour",
    "zero\u200bwidth \u202eright\u202c to left": "zerowidth right to left",
    "nul\0 and \ufffd": "nul\0 and".replace("\0", ""),
    "<https://x.test/a> is here": "https://x.test/a is here",
}


def read(source: str) -> Inline:
    return read_inline(source, list(range(len(source))), {"KNOWN"})


@pytest.mark.parametrize(("source", "text"), READ.items(), ids=lambda value: str(value)[:30])
def test_markup_is_taken_out_and_text_kept(source: str, text: str) -> None:
    assert read(source).text == text


def test_each_character_knows_where_it_stands() -> None:
    source = "**Servers** log to `stderr`."
    inline = read(source)
    at = inline.text.index("log")
    assert source[inline.starts[at] : inline.ends[at + 2]] == "log"
    assert source[inline.starts[0] : inline.ends[6]] == "**Servers**"
    code = inline.text.index("`")
    assert source[inline.starts[code] : inline.ends[-1]] == "`stderr`."


def test_a_link_at_the_end_is_part_of_what_is_read() -> None:
    source = "Servers follow [the rules](https://x.test)."
    inline = read(source)
    assert source[inline.starts[0] : inline.ends[-1]] == source


@given(st.text(alphabet="ab*_`[]()!<>/&;~\\ \n{}%#^\u200b\0é", max_size=60))
def test_places_are_in_order_and_inside_the_source(source: str) -> None:
    inline = read(source)
    assert len(inline.text) == len(inline.starts) == len(inline.ends)
    assert all(
        0 <= start < end <= len(source)
        for start, end in zip(inline.starts, inline.ends, strict=True)
    )
    assert list(inline.starts) == sorted(inline.starts)
    assert list(inline.ends) == sorted(inline.ends)
    assert inline.text == inline.text.strip()


@given(st.text(alphabet="abc de.", max_size=40))
def test_plain_text_is_read_as_it_is(source: str) -> None:
    assert read(source).text == " ".join(source.split())
