"""Bound how much of one kind of work is under way at once."""

from __future__ import annotations

import asyncio
from weakref import WeakKeyDictionary


class Turns:
    """A semaphore for each event loop: what is shared by a process may outlive several loops."""

    def __init__(self, at_once: int) -> None:
        self._at_once = at_once
        self._of_loop: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Semaphore] = (
            WeakKeyDictionary()
        )

    def take(self) -> asyncio.Semaphore:
        """Return what to wait on: `async with turns.take():`."""
        loop = asyncio.get_running_loop()
        if loop not in self._of_loop:
            self._of_loop[loop] = asyncio.Semaphore(self._at_once)
        return self._of_loop[loop]
