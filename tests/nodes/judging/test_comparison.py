"""A claim beside one passage: how much they say the same, and where they disagree."""

from __future__ import annotations

from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nodes.judging.comparison import Comparison, Outcome, compare, compare_actors
from nodes.judging.vocabulary import Vocabulary, load_vocabulary
from nodes.reading.modality import claim_level
from nodes.reading.sentence import read_sentence
from retrieval.catalogue import Actor, Catalogue, Requirement, load_catalogue
from tests.nodes.values import passage
from tests.retrieval.small import requirement

EVEN: Final = Vocabulary({}, frozenset(), frozenset(), frozenset())
"""A vocabulary in which each term weighs the same."""

MODALS: Final = {
    "must": "MUST",
    "must not": "MUST NOT",
    "should": "SHOULD",
    "should not": "SHOULD NOT",
    "may": "MAY",
}


def against(claim: str, statement: str, similarity: float = 0.8, **changes: Any) -> Comparison:
    """Compare a claim with an entry, whose level is that of its words unless another is given."""
    level = claim_level(statement)
    entry = requirement(
        **{
            "statement": statement,
            "level": "MAY" if level == "OPTIONAL" else level,
            "actor": read_sentence(statement).actor or "protocol",
            **changes,
        }
    )
    found = passage(statement, similarity=similarity)
    return compare(read_sentence(claim), 1, found, entry, EVEN)


@given(
    st.sampled_from(["A server", "Clients", "The host", "The receiver", "An MCP proxy"]),
    st.sampled_from([*MODALS, "always"]),
    st.sampled_from(["log all calls", "send `list_changed`", "keep 3 names of 2025-06-18"]),
    st.sampled_from(["", " without consent", " before it is true", " instead of polling"]),
)
def test_a_claim_is_never_at_odds_with_its_own_statement(
    subject: str, modal: str, act: str, rest: str
) -> None:
    statement = f"{subject} {modal} {act}{rest}."
    found = against(statement, statement, 1.0)
    assert found.conflicts == ()
    assert (found.coverage, found.fullness, found.missing) == (1.0, 1.0, frozenset())
    assert found.alignment == pytest.approx(1.0)


def own(entry: Requirement, catalogue: Catalogue) -> Comparison:
    """Compare an entry of the catalogue with itself."""
    words = load_vocabulary(entry.versions[0])
    return compare(
        read_sentence(entry.statement), 1, passage(entry.statement, similarity=1.0), entry, words
    )


def test_few_statements_of_the_catalogue_are_misread_as_at_odds_with_themselves() -> None:
    catalogue = load_catalogue()
    found = [own(entry, catalogue) for entry in catalogue.requirements]
    assert all(item.missing == frozenset() for item in found)
    assert sum(bool(item.conflicts) for item in found) / len(found) < 0.05


def test_the_actor_and_the_level_are_those_of_the_entry_and_not_of_its_words() -> None:
    statement = "The list has to be kept short."
    found = against("Clients should keep the list short.", statement, level="MUST", actor="server")
    assert (found.level, found.actor) == ("too weak", "different")


def test_a_passage_that_is_no_entry_tells_nothing_of_actor_and_level() -> None:
    claim = read_sentence("Clients must keep the list short.")
    found = compare(claim, 4, passage("Servers may keep the list short."), None, EVEN)
    assert (found.number, found.actor, found.level) == (4, "unclear", "unclear")


def test_the_weight_of_shared_terms_is_what_covers() -> None:
    words = Vocabulary(
        {"log": 1.0, "call": 2.0, "nam": 5.0, "token": 2.0}, frozenset(), frozenset(), frozenset()
    )
    claim = read_sentence("Servers log names and tokens")
    found = compare(
        claim, 1, passage("Servers log tokens with a date", similarity=0.5), None, words
    )
    assert found.missing == {"nam"}
    assert found.coverage == pytest.approx(3 / 8)
    # "Date" is not in the vocabulary, and weighs 7.
    assert found.fullness == pytest.approx(3 / 10)
    assert found.alignment == pytest.approx(0.55 * 0.5 + 0.3 * 3 / 8 + 0.15 * 3 / 10)


def test_the_phrasings_of_an_entry_cover_too_but_do_not_have_to_be_filled() -> None:
    phrasings = ["Whoever serves writes a journal."]
    plain = against("Servers write a journal", "Servers keep a log.")
    phrased = against("Servers write a journal", "Servers keep a log.", phrasings=phrasings)
    assert (plain.coverage, phrased.coverage) == (0.0, 1.0)
    assert plain.fullness == phrased.fullness == 0.0


def test_a_claim_without_terms_is_covered_by_nothing() -> None:
    found = against("It is so.", "Servers must log calls.")
    assert (found.coverage, found.fullness) == (0.0, 0.0)


@pytest.mark.parametrize(
    ("claim", "actor", "outcome"),
    [
        ("Servers log", "server", "same"),
        ("Servers log", "client", "different"),
        ("Clients log", "server", "different"),
        ("Hosts log", "server", "different"),
        ("The authorization server logs", "server", "different"),
        ("The authorization server logs", "client", "different"),
        # Both words stand for the application, and a proxy is client and server.
        ("Hosts log", "client", "unclear"),
        ("Clients log", "host", "unclear"),
        ("Proxies log", "server", "unclear"),
        # What both must do each must do; what one must do both need not.
        ("Servers log", "client and server", "same"),
        ("Hosts log", "client and server", "same"),
        ("Clients and servers log", "client", "unclear"),
        # Either side may play these roles.
        ("The sender logs", "client", "unclear"),
        ("Clients log", "receiver", "unclear"),
        ("Users log", "server", "unclear"),
        ("MCP logs", "server", "unclear"),
        ("Servers log", "protocol", "unclear"),
        ("The sender logs", "sender", "same"),
        ("It is logged", "server", "unclear"),
    ],
)
def test_actors_are_compared_as_the_roles_that_they_are(
    claim: str, actor: Actor, outcome: Outcome
) -> None:
    assert compare_actors(read_sentence(claim), requirement(actor=actor)) == outcome


@pytest.mark.parametrize(
    ("claim", "statement", "outcome"),
    [
        ("Servers log calls", "Servers log calls.", "same"),
        ("Servers do not log calls", "Servers log calls.", "different"),
        ("Servers log calls", "Servers never log calls.", "different"),
        ("Servers do not log calls", "Servers never log calls.", "same"),
        ("Servers do not have to log calls", "Servers log calls.", "different"),
        ("Servers must not log calls", "Servers log calls.", "different"),
        ("Servers must not log calls", "Servers never log calls.", "same"),
        # Beside a level, a claim that denies the act denies the duty.
        ("Servers do not log calls", "Servers must log calls.", "different"),
        ("Servers do not log calls", "Servers may log calls.", "different"),
        ("Servers do not log calls", "Servers must not log calls.", "same"),
        ("Servers log calls", "Servers must log calls.", "same"),
        ("Servers log no calls", "Servers must log no calls.", "same"),
    ],
)
def test_what_one_affirms_and_the_other_denies_is_different(
    claim: str, statement: str, outcome: Outcome
) -> None:
    assert against(claim, statement).polarity == outcome


@pytest.mark.parametrize(
    ("claim", "statement", "outcome"),
    [
        ("The default is true", "The default is false.", "different"),
        ("The log is sent before the call", "The log is sent after the call.", "different"),
        ("Logs go to stdout", "Logs go to stdin.", "different"),
        ("Names are case-sensitive", "Names are case-insensitive.", "different"),
        ("The list was added", "The list was removed.", "different"),
        ("There is a single log", "There are several logs.", "different"),
        ("The body is a string", "The body is an object.", "different"),
        ("The default is true", "The default is true.", "unclear"),
        # Who says both words may mean either.
        ("The default is true", "The default is true, or false when set.", "unclear"),
        ("It is true before and false after", "It is false before.", "unclear"),
        ("The value is untrue", "The value is false.", "unclear"),
        # What is said to be replaced is what the passage says.
        ("Servers write XML instead of JSON", "Servers write JSON.", "different"),
        ("Servers write JSON instead of XML", "Servers write JSON.", "unclear"),
        ("Servers write XML instead of JSON", "Servers write XML rather than JSON.", "unclear"),
    ],
)
def test_a_word_beside_its_opposite_is_different(
    claim: str, statement: str, outcome: Outcome
) -> None:
    assert against(claim, statement).words == outcome


@pytest.mark.parametrize(
    ("claim", "statement", "outcome"),
    [
        ("At most 50 names", "At most 100 names.", "different"),
        ("At most 100 names", "At most 100 names.", "same"),
        ("At most one hundred names", "At most 100 names.", "same"),
        ("Error -32602 is sent", "Error -32603 is sent.", "different"),
        ("Some names", "At most 100 names.", "unclear"),
        ("At most 50 names", "Some names are short.", "unclear"),
        ("Names of 5", "Names of 5 to 9 are short.", "same"),
    ],
)
def test_a_number_that_is_not_given_beside_others_is_different(
    claim: str, statement: str, outcome: Outcome
) -> None:
    assert against(claim, statement).numbers == outcome


@pytest.mark.parametrize(
    ("claim", "statement", "outcome"),
    [
        ("Batches came in 2025-03-26", "Batches came in 2025-06-18.", "different"),
        ("Batches came in 2025-03-26", "Batches came in 2025-03-26.", "same"),
        ("Batches came in 2025-03-26", "Batches came late.", "unclear"),
        ("Batches came late", "Batches came in 2025-03-26.", "unclear"),
    ],
)
def test_versions_are_compared_by_their_dates(claim: str, statement: str, outcome: Outcome) -> None:
    found = against(claim, statement)
    assert (found.dates, found.numbers) == (outcome, "unclear")


@pytest.mark.parametrize(
    ("claim", "outcome"),
    [
        ("Call `tools/list`", "same"),
        ("Call tools/list with a nextCursor", "same"),
        ("Call `tools/list` with a pageSize", "unclear"),
        ("Call `prompts/list`", "different"),
        ("Call it", "unclear"),
    ],
)
def test_names_are_different_where_they_share_none(claim: str, outcome: Outcome) -> None:
    statement = "Call `tools/list` to get all tools."
    assert against(claim, statement, identifiers=["nextCursor"]).identifiers == outcome


def test_all_that_is_at_odds_is_told_in_a_fixed_order() -> None:
    found = against(
        "Clients must not log the first 50 calls of `a/b` in 2025-03-26",
        "Servers must log the last 100 calls of `c/d` in 2025-06-18.",
    )
    assert found.conflicts == ("level", "actor", "words", "number", "version", "identifier")


@given(*[st.floats(0.0, 1.0) for _ in range(3)])
def test_alignment_is_a_share(similarity: float, coverage: float, fullness: float) -> None:
    found = Comparison(
        number=1,
        similarity=similarity,
        coverage=coverage,
        fullness=fullness,
        missing=frozenset(),
        level="same",
        actor="same",
        polarity="same",
        words="same",
        numbers="same",
        dates="same",
        identifiers="same",
    )
    parts = (similarity, coverage, fullness)
    assert min(parts) - 1e-9 <= found.alignment <= max(parts) + 1e-9
    assert found.conflicts == ()
