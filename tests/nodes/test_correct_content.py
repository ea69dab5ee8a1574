"""Node `correct_content`."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nodes.batches import StatementVerdict
from nodes.correct_content import Update, apply, correct_content, is_right
from nodes.document_report import Candidate, Correction
from nodes.documents import CheckedClaim, Span
from nodes.verdicts import Verdict
from tests.nodes.document_values import checked, claim, judged, verdict

CONTENT = "# Logs\n\nServers must log. Clients must [listen](https://x.test).\n\n```\nmust\n```\n"


def wrong(text: str, claim_id: str = "c1", content: str = CONTENT, **changes: Any) -> CheckedClaim:
    part = judged(text, "contradicted", correction="True is this.")
    return checked(claim(text, content, id=claim_id, **changes), part)


def candidate(item: CheckedClaim, after: str, number: int = 0) -> Candidate:
    return Candidate(
        key=f"{item['claim']['id']}#{number}",
        claim_id=item["claim"]["id"],
        kind="level",
        span=item["claim"]["span"],
        before=item["claim"]["text"],
        after=after,
    )


def corrected(
    *items: CheckedClaim,
    tried: list[tuple[Candidate, str]],
    refusals: dict[str, str] | None = None,
    content: str = CONTENT,
) -> Update:
    return correct_content(
        {
            "content": content,
            "checked": list(items),
            "candidates": [found for found, _ in tried],
            "refusals": refusals or {},
            "verdicts": [
                StatementVerdict(
                    key=found["key"],
                    verdict=verdict(found["after"], judged(found["after"], label)),
                    nearby={},
                )
                for found, label in tried
            ],
        }
    )


def test_a_confirmed_change_is_put_in_and_nothing_else_changes() -> None:
    item = wrong("Servers must log.")
    update = corrected(item, tried=[(candidate(item, "Servers should log."), "supported")])
    assert update["corrected"] == CONTENT.replace("Servers must log.", "Servers should log.")
    assert [(c["before"], c["after"]) for c in update["corrections"]] == [
        ("Servers must log.", "Servers should log.")
    ]
    assert update["uncorrected"] == []


@pytest.mark.parametrize("label", ["contradicted", "undecided", "not_mentioned"])
def test_a_change_that_the_judge_does_not_confirm_is_listed_and_not_made(label: str) -> None:
    item = wrong("Servers must log.")
    update = corrected(item, tried=[(candidate(item, "Servers may log."), label)])
    assert update["corrected"] is None
    (left,) = update["uncorrected"]
    assert "“Servers may log.”, was not confirmed" in left["reason"]
    assert left["suggestion"] == "True is this."


def test_the_first_candidate_that_is_confirmed_is_taken() -> None:
    item = wrong("Servers must log.")
    update = corrected(
        item,
        tried=[
            (candidate(item, "Servers may log.", 0), "undecided"),
            (candidate(item, "Servers should log.", 1), "supported"),
            (candidate(item, "Servers could log.", 2), "supported"),
        ],
    )
    assert [c["after"] for c in update["corrections"]] == ["Servers should log."]


def test_several_changes_are_made_in_their_places() -> None:
    first = wrong("Servers must log.", "c1")
    second = wrong("Clients must [listen](https://x.test).", "c2")
    update = corrected(
        second,
        first,
        tried=[
            (candidate(first, "A much longer sentence than before."), "supported"),
            (candidate(second, "Clients may [listen](https://x.test)."), "supported"),
        ],
    )
    assert update["corrected"] == (
        "# Logs\n\nA much longer sentence than before. Clients may [listen](https://x.test).\n\n"
        "```\nmust\n```\n"
    )
    assert [c["claim_id"] for c in update["corrections"]] == ["c1", "c2"]


def test_of_two_that_overlap_the_second_is_left_and_listed() -> None:
    whole = wrong("Servers must log. Clients", "c1")
    inside = wrong("must log.", "c2", "# Logs\n\nServers must log.")
    update = corrected(
        whole,
        inside,
        tried=[
            (candidate(whole, "Servers should log. Clients"), "supported"),
            (candidate(inside, "may log."), "supported"),
        ],
    )
    assert [c["claim_id"] for c in update["corrections"]] == ["c1"]
    assert [u["reason"] for u in update["uncorrected"]] == [
        "it overlaps a sentence that was changed"
    ]


def test_why_a_model_did_not_correct_is_told() -> None:
    update = corrected(wrong("Servers must log."), tried=[], refusals={"c1": "the model refused"})
    assert [u["reason"] for u in update["uncorrected"]] == ["the model refused"]


def test_what_the_specification_is_silent_on_cannot_be_corrected() -> None:
    item = checked(
        claim("Servers must log.", CONTENT),
        judged("Servers must log", "supported"),
        judged("and sing", "not_mentioned", 1),
    )
    (left,) = corrected(item, tried=[])["uncorrected"]
    assert left["reason"] == "the specification does not say what would be right in its place"


def test_questions_and_what_is_not_wrong_are_not_listed() -> None:
    question = wrong("Servers must log.", kind="question")
    right = checked(claim("Clients must [listen](https://x.test).", CONTENT, id="c2"))
    assert corrected(question, right, tried=[]) == {
        "corrections": [],
        "uncorrected": [],
        "corrected": None,
    }


def parts(*labels: str) -> Verdict:
    return verdict("x", *(judged(label, label, n) for n, label in enumerate(labels)))


@pytest.mark.parametrize(
    ("old", "new", "right"),
    [
        (["contradicted"], ["supported"], True),
        (["contradicted"], ["undecided"], False),
        (["contradicted", "supported"], ["supported", "supported"], True),
        (["contradicted", "not_mentioned"], ["supported", "not_mentioned"], True),
        (["contradicted", "undecided"], ["supported", "undecided"], True),
        (["contradicted", "supported"], ["supported", "undecided"], False),
        (["contradicted", "supported"], ["undecided", "supported"], False),
        (["contradicted", "supported"], ["supported", "contradicted"], False),
        (["contradicted", "not_mentioned"], ["not_mentioned"], False),
        (["supported", "not_mentioned"], ["supported", "not_mentioned"], True),
    ],
)
def test_a_change_is_right_if_what_was_wrong_is_supported_and_nothing_else_got_worse(
    old: list[str], new: list[str], right: bool
) -> None:
    assert is_right(parts(*old), parts(*new)) is right


@given(
    st.text(max_size=80), st.lists(st.tuples(st.integers(0, 80), st.text(max_size=9)), max_size=4)
)
def test_outside_the_changes_the_text_is_the_same(content: str, wanted: list[Any]) -> None:
    starts = sorted({min(at, len(content)) for at, _ in wanted})
    changes = [
        Correction(
            claim_id="c",
            kind="level",
            span=Span(start=at, end=min(at + 1, len(content)), line=1, column=1),
            before="",
            after=after,
        )
        for at, (_, after) in zip(starts, wanted, strict=False)
    ]
    after = apply(content, changes)
    for change in reversed(changes):
        start = change["span"]["start"] + sum(
            len(c["after"]) - (c["span"]["end"] - c["span"]["start"])
            for c in changes
            if c["span"]["start"] < change["span"]["start"]
        )
        assert after[start : start + len(change["after"])] == change["after"]
        after = (
            after[:start]
            + content[change["span"]["start"] : change["span"]["end"]]
            + after[start + len(change["after"]) :]
        )
    assert after == content
