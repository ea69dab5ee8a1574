"""Node `analyse_modal_verbs`, on the real catalogue."""

from __future__ import annotations

from typing import Any, Final

import pytest

from nodes.analyse_modal_verbs import analyse_modal_verbs
from nodes.document_report import ModalVerb
from nodes.verdicts import Finding
from retrieval.catalogue import load_catalogue
from tests.nodes.document_values import checked, claim, judged
from tests.nodes.values import passage

CATALOGUE: Final = load_catalogue()
MUST: Final = "tools.server-rate-limits"
SHOULD: Final = "logging.server-rate-limit"


def rows(said: str, *cited: str, label: str = "supported", **judgement: Any) -> list[ModalVerb]:
    evidence = [passage(f"The entry {entry}.", entry_ids=[entry]) for entry in cited]
    part = judged(said, label, evidence=evidence, cited=list(range(1, len(cited) + 1)), **judgement)
    item = checked(claim(said), part)
    return analyse_modal_verbs({"checked": [item]}, catalogue=CATALOGUE)["modal_verbs"]


def test_the_entries_that_these_tests_go_by_have_these_levels() -> None:
    for entry_id, level in ((MUST, "MUST"), (SHOULD, "SHOULD")):
        entry = CATALOGUE.get(entry_id)
        assert entry is not None
        assert entry.level == level


@pytest.mark.parametrize(
    ("said", "entry", "outcome"),
    [
        ("Servers MUST limit the rate of tool calls.", MUST, "same"),
        ("Servers should limit the rate of tool calls.", MUST, "too weak"),
        ("Servers may limit the rate of tool calls.", MUST, "too weak"),
        ("Servers must limit the rate of log messages.", SHOULD, "too strong"),
        ("Servers must not limit the rate of log messages.", SHOULD, "opposite"),
        ("Servers limit the rate of tool calls.", MUST, "same"),
        ("Servers limit the rate of log messages.", SHOULD, "unclear"),
    ],
)
def test_the_level_of_a_claim_is_compared_with_that_of_the_requirement(
    said: str, entry: str, outcome: str
) -> None:
    (row,) = rows(said, entry)
    assert row["outcome"] == outcome


def test_both_are_quoted_with_who_is_obliged_and_where_it_stands() -> None:
    (row,) = rows("Servers should limit the rate of tool calls.", MUST)
    entry = CATALOGUE.get(MUST)
    assert entry is not None
    assert row["said"] == "Servers should limit the rate of tool calls."
    assert row["claim_level"] == "SHOULD"
    assert row["required"] == entry.statement
    assert (row["level"], row["actor"]) == ("MUST", "server")
    assert (row["page"], row["heading"]) == ("server/tools", "Security Considerations")


def test_of_several_requirements_the_one_with_the_same_level_is_shown() -> None:
    (row,) = rows("Servers must limit rates.", SHOULD, MUST)
    assert (row["entry_id"], row["outcome"]) == (MUST, "same")


def test_requirements_that_a_claim_is_at_odds_with_are_shown() -> None:
    found = rows("Servers may limit rates.", SHOULD, MUST, label="contradicted")
    assert [row["entry_id"] for row in found] == [SHOULD, MUST]


@pytest.mark.parametrize("label", ["undecided", "not_mentioned"])
def test_what_was_not_decided_by_a_requirement_is_not_compared(label: str) -> None:
    assert rows("Servers must limit rates.", MUST, label=label) == []


def test_behind_a_misconception_stand_the_requirements_that_refute_it() -> None:
    belief = CATALOGUE.misconception("tools.myth-rate-limit-optional")
    finding = Finding(kind="misconception", message=belief.belief)
    found = rows("Rate limits are optional.", label="contradicted", findings=[finding])
    assert {row["entry_id"] for row in found} <= set(belief.refuted_by)
    assert found[0]["level"] == "MUST"


def test_a_fact_that_is_stated_as_a_fact_has_no_modal_verb_to_compare() -> None:
    fact = next(e for e in CATALOGUE.in_version("2025-06-18") if e.level == "none")
    assert rows("It is so.", fact.id) == []


def test_the_parts_of_a_compound_are_compared_each_on_its_own() -> None:
    evidence = [passage(entry_ids=[MUST])]
    item = checked(
        claim("Servers must limit rates and may do more."),
        judged("Servers must limit rates", evidence=evidence, cited=[1]),
        judged("Servers may do more", "undecided", 1, evidence=evidence),
    )
    found = analyse_modal_verbs({"checked": [item]}, catalogue=CATALOGUE)["modal_verbs"]
    assert [row["said"] for row in found] == ["Servers must limit rates"]
