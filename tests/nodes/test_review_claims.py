"""Node `review_claims`."""

from __future__ import annotations

from typing import Any

import pytest
from langgraph.runtime import Runtime

from nodes.context import RunContext
from nodes.judging.chat import StructuredChat
from nodes.review_claims import Update, review_claims
from retrieval.settings import Settings
from tests.nodes.document_values import claim, span_of
from tests.support.openai_server import OpenAIServer, Reply, answers, breaks

CONTENT = "One is so. Two is so.\n\n`code`\n\nThree is so. They are 4."
RUNTIME: Runtime[RunContext] = Runtime(context=RunContext())
STATE: dict[str, Any] = {
    "content": CONTENT,
    "check_id": "x",
    "spec_version": "2025-06-18",
    "notes": ["a note"],
    "pieces": [{"index": 0, "start": 0, "end": 31}, {"index": 1, "start": 31, "end": len(CONTENT)}],
    "claims": [
        claim("One is so.", CONTENT, id="c1"),
        claim("Two is so.", CONTENT, id="c2"),
        claim("Three is so.", CONTENT, id="c3"),
    ],
    "skipped": [
        {"text": "`code`", "span": span_of("`code`", CONTENT), "reason": "code"},
        {"text": "They are 4.", "span": span_of("They are 4.", CONTENT), "reason": "no_statement"},
    ],
}


async def reviewed(*script: Reply) -> tuple[Update, list[Any]]:
    with OpenAIServer(*script) as server:
        settings: dict[str, Any] = {
            "openai_api_key": "sk-test",
            "openai_base_url": server.base_url,
            "llm_retries": 0,
            "llm_concurrency": 1,
        }
        chat = StructuredChat(Settings(**settings))
        state: Any = STATE
        update = await review_claims(state, RUNTIME, models=lambda choice, check_id: chat)
    return update, server.requests


@pytest.mark.anyio
async def test_where_no_model_judges_nothing_changes() -> None:
    state: Any = STATE
    assert await review_claims(state, RUNTIME, models=lambda choice, check_id: None) == {}


@pytest.mark.anyio
async def test_each_piece_is_one_request_and_claims_are_numbered_anew_in_order() -> None:
    dropped = {"number": 1, "is_claim": False, "statement": "", "reason": "opinion"}
    added = {"number": 2, "is_claim": True, "statement": "Things are 4.", "reason": "claim"}
    update, requests = await reviewed(
        answers({"sentences": [dropped]}), answers({"sentences": [added]})
    )
    assert len(requests) == 2
    assert [(c["id"], c["text"]) for c in update.get("claims", [])] == [
        ("c1", "Two is so."),
        ("c2", "Three is so."),
        ("c3", "They are 4."),
    ]
    assert [(s["text"], s["reason"]) for s in update.get("skipped", [])] == [
        ("One is so.", "opinion"),
        ("`code`", "code"),
    ]
    assert update.get("notes") == ["a note"]


@pytest.mark.anyio
async def test_a_piece_that_is_not_reviewed_stays_and_is_noted() -> None:
    update, _ = await reviewed(breaks(), answers({"sentences": []}))
    assert update.get("claims") == STATE["claims"]
    assert update.get("skipped") == STATE["skipped"]
    notes = update.get("notes", [])
    assert notes[0] == "a note"
    assert notes[1].startswith("the claims of piece 1 of 2 are as the rules read them: the model")
