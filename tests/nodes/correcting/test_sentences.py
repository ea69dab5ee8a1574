"""Corrections of whole sentences."""

from __future__ import annotations

from typing import Any

import pytest

from nodes.correcting.sentences import is_replaceable, plain, reads_alone, replacements
from tests.nodes.document_values import checked, claim, judged
from tests.nodes.values import passage

PASSAGE = "A server must throttle tool calls."
TRUE = "A server must limit the rate of tool invocations."


def offered(source: str, truth: str = TRUE, **changes: Any) -> list[str]:
    changes.setdefault("statement", plain(source))
    item = claim(source, **changes)
    part = judged(item["statement"], "contradicted", correction=truth)
    return list(replacements(checked(item, part)))


def test_a_refuted_sentence_may_be_replaced_by_the_correction() -> None:
    assert offered("Rate limits are nobody's duty.") == [TRUE]


def test_the_passage_is_offered_after_the_correction() -> None:
    part = judged(
        "Wrong thing here.",
        "contradicted",
        correction=TRUE,
        evidence=[passage(PASSAGE)],
        cited=[1],
    )
    item = checked(claim("Wrong thing here."), part)
    assert list(replacements(item)) == [TRUE, PASSAGE]


@pytest.mark.parametrize(
    "truth", ["It is recommended.", "They should do so too.", "Not so.", "This one must be kept."]
)
def test_a_correction_that_leans_on_something_else_is_not_put_into_a_text(truth: str) -> None:
    assert offered("Rate limits are nobody's duty.", truth) == []


def test_a_sentence_with_a_link_is_not_replaced() -> None:
    assert offered("See [limits](https://example.test) for nobody's duty.") == []


def test_code_must_be_in_the_correction() -> None:
    assert offered("The `tools/call` method has no limit.") == []
    truth = "A server must limit `tools/call` requests."
    assert offered("The `tools/call` method has no limit.", truth) == [truth]


def test_a_compound_of_which_only_a_part_is_wrong_is_not_replaced() -> None:
    item = checked(
        claim("One is so and two is so."),
        judged("One is so", "supported"),
        judged("two is so", "contradicted", 1, correction=TRUE),
    )
    assert not is_replaceable(item)
    assert list(replacements(item)) == []


@pytest.mark.parametrize("kind", ["table_row", "heading"])
def test_a_row_or_heading_is_not_replaced(kind: str) -> None:
    assert offered("Rate limits are nobody's duty.", kind=kind) == []


def test_a_list_item_that_goes_on_from_its_introduction_is_not_replaced() -> None:
    source = "limit nothing at all"
    assert offered(source, kind="list_item", statement="Servers may limit nothing at all.") == []
    assert offered("Rate limits are nobody's duty.", kind="list_item") == [TRUE]


@pytest.mark.parametrize(
    ("source", "after"),
    [
        ("Rate limits are nobody's duty", TRUE.rstrip(".")),
        ("Rate limits are nobody's duty;", TRUE.rstrip(".") + ";"),
        ("Rate limits are nobody's duty!", TRUE.rstrip(".")),
        ("Rate limits **MUST NOT** be set.", TRUE.replace("must", "MUST")),
    ],
)
def test_the_replacements_has_the_end_and_the_capitals_of_the_source(
    source: str, after: str
) -> None:
    assert offered(source) == [after]


def test_markup_does_not_matter_for_reading_alone() -> None:
    assert reads_alone("**Servers** must `log`.", "Servers must `log`.")
    assert not reads_alone("must log.", "Servers must log.")
