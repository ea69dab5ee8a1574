"""What a caller answers is checked: each way to be wrong is refused by its reason."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, Final

import pytest

from nodes.judging.answer_checks import Checked
from nodes.judging.answers import (
    DOUBTED_CONFIDENCE,
    CallerAnswer,
    OpenClaim,
    judged_by,
    read_caller_answer,
)
from nodes.judging.features import Weighed
from nodes.judging.local import LocalJudge
from nodes.judging.weights import Decision
from nodes.verdicts import Judgement
from retrieval.catalogue import Catalogue, load_catalogue
from retrieval.evidence import Evidence
from retrieval.versions import SpecVersion
from tests.nodes.scripted_contrast import ScriptedContrast
from tests.nodes.values import judgement, passage

VERSION: Final[SpecVersion] = "2025-06-18"
LOGGING: Final = passage("A client should log the use of tools for audit purposes.", level="SHOULD")
PINGS: Final = passage("The receiver must answer a ping within 30 seconds.", level="MUST")
OFFICIAL: Final = passage(
    "Clients SHOULD keep at most 100 messages.", level="SHOULD", corpus="official"
)


def found(entry_id: str) -> Evidence:
    entry = load_catalogue().get(entry_id)
    assert entry is not None
    return passage(entry.statement, entry_ids=[entry.id], level=entry.level, actor=entry.actor)


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    return load_catalogue()


def said(
    catalogue: Catalogue,
    claim: str,
    *evidence: Evidence,
    local: LocalJudge | None = None,
    **answer: Any,
) -> Judgement | str:
    """Return the judgement that an answer becomes, or why it is refused."""
    opened = OpenClaim(
        id="c1", key="c1", index=0, subclaim=claim, spec_version=VERSION, evidence=list(evidence)
    )
    values = {"claimId": "c1", "reason": "It says so.", **answer}
    read = read_caller_answer(values)
    if not isinstance(read, CallerAnswer):
        return read["reason"]
    judge = local or LocalJudge(catalogue, ScriptedContrast())
    result = asyncio.run(judged_by(read, opened, catalogue, judge))
    return result if "label" in result else result["reason"]


def test_an_answer_that_holds_becomes_a_judgement_of_the_caller(catalogue: Catalogue) -> None:
    got = said(
        catalogue,
        "Clients must log the use of tools.",
        LOGGING,
        PINGS,
        local=Weighing(catalogue, "contradicted", 0.9),
        label="contradicted",
        evidence=[1],
        quote="should  log the\nuse of tools",
        reason="The claim says MUST, the passage says SHOULD.",
        correction="Clients SHOULD log the use of tools.",
    )
    assert not isinstance(got, str), got
    assert (got["label"], got["judge"], got["cited"]) == ("contradicted", "caller", [1])
    assert got["correction"] == "Clients SHOULD log the use of tools."
    assert 0 < got["confidence"] < 1


@pytest.mark.parametrize("label", ["not_mentioned", "Not mentioned", "undecided"])
def test_what_rests_on_nothing_needs_no_quote(catalogue: Catalogue, label: str) -> None:
    got = said(catalogue, "Hosts must print receipts.", LOGGING, label=label)
    assert not isinstance(got, str), got
    assert got["cited"] == []


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ({"label": "true"}, "label must be one of supported, contradicted"),
        ({"label": "partial"}, "label must be one of"),
        ({"label": "supported", "reason": ""}, "reason: String should have at least 1"),
        ({"label": "supported", "evidence": [3]}, "cited evidence that it was not given (3)"),
        ({"label": "supported", "evidence": [0]}, "cited evidence that it was not given (0)"),
        ({"label": "supported", "evidence": []}, "without citing evidence"),
        ({"label": "supported", "quote": "log"}, "without a quote"),
        ({"label": "supported", "quote": "must never log at all"}, "words that do not stand"),
        ({"label": "supported", "evidence": [2]}, "words that do not stand in the evidence"),
        ({"label": "contradicted", "reason": "It says MUST NOT."}, "the reason says MUST NOT"),
        (
            {"label": "contradicted", "correction": "Clients MAY log."},
            "the correction says MAY, and the evidence cited says SHOULD",
        ),
        (
            {"label": "contradicted", "correction": "Clients log for 90 days."},
            "the correction says 90, which does not stand",
        ),
    ],
)
def test_an_answer_that_does_not_hold_is_refused_by_its_reason(
    catalogue: Catalogue, answer: dict[str, Any], why: str
) -> None:
    usual: dict[str, Any] = {
        "evidence": [1],
        "quote": "log the use of tools",
        "reason": "It says so.",
    }
    got = said(catalogue, "Clients log the use of tools.", LOGGING, PINGS, **(usual | answer))
    assert isinstance(got, str)
    assert why in got


def test_what_is_no_answer_at_all_is_refused(catalogue: Catalogue) -> None:
    assert read_caller_answer("yes") == {
        "claim_id": "",
        "reason": "the answer cannot be read: answer: "
        "Input should be a valid dictionary or instance of CallerAnswer",
    }


def test_a_claim_is_not_supported_by_a_passage_of_another_level(catalogue: Catalogue) -> None:
    got = said(
        catalogue,
        "Clients must keep at most 100 messages.",
        OFFICIAL,
        label="supported",
        evidence=[1],
        quote="keep at most 100 messages",
    )
    assert isinstance(got, str)
    assert "the claim says MUST, the specification says SHOULD (too strong)" in got


def test_a_claim_is_not_supported_by_an_entry_that_differs_in_its_level_alone(
    catalogue: Catalogue,
) -> None:
    entry = next(
        item
        for item in catalogue.requirements
        if item.level == "MUST" and item.place_in(VERSION) and " must " in item.statement
    )
    weaker = entry.statement.replace(" must ", " may ", 1)
    got = said(
        catalogue,
        weaker,
        found(entry.id),
        label="supported",
        evidence=[1],
        quote=" ".join(entry.statement.split()[-4:]),
    )
    assert isinstance(got, str)
    assert "the claim says MAY, the specification MUST" in got


class Weighing(LocalJudge):
    """A judge in code that is never certain, and finds one label as likely as it is told."""

    def __init__(self, catalogue: Catalogue, label: Checked, probability: float) -> None:
        super().__init__(catalogue, ScriptedContrast())
        self._label: Checked = label
        self._probability = probability

    def settled(self, weighed: Weighed, version: SpecVersion, evidence: Sequence[Evidence]) -> None:
        return None

    def likely(self, weighed: Weighed) -> dict[Decision, float]:
        likely: dict[Decision, float] = {"supported": 1, "contradicted": 1, "not_mentioned": 1}
        likely[self._label] = self._probability
        return likely


def test_a_label_that_the_checks_exclude_is_refused_under_any_quote(catalogue: Catalogue) -> None:
    got = said(
        catalogue,
        "Clients log the use of tools.",
        LOGGING,
        local=Weighing(catalogue, "contradicted", 0.01),
        label="contradicted",
        evidence=[1],
        quote="log the use of tools",
    )
    assert got == (
        "all checks taken together find contradicted next to impossible "
        "(1% likely by the evidence given)"
    )


def test_a_label_that_the_checks_doubt_is_taken_and_its_reader_told(catalogue: Catalogue) -> None:
    got = said(
        catalogue,
        "Clients log the use of tools.",
        LOGGING,
        local=Weighing(catalogue, "not_mentioned", 0.07),
        label="not_mentioned",
    )
    assert not isinstance(got, str), got
    assert got["label"] == "not_mentioned"
    assert got["confidence"] == DOUBTED_CONFIDENCE
    assert got["reason"].startswith("It says so. (The checks in code disagree: the evidence given ")
    assert [finding["kind"] for finding in got["findings"]] == ["scope"]


class Certain(LocalJudge):
    """A judge in code that is certain of one label."""

    def __init__(self, catalogue: Catalogue, label: str) -> None:
        super().__init__(catalogue, ScriptedContrast())
        self._label = label

    def settled(
        self, weighed: Weighed, version: SpecVersion, evidence: Sequence[Evidence]
    ) -> Judgement:
        return judgement(self._label, reason="Every check agrees.")


@pytest.mark.parametrize(
    ("label", "certain"),
    [
        ("supported", "contradicted"),
        ("contradicted", "supported"),
        ("not_mentioned", "supported"),
        ("not_mentioned", "contradicted"),
    ],
)
def test_what_a_check_in_code_is_certain_of_is_not_denied(
    catalogue: Catalogue, label: str, certain: str
) -> None:
    got = said(
        catalogue,
        "Clients log the use of tools.",
        LOGGING,
        local=Certain(catalogue, certain),
        label=label,
        evidence=[1],
        quote="log the use of tools",
    )
    assert got == (f"a check in code is certain that the claim is {certain}: Every check agrees.")


def test_a_caller_that_cannot_tell_denies_nothing(catalogue: Catalogue) -> None:
    certain = Certain(catalogue, "supported")
    got = said(catalogue, "Clients log.", LOGGING, local=certain, label="undecided")
    assert not isinstance(got, str)
