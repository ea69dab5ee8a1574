"""Structured answers of a chat model: cache, budget and how many are under way, over real HTTP.

How each failure is told is tested with the judge that it would mislead, in test_llm.py.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
from pydantic import BaseModel

from nodes.judging.answer_cache import AnswerCache
from nodes.judging.budget import Budget, BudgetSpentError
from nodes.judging.chat import LLMError, StructuredChat
from retrieval.settings import Settings
from tests.support.openai_server import Exchange, OpenAIServer, answers, breaks, hangs


class Colour(BaseModel):
    name: str


class Shape(BaseModel):
    name: str


def chat_with(
    server: OpenAIServer, cache: AnswerCache | None = None, **changes: Any
) -> StructuredChat:
    settings: dict[str, Any] = {
        "openai_api_key": "sk-test",
        "openai_base_url": server.base_url,
        "llm_model": "scripted",
        "llm_retries": 0,
        **changes,
    }
    return StructuredChat(Settings(**settings), cache)


def not_red(answer: Colour) -> str | None:
    return "said red" if answer.name == "red" else None


def fine(answer: BaseModel) -> None:
    return None


async def ask(chat: StructuredChat, request: str = "red?", instructions: str = "Say.") -> str:
    return (await chat.ask(Colour, instructions, request, fault=fine)).name


RED, BLUE = answers({"name": "red"}), answers({"name": "blue"})


@pytest.fixture
def cache(tmp_path: Path) -> AnswerCache:
    return AnswerCache(tmp_path / "answers.sqlite")


@pytest.mark.anyio
async def test_the_same_question_is_paid_for_once_also_by_another_process(
    cache: AnswerCache,
) -> None:
    with OpenAIServer(RED) as server:
        assert await ask(chat_with(server, cache)) == "red"
        assert await ask(chat_with(server, cache)) == "red"


@pytest.mark.anyio
async def test_without_a_cache_each_question_is_asked() -> None:
    with OpenAIServer(RED, BLUE) as server:
        chat = chat_with(server)
        assert [await ask(chat), await ask(chat)] == ["red", "blue"]


@pytest.mark.anyio
@pytest.mark.parametrize(
    "changed",
    [{"request": "other?"}, {"instructions": "Say it."}, {"llm_model": "other"}],
    ids=["request", "instructions", "model"],
)
async def test_another_request_prompt_or_model_is_another_question(
    cache: AnswerCache, changed: dict[str, str]
) -> None:
    settings = {key: value for key, value in changed.items() if key == "llm_model"}
    words = {key: value for key, value in changed.items() if key != "llm_model"}
    with OpenAIServer(RED, BLUE) as server:
        assert await ask(chat_with(server, cache)) == "red"
        assert await ask(chat_with(server, cache, **settings), **words) == "blue"


@pytest.mark.anyio
async def test_another_form_of_answer_is_another_question(cache: AnswerCache) -> None:
    with OpenAIServer(RED, BLUE) as server:
        chat = chat_with(server, cache)
        await ask(chat)
        assert (await chat.ask(Shape, "Say.", "red?", fault=fine)).name == "blue"


@pytest.mark.anyio
async def test_an_answer_with_a_fault_is_an_error_and_is_not_kept(cache: AnswerCache) -> None:
    with OpenAIServer(RED, BLUE) as server:
        chat = chat_with(server, cache)
        with pytest.raises(LLMError, match=r"^the model said red$"):
            await chat.ask(Colour, "Say.", "red?", fault=not_red)
        assert await ask(chat) == "blue"


@pytest.mark.anyio
async def test_a_kept_answer_in_which_the_check_finds_a_fault_is_asked_for_anew(
    cache: AnswerCache,
) -> None:
    with OpenAIServer(RED, BLUE) as server:
        chat = chat_with(server, cache)
        await ask(chat)
        assert (await chat.ask(Colour, "Say.", "red?", fault=not_red)).name == "blue"


@pytest.mark.anyio
async def test_a_failure_is_not_kept(cache: AnswerCache) -> None:
    with OpenAIServer(breaks(), RED) as server:
        chat = chat_with(server, cache)
        with pytest.raises(LLMError):
            await ask(chat)
        assert await ask(chat) == "red"


@pytest.mark.anyio
async def test_what_is_spent_is_counted_in_calls_and_tokens_and_then_nothing_is_asked() -> None:
    budget = Budget(2, 1_000, 60.0)
    with OpenAIServer(RED, breaks()) as server:
        chat = chat_with(server).within(budget)
        await ask(chat)
        assert (budget.calls, budget.tokens) == (1, 2)
        with pytest.raises(LLMError):
            await ask(chat)
        with pytest.raises(BudgetSpentError, match="2 of 2 calls"):
            await ask(chat)


@pytest.mark.anyio
async def test_tokens_as_the_endpoint_counts_them_use_up_the_budget() -> None:
    with OpenAIServer(RED) as server:
        chat = chat_with(server).within(Budget(9, 2, 60.0))
        await ask(chat)
        with pytest.raises(BudgetSpentError, match="2 of 2 tokens"):
            await ask(chat)


@pytest.mark.anyio
async def test_a_call_ends_with_the_seconds_of_the_budget() -> None:
    with OpenAIServer(hangs()) as server:
        chat = chat_with(server).within(Budget(9, 100, 0.3))
        with pytest.raises(LLMError, match=r"did not answer within 0\.\d+ seconds"):
            await ask(chat)


@pytest.mark.anyio
async def test_a_kept_answer_costs_nothing(cache: AnswerCache) -> None:
    with OpenAIServer(RED) as server:
        chat = chat_with(server, cache)
        await ask(chat)
        assert await ask(chat.within(Budget(0, 0, 0.0))) == "red"


@pytest.mark.anyio
async def test_a_budget_belongs_to_the_chat_that_was_made_within_it() -> None:
    with OpenAIServer(RED) as server:
        chat = chat_with(server)
        chat.within(Budget(0, 0, 0.0))
        assert await ask(chat) == "red"


@pytest.mark.anyio
async def test_no_more_are_under_way_than_the_settings_allow() -> None:
    """Two replies wait for each other; a third request at the same time would break the barrier."""
    together = Barrier(2, timeout=30)
    under_way: list[int] = []

    def in_pairs(exchange: Exchange) -> None:
        under_way.append(together.n_waiting)
        together.wait()
        RED(exchange)

    with OpenAIServer(*[in_pairs] * 6) as server:
        chat = chat_with(server, llm_concurrency=2)
        assert await asyncio.gather(*(ask(chat, f"{n}?") for n in range(6))) == ["red"] * 6
    assert max(under_way) <= 1
