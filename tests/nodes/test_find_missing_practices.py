"""Node `find_missing_practices`, on the real catalogue."""

from __future__ import annotations

from typing import Any, Final, cast

from nodes.batches import StatementVerdict
from nodes.documents import CheckedClaim
from nodes.find_missing_practices import MOST, Update, find_missing_practices
from retrieval.catalogue import load_catalogue
from retrieval.versions import SpecVersion
from tests.nodes.document_values import checked, claim, judged
from tests.nodes.values import passage

CATALOGUE: Final = load_catalogue()
TOOL_ENTRIES: Final = ("tools.server-declares-capability", "tools.server-validates-inputs")
LOOP: Final = "tools.human-in-the-loop"


def missing(
    claims: list[tuple[CheckedClaim, dict[str, float]]],
    skipped: tuple[str, ...] = (),
    version: SpecVersion = "2025-06-18",
) -> Update:
    return find_missing_practices(
        {
            "spec_version": version,
            "checked": [item for item, _ in claims],
            "verdicts": [
                StatementVerdict(key=item["claim"]["id"], verdict=item["verdict"], nearby=nearby)
                for item, nearby in claims
            ],
            "skipped": cast("Any", [{"text": text} for text in skipped]),
        },
        catalogue=CATALOGUE,
    )


def about_tools(
    text: str = "Servers declare the tools capability.", **nearby: float
) -> tuple[CheckedClaim, dict[str, float]]:
    near = {TOOL_ENTRIES[0]: 0.8, TOOL_ENTRIES[1]: 0.7}
    return checked(claim(text)), near | {key.replace("__", "."): n for key, n in nearby.items()}


def with_loop(similarity: float, text: str = "Servers declare the tools capability.") -> Update:
    item, near = about_tools(text)
    return missing([(item, near | {LOOP: similarity})])


def ids(update: Update) -> list[str]:
    return [item["entry_id"] for item in update["missing_practices"]]


def test_the_entry_that_these_tests_go_by_is_a_recommendation() -> None:
    entry = CATALOGUE.get(LOOP)
    assert entry is not None
    assert (entry.level, entry.topic) == ("SHOULD", "tools")


def test_a_recommendation_near_a_claim_is_found_with_its_place_and_who_it_is_for() -> None:
    practice = next(p for p in with_loop(0.7)["missing_practices"] if p["entry_id"] == LOOP)
    assert practice["page"] == "server/tools"
    assert practice["level"] == "SHOULD"
    assert practice["link"].startswith("https://")
    assert practice["near"] == "c1"
    assert practice["actor"] == "implementor"


def test_only_recommendations_are_found() -> None:
    for practice in with_loop(0.7)["missing_practices"]:
        assert practice["level"] in ("SHOULD", "SHOULD NOT")


def test_what_a_claim_says_already_is_not_missing() -> None:
    assert LOOP not in ids(with_loop(0.9))


def test_what_a_verdict_rests_on_is_not_missing() -> None:
    part = judged("Humans watch.", evidence=[passage(entry_ids=[LOOP])], cited=[1])
    item = checked(claim("Humans watch."), part)
    assert LOOP not in ids(missing([(item, {TOOL_ENTRIES[0]: 0.8, LOOP: 0.7})]))


def test_what_a_sentence_mentions_is_not_missing_even_if_the_sentence_is_no_claim() -> None:
    item, near = about_tools()
    entry = CATALOGUE.get(LOOP)
    assert entry is not None
    mentioned = missing([(item, near | {LOOP: 0.7})], skipped=(f"We think {entry.statement}",))
    assert LOOP not in ids(mentioned)


def test_a_text_on_tools_is_not_told_about_roots() -> None:
    roots = [e for e in CATALOGUE.in_version("2025-06-18") if e.topic == "roots"]
    item, near = about_tools()
    found = missing(
        [(item, near | {e.id: 0.6 for e in roots if e.level == "SHOULD"} | {LOOP: 0.6})]
    )
    topics = {p["topic"] for p in found["missing_practices"]}
    assert "roots" not in topics
    assert topics == {"tools"}


def test_a_recommendation_of_another_version_is_not_missing_in_this_one() -> None:
    foreign = next(
        e
        for e in CATALOGUE.requirements
        if e.level == "SHOULD" and e.topic == "tools" and not e.place_in("2024-11-05")
    )
    item, near = about_tools()
    found = missing([(item, near | {foreign.id: 0.7})], version="2024-11-05")
    assert foreign.id not in ids(found)


def test_the_nearest_comes_first() -> None:
    should = [
        e
        for e in CATALOGUE.in_version("2025-06-18")
        if e.topic == "tools" and e.level == "SHOULD" and e.actor == "client"
    ][:2]
    item, near = about_tools("A client calls what a server offers.")
    given = {e.id: 0.55 + n / 20 for n, e in enumerate(should)}
    found = [key for key in ids(missing([(item, near | given)])) if key in given]
    assert found == [e.id for e in reversed(should)]


def test_a_short_text_gets_few_and_a_long_one_no_more_than_ten() -> None:
    should = {
        e.id: 0.6
        for e in CATALOGUE.in_version("2025-06-18")
        if e.level == "SHOULD" and e.topic in ("tools", "transports")
    }
    one = about_tools()
    assert len(ids(missing([(one[0], one[1] | should)]))) == 2
    many = [
        (checked(claim(f"Tool number {n} is listed.", id=f"c{n}")), one[1] | should)
        for n in range(12)
    ]
    assert len(ids(missing(many))) == MOST


def test_a_text_without_claims_misses_nothing() -> None:
    assert missing([]) == {"missing_practices": []}
