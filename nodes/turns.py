"""Bound how much of one kind of work is under way at once."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Final
from weakref import WeakKeyDictionary

_MOST_CHECKS: Final = 256
"""Checks whose places are remembered: more than one process has under way."""


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


class Places:
    """How many batches of one check may be between two of its steps.

    The step that fills a place waits for a free one, the step that empties it leaves it. They are
    counted for each check: one that is cancelled in between keeps its places for itself.
    """

    def __init__(self, of_a_check: int) -> None:
        self._of_a_check = of_a_check
        self._of_check: OrderedDict[str, asyncio.Semaphore] = OrderedDict()

    async def fill(self, check_id: str) -> None:
        """Wait until the check has a free place."""
        if check_id not in self._of_check:
            self._of_check[check_id] = asyncio.Semaphore(self._of_a_check)
            while len(self._of_check) > _MOST_CHECKS:
                self._of_check.popitem(last=False)
        await self._of_check[check_id].acquire()

    def leave(self, check_id: str) -> None:
        """Give a place of the check free."""
        if check_id in self._of_check:
            self._of_check[check_id].release()
