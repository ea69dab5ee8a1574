"""Migrations in LangGraph's development server, driven the way Studio drives them."""

from __future__ import annotations

import sys
from collections.abc import Generator
from pathlib import Path
from typing import Any, Final

import pytest

from evals.migrations import Document, judge, read_documents
from nodes.migrating.values import STEPS
from tests.test_studio import Studio, run_studio

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="stops a POSIX process group")


SHORT: Final = Document(
    "short", "This page is about MCP version 2024-11-05.\n", "2024-11-05", "2025-06-18", (), ()
)


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory, index_dir: Path) -> Generator[Studio]:
    """Run the development server once: it takes seconds to start."""
    with run_studio(tmp_path_factory.mktemp("studio"), index_dir) as running:
        yield running


@pytest.mark.parametrize("document", read_documents(), ids=lambda document: document.name)
def test_a_labelled_document_is_migrated_by_resuming_each_interrupt(
    studio: Studio, document: Document
) -> None:
    thread, result = begun(studio, document)
    assert studio.client.threads.get(thread)["status"] == "interrupted"
    outputs: dict[str, Any] = {}
    while "__interrupt__" in result:
        asked = question(result)
        outputs[asked["step"]] = asked["output"]
        result = resumed(studio, thread, "approve")
    assert list(outputs) == list(STEPS)
    outcome = judge(document, outputs["identify_updates"], outputs["write_updates"])
    assert (outcome.wrong, outcome.altered) == ([], [])
    assert len(outcome.missed) <= len(document.changes) // 4
    assert result["validation"]["ok"]


def test_a_run_is_forked_where_a_decision_was_awaited(studio: Studio) -> None:
    threads = studio.client.threads
    thread, result = begun(studio, SHORT)
    for _ in range(4):
        result = resumed(studio, thread, "approve")
    assert question(result)["step"] == "write_updates"
    old = next(s for s in threads.get_history(thread) if s["next"] == ["decide_identify_updates"])
    values: Any = old["values"]
    fork = threads.update_state(
        thread,
        {"updates": {"updates": [], "feedback": ["by hand"]}},
        checkpoint=old["checkpoint"],
        as_node="identify_updates",
    )
    result = studio.client.runs.wait(
        thread, "migrate_content", input=None, checkpoint=fork["checkpoint"]
    )
    assert question(result)["output"] == {"updates": [], "feedback": ["by hand"]}
    result = resumed(studio, thread, "approve")
    assert question(result)["output"]["items"] == []
    assert values["updates"]["updates"], "the branch that was left is as it was"


def test_in_studio_an_answer_that_does_not_fit_is_asked_again_and_back_decides_again(
    studio: Studio,
) -> None:
    thread, _ = begun(studio, SHORT)
    result = resumed(studio, thread, "perhaps")
    assert "cannot be decided" in question(result)["problem"]
    resumed(studio, thread, "approve")
    result = resumed(studio, thread, {"decision": "revise", "feedback": "mind the heron"})
    assert question(result)["output"]["feedback"] == ["mind the heron"]
    result = resumed(studio, thread, {"decision": "back", "to": "validate_current"})
    assert question(result)["step"] == "validate_current"
    result = resumed(studio, thread, "stop")
    assert "__interrupt__" not in result
    assert [item["decision"] for item in result["decisions"]] == [
        "approve",
        "revise",
        "back",
        "stop",
    ]


def begun(studio: Studio, document: Document) -> tuple[str, Any]:
    thread = studio.client.threads.create()["thread_id"]
    given = {
        "content": document.content,
        "current_version_name": document.current,
        "target_version_name": document.target,
    }
    return thread, studio.client.runs.wait(thread, "migrate_content", input=given)


def resumed(studio: Studio, thread: str, answer: Any) -> Any:
    return studio.client.runs.wait(thread, "migrate_content", command={"resume": answer})


def question(result: Any) -> dict[str, Any]:
    (interrupt,) = result["__interrupt__"]
    return interrupt["value"]
