"""An unfinished report, kept by another process, opened and resumed in LangGraph's server."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any, Final

import pytest

from retrieval.settings import Settings
from server.runner import Runner
from tests.test_studio import run_studio

VERSION: Final = "2025-06-18"
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="stops a POSIX process group")


def test_an_open_report_is_a_thread_that_studio_opens_and_resumes(
    index_dir: Path, tmp_path: Path
) -> None:
    data_dir, folder = tmp_path / "data", tmp_path / "studio"
    data_dir.mkdir()
    folder.mkdir()
    (index_dir / "indexes").mkdir(exist_ok=True)
    (data_dir / "indexes").symlink_to(index_dir / "indexes")

    async def kept() -> str:
        runner = Runner(Settings(data_dir=data_dir, judge="local"))
        content = "Servers must log every tool call."
        state = await runner.check_claims(content, VERSION, judge="caller")
        return (await runner.kept("check_claims", state)).handle

    async def shown() -> tuple[str, list[str]]:
        reports = await Runner(Settings(data_dir=data_dir)).open_reports()
        report = await reports.submit(handle, [])
        verdict = report.state["checked"][0]["verdict"]
        return verdict["label"], [item.handle for item in await reports.listed()]

    handle = asyncio.run(kept())
    with run_studio(folder, data_dir) as studio:
        threads, runs = studio.client.threads, studio.client.runs
        threads.create(thread_id=handle, graph_id="check_claims")
        state = threads.get_state(handle)
        assert state["next"] == ["await_judgements"]
        (asked,) = state["tasks"][0]["interrupts"]
        assert [claim["id"] for claim in asked["value"]["open"]] == ["c1"]
        invented = {"claimId": "c1", "label": "supported", "reason": "I know.", "evidence": []}
        result: Any = runs.wait(handle, "check_claims", command={"resume": [invented]})
        (again,) = result["__interrupt__"]
        assert "without citing evidence" in again["value"]["refused"][0]["reason"]
        right = {"claimId": "c1", "label": "not_mentioned", "reason": "Nothing says so."}
        result = runs.wait(handle, "check_claims", command={"resume": right})
        assert "**c1** ○ NOT IN SPEC" in result["text"]
    assert asyncio.run(shown()) == ("not_mentioned", [handle])
