"""Structured answers of a chat model at any OpenAI-compatible endpoint, or one kind of error.

Every way that a call can fail becomes an `LLMError` that says why. Answers are checked by whoever
asks before they count and before they are kept; what a check may spend is counted here, and how
many calls are under way at once is bounded here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from copy import copy
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, Self, TypeVar

from pydantic import BaseModel, ValidationError

from nodes.judging.answer_cache import AnswerCache, answer_key
from nodes.judging.budget import Budget
from nodes.turns import Turns
from retrieval.settings import Settings, require_openai_key

if TYPE_CHECKING:
    from langchain_core.runnables import Runnable
    from langchain_openai import ChatOpenAI

_UNREADABLE: Final = (ValueError, TypeError, AttributeError, LookupError)
"""What the clients raise for a body that is no chat completion: they read it without looking."""

Answer = TypeVar("Answer", bound=BaseModel)


class LLMError(Exception):
    """The model gave no answer that can be used; the message says why."""


class StructuredChat:
    """Asks the model of the settings, one system and one user message at a time."""

    def __init__(self, settings: Settings, cache: AnswerCache | None = None) -> None:
        self._settings = settings
        self._cache = cache
        self._budget: Budget | None = None
        self._schemas: dict[type[BaseModel], Runnable[Any, Any]] = {}
        self._turns = Turns(settings.llm_concurrency)

    @property
    def name(self) -> str:
        """`llm:` and the model."""
        return f"llm:{self._settings.llm_model}"

    def within(self, budget: Budget) -> Self:
        """Return the same chat, spending from a budget."""
        bounded = copy(self)
        bounded._budget = budget
        return bounded

    async def ask(
        self,
        schema: type[Answer],
        instructions: str,
        request: str,
        *,
        fault: Callable[[Answer], str | None],
    ) -> Answer:
        """Return an answer that fits the schema and in which `fault` finds nothing.

        `fault` completes the sentence "the model ..." with what is wrong with an answer.

        Raises:
            LLMError: there was no answer, or none that can be used.
            BudgetSpentError: the check may not ask again.

        """
        key = answer_key(
            self._settings.openai_base_url,
            self._settings.llm_model,
            schema.model_json_schema(),
            instructions,
            request,
        )
        kept = await self._kept(key, schema)
        if kept is not None and fault(kept) is None:
            return kept
        answer = await self._answer(schema, instructions, request)
        wrong = fault(answer)
        if wrong:
            raise LLMError(f"the model {wrong}")
        if self._cache is not None:
            await asyncio.to_thread(self._cache.put, key, answer.model_dump_json())
        return answer

    async def _kept(self, key: str, schema: type[Answer]) -> Answer | None:
        if self._cache is None:
            return None
        text = await asyncio.to_thread(self._cache.get, key)
        try:
            return schema.model_validate_json(text) if text is not None else None
        except ValidationError:
            return None

    async def _answer(self, schema: type[Answer], instructions: str, request: str) -> Answer:
        from langchain_core.callbacks import UsageMetadataCallbackHandler  # noqa: PLC0415
        from langchain_core.exceptions import ModelRefusalError  # noqa: PLC0415
        from openai import OpenAIError  # noqa: PLC0415

        model = self._model(schema)
        messages = [("system", instructions), ("human", request)]
        usage = UsageMetadataCallbackHandler()
        async with self._turns.take():
            left = self._budget.start() if self._budget else self._deadline
            deadline = min(left, self._deadline)
            try:
                async with asyncio.timeout(deadline):
                    answer = await model.ainvoke(messages, {"callbacks": [usage]})
            except TimeoutError as error:
                raise LLMError(f"the model did not answer within {deadline:g} seconds") from error
            except ModelRefusalError as error:
                raise LLMError(f"the model refused to answer: {_short(error)}") from error
            except OpenAIError as error:
                raise LLMError(f"the model did not answer: {_short(error)}") from error
            except ValidationError as error:
                raise LLMError(f"the model's answer was malformed: {_misfit(error)}") from error
            except _UNREADABLE as error:
                raise LLMError("the model's answer was malformed: no JSON answer in it") from error
            finally:
                if self._budget:
                    self._budget.add_tokens(
                        sum(used["total_tokens"] for used in usage.usage_metadata.values())
                    )
        if not isinstance(answer, schema):
            raise LLMError("the model's answer was malformed: no JSON answer in it")
        return answer

    @property
    def _deadline(self) -> float:
        """Seconds for all attempts together.

        The client's own timeout starts anew with each byte that comes, and it waits up to two
        minutes before an attempt where the endpoint asks for that.
        """
        return self._settings.llm_timeout * (1 + self._settings.llm_retries)

    def _model(self, schema: type[BaseModel]) -> Runnable[Any, Any]:
        if schema not in self._schemas:
            self._schemas[schema] = self._client.with_structured_output(
                schema, method="json_schema"
            )
        return self._schemas[schema]

    @cached_property
    def _client(self) -> ChatOpenAI:
        from langchain_openai import ChatOpenAI  # noqa: PLC0415 - seconds of import

        return ChatOpenAI(
            model=self._settings.llm_model,
            api_key=require_openai_key(self._settings, "the LLM judge"),
            base_url=self._settings.openai_base_url,
            timeout=self._settings.llm_timeout,
            max_retries=self._settings.llm_retries,
            # The client is shared by the whole process and would keep connections, which belong to
            # an event loop: the next loop (another `asyncio.run`) would fail on them.
            default_headers={"Connection": "close"},
        )


def _misfit(error: ValidationError) -> str:
    first = error.errors(include_url=False)[0]
    return ": ".join([*map(str, first["loc"]), first["msg"]])


def _short(error: Exception) -> str:
    return " ".join(str(error).split())[:200] or type(error).__name__
