"""Node `propose_corrections`."""

from __future__ import annotations

from typing import Any

import pytest
from langgraph.runtime import Runtime

from nodes.context import RunContext
from nodes.documents import CheckedClaim
from nodes.judging.chat import StructuredChat
from nodes.propose_corrections import Update, propose_corrections
from retrieval.settings import Settings
from tests.nodes.document_values import checked, claim, judged
from tests.nodes.values import passage
from tests.support.openai_server import OpenAIServer, Reply, answers, breaks

RUNTIME: Runtime[RunContext] = Runtime(context=RunContext(judge="local"))
TRUE = "A server should limit the rate of its log messages."


def wrong_level(text: str = "Servers must limit logs.", **changes: Any) -> CheckedClaim:
    item = claim(text, **changes)
    part = judged(
        item["statement"],
        "contradicted",
        evidence=[passage(TRUE, level="SHOULD")],
        cited=[1],
        correction=TRUE,
        findings=[{"kind": "level", "message": "must, not should"}],
    )
    return checked(item, part)


def wrong_otherwise(text: str = "Logs know no limits at all.", **changes: Any) -> CheckedClaim:
    item = claim(text, **changes)
    part = judged(
        item["statement"],
        "contradicted",
        evidence=[passage(TRUE)],
        cited=[1],
        correction=TRUE,
    )
    return checked(item, part)


async def proposed(*items: CheckedClaim, chat: StructuredChat | None = None) -> Update:
    content = " ".join(item["claim"]["text"] for item in items)
    return await propose_corrections(
        {"content": content, "check_id": "x", "checked": list(items)},
        RUNTIME,
        models=lambda choice, check_id: chat,
    )


def outcomes(update: Update) -> list[tuple[str, str]]:
    return [(item["kind"], item["after"]) for item in update["candidates"]]


@pytest.mark.anyio
async def test_a_word_is_proposed_before_the_whole_sentence() -> None:
    update = await proposed(wrong_level())
    assert outcomes(update) == [("level", "Servers should limit logs."), ("sentence", TRUE)]


@pytest.mark.anyio
async def test_each_candidate_is_to_be_judged_as_it_reads_alone() -> None:
    text = "They must limit logs."
    update = await proposed(wrong_level(text, statement="Servers must limit logs."))
    (batch,) = update["correction_batches"]
    assert batch["check_id"] == "x"
    assert batch["statements"] == [
        {"key": "c1#0", "claim": "Servers should limit logs.", "spec_version": "2025-06-18"},
        {"key": "c1#1", "claim": TRUE, "spec_version": "2025-06-18"},
    ]
    assert [item["key"] for item in update["candidates"]] == ["c1#0", "c1#1"]
    assert update["candidates"][0]["after"] == "They should limit logs."


@pytest.mark.anyio
async def test_a_level_that_stands_in_the_introduction_of_a_list_is_not_changed_in_its_item() -> (
    None
):
    item = wrong_level("limit logs", kind="list_item", statement="Servers must limit logs.")
    assert outcomes(await proposed(item)) == []


@pytest.mark.anyio
@pytest.mark.parametrize("label", ["supported", "not_mentioned", "undecided"])
async def test_what_is_not_wrong_is_left(label: str) -> None:
    assert outcomes(await proposed(checked(claim("It is so."), label=label))) == []


@pytest.mark.anyio
async def test_a_question_asserts_nothing_and_is_left() -> None:
    item = wrong_level("Must servers limit logs?", kind="question")
    assert outcomes(await proposed(item)) == []


def chat_with(server: OpenAIServer) -> StructuredChat:
    return StructuredChat(
        Settings(openai_api_key="sk-test", openai_base_url=server.base_url, llm_retries=0)  # pyright: ignore[reportArgumentType]
    )


async def rewritten(reply: Reply, item: CheckedClaim) -> Update:
    with OpenAIServer(reply) as server:
        return await proposed(item, chat=chat_with(server))


@pytest.mark.anyio
async def test_a_language_model_may_rewrite_a_sentence_that_no_word_puts_right() -> None:
    update = await rewritten(answers({"sentence": "Logs know some limits."}), wrong_otherwise())
    assert outcomes(update) == [("rewritten", "Logs know some limits."), ("sentence", TRUE)]
    assert update["refusals"] == {}


@pytest.mark.anyio
async def test_a_rewriting_is_judged_with_the_subject_that_the_sentence_stands_for() -> None:
    item = wrong_otherwise("They know no limits.", statement="Servers: They know no limits.")
    update = await rewritten(answers({"sentence": "They know limits."}), item)
    assert update["correction_batches"][0]["statements"][0]["claim"] == "Servers: They know limits."


@pytest.mark.anyio
async def test_where_a_word_puts_it_right_no_model_is_asked() -> None:
    with OpenAIServer() as server:
        update = await proposed(wrong_level(), chat=chat_with(server))
    assert outcomes(update)[0] == ("level", "Servers should limit logs.")


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("reply", "why"),
    [
        (answers({"sentence": "Logs know 99 limits."}), "the model brought in '99'"),
        (answers({"text": "Logs know limits."}), "the model's answer was malformed"),
        (breaks(), "the model did not answer: Error code: 500"),
    ],
)
async def test_a_model_that_fails_or_goes_too_far_proposes_nothing_and_the_reason_is_kept(
    reply: Reply, why: str
) -> None:
    update = await rewritten(reply, wrong_otherwise())
    assert outcomes(update) == [("sentence", TRUE)]
    assert update["refusals"]["c1"].startswith(why)


@pytest.mark.anyio
async def test_a_model_that_is_not_certain_proposes_nothing() -> None:
    update = await rewritten(answers({"sentence": ""}), wrong_otherwise())
    assert outcomes(update) == [("sentence", TRUE)]
    assert update["refusals"] == {}
