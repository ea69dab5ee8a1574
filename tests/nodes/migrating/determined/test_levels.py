"""Levels: of a duty that changed, and of one that the text always had wrong."""

from __future__ import annotations

import pytest

from nodes.migrating.determined.levels import changed_level, level_at_odds
from retrieval.levels import Level
from tests.nodes.migrating.made_values import change, ground, said, sentence, signal

GROUND = ground("2025-03-26", "2025-06-18")


def test_a_duty_that_became_stronger_gets_its_verb() -> None:
    stronger = change(
        [said("They should respect it.", level="SHOULD")],
        [said("They must respect it.", level="MUST")],
        "strengthened",
    )
    text = "Both sides SHOULD respect it."
    near, far = (signal(change=stronger, similarity=value) for value in (0.7, 0.6))
    assert changed_level(sentence(text), near, GROUND) == "Both sides MUST respect it."
    assert changed_level(sentence(text), far, GROUND) is None
    assert changed_level(sentence("They may, or should."), near, GROUND) is None


@pytest.mark.parametrize(
    ("before", "level", "statement", "after"),
    [
        (
            "A session ID must be globally unique.",
            "SHOULD",
            "The session ID of a server should be globally unique and secure.",
            "A session ID should be globally unique.",
        ),
        (
            "Rate limits on tool calls are recommended to servers.",
            "MUST",
            "A server must limit the rate of tool invocations.",
            "Rate limits on tool calls are a must for servers.",
        ),
        (
            "Rate limits on tool calls are recommended to clients.",
            "MUST",
            "A server must limit the rate of tool invocations.",
            None,
        ),
        (
            "A session ID must be globally unique and blue.",
            "SHOULD",
            "The session ID of a server should be globally unique and secure.",
            None,
        ),
        (
            "A server must not reuse a globally unique session ID.",
            "SHOULD",
            "A server should reuse a globally unique session ID.",
            None,
        ),
    ],
    ids=["verb", "noun", "another side", "says more", "opposite"],
)
def test_a_sentence_that_repeats_an_entry_gets_its_level(
    before: str, level: Level, statement: str, after: str | None
) -> None:
    nearest = said(statement, level=level)
    assert level_at_odds(sentence(before), signal("level", nearest=nearest), GROUND) == after
