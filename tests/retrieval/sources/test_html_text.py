"""The text of HTML pages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.sources.html_text import html_text


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("<p>One\n  line</p><p>Two</p>", "One line\n\nTwo"),
        ("<p>a <b>bold</b> <i>word</i>.", "a bold word."),
        ("<ul><li>first<li>second</ul>", "- first\n- second"),
        (
            "<table><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table>",
            "a | b\nc | d",
        ),
        ("<pre>two  spaces\n  here</pre>", "two  spaces\n  here"),
        ("a<br>b<hr/>c", "a\nb\n\nc"),
        ("&lt;script&gt; &amp; &eacute;&#8364;", "<script> & é€"),
        ("<title>t</title><style>p{}</style><script>let x='<p>'</script>seen<!-- not -->", "seen"),
        ("<head><p>seen without an end of the head", "seen without an end of the head"),
        ("</script></p>stray ends", "stray ends"),
        ("", ""),
    ],
)
def test_what_a_reader_sees_is_kept(source: str, text: str) -> None:
    assert html_text(source) == text


@given(
    st.lists(st.sampled_from(["<", ">", "</", "<p", "<!--", "-->", "&", "a", '"', "<script>"])).map(
        "".join
    )
)
def test_no_markup_breaks_it(source: str) -> None:
    assert isinstance(html_text(source), str)
