"""The checkpointer of the Studio server: SQLite in the data directory; it outlives a kill -9."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from retrieval.settings import read_settings

if TYPE_CHECKING:
    from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver


@asynccontextmanager
async def open_checkpointer() -> AsyncGenerator[AsyncSqliteSaver]:
    """Open the checkpoints in `<data_dir>/studio.sqlite`."""
    from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver  # noqa: PLC0415

    file = read_settings().data_dir / "studio.sqlite"
    file.parent.mkdir(parents=True, exist_ok=True)
    async with AsyncSqliteSaver.from_conn_string(str(file)) as saver:
        yield saver
