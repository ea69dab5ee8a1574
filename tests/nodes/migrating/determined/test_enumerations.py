"""Lists: what the target has more or less of, in the manner of the sentence."""

from __future__ import annotations

import pytest

from nodes.migrating.determined.enumerations import enumeration
from tests.nodes.migrating.made_values import change, ground, said, sentence, signal

GROUND = ground("2024-11-05", "2025-06-18")
FEATURES = change(
    [said("The client capabilities are `roots`, `sampling` and `experimental`.")],
    [said("The client capabilities are `roots`, `sampling`, `elicitation` and `experimental`.")],
)
KINDS = change(
    [said("A result can hold several types: text, images and embedded resources.")],
    [said("It can hold several: text, image, audio, resource link and embedded resource.")],
)
FEWER = change(
    [said("The modes are `one`, `two` and `three`.")], [said("The modes are `one` and `three`.")]
)


@pytest.mark.parametrize(
    ("rests_on", "before", "after"),
    [
        (
            FEATURES,
            "Clients have two features: roots and sampling, so far.",
            "Clients have three features: roots, sampling and elicitation, so far.",
        ),
        (
            FEATURES,
            "Two things, `roots` or `sampling`, can be offered.",
            "Three things, `roots`, `sampling` or `elicitation`, can be offered.",
        ),
        (
            KINDS,
            "It consists of text, images, and embedded resources.",
            "It consists of text, images, audio, resource links, and embedded resources.",
        ),
        (
            KINDS,
            "It is text, an image or an embedded resource.",
            "It is text, an image, audio, a resource link or an embedded resource.",
        ),
        (
            FEWER,
            "There are three modes, one, two and three.",
            "There are two modes, one and three.",
        ),
        (FEWER, "The modes are `one`, `two` and `three`.", "The modes are `one` and `three`."),
    ],
)
def test_a_list_that_both_versions_have_whole_becomes_the_targets(
    rests_on: object, before: str, after: str | None
) -> None:
    assert enumeration(sentence(before), signal(change=rests_on), GROUND) == after


@pytest.mark.parametrize(
    "text",
    [
        "Clients have four features: roots and sampling.",
        "Our two or three clients have roots and sampling; two have roots and sampling.",
        "Clients have roots.",
        "Clients have roots and a heron.",
        "Of three features, two are in use: roots and sampling.",
    ],
)
def test_a_sentence_that_counts_or_lists_otherwise_is_left_to_a_person(text: str) -> None:
    assert enumeration(sentence(text), signal(change=FEATURES), GROUND) is None


def test_a_part_of_a_list_is_not_the_list() -> None:
    part = sentence("It holds text and images.")
    assert enumeration(part, signal(change=KINDS), GROUND) is None
