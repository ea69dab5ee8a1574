"""The node that compares two versions: what it reads from the state and what it leaves in it."""

from __future__ import annotations

import json

import pytest

from nodes.compare_versions import DEFAULT_CHANGES, Input, Update, compare_versions
from retrieval.catalogue import load_catalogue
from retrieval.errors import LimitError
from retrieval.tables import load_tables

ASKED: Input = {"from_version_name": "2025-06-18", "to_version_name": "2025-11-25"}


def run(state: Input) -> Update:
    return compare_versions(state, catalogue=load_catalogue(), tables=load_tables)


def test_without_more_words_all_kinds_and_topics_are_compared_up_to_the_default() -> None:
    update = run(ASKED)
    comparison = update["comparison"]
    assert (comparison["from_version"], comparison["to_version"]) == ("2025-06-18", "2025-11-25")
    assert comparison["topic"] is None
    assert len(comparison["changes"]) == DEFAULT_CHANGES
    assert update["notes"] == []


def test_topic_kinds_and_limit_of_the_state_are_followed() -> None:
    update = run({**ASKED, "topic": "authorization", "kinds": ["weakened"], "limit": 1})
    (change,) = update["comparison"]["changes"]
    assert (change["topic"], change["kind"]) == ("authorization", "weakened")


def test_a_slip_in_a_version_is_told_as_a_note() -> None:
    update = run({**ASKED, "from_version_name": "2024-11-04"})
    assert "2024-11-05" in update["notes"][0]


def test_a_comparison_of_a_version_with_itself_is_refused() -> None:
    with pytest.raises(LimitError, match="toVersion"):
        run({**ASKED, "to_version_name": "2025-06-18"})


def test_the_update_is_plain_values() -> None:
    update = run(ASKED)
    assert json.loads(json.dumps(update)) == update
