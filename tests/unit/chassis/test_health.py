from __future__ import annotations

import asyncio

import pytest

from nurselog.chassis import health
from nurselog.chassis.health import Readiness


async def test_without_checks_a_process_is_ready_at_its_first_look() -> None:
    readiness = Readiness("toy")
    await readiness.publish(["nurselog.test.ToyService"])
    assert not readiness.ready
    looking = asyncio.create_task(readiness.run())
    await readiness.wait()
    looking.cancel()


async def test_a_check_that_hangs_does_not_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "CHECK_S", 0.01)
    readiness = Readiness("toy")
    readiness.add("store", asyncio.Event().wait)
    assert list(await readiness.failing()) == ["store"]


async def test_all_checks_are_looked_at_and_all_that_fail_are_named() -> None:
    async def fine() -> None:
        pass

    async def no() -> bool:
        return False

    async def broken() -> None:
        raise OSError("why")

    readiness = Readiness("toy")
    for name, check in (("fine", fine), ("no", no), ("broken", broken)):
        readiness.add(name, check)
    assert await readiness.failing() == {"no": "no", "broken": "OSError: why"}


async def test_once_stopped_it_never_says_ready_again() -> None:
    readiness = Readiness("toy", every_s=0.01)
    await readiness.publish([])
    await readiness.stop()
    await readiness.run()
    assert not readiness.ready
