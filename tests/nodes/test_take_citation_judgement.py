"""The caller's answers on a citation that was left open."""

from __future__ import annotations

from typing import Any, Final

import pytest

from nodes.citations import Passage
from nodes.judging.citation_answers import OpenCitation
from nodes.take_citation_judgement import Update, take_citation_judgement

TEXTS: Final = ("The board met in May.", "Revenue rose by four percent.", "Costs fell.")
PASSAGES: Final = [
    Passage(start=100 * n, end=100 * n + len(text), text=text) for n, text in enumerate(TEXTS)
]
OPEN: Final = OpenCitation(
    id="c1", claim="Revenue grew by 4 %.", place="report.pdf, page 1", passages=PASSAGES[1:]
)
RIGHT: Final[dict[str, Any]] = {
    "claimId": "c1",
    "label": "supported",
    "evidence": [1],
    "quote": "Revenue rose by four percent",
    "reason": "The page says so.",
}


def take(*answers: object, judged: tuple[str, ...] = ()) -> Update:
    opened = [] if judged else [OPEN]
    return take_citation_judgement(
        {"passages": PASSAGES, "open": opened, "judged": list(judged), "answers": list(answers)}
    )


def test_an_answer_that_holds_is_the_judgement_and_cites_passages_of_the_page() -> None:
    update = take(RIGHT)
    assert (update.get("open"), update.get("judged"), update.get("refused")) == ([], ["c1"], [])
    judgement = update.get("judgement")
    assert judgement is not None
    assert (judgement["label"], judgement["judge"]) == ("supported", "caller")
    assert judgement["cited"] == [2]


def test_silence_needs_no_passage() -> None:
    update = take({"claimId": "c1", "label": "not mentioned", "reason": "Nothing is said of it."})
    assert (update.get("judgement") or {}).get("label") == "not_mentioned"


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"claimId": "c2"}, "no open claim has this id; open are: c1"),
        ({"label": "true"}, "label must be one of supported, contradicted, not_mentioned"),
        ({"evidence": []}, "without citing evidence"),
        ({"evidence": [3]}, "cited evidence that it was not given (3)"),
        ({"evidence": [2]}, "quoted words that do not stand in the evidence it cited"),
        ({"quote": "Revenue grew by 4 %"}, "quoted words that do not stand in the evidence"),
        ({"quote": "Revenue rose"}, "without a quote"),
        (
            {"label": "contradicted", "correction": "Revenue rose by 5 percent."},
            "the correction says 5, which does not stand in the passages cited",
        ),
    ],
)
def test_an_answer_that_does_not_hold_is_refused_and_the_claim_stays_open(
    wrong: dict[str, Any], why: str
) -> None:
    update = take({**RIGHT, **wrong})
    assert "judgement" not in update
    assert (update.get("open"), update.get("judged")) == ([OPEN], [])
    (refused,) = update.get("refused", [])
    assert why in refused["reason"]


def test_a_claim_is_judged_once() -> None:
    second = RIGHT | {"label": "not_mentioned"}
    update = take(RIGHT, second)
    assert (update.get("judgement") or {}).get("label") == "supported"
    assert "judged already" in update.get("refused", [])[0]["reason"]
    assert "judged already" in take(second, judged=("c1",)).get("refused", [])[0]["reason"]
