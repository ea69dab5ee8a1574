"""Citations in Markdown: where they stand, what they name, and what they are to bear out."""

from __future__ import annotations

import pytest

from nodes.reading.citations import MOST_PAGES, find_citations
from nodes.reading.markdown import read_markdown


def found(text: str) -> list[tuple[str, str, tuple[int | str, ...], str]]:
    """Return each citation: its source, document, pages and claim."""
    return [
        (text[item.start : item.end], item.document, item.pages, item.claim)
        for item in find_citations(read_markdown(text))
    ]


@pytest.mark.parametrize(
    ("source", "document", "pages"),
    [
        ("[report.pdf, p. 12]", "report.pdf", ("12",)),
        ("[report.pdf, page ii]", "report.pdf", ("ii",)),
        ("[see 2021/report (final).pdf, p. A-3]", "2021/report (final).pdf", ("A-3",)),
        ("[report.pdf, pp. 12-14, 20]", "report.pdf", ("12", "13", "14", "20")),
        ("[report.pdf, pp. 112–14]", "report.pdf", ("112", "113", "114")),
        ("[report.pdf, pp. 14-12]", "report.pdf", ("14-12",)),
        ("(report.pdf#page=12)", "report.pdf", (12,)),
        ("(see report.pdf#page=12)", "report.pdf", (12,)),
        ("([source](./annual%20report.pdf#page=12))", "annual report.pdf", (12,)),
        ('[p. 12](<annual report.pdf#page=12> "Title")', "annual report.pdf", (12,)),
    ],
)
def test_each_form_names_a_document_and_the_printed_number_or_the_place(
    source: str, document: str, pages: tuple[int | str, ...]
) -> None:
    (citation,) = found(f"Costs fell. Revenue rose {source}.")
    assert citation[0] in source
    assert citation[1:] == (document, pages, "Revenue rose.")


def test_several_places_in_one_bracket_are_cited_for_the_same() -> None:
    source = "[a.pdf, p. 1; b.pdf, p. ii]"
    assert found(f"Revenue rose {source}.") == [
        (source, "a.pdf", ("1",), "Revenue rose."),
        (source, "b.pdf", ("ii",), "Revenue rose."),
    ]


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        ("Costs fell. Revenue rose. [a.pdf, p. 1] Then it fell.", ["Revenue rose."]),
        (
            "As the report\nsays [a.pdf,\np. 1], revenue rose.",
            ["As the report says, revenue rose."],
        ),
        (
            "The plant opened in 1998 [a.pdf, p. 1], and it closed in 2004 [b.pdf, p. 2].",
            ["The plant opened in 1998", "it closed in 2004."],
        ),
        ("Revenue rose [a.pdf, p. 1] [b.pdf, p. 2].", ["Revenue rose.", "Revenue rose."]),
        ("[Revenue rose by a tenth](a.pdf#page=1).", ["Revenue rose by a tenth."]),
        ("The [revenue](a.pdf#page=1) rose.", ["The revenue rose."]),
        ("Revenue rose. [Annual report](a.pdf#page=1)", ["Revenue rose."]),
        ("> Revenue rose.\n\n[a.pdf, p. 1]", ["Revenue rose."]),
        ("# Revenue\n\n[a.pdf, p. 1]", [""]),
        ("| what | where |\n| --- | --- |\n| Revenue rose | [a.pdf, p. 1] |", ["Revenue rose"]),
    ],
)
def test_the_sentence_before_a_citation_is_what_it_bears_out(text: str, claims: list[str]) -> None:
    assert [claim for _, _, _, claim in found(text)] == claims


@pytest.mark.parametrize(
    "text",
    [
        "Revenue rose `[a.pdf, p. 1]`.",
        "Revenue rose.\n\n```\n[a.pdf, p. 1]\n```\n",
        "Revenue rose. <!-- [a.pdf, p. 1] -->",
        "Revenue rose ![a chart](a.pdf#page=1).",
        "Revenue rose [report](https://example.org/a.pdf#page=1).",
        "Revenue rose [1], [a, b], [@smith2020, p. 3] and (a.pdf).",
    ],
)
def test_what_is_code_a_comment_a_picture_or_on_the_web_is_no_citation(text: str) -> None:
    assert found(text) == []


def test_a_long_range_is_not_written_out() -> None:
    ((_, _, pages, _),) = found("All of it [a.pdf, pp. 1-999999].")
    assert len(pages) == MOST_PAGES + 1


def test_a_text_made_to_take_long_is_read() -> None:
    for text in ("[" * 20_000, "[a.pdf, p. " * 2_000, "a [a.pdf, p. 1] " * 1_000):
        assert len(found(text)) in (0, 1_000)
