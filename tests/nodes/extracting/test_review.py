"""What a language model may change in the reading of a document, and what it may not."""

from __future__ import annotations

import json
from typing import Any

import pytest

from nodes.documents import SkippedText
from nodes.extracting.review import (
    Readings,
    Review,
    ReviewedSentence,
    fault_of,
    is_faithful,
    review,
)
from nodes.judging.chat import LLMError, StructuredChat
from retrieval.settings import Settings
from tests.nodes.document_values import claim, span_of
from tests.support.openai_server import OpenAIServer, answers

TEXT = (
    "It MUST answer `ping`. Servers are nice. They keep 3 logs. We call them daemons, by the way."
)
CLAIMS = [
    claim("It MUST answer `ping`.", TEXT, statement="Server MUST answer `ping`."),
    claim("Servers are nice.", TEXT, id="c2"),
]
SKIPPED = [
    SkippedText(text=text, span=span_of(text, TEXT), reason="no_statement")
    for text in ("They keep 3 logs.", "We call them daemons, by the way.")
]


def says(number: int, statement: str = "", reason: str = "claim") -> dict[str, Any]:
    return {
        "number": number,
        "is_claim": bool(statement),
        "statement": statement,
        "reason": reason,
    }


async def reviewed(*sentences: dict[str, Any]) -> tuple[Readings, OpenAIServer]:
    with OpenAIServer(answers({"sentences": list(sentences)})) as server:
        settings: dict[str, Any] = {
            "openai_api_key": "sk-test",
            "openai_base_url": server.base_url,
            "llm_retries": 0,
        }
        readings = await review(
            TEXT, Readings(CLAIMS, SKIPPED), "2025-06-18", StructuredChat(Settings(**settings))
        )
    return readings, server


@pytest.mark.anyio
async def test_without_objections_all_stays_as_it_was() -> None:
    readings, _ = await reviewed()
    assert readings == Readings(CLAIMS, SKIPPED)


@pytest.mark.anyio
async def test_a_statement_may_be_put_better() -> None:
    readings, _ = await reviewed(says(1, "The MCP server MUST answer `ping`."))
    assert readings.claims[0]["statement"] == "The MCP server MUST answer `ping`."
    assert readings.claims[0]["text"] == "It MUST answer `ping`."


@pytest.mark.anyio
async def test_a_sentence_that_was_left_out_may_become_a_claim_in_its_place() -> None:
    readings, _ = await reviewed(says(3, "Servers keep 3 logs."))
    (new,) = [item for item in readings.claims if item["text"] == "They keep 3 logs."]
    assert new["statement"] == "Servers keep 3 logs."
    assert new["span"] == SKIPPED[0]["span"]
    assert readings.skipped == SKIPPED[1:]


@pytest.mark.anyio
async def test_a_faint_claim_may_be_left_out_with_a_reason() -> None:
    readings, _ = await reviewed(says(2, reason="opinion"))
    assert [item["text"] for item in readings.claims] == ["It MUST answer `ping`."]
    assert readings.skipped[0]["reason"] == "opinion"


@pytest.mark.anyio
async def test_a_claim_that_sets_a_level_or_names_something_stays_whatever_a_model_says() -> None:
    readings, _ = await reviewed(says(1, reason="instruction"))
    assert readings.claims == CLAIMS


@pytest.mark.anyio
async def test_the_text_goes_in_as_numbered_data() -> None:
    _, server = await reviewed()
    asked = json.loads(server.requests[0].message("user"))
    assert asked["piece"] == TEXT
    assert [row["number"] for row in asked["sentences"]] == [1, 2, 3, 4]
    assert asked["sentences"][0]["first_reading"]["statement"] == "Server MUST answer `ping`."
    assert asked["sentences"][2]["first_reading"] == {"is_claim": False, "statement": None}
    assert TEXT not in server.requests[0].message("system")


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("sentences", "why"),
    [([says(5, "x")], r"not given \(5\)"), ([says(0, "x")], r"not given \(0\)")],
)
async def test_an_answer_about_other_sentences_is_refused(
    sentences: list[dict[str, Any]], why: str
) -> None:
    with pytest.raises(LLMError, match=why):
        await reviewed(*sentences)


def test_an_answer_that_names_a_sentence_twice_is_refused() -> None:
    item = ReviewedSentence(number=1, is_claim=True, statement="x", reason="claim")
    assert fault_of(Review(sentences=[item, item]), 2) == "named a sentence twice"
    assert fault_of(Review(sentences=[item]), 1) is None


SOURCE = "They must send `ping` at most 3 times."


@pytest.mark.parametrize(
    "statement",
    [
        "Servers should send `ping` at most 3 times.",
        "Servers must not send `ping` at most 3 times.",
        "Servers must send `pong` at most 3 times.",
        "Servers must send a request at most 3 times.",
        "Servers must send `ping` at most 4 times.",
        "Servers must send `ping` at most often.",
        "Servers must send `ping` and `tools/list` at most 3 times.",
        "Servers must `ping` 3.",
        "",
        "Servers must send `ping`\nat most 3 times.",
        "Servers must send `ping` at most 3 times." + " And so on." * 40,
    ],
)
def test_a_statement_that_says_something_else_is_not_taken(statement: str) -> None:
    assert not is_faithful(statement, SOURCE, "They are servers.")


def test_a_name_of_the_text_around_may_be_filled_in() -> None:
    around = "About `subscriptions/listen` streams."
    statement = "`subscriptions/listen` streams must send `ping` at most 3 times."
    assert is_faithful(statement, SOURCE, around)
