"""Migration sessions: every decision at every step, branches, kills, conflicts and deletion."""

from __future__ import annotations

import asyncio
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Coroutine
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from graphs.migrations import Migrations
from graphs.services import Services
from nodes.context import JudgeChoice
from nodes.judging.port import Judge
from nodes.migrating.values import OUTPUT_KEYS, SKIPPABLE, STEPS, Step
from retrieval.errors import (
    DecisionError,
    FinishedSessionError,
    LimitError,
    SessionConflictError,
    StaleStepError,
    UnknownSessionError,
    UnknownVersionError,
)
from retrieval.settings import Settings
from tests.support.remembering import Memory, RememberingServices

OLD: Final = "2024-11-05"
NEW: Final = "2025-06-18"
TEXT: Final = """\
# Wire

This page is about MCP version 2024-11-05.

Both sides should respect the protocol version that they negotiated. Our office has a heron.

Servers may send batches of JSON-RPC messages. Limiting the rate of tool calls is a must.
"""

Work = Callable[[Migrations], Coroutine[Any, Any, Any]]


class CountingServices(RememberingServices):
    """Services that count how often a judge was asked for by a batch of claims."""

    judged = 0

    def judge(self, choice: JudgeChoice = "settings", check_id: str | None = None) -> Judge:
        if check_id is not None:
            self.judged += 1
        return super().judge(choice, check_id)


class Prepared(NamedTuple):
    """A folder with one session for each step that waits."""

    folder: Path
    handles: dict[Step, str]


@pytest.fixture(scope="module")
def memory(services: Services) -> Memory:
    """Return what the tests of this module found out already."""
    return Memory(services)


@pytest.fixture(scope="module")
def prepared(memory: Memory, tmp_path_factory: pytest.TempPathFactory) -> Prepared:
    """Go on with sessions to every step once: tests work on copies."""
    folder = tmp_path_factory.mktemp("sessions")
    own = RememberingServices(Settings(data_dir=folder, judge="local"), memory)

    async def work(migrations: Migrations) -> dict[Step, str]:
        handles: dict[Step, str] = {}
        for step in STEPS:
            migration = await migrations.start(TEXT, OLD, NEW)
            while migration.question and migration.question["step"] != step:
                migration = await migrations.resume(migration.session.handle, "approve")
            handles[step] = migration.session.handle
        return handles

    return Prepared(folder, run(own, work))


@pytest.fixture
def handles(prepared: Prepared) -> dict[Step, str]:
    """Return the session of each step."""
    return prepared.handles


@pytest.fixture
def made(memory: Memory, prepared: Prepared, tmp_path: Path) -> CountingServices:
    """Return services over the shared indexes, with copies of the prepared sessions."""
    shutil.copytree(prepared.folder, tmp_path, dirs_exist_ok=True)
    settings = Settings(data_dir=tmp_path, judge="local")
    return CountingServices(settings, memory)


def run(services: Services, work: Work) -> Any:
    return asyncio.run(work(Migrations(services)))


def test_a_whole_session_shows_six_steps_and_ends_with_a_validated_text(
    made: CountingServices,
) -> None:
    async def work(migrations: Migrations) -> None:
        migration = await migrations.start(TEXT, "2024-11-04", NEW)
        assert "read as 2024-11-05" in migration.notes[0]
        shown: list[str] = []
        while migration.question is not None:
            shown.append(migration.question["step"])
            migration = await migrations.resume(migration.session.handle, "approve")
        assert shown == list(STEPS)
        assert migration.status == "finished"
        text = migration.state["revision"]["text"]
        assert "This page is about MCP version 2025-06-18." in text
        assert "Both sides must respect the protocol version" in text
        assert "Our office has a heron." in text
        assert migration.state["validation"]["ok"]
        assert [item["decision"] for item in migration.state["decisions"]] == ["approve"] * 6

    run(made, work)


@pytest.mark.parametrize("step", STEPS)
def test_feedback_does_the_step_again_without_judging_and_is_kept(
    made: CountingServices, step: Step, handles: dict[Step, str]
) -> None:
    async def work(migrations: Migrations) -> None:
        before = await migrations.get(handles[step])
        judged = made.judged
        after = await migrations.resume(
            before.session.handle, {"decision": "revise", "feedback": "mind the heron"}
        )
        assert after.question is not None
        assert after.question["step"] == step
        assert after.question["output"]["feedback"] == ["mind the heron"]
        assert made.judged == judged
        assert after.state["decisions"][-1]["feedback"] == "mind the heron"

    run(made, work)


def test_feedback_that_drops_an_update_takes_it_out_of_the_plan_and_the_text(
    made: CountingServices, handles: dict[Step, str]
) -> None:
    async def work(migrations: Migrations) -> None:
        migration = await migrations.get(handles["identify_updates"])
        handle = migration.session.handle
        (named,) = [
            item["id"]
            for item in migration.state["updates"]["updates"]
            if item["kind"] == "version"
        ]
        feedback = f"drop {named}"
        migration = await migrations.resume(handle, {"decision": "revise", "feedback": feedback})
        while migration.question and migration.question["step"] != "write_updates":
            migration = await migrations.resume(handle, "approve")
        assert "MCP version 2024-11-05" in migration.state["revision"]["text"]
        assert "Both sides must respect" in migration.state["revision"]["text"]

    run(made, work)


def test_words_that_feedback_gives_take_the_place_of_the_span_and_of_nothing_else(
    made: CountingServices, handles: dict[Step, str]
) -> None:
    async def work(migrations: Migrations) -> None:
        migration = await migrations.get(handles["plan_updates"])
        handle = migration.session.handle
        item = next(item for item in migration.state["plan"]["items"] if "batches" in item["text"])
        feedback = f"change {item['update_id']}: Servers send one message at a time."
        migration = await migrations.resume(handle, {"decision": "revise", "feedback": feedback})
        migration = await migrations.resume(handle, "approve")
        text = migration.state["revision"]["text"]
        assert "\n\nServers send one message at a time. Limiting the rate of tool calls" in text

    run(made, work)


@pytest.mark.parametrize("step", STEPS)
def test_an_edited_result_takes_the_place_of_the_steps_own(
    made: CountingServices, step: Step, handles: dict[Step, str]
) -> None:
    async def work(migrations: Migrations) -> None:
        before = await migrations.get(handles[step])
        assert before.question is not None
        edited: Any = {**before.question["output"], "feedback": ["edited"]}
        after = await migrations.resume(
            before.session.handle, {"decision": "edit", "output": edited}
        )
        state: Any = after.state
        assert state[OUTPUT_KEYS[step]]["feedback"] == ["edited"]
        waiting = after.question["step"] if after.question else None
        assert waiting == (None if step == STEPS[-1] else STEPS[STEPS.index(step) + 1])

    run(made, work)


def test_a_text_written_by_hand_is_validated_as_it_is(
    made: CountingServices, handles: dict[Step, str]
) -> None:
    async def work(migrations: Migrations) -> None:
        before = await migrations.get(handles["write_updates"])
        text = before.state["revision"]["text"].replace("a heron", "two herons")
        after = await migrations.resume(before.session.handle, {"decision": "edit", "output": text})
        assert after.state["revision"]["text"] == text
        assert "+Both sides must respect" in after.state["revision"]["diff"]
        assert "two herons" in after.state["revision"]["diff"]
        assert after.state["validation"]["unchanged_identical"]

    run(made, work)


def test_a_claim_that_a_hand_made_wrong_is_a_regression(made: CountingServices) -> None:
    true = "Servers that support tools must declare the `tools` capability."

    async def work(migrations: Migrations) -> None:
        migration = await migrations.start(f"{TEXT}\n{true}\n", OLD, NEW)
        handle = migration.session.handle
        while migration.question and migration.question["step"] != "write_updates":
            migration = await migrations.resume(handle, "approve")
        text = migration.state["revision"]["text"].replace("must declare", "may declare")
        migration = await migrations.resume(handle, {"decision": "edit", "output": text})
        validation = migration.state["validation"]
        assert not validation["ok"]
        assert [item["before"] for item in validation["regressions"]] == [true]

    run(made, work)


@pytest.mark.parametrize("step", STEPS)
def test_a_step_is_skipped_where_that_makes_sense(
    made: CountingServices, step: Step, handles: dict[Step, str]
) -> None:
    async def work(migrations: Migrations) -> None:
        migration = await migrations.get(handles[step])
        handle = migration.session.handle
        if step not in SKIPPABLE:
            with pytest.raises(DecisionError, match="choose one of: approve, revise, edit"):
                await migrations.resume(handle, "skip")
            return
        migration = await migrations.resume(handle, "skip")
        while migration.question is not None:
            migration = await migrations.resume(handle, "approve")
        groups = {item["group"] for item in migration.state["updates"]["updates"]}
        if step == "validate_current":
            assert "pre_existing" not in groups
        if step == "analyse_changes":
            named = [u for u in migration.state["updates"]["updates"] if u["kind"] != "version"]
            assert {item["group"] for item in named} <= {"pre_existing"}
        if step == "write_updates":
            assert migration.state["revision"]["text"] == TEXT
            assert len(migration.state["revision"]["listed"]) == len(
                migration.state["plan"]["items"]
            )

    run(made, work)


@pytest.mark.parametrize("step", STEPS[1:])
def test_going_back_forks_and_the_branch_that_was_left_can_be_looked_at(
    made: CountingServices, step: Step, handles: dict[Step, str]
) -> None:
    async def work(migrations: Migrations) -> None:
        before = await migrations.get(handles[step])
        handle = before.session.handle
        judged = made.judged
        first = STEPS[0]
        after = await migrations.resume(handle, {"decision": "back", "to": first})
        assert after.question is not None
        assert after.question["step"] == first
        assert made.judged == judged, "the fork judged again"
        assert [item["decision"] for item in after.state["decisions"]] == ["back"]

        history = (await migrations.get(handle)).history
        left = [item for item in history if not item.on_branch]
        assert left[-1].waits_for == step
        old = await migrations.get(handle, left[-1].checkpoint)
        assert old.question is not None
        assert old.question["step"] == step
        # The replayed answer of the old branch must not decide on the new one.
        again = await migrations.get(handle)
        assert again.question is not None
        assert again.question["step"] == first

    run(made, work)


@pytest.mark.parametrize("step", STEPS)
def test_a_stopped_session_decides_nothing_more_but_can_go_back(
    made: CountingServices, step: Step, handles: dict[Step, str]
) -> None:
    async def work(migrations: Migrations) -> None:
        migration = await migrations.get(handles[step])
        handle = migration.session.handle
        migration = await migrations.resume(handle, "stop")
        assert migration.status == "stopped"
        with pytest.raises(FinishedSessionError, match="stopped"):
            await migrations.resume(handle, "approve")
        migration = await migrations.resume(handle, {"decision": "back", "to": STEPS[0]})
        assert migration.status == "waiting"

    run(made, work)


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("maybe", "'maybe' cannot be decided after analyse_changes"),
        ({"decision": "revise"}, "revise needs feedback"),
        ({"decision": "revise", "feedback": "x" * 10_001}, "up to 10,000"),
        ({"decision": "back", "to": "write_updates"}, "no earlier step"),
        ({"decision": "edit", "output": {"changes": []}}, "does not have its form: from_version"),
        (None, "answer with one of"),
    ],
)
def test_an_answer_that_does_not_fit_changes_nothing(
    made: CountingServices, answer: object, said: str, handles: dict[Step, str]
) -> None:
    async def work(migrations: Migrations) -> None:
        before = await migrations.get(handles["analyse_changes"])
        with pytest.raises(DecisionError, match=said):
            await migrations.resume(before.session.handle, answer)
        after = await migrations.get(before.session.handle)
        assert after.question == before.question

    run(made, work)


def test_a_decision_on_another_step_than_the_waiting_one_is_stale(
    made: CountingServices, handles: dict[Step, str]
) -> None:
    async def work(migrations: Migrations) -> None:
        migration = await migrations.get(handles["analyse_changes"])
        with pytest.raises(StaleStepError, match="but on analyse_changes"):
            await migrations.resume(
                migration.session.handle, "approve", expected_step="validate_current"
            )

    run(made, work)


def test_of_two_that_go_on_at_once_one_wins_and_the_other_is_told(made: CountingServices) -> None:
    async def work(migrations: Migrations) -> None:
        migration = await migrations.start(TEXT, OLD, NEW)
        handle = migration.session.handle
        others = Migrations(made)
        results = await asyncio.gather(
            migrations.resume(handle, "approve", expected_step="validate_current"),
            others.resume(handle, "approve", expected_step="validate_current"),
            return_exceptions=True,
        )
        lost = [item for item in results if isinstance(item, SessionConflictError | StaleStepError)]
        assert len(lost) == 1
        decisions = (await migrations.get(handle)).state["decisions"]
        assert [item["step"] for item in decisions] == ["validate_current"]

    run(made, work)


@pytest.mark.parametrize(
    ("given", "error", "said"),
    [
        (("", OLD, NEW, None), LimitError, "content must be"),
        (("x" * 50_001, OLD, NEW, None), LimitError, "50,000 characters"),
        ((TEXT, "1.0", NEW, None), UnknownVersionError, "1.0"),
        ((TEXT, NEW, NEW, None), LimitError, "another version than currentVersion"),
        ((TEXT, OLD, NEW, "all"), LimitError, "comprehensive"),
    ],
    ids=["empty", "too long", "unknown version", "one version", "unknown scope"],
)
def test_a_bad_request_leaves_no_session_behind(
    made: CountingServices, given: Any, error: type[Exception], said: str
) -> None:
    async def work(migrations: Migrations) -> None:
        kept = await migrations.listed()
        with pytest.raises(error, match=said):
            await migrations.start(*given)
        assert len(await migrations.listed()) == len(kept)

    run(made, work)


def test_a_downgrade_is_done_with_a_warning(made: CountingServices) -> None:
    async def work(migrations: Migrations) -> None:
        migration = await migrations.start(TEXT, NEW, OLD)
        assert "downgrade" in migration.notes[0]
        assert migration.status == "waiting"

    run(made, work)


def test_the_size_of_a_text_is_a_setting(services: Services, tmp_path: Path) -> None:
    small = Services(
        Settings(data_dir=tmp_path, judge="local", session_characters=10), search=services.search
    )

    async def work(migrations: Migrations) -> None:
        with pytest.raises(LimitError, match="1 to 10 characters"):
            await migrations.start(TEXT, OLD, NEW)

    run(small, work)


def test_a_deleted_session_is_gone_for_good(made: CountingServices, tmp_path: Path) -> None:
    async def work(migrations: Migrations) -> None:
        migration = await migrations.start(f"{TEXT}\nOtto lives upstairs.\n", OLD, NEW)
        assert holds(tmp_path, b"Otto lives upstairs")
        await migrations.delete(migration.session.handle)
        assert not holds(tmp_path, b"Otto lives upstairs")
        with pytest.raises(UnknownSessionError):
            await migrations.get(migration.session.handle)

    run(made, work)


def holds(folder: Path, words: bytes) -> bool:
    return any(words in file.read_bytes() for file in folder.rglob("*") if file.is_file())


HANG: Final = """
import asyncio, sys
from pathlib import Path
import graphs.migrate_content as graph
from graphs.migrations import Migrations
from graphs.services import Services
from nodes.migrating.values import STEPS
from retrieval.settings import Settings

reached = []

def hanging(step):
    async def node(state, runtime=None, **_):
        reached.append(step)
        if len(reached) == len(STEPS):
            print("all", flush=True)
        await asyncio.Event().wait()
    return node

for step in STEPS:
    setattr(graph, step, hanging(step))

async def main():
    migrations = Migrations(Services(Settings(data_dir=Path(sys.argv[1]), judge="local")))
    await asyncio.gather(
        migrations.start("Killed in its first step.", "2024-11-05", "2025-06-18"),
        *(migrations.resume(handle, "approve") for handle in sys.argv[2:]),
    )

asyncio.run(main())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL")
def test_a_session_killed_in_any_step_goes_on_in_another_process(
    made: CountingServices, tmp_path: Path, handles: dict[Step, str]
) -> None:
    """Each session is killed within the step after the one that was approved, one in its first."""
    killed = {handles[before]: step for before, step in pairwise(STEPS)}

    async def go_on(migrations: Migrations) -> None:
        for handle, step in killed.items():
            assert (await migrations.get(handle)).status == "cut_short"
            migration = await migrations.resume(handle, "approve")
            assert migration.question is not None
            assert migration.question["step"] == step
            assert any("cut short" in note for note in migration.notes)
            assert len(migration.state["decisions"]) == STEPS.index(step)
        (first,) = [m for m in await migrations.listed() if m.session.title.startswith("Killed")]
        assert first.status == "cut_short"
        migration = await migrations.resume(first.session.handle, "approve")
        assert migration.question is not None
        assert migration.question["step"] == STEPS[0]

    with subprocess.Popen(
        [sys.executable, "-c", HANG, str(tmp_path), *killed], stdout=subprocess.PIPE
    ) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == b"all\n"
        child.send_signal(signal.SIGKILL)
    run(made, go_on)
