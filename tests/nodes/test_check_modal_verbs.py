"""The check in code that a claim is as strong as what it rests on."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from nodes.check_modal_verbs import Input, check_modal_verbs
from nodes.verdicts import Judgement, Label
from retrieval.catalogue import Catalogue, Requirement
from retrieval.evidence import Evidence
from retrieval.levels import Level
from tests.nodes.values import judgement, passage


def entry(level: Level, informal_level: Level | None = None, name: str = "log") -> Requirement:
    return Requirement.model_validate(
        {
            "id": f"tools.{name}",
            "topic": "tools",
            "actor": "server",
            "level": level,
            "informal_level": informal_level,
            "statement": "What servers do about logging.",
            "places": ({"versions": ("draft",), "page": "server/tools", "heading": "Tools"},),
        }
    )


def evidence_of(*entries: Requirement) -> list[Evidence]:
    return [
        passage(f"Passage of {item.id}.", entry_ids=[item.id], level=item.level) for item in entries
    ]


def check(claim: str, *entries: Requirement, **changes: Any) -> Judgement:
    """Check a supported claim that cites the first entry, or what `cited` says."""
    evidence = changes.pop("evidence", evidence_of(*entries))
    values: dict[str, Any] = {"cited": [1], "quote": "Passage", **changes}
    state = Input(subclaim=claim, judgement=judgement(**values), evidence=evidence)
    return check_modal_verbs(state, catalogue=Catalogue(entries, ()))["judgement"]


@pytest.mark.parametrize(
    ("claim", "level"),
    [
        ("Servers MUST log.", "MUST"),
        ("Servers are required to log.", "MUST"),
        ("Servers log.", "MUST"),
        ("Servers should log.", "SHOULD"),
        ("Servers may log.", "MAY"),
        ("Servers do not have to log.", "MAY"),
        ("Servers must not log.", "MUST NOT"),
        ("Servers should not log.", "SHOULD NOT"),
        ("Servers log.", "none"),
        ("Servers must log.", "none"),
    ],
)
def test_a_claim_of_the_same_level_stands_untouched(claim: str, level: Level) -> None:
    checked = check(claim, entry(level))
    assert checked == judgement(cited=[1], quote="Passage")


@pytest.mark.parametrize(
    ("claim", "level", "said"),
    [
        (
            "Servers MUST log.",
            "SHOULD",
            "the claim says MUST, the specification says SHOULD (too strong)",
        ),
        (
            "Servers must log.",
            "MAY",
            "the claim says MUST, the specification says MAY (too strong)",
        ),
        (
            "Servers should log.",
            "MUST",
            "the claim says SHOULD, the specification says MUST (too weak)",
        ),
        (
            "Servers may log.",
            "SHOULD",
            "the claim says MAY, the specification says SHOULD (too weak)",
        ),
        (
            "Servers should not log.",
            "MUST NOT",
            "the claim says SHOULD NOT, the specification says MUST NOT (too weak)",
        ),
        ("Servers must not log.", "MUST", "the claim says MUST NOT, the specification says MUST"),
        ("Servers must log.", "MUST NOT", "the claim says MUST, the specification says MUST NOT"),
        (
            "Servers do not have to log.",
            "MUST",
            "the claim says it is not required, the specification says MUST",
        ),
        (
            "Servers log.",
            "MUST NOT",
            "the claim states it as a fact, the specification says MUST NOT",
        ),
    ],
)
def test_a_claim_of_another_level_is_contradicted_and_told_why(
    claim: str, level: Level, said: str
) -> None:
    checked = check(claim, entry(level))
    assert checked["label"] == "contradicted"
    assert checked["reason"] == f"{said}: Passage of tools.log."
    assert checked["correction"] == "Passage of tools.log."
    assert checked["findings"] == [{"kind": "level", "message": said}]


def test_a_duty_in_lower_case_is_told_by_the_word_that_stands_there() -> None:
    checked = check("Servers must log.", entry("none", informal_level="MUST NOT"))
    assert checked["label"] == "contradicted"
    assert checked["findings"][0]["message"] == (
        "the claim says MUST, the specification says MUST NOT"
    )


def test_a_word_in_lower_case_is_no_measure_of_strength() -> None:
    assert (
        check("Servers must log.", entry("none", informal_level="SHOULD"))["label"] == "supported"
    )


def test_what_the_judge_said_otherwise_is_kept() -> None:
    before = {"kind": "actor", "message": "the actor is the same"}
    checked = check(
        "Servers MUST log.",
        entry("SHOULD"),
        findings=[before],
        judge="llm:model",
        quote="Passage of",
    )
    assert checked["judge"] == "llm:model"
    assert checked["cited"] == [1]
    assert checked["quote"] == "Passage of"
    assert [finding["kind"] for finding in checked["findings"]] == ["actor", "level"]


@pytest.mark.parametrize(("given", "left"), [(0.99, 0.85), (0.6, 0.6)])
def test_a_verdict_by_level_is_never_surer_than_the_judge_was(given: float, left: float) -> None:
    assert check("Servers MUST log.", entry("SHOULD"), confidence=given)["confidence"] == left


@pytest.mark.parametrize("label", [label for label in get_args(Label) if label != "supported"])
def test_only_supported_claims_are_checked(label: str) -> None:
    checked = check("Servers MUST log.", entry("SHOULD"), label=label)
    assert checked == judgement(label, cited=[1], quote="Passage")


def test_a_claim_stands_where_one_of_the_cited_passages_has_its_level() -> None:
    entries = (entry("SHOULD", name="weak"), entry("MUST", name="strong"))
    assert check("Servers MUST log.", *entries, cited=[1, 2])["label"] == "supported"
    assert check("Servers MUST log.", *entries, cited=[1])["label"] == "contradicted"


def test_the_first_cited_passage_is_the_correction_where_none_has_the_level() -> None:
    entries = (entry("MAY", name="one"), entry("SHOULD", name="two"), entry("MUST", name="three"))
    checked = check("Servers MUST log.", *entries, cited=[2, 1])
    assert checked["correction"] == "Passage of tools.two."
    assert checked["cited"] == [2, 1]


@pytest.mark.parametrize(
    "entry_ids", [[], ["tools.unknown"], ["tools.log", "tools.other"]], ids=repr
)
def test_a_passage_that_is_not_one_known_entry_says_nothing_of_levels(entry_ids: list[str]) -> None:
    evidence = [passage("Passage.", entry_ids=entry_ids)]
    assert check("Servers MUST log.", entry("SHOULD"), evidence=evidence)["label"] == "supported"


def test_without_cited_passages_there_is_nothing_to_check() -> None:
    assert check("Servers MUST log.", entry("SHOULD"), cited=[])["label"] == "supported"


def test_a_question_is_checked_as_the_statement_that_it_asks_about() -> None:
    assert check("Must servers log?", entry("SHOULD"))["label"] == "contradicted"
    assert check("Should servers log?", entry("SHOULD"))["label"] == "supported"
