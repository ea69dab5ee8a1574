"""Writing: only the spans that the plan names change, by the plan's words or a language model's."""

from __future__ import annotations

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final, cast

import pytest

from nodes.judging.chat import StructuredChat
from nodes.migrating.values import PlannedUpdate
from nodes.migrating.values import Update as TextUpdate
from nodes.write_updates import write_updates
from retrieval.settings import Settings
from tests.support.openai_server import OpenAIServer, Reply, answers, breaks, says

SENTENCE: Final = "See [batches](batch.md): servers may send `batch` requests."
TEXT: Final = f"""\
# Wire

{SENTENCE} The heron sleeps.

```json
{{"batch": true}}
```
"""
START: Final = TEXT.index(SENTENCE)


def update(text: str = SENTENCE, **more: Any) -> TextUpdate:
    start = TEXT.index(text)
    return TextUpdate(
        id=more.get("id", "u1"),
        group="required",
        kind="changed",
        span={"start": start, "end": start + len(text), "line": 3, "column": 1},
        text=text,
        why="In 2025-06-18 a server must send one message at a time.",
        before=[],
        after=[],
        replacement=None,
        gone=False,
    )


def planned(action: Any, replacement: str | None = None, name: str = "u1") -> PlannedUpdate:
    return PlannedUpdate(
        update_id=name,
        group="required",
        action=action,
        line=3,
        text=SENTENCE,
        replacement=replacement,
        why="as planned",
    )


def written(
    items: list[PlannedUpdate],
    updates: list[TextUpdate] | None = None,
    chat: StructuredChat | None = None,
    name: str = "page.md",
) -> Any:
    state: Any = {
        "content": TEXT,
        "name": name,
        "target_version": "2025-06-18",
        "updates": {"updates": updates or [update()], "feedback": []},
        "plan": {"scope": "comprehensive", "strategy": "", "items": items, "feedback": []},
    }
    runtime = cast("Any", SimpleNamespace(context=None))

    def models(choice: str) -> StructuredChat | None:
        assert choice == "settings"
        return chat

    result = asyncio.run(write_updates(state, runtime, models=models))
    return result["revision"]


def asked(tmp_path: Path, *script: Reply) -> Any:
    """Write by a scripted endpoint, which must be asked as often as it has replies."""
    with OpenAIServer(*script) as server:
        settings = Settings(
            data_dir=tmp_path,
            openai_api_key=cast("Any", "a key"),
            openai_base_url=server.base_url,
            llm_retries=0,
        )
        return written([planned("change")], chat=StructuredChat(settings))


def test_planned_words_take_the_place_of_the_span_alone() -> None:
    revision = written([planned("change", "See [batches](batch.md): none.")])
    assert revision["text"] == TEXT.replace(SENTENCE, "See [batches](batch.md): none.")
    (hunk,) = revision["hunks"]
    assert (hunk["before"], hunk["after"]) == (SENTENCE, "See [batches](batch.md): none.")
    assert hunk["why"].startswith("In 2025-06-18")
    assert revision["diff"].startswith("--- a/page.md\n+++ b/page.md\n@@ -1,6 +1,6 @@\n")
    assert revision["listed"] == []


def test_a_change_without_words_is_listed_and_the_text_stays() -> None:
    revision = written([planned("change")])
    assert revision["text"] == TEXT
    assert revision["diff"] == ""
    assert [item["update_id"] for item in revision["listed"]] == ["u1"]


@pytest.mark.parametrize(
    ("name", "comment"), [("page.md", "<!-- TODO mcp-fact-check:"), ("page.mdx", "{/* TODO")]
)
def test_a_note_is_a_comment_below_which_readers_see_nothing(name: str, comment: str) -> None:
    revision = written([planned("note")], name=name)
    line = f"{SENTENCE} The heron sleeps. {comment}"
    assert line in revision["text"]
    assert revision["text"].count("\n") == TEXT.count("\n")
    assert [item["update_id"] for item in revision["listed"]] == ["u1"]


def test_what_the_plan_leaves_is_neither_changed_nor_listed() -> None:
    revision = written([planned("leave")])
    assert (revision["text"], revision["hunks"], revision["listed"]) == (TEXT, [], [])


def test_of_two_changes_of_one_span_the_second_is_listed() -> None:
    part = update("servers may send `batch` requests", id="u2")
    items = [planned("change", "Gone."), planned("change", "never", name="u2")]
    revision = written(items, [update(), part])
    assert "Gone." in revision["text"]
    (listed,) = revision["listed"]
    assert listed["update_id"] == "u2"
    assert "overlaps" in listed["why"]


def test_a_model_rewrites_the_span(tmp_path: Path) -> None:
    sentence = "See [batches](batch.md): servers must send one message, not a `batch`."
    revision = asked(tmp_path, answers({"sentence": sentence}))
    assert revision["text"] == TEXT.replace(SENTENCE, sentence)
    assert revision["refused"] == []


@pytest.mark.parametrize(
    ("sentence", "said"),
    [
        ("Servers must send one `batch`.", "changed the links"),
        ("See [batches](batch.md): servers must send one message.", "dropped the code `batch`"),
        (f"{SENTENCE}\n\n## New section\n\nMore.", "a heading, a list or a code fence"),
        (f"{SENTENCE}\n```\nx\n```", "a heading, a list or a code fence"),
        (f"{SENTENCE} Also [batches](batch.md).", "changed the links"),
        (SENTENCE.replace("`batch`", "`batch` and `tasks/result`"), "brought in 'tasks/result'"),
        (f"{SENTENCE} {'Much more of it. ' * 20}", "much more than one sentence"),
        (SENTENCE.replace("See", "<b>See</b>"), "HTML"),
        (f"{SENTENCE} The heron sleeps.", "more sentences than there were"),
    ],
)
def test_a_rewriting_that_does_more_is_refused_and_reported(
    tmp_path: Path, sentence: str, said: str
) -> None:
    revision = asked(tmp_path, answers({"sentence": sentence}))
    assert revision["text"] == TEXT
    (refused,) = revision["refused"]
    assert refused.startswith("u1: the model ")
    assert said in refused
    assert [item["update_id"] for item in revision["listed"]] == ["u1"]


@pytest.mark.parametrize("reply", [breaks(), says("no JSON"), answers({"sentence": ""})])
def test_a_model_that_fails_or_is_not_certain_changes_nothing(tmp_path: Path, reply: Reply) -> None:
    revision = asked(tmp_path, reply)
    assert revision["text"] == TEXT
    assert [item["update_id"] for item in revision["listed"]] == ["u1"]
