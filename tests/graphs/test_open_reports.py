"""Open reports outlive a kill at any point: nothing half written, nothing judged twice."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import pytest

from graphs.open_reports import OpenReport, OpenReports
from graphs.services import Services
from retrieval.errors import NothingOpenError, UnknownSessionError
from retrieval.settings import Settings
from server.runner import Runner

VERSION: Final = "2025-06-18"
CONTENT: Final = """\
Servers must log every tool call.

The Mcp-Session-Id header is chosen by the client.
"""
"""One claim that waits, and one whose correction is verified anew after each submission."""

ANSWER: Final = {"claimId": "c1", "label": "not_mentioned", "reason": "No passage speaks of it."}

CHILD: Final = """
import asyncio, sys
from pathlib import Path
import graphs.check_claims as nodes
import graphs.open_reports as module
from langgraph.types import interrupt
from graphs.services import Services
from retrieval.settings import Settings
from server.runner import Runner

reached = asyncio.Queue()

async def hang(*_, **__):
    reached.put_nowait(1)
    await asyncio.Event().wait()

async def node(state, runtime=None):
    await hang()

async def after_the_answer(state):
    interrupt({})
    await hang()

def reports(name, put):
    kept = getattr(nodes, name)
    setattr(nodes, name, put)
    made = module.OpenReports(services)
    made._builders  # built now, with what was put there
    setattr(nodes, name, kept)
    return made

async def main():
    answer, version, handles = eval(sys.argv[2]), sys.argv[3], sys.argv[4:]
    hanging = [
        reports("await_judgements", after_the_answer),
        reports("take", lambda services: node),
        reports("collect_verdicts", node),
        reports("write_report", node),
    ]
    claim = "Servers must log every tool call."
    quick = await Runner(settings).quick_claim(claim, version, "caller")
    keeping = module.OpenReports(services)
    async with asyncio.TaskGroup() as tasks:
        for made, handle in zip(hanging, handles, strict=True):
            tasks.create_task(made.submit(handle, [answer]))
        for _ in hanging:
            await reached.get()
        module._go_on = hang
        tasks.create_task(keeping.keep("quick_claim", quick))
        await reached.get()
        module._put = hang
        tasks.create_task(keeping.keep("quick_claim", {"claim": "never kept"}))
        await reached.get()
        print("all", flush=True)

settings = Settings(data_dir=Path(sys.argv[1]), judge="local")
services = Services(settings)
asyncio.run(main())
"""


@pytest.fixture
def data_dir(index_dir: Path, tmp_path: Path) -> Path:
    (index_dir / "indexes").mkdir(exist_ok=True)
    (tmp_path / "indexes").symlink_to(index_dir / "indexes")
    return tmp_path


def kept(data_dir: Path, copies: int) -> list[str]:
    """Check `CONTENT`, keep the report some times, and return the handles."""

    async def keep() -> list[str]:
        runner = Runner(Settings(data_dir=data_dir, judge="local"))
        state = await runner.check_claims(CONTENT, VERSION, judge="caller")
        return [(await runner.kept("check_claims", state)).handle for _ in range(copies)]

    return asyncio.run(keep())


def reports_of(data_dir: Path) -> OpenReports:
    return OpenReports(Services(Settings(data_dir=data_dir, judge="local")))


def labels(report: OpenReport) -> Sequence[tuple[str, str]]:
    checked: list[dict[str, Any]] = report.state["checked"]
    return [(item["verdict"]["label"], item["verdict"]["judge"]) for item in checked]


DONE: Final = [("not_mentioned", "caller"), ("contradicted", "local")]


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL")
def test_a_report_goes_on_from_wherever_a_kill_cut_it_short(data_dir: Path) -> None:
    handles = kept(data_dir, 4)
    arguments = [str(data_dir), repr(ANSWER), VERSION, *handles]
    with subprocess.Popen(
        [sys.executable, "-c", CHILD, *arguments], stdout=subprocess.PIPE
    ) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == b"all\n"
        child.send_signal(signal.SIGKILL)

    async def go_on() -> None:
        reports = reports_of(data_dir)
        waiting, *cut_short = handles
        shown = await reports.submit(waiting, [])
        assert labels(shown) == [("undecided", "local"), ("contradicted", "local")]
        done = await reports.submit(waiting, [ANSWER])
        assert (done.taken, done.refused, labels(done)) == (1, [], DONE)
        for handle in cut_short[:-1]:
            shown = await reports.submit(handle, [])
            assert (labels(shown), shown.open, shown.refused) == (DONE, [], [])
            assert shown.state["text"] == done.state["text"]
        again = await reports.submit(cut_short[-1], [ANSWER])
        assert (labels(again), again.taken) == (DONE, 0)
        assert "they were taken now" in again.notes[0]
        with pytest.raises(NothingOpenError):
            await reports.submit(cut_short[-1], [ANSWER])

        others = {item.title: item.handle for item in await reports.listed()}
        with pytest.raises(UnknownSessionError):
            await reports.submit(others["never kept"], [])
        single = await reports.submit(others["Servers must log every tool call."], [ANSWER])
        assert (single.state["verdict"]["judge"], single.open) == ("caller", [])

    asyncio.run(go_on())
