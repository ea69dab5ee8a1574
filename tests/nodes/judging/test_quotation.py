"""Words that stand in the official text as they are."""

from __future__ import annotations

import pytest

from nodes.judging.quotation import quoted_passage
from tests.nodes.values import passage

OFFICIAL = passage(
    "Servers SHOULD keep lamps dim. However, clients **MUST NOT** ask for `hueName`—ever. "
    "A lamp is red.",
    corpus="official",
)
ITEM = passage("Applications SHOULD: Show a lamp to the user", corpus="official")


@pytest.mark.parametrize(
    "claim",
    [
        "Servers should keep lamps dim.",
        "Clients MUST NOT ask for hueName&mdash;ever",
        "However, clients MUST NOT ask for\n`hueName`—ever. A lamp is red.",
    ],
)
def test_whole_sentences_of_the_official_text_are_found_whatever_their_typography(
    claim: str,
) -> None:
    ours = passage("Servers should keep lamps dim.")
    assert quoted_passage(claim, [ours, ITEM, OFFICIAL]) == 3


def test_an_item_of_a_list_counts_with_what_introduces_it() -> None:
    assert quoted_passage("Applications SHOULD show a lamp to the user.", [ITEM]) == 1
    assert quoted_passage("Show a lamp to the user.", [ITEM]) is None


@pytest.mark.parametrize(
    "claim",
    [
        "Clients ask for `hueName`—ever.",  # out of the midst of a sentence
        "Servers MUST keep lamps dim.",
        "Servers should keep lamps dim. A lamp is red.",  # what stands between says more
        "A lamp is red.",  # too short to say something by itself
        "Servers should keep lamps dim?",
        "",
    ],
)
def test_other_words_are_no_quotation(claim: str) -> None:
    assert quoted_passage(claim, [OFFICIAL]) is None


def test_our_own_words_are_no_official_text() -> None:
    assert quoted_passage("Servers should keep lamps dim.", [passage(OFFICIAL["text"])]) is None
