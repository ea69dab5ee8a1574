"""Reading a request: the claim within its limits, and the version that is meant."""

from __future__ import annotations

import pytest

from nodes.read_request import MAX_CLAIM, check_length, read_request
from retrieval.errors import LimitError, UnknownVersionError


def test_the_claim_loses_its_outer_white_space_only() -> None:
    assert read_request({"claim": "\n Servers  must log. \t"})["claim"] == "Servers  must log."


@pytest.mark.parametrize(
    ("name", "version"),
    [
        (None, "2026-07-28"),
        ("latest", "2026-07-28"),
        ("2025-06-18", "2025-06-18"),
        ("Draft", "draft"),
    ],
)
def test_the_version_is_the_one_that_its_name_stands_for(name: str | None, version: str) -> None:
    update = read_request({"claim": "Servers must log.", "version_name": name})
    assert update["spec_version"] == version
    assert update["notes"] == []


def test_a_request_without_a_version_means_the_latest_release() -> None:
    assert read_request({"claim": "Servers must log."})["spec_version"] == "2026-07-28"


def test_a_name_that_was_not_exact_is_noted() -> None:
    update = read_request({"claim": "Servers must log.", "version_name": "2024-11-04"})
    assert update["spec_version"] == "2024-11-05"
    (note,) = update["notes"]
    assert "2024-11-04" in note


def test_an_unknown_version_is_an_error() -> None:
    with pytest.raises(UnknownVersionError, match="1999-01-01"):
        read_request({"claim": "Servers must log.", "version_name": "1999-01-01"})


@pytest.mark.parametrize("claim", ["", " ", "\n\t  \u00a0"])
def test_an_empty_claim_is_an_error_that_says_what_is_allowed(claim: str) -> None:
    with pytest.raises(LimitError) as caught:
        read_request({"claim": claim})
    assert str(caught.value) == (
        "claim must be a text of 1 to 50,000 characters; got an empty text"
    )


def test_the_longest_claim_is_read_and_one_character_more_is_an_error() -> None:
    assert read_request({"claim": "x" * MAX_CLAIM})["claim"] == "x" * 50_000
    with pytest.raises(LimitError, match="got 50,001 characters"):
        read_request({"claim": "x" * 50_001})


def test_other_texts_have_limits_and_names_of_their_own() -> None:
    assert check_length("query", "12345", 5) == "12345"
    with pytest.raises(LimitError) as caught:
        check_length("query", "123456", 5)
    assert (caught.value.field, caught.value.given) == ("query", "6 characters")


def test_half_a_surrogate_pair_does_not_get_through() -> None:
    claim = read_request({"claim": "Servers must log \udc80\ud83d."})["claim"]
    assert claim.encode("utf-8").decode("utf-8") == claim
    assert claim.startswith("Servers must log ")
