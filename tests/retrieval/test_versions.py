"""The versions, and the names that callers use for them."""

from __future__ import annotations

import pytest

from retrieval.errors import InputError, UnknownVersionError
from retrieval.versions import ALIASES, LATEST, SLIPS, VERSIONS, resolve_version


@pytest.mark.parametrize("version", VERSIONS)
def test_every_version_is_its_own_name(version: str) -> None:
    assert resolve_version(version) == (version, None)


@pytest.mark.parametrize("name", [None, "", "latest", "current", " LATEST ", "Current"])
def test_no_name_and_the_aliases_mean_the_latest_release(name: str | None) -> None:
    assert resolve_version(name) == ("2026-07-28", None)


@pytest.mark.parametrize("name", ["DRAFT", " draft", "2025-06-18\n"])
def test_case_and_outer_white_space_do_not_count(name: str) -> None:
    assert resolve_version(name).version == name.strip().lower()


def test_a_slip_in_circulation_is_accepted_and_told() -> None:
    version, note = resolve_version("2024-11-04")
    assert version == "2024-11-05"
    assert note is not None
    assert "2024-11-04" in note
    assert "2024-11-05" in note


@pytest.mark.parametrize(
    "name", ["2025-06-17", "2025", "v2025-06-18", "2025-06-18-draft", "newest", "  ", "1.0"]
)
def test_an_unknown_name_is_an_error_that_lists_the_valid_ones(name: str) -> None:
    with pytest.raises(UnknownVersionError) as caught:
        resolve_version(name)
    assert caught.value.name == name
    assert caught.value.valid == (*VERSIONS, *ALIASES)
    assert repr(name) in str(caught.value)
    for valid in (*VERSIONS, *ALIASES):
        assert valid in str(caught.value)


def test_an_unknown_version_is_bad_input_with_a_kind_of_its_own() -> None:
    assert issubclass(UnknownVersionError, InputError)
    assert UnknownVersionError.kind == "unknown_version"


def test_versions_are_listed_by_age_and_the_draft_is_last() -> None:
    *releases, draft = VERSIONS
    assert releases == sorted(releases)
    assert draft == "draft"
    assert releases[-1] == LATEST


def test_names_of_versions_sort_by_age_as_the_catalogue_check_relies_on() -> None:
    assert sorted(VERSIONS) == list(VERSIONS)


def test_no_alias_or_slip_hides_a_version() -> None:
    assert not {*ALIASES, *SLIPS} & set(VERSIONS)
