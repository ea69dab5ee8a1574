"""Sessions: found again by their handle, held by one at a time, and gone when they are deleted."""

from __future__ import annotations

import asyncio
import signal
import stat
import subprocess
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import pytest

from graphs import sessions as module
from graphs.sessions import Sessions, open_sessions, sessions_file
from retrieval.errors import (
    DataError,
    OutdatedSessionError,
    SessionConflictError,
    UnknownSessionError,
)
from retrieval.settings import Settings

SECRET: Final = "a-sentence-that-stands-nowhere-else"


@asynccontextmanager
async def opened(folder: Path, days: float = 1) -> AsyncGenerator[Sessions]:
    async with open_sessions(Settings(data_dir=folder, session_days=days)) as sessions:
        yield sessions


def test_a_session_is_found_again_by_another_opening_of_the_file(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as sessions:
            made = await sessions.create("migration", "a page")
        async with opened(tmp_path) as sessions:
            assert await sessions.get(made.handle, "migration") == made
            assert await sessions.get(f" {made.handle.upper()} ", "migration") == made
            assert await sessions.listed("migration") == [made]
            assert await sessions.listed("judgements") == []

    asyncio.run(run())


@pytest.mark.parametrize("handle", ["", "nothing", "00000000-0000-4000-8000-000000000000"])
def test_a_handle_that_was_never_given_is_an_error_that_says_what_to_do(
    tmp_path: Path, handle: str
) -> None:
    async def run() -> None:
        async with opened(tmp_path) as sessions:
            with pytest.raises(UnknownSessionError, match="start a new one"):
                await sessions.get(handle, "migration")

    asyncio.run(run())


def test_a_session_of_one_kind_is_not_one_of_another(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as sessions:
            made = await sessions.create("judgements", "a page")
            with pytest.raises(UnknownSessionError):
                await sessions.get(made.handle, "migration")

    asyncio.run(run())


def test_an_expired_session_is_gone(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path, days=1e-9) as sessions:
            made = await sessions.create("migration", "a page")
            with pytest.raises(UnknownSessionError):
                await sessions.get(made.handle, "migration")
            assert await sessions.remove_expired() == 1
            assert await sessions.remove_expired() == 0

    asyncio.run(run())


def test_a_session_of_another_release_is_refused_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        async with opened(tmp_path) as sessions:
            made = await sessions.create("migration", "a page")
            monkeypatch.setitem(module.STATE_FORMATS, "migration", made.state_format + 1)
            with pytest.raises(OutdatedSessionError, match=made.handle):
                await sessions.get(made.handle, "migration")

    asyncio.run(run())


def test_a_session_is_held_by_one_at_a_time_and_its_use_puts_off_its_end(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as sessions, opened(tmp_path) as others:
            made = await sessions.create("migration", "a page")
            async with sessions.alone(made):
                with pytest.raises(SessionConflictError, match=made.handle):
                    async with others.alone(made):
                        pytest.fail("held by two")
            async with others.alone(made):
                pass
            assert (await sessions.get(made.handle, "migration")).expires_at > made.expires_at

    asyncio.run(run())


HOLD: Final = """
import asyncio, sys
from pathlib import Path
from graphs.sessions import open_sessions
from retrieval.settings import Settings

async def hold():
    async with open_sessions(Settings(data_dir=Path(sys.argv[1]))) as sessions:
        async with sessions.alone(await sessions.get(sys.argv[2], "migration")):
            print("held", flush=True)
            await asyncio.Event().wait()

asyncio.run(hold())
"""


def test_another_process_conflicts_until_it_is_killed(tmp_path: Path) -> None:
    async def made() -> str:
        async with opened(tmp_path) as sessions:
            return (await sessions.create("migration", "a page")).handle

    async def held(handle: str) -> None:
        async with (
            opened(tmp_path) as sessions,
            sessions.alone(await sessions.get(handle, "migration")),
        ):
            pass

    handle = asyncio.run(made())
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(tmp_path), handle], stdout=subprocess.PIPE
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        with pytest.raises(SessionConflictError):
            asyncio.run(held(handle))
        holder.send_signal(signal.SIGKILL)
    asyncio.run(held(handle))


def test_a_deleted_session_leaves_nothing_in_the_file(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as sessions:
            made = await sessions.create("migration", SECRET)
            kept = await sessions.create("migration", "another page")
            assert found(tmp_path)
            await sessions.delete(made)
            assert not found(tmp_path)
            with pytest.raises(UnknownSessionError):
                async with sessions.alone(made):
                    pytest.fail("a deleted session was held")
            assert await sessions.listed("migration") == [kept]

    def found(folder: Path) -> bool:
        return any(
            SECRET.encode() in file.read_bytes() for file in folder.rglob("*") if file.is_file()
        )

    asyncio.run(run())


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX file modes")
def test_only_the_owner_may_read_the_sessions(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as sessions:
            await sessions.create("migration", "a page")
            files = list(tmp_path.glob("sessions.sqlite*"))
            assert len(files) == 3
            assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}

    asyncio.run(run())


def test_a_file_that_is_no_database_is_named(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path):
            pytest.fail("opened what is no database")

    sessions_file(tmp_path).write_text("no database " * 100)
    with pytest.raises(DataError, match=r"sessions\.sqlite"):
        asyncio.run(run())
