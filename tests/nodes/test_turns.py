"""Turns: how much of one kind of work is under way at once."""

from __future__ import annotations

import asyncio

import pytest

from nodes.turns import Places, Turns


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


@pytest.mark.anyio
async def test_a_place_is_free_again_when_it_is_left_and_checks_have_places_of_their_own() -> None:
    places = Places(1)
    await places.fill("mine")
    await asyncio.wait_for(places.fill("yours"), 30)
    waiting = asyncio.create_task(places.fill("mine"))
    await asyncio.sleep(0)
    assert not waiting.done()
    places.leave("mine")
    await asyncio.wait_for(waiting, 30)


@pytest.mark.anyio
async def test_the_places_of_checks_long_past_are_forgotten() -> None:
    places = Places(1)
    await places.fill("first")
    for number in range(300):
        await places.fill(str(number))
    places.leave("first")
    await asyncio.wait_for(places.fill("first"), 30)
