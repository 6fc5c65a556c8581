from __future__ import annotations

import asyncio
from typing import Any, cast

from nurselog.matchmaking.bells import Bells


def bells() -> Bells:
    return Bells(cast("Any", None))


async def test_a_bell_wakes_who_listens_and_nobody_else() -> None:
    made = bells()
    with made.listen("a") as a, made.listen("a") as also_a, made.listen("b") as b:
        made.ring("a")
        assert (a.is_set(), also_a.is_set(), b.is_set()) == (True, True, False)


async def test_who_left_is_forgotten() -> None:
    made = bells()
    with made.listen("a"):
        pass
    made.ring("a")
    assert not made._listeners


async def test_pools_that_rang_are_told_once_and_together() -> None:
    made = bells()
    made.ring("pool one")
    made.ring("pool two")
    assert await made.pools(1.0) == {"one", "two"}
    assert await made.pools(0.0) == set()


async def test_a_pool_that_rings_wakes_the_waiting_worker() -> None:
    made = bells()
    waiting = asyncio.create_task(made.pools(60.0))
    await asyncio.sleep(0)
    made.ring("pool one")
    assert await waiting == {"one"}
