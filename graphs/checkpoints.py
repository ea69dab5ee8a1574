"""The checkpointer of the Studio server: the file of the sessions; it outlives a kill -9."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from graphs.sessions import open_saver, sessions_file
from retrieval.settings import read_settings

if TYPE_CHECKING:
    from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver


@asynccontextmanager
async def open_checkpointer() -> AsyncGenerator[AsyncSqliteSaver]:
    """Open the checkpoints in the data directory."""
    async with open_saver(sessions_file(read_settings().data_dir)) as saver:
        yield saver
