from __future__ import annotations

import asyncio

from nurselog.chassis.endings import end


async def test_a_task_ends_though_its_cancellation_is_lost_once() -> None:
    begun = asyncio.Event()

    async def hard_of_hearing() -> None:
        for _ in range(2):
            try:
                begun.set()
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                continue  # as `wait_for` does when it is done in the same moment

    task = asyncio.create_task(hard_of_hearing())
    await begun.wait()
    async with asyncio.timeout(20):
        await end([task])
    assert task.done()


async def test_what_has_ended_or_fails_is_no_trouble() -> None:
    async def failing() -> None:
        raise ValueError

    done = asyncio.create_task(asyncio.sleep(0))
    await done
    await end([done, asyncio.create_task(failing())])
    await end([])
