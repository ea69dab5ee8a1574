"""Sessions: work that waits for its caller, kept in one SQLite file and found again by a handle.

A session is a LangGraph thread with checkpoints, and a row that says what it is and when it
expires. All of it is in `<data_dir>/sessions.sqlite` (WAL, readable by its owner alone), which is
also what LangGraph Studio's server keeps its checkpoints in: a handle is a thread id there.
"""

from __future__ import annotations

import os
import time
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal
from uuid import UUID, uuid4

from filelock import FileLock, Timeout

from retrieval.errors import (
    DataError,
    OutdatedSessionError,
    SessionConflictError,
    UnknownSessionError,
)
from retrieval.settings import Settings

if TYPE_CHECKING:
    import sqlite3

    from langchain_core.runnables import RunnableConfig
    from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver

SessionKind = Literal["judgements", "migration"]

STATE_FORMATS: Final[dict[SessionKind, int]] = {"judgements": 1, "migration": 1}
"""Raised when the state of a graph changes so that older sessions cannot go on."""

_DAY: Final = 86_400.0
_TABLE: Final = """
CREATE TABLE IF NOT EXISTS sessions (
    handle TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    title TEXT NOT NULL,
    state_format INTEGER NOT NULL,
    created_at REAL NOT NULL,
    updated_at REAL NOT NULL,
    expires_at REAL NOT NULL
)
"""
_COLUMNS: Final = "handle, kind, title, state_format, created_at, updated_at, expires_at"


@dataclass(frozen=True, slots=True)
class Session:
    """What is known of a session without opening its state. Times are seconds since the epoch."""

    handle: str
    kind: SessionKind
    title: str
    state_format: int
    created_at: float
    updated_at: float
    expires_at: float

    @property
    def config(self) -> RunnableConfig:
        """The configuration that a graph runs this session with."""
        return {"configurable": {"thread_id": self.handle}}


def sessions_file(data_dir: Path) -> Path:
    """Return where the sessions are kept."""
    return data_dir / "sessions.sqlite"


class Sessions:
    """The sessions of one data directory; made by `open_sessions`."""

    def __init__(self, saver: AsyncSqliteSaver, locks: Path, days: float) -> None:
        self.saver = saver
        self._locks = locks
        self._lifetime = days * _DAY

    async def create(self, kind: SessionKind, title: str) -> Session:
        """Make a session; its handle is a random UUID, which nobody can guess."""
        now = time.time()
        session = Session(
            handle=str(uuid4()),
            kind=kind,
            title=title,
            state_format=STATE_FORMATS[kind],
            created_at=now,
            updated_at=now,
            expires_at=now + self._lifetime,
        )
        await self._write(
            f"INSERT INTO sessions ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)",  # noqa: S608
            session.handle,
            session.kind,
            session.title,
            session.state_format,
            session.created_at,
            session.updated_at,
            session.expires_at,
        )
        return session

    async def get(self, handle: str, kind: SessionKind) -> Session:
        """Return a session.

        Raises:
            UnknownSessionError: there is none of that kind, or it has expired.
            OutdatedSessionError: another release of this program made it, and its state has
                another form.

        """
        session = await self.find(handle, kind)
        if session.state_format != STATE_FORMATS[kind]:
            raise OutdatedSessionError(handle, session.state_format, STATE_FORMATS[kind])
        return session

    async def find(self, handle: str, kind: SessionKind) -> Session:
        """Return a session whatever release made it: it can at least be deleted.

        Raises:
            UnknownSessionError: there is none of that kind, or it has expired.

        """
        wanted = _plain(handle)
        found = await self._read("WHERE handle = ? AND kind = ?", wanted, kind) if wanted else []
        if not found or found[0].expires_at <= time.time():
            raise UnknownSessionError(handle, kind)
        return found[0]

    async def listed(self, kind: SessionKind) -> list[Session]:
        """Return the sessions of a kind that have not expired, the last used first."""
        now = time.time()
        return await self._read(
            "WHERE kind = ? AND expires_at > ? ORDER BY updated_at DESC, handle", kind, now
        )

    @asynccontextmanager
    async def alone(self, session: Session) -> AsyncGenerator[None]:
        """Hold a session while it goes on, and put off its expiry.

        The operating system lets go of the lock when the process ends, however it ends.

        Raises:
            SessionConflictError: this or another process is at it.
            UnknownSessionError: it was deleted meanwhile.

        """
        async with self._held(session):
            await self.get(session.handle, session.kind)
            yield
            now = time.time()
            await self._write(
                "UPDATE sessions SET updated_at = ?, expires_at = ? WHERE handle = ?",
                now,
                now + self._lifetime,
                session.handle,
            )

    @asynccontextmanager
    async def _held(self, session: Session) -> AsyncGenerator[None]:
        self._locks.mkdir(parents=True, exist_ok=True)
        lock = FileLock(self._locks / f"{session.handle}.lock", thread_local=False)
        try:
            lock.acquire(blocking=False)
        except Timeout as error:
            raise SessionConflictError(session.handle) from error
        try:
            yield
        finally:
            lock.release()

    async def delete(self, session: Session) -> None:
        """Remove a session and overwrite what it stored.

        Raises:
            SessionConflictError: somebody is at it.

        """
        async with self._held(session):
            await self._erase([session.handle])

    async def remove_expired(self) -> int:
        """Remove what has expired; return how many sessions that were."""
        old = [item.handle for item in await self._read("WHERE expires_at <= ?", time.time())]
        await self._erase(old)
        return len(old)

    async def _erase(self, handles: list[str]) -> None:
        for handle in handles:
            await self.saver.adelete_thread(handle)
            await self._write("DELETE FROM sessions WHERE handle = ?", handle)
            (self._locks / f"{handle}.lock").unlink(missing_ok=True)
        if handles:
            # What the write-ahead log still holds is overwritten only when it is folded in.
            async with self.saver.lock:
                await self.saver.conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    async def _read(self, where: str, *values: object) -> list[Session]:
        statement = f"SELECT {_COLUMNS} FROM sessions {where}"  # noqa: S608 - our own words only
        async with self.saver.lock, self.saver.conn.execute(statement, values) as cursor:
            return [Session(*row) for row in await cursor.fetchall()]

    async def _write(self, statement: str, *values: object) -> None:
        async with self.saver.lock:
            await self.saver.conn.execute(statement, values)
            await self.saver.conn.commit()


@asynccontextmanager
async def open_sessions(settings: Settings) -> AsyncGenerator[Sessions]:
    """Open the sessions of the data directory, and remove those that have expired.

    Raises:
        DataError: the file cannot be written, or is no database.

    """
    import sqlite3  # noqa: PLC0415

    file = sessions_file(settings.data_dir)
    async with AsyncExitStack() as stack:
        try:
            saver = await stack.enter_async_context(open_saver(file))
            sessions = Sessions(saver, settings.data_dir / "locks", settings.session_days)
            await sessions.remove_expired()
        except (OSError, sqlite3.DatabaseError) as error:
            raise DataError(_cannot_open(file, error)) from error
        yield sessions


@asynccontextmanager
async def open_saver(file: Path) -> AsyncGenerator[AsyncSqliteSaver]:
    """Open the checkpoints in a file that only its owner may read; make it where it is missing."""
    from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver  # noqa: PLC0415

    file.parent.mkdir(parents=True, exist_ok=True)
    # SQLite gives its side files the mode of the main one, so it must be right from the start.
    os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))
    file.chmod(0o600)
    async with AsyncSqliteSaver.from_conn_string(str(file)) as saver:
        await saver.conn.execute("PRAGMA busy_timeout = 10000")
        await saver.conn.execute("PRAGMA secure_delete = ON")
        await saver.setup()
        await saver.conn.execute(_TABLE)
        await saver.conn.commit()
        yield saver


def _plain(handle: str) -> str | None:
    try:
        return str(UUID(handle.strip()))
    except ValueError:
        return None


def _cannot_open(file: Path, error: OSError | sqlite3.Error) -> str:
    return (
        f"cannot use the sessions in {file}: {error}; set MCP_FACT_CHECK_DATA_DIR to a folder that "
        "can be written, or move that file away to begin anew"
    )
