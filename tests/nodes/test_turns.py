"""Turns: how much of one kind of work is under way at once."""

from __future__ import annotations

import asyncio

import pytest

from nodes.turns import Turns


@pytest.mark.anyio
async def test_no_more_than_allowed_are_under_way_at_once() -> None:
    turns, under_way, most = Turns(2), 0, 0

    async def work() -> None:
        nonlocal under_way, most
        async with turns.take():
            under_way += 1
            most = max(most, under_way)
            await asyncio.sleep(0)
            under_way -= 1

    await asyncio.gather(*(work() for _ in range(10)))
    assert most == 2


def test_they_serve_one_event_loop_after_another() -> None:
    turns = Turns(1)

    async def contend() -> int:
        async def take() -> int:
            async with turns.take():
                await asyncio.sleep(0)
                return 1

        return sum(await asyncio.gather(*(take() for _ in range(3))))

    assert [asyncio.run(contend()) for _ in range(2)] == [3, 3]
