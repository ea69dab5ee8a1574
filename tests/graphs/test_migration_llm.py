"""A whole session by a language model: what it rewrites, what is refused, and what it may spend."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any, Final, cast

import pytest

from graphs.migrations import Migration, Migrations
from graphs.services import Services
from nodes.migrating.values import STEPS
from retrieval.settings import Settings
from tests.support.openai_server import Exchange, OpenAIServer, answers
from tests.support.remembering import Memory, RememberingServices

BATCHES: Final = "An MCP implementation may send JSON-RPC batches."
STDIO: Final = "On stdio, a line holds a single message or a `batch`."
HTTP: Final = "The body of a POST is a single message or an [array](a.md) that batches several."
FIRST: Final = "The `initialize` request must not be part of a JSON-RPC batch."
TEXT: Final = f"""\
# Wire

{BATCHES} Our office has a heron.

{STDIO}

{HTTP}

```json
[{{"jsonrpc": "2.0"}}]
```

{FIRST}
"""
REWRITTEN: Final = {
    BATCHES: "An MCP implementation sends each JSON-RPC message alone.",
    STDIO: "On stdio, a line holds a single message.",
    HTTP: "## Bodies\n\nThe body of a POST is a single message, no [array](a.md).",
    FIRST: "The `initialize` request travels alone. Our office has a heron.",
}


def reply(exchange: Exchange) -> None:
    """Rewrite a sentence as above; as a judge find nothing, and as a reviewer no fault."""
    asked = json.loads(exchange.request.message("user"))
    if "target_version" in asked:
        answers({"sentence": REWRITTEN.get(asked["sentence"], "")})(exchange)
    elif "evidence" in asked:
        found = {"label": "not_mentioned", "evidence": [], "quote": "", "correction": ""}
        answers({**found, "reason": "Nothing says so.", "confidence": 0.9})(exchange)
    else:
        answers({"sentences": []})(exchange)


@pytest.fixture(scope="module")
def memory(services: Services) -> Memory:
    return Memory(services)


def settings(folder: Path, server: OpenAIServer, **more: Any) -> Settings:
    return Settings(
        data_dir=folder,
        judge="llm",
        openai_api_key=cast("Any", "a key"),
        openai_base_url=server.base_url,
        llm_retries=0,
        **more,
    )


def run_session(given: Settings, memory: Memory) -> Migration:
    """Approve every step, each in services of its own, as processes have."""

    def sessions() -> Migrations:
        return Migrations(RememberingServices(given, memory))

    async def run() -> Migration:
        migration = await sessions().start(TEXT, "2025-03-26", "2025-06-18")
        while migration.question is not None:
            migration = await sessions().resume(migration.session.handle, "approve")
        return migration

    return asyncio.run(run())


def test_a_model_rewrites_spans_and_what_does_more_is_refused_and_reported(
    memory: Memory, tmp_path: Path
) -> None:
    with OpenAIServer(always=reply) as server:
        migration = run_session(settings(tmp_path, server, llm_cache=False), memory)
        asked = [json.loads(item.message("user")) for item in server.requests]
    state = migration.state
    assert [item["step"] for item in state["decisions"]] == list(STEPS)
    assert state["revision"]["text"] == TEXT.replace(BATCHES, REWRITTEN[BATCHES])
    names = {item["text"]: item["id"] for item in state["updates"]["updates"]}
    refused = dict(line.split(": the model ", 1) for line in state["revision"]["refused"])
    assert "dropped the code `batch`" in refused[names[STDIO]]
    assert "a heading, a list or a code fence" in refused[names[HTTP]]
    assert "more sentences than there were" in refused[names[FIRST]]
    listed = {item["text"] for item in state["revision"]["listed"]}
    assert {STDIO, HTTP, FIRST} <= listed
    assert state["validation"]["unchanged_identical"]
    rewritings = [item for item in asked if "target_version" in item]
    assert {item["sentence"] for item in rewritings} >= REWRITTEN.keys()
    assert state["spent"]["calls"] == len(asked), "each call of every step counts"
    assert state["spent"]["tokens"] == 2 * len(asked)

    again = asyncio.run(
        Migrations(RememberingServices(Settings(data_dir=tmp_path, judge="local"), memory)).resume(
            migration.session.handle, {"decision": "back", "to": STEPS[0]}
        )
    )
    assert again.state["spent"]["calls"] == len(asked), "going back gives nothing back"


@pytest.mark.parametrize("budget", [{"calls": 1}, {"tokens": 2}, {"seconds": 0}])
def test_the_budget_is_that_of_the_session_in_whatever_process_it_goes_on(
    memory: Memory, tmp_path: Path, budget: dict[str, int]
) -> None:
    (kind,) = budget
    most: dict[str, Any] = {f"session_budget_{kind}": budget[kind]}
    with OpenAIServer(always=reply) as server:
        given = settings(tmp_path, server, llm_cache=False, llm_concurrency=1, **most)
        migration = run_session(given, memory)
        assert len(server.requests) == (0 if kind == "seconds" else 1)
    revision = migration.state["revision"]
    assert migration.status == "finished"
    assert revision["text"] == TEXT
    refused = [item for item in revision["refused"] if "budget spent" in item]
    assert len(refused) == len(revision["refused"]) >= len(REWRITTEN)
    assert all(kind in item for item in refused)
    assert migration.state["spent"]["calls"] == len(server.requests)
