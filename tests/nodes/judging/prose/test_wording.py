"""The words of reasons."""

from __future__ import annotations

from nodes.judging.prose.wording import absence, absent_words, incomplete, shortened
from tests.nodes.judging.prose.conftest import Weigh


def test_a_long_quote_is_cut_between_words_and_shows_it() -> None:
    found = shortened("word " * 100)
    assert found.endswith("word ...")
    assert len(found) < 250
    assert shortened("A short one.") == "A short one."


def test_the_most_telling_words_that_are_absent_are_named_in_their_order(weighed: Weigh) -> None:
    found = absent_words(
        weighed("The good Ottoman zeppelin of Kufstein met a quagga here.", ["It met a dog."])
    )
    assert found.count("“") == 4
    assert "“zeppelin”, “Kufstein”, “quagga”" in found


def test_where_no_word_is_absent_the_page_does_not_say_it(weighed: Weigh) -> None:
    assert absence(weighed("The dog barks.", ["The dog barks."])) == "the page does not say this"
    assert absence(None) == "the page does not say this"


def test_what_is_incomplete_says_what_is_absent_or_otherwise(weighed: Weigh) -> None:
    absent = weighed("The dog barks at night.", ["The dog barks."])
    assert "nothing for “night”" in incomplete(absent, "The dog barks.", None)
    other = weighed("The bridge opened in 1931.", ["The bridge opened in 1948."])
    assert "“1948”" in incomplete(other, "The bridge opened in 1948.", other.conflicts[0])
