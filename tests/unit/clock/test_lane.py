from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from nurselog.chassis.errors import NotFound, Refusal, Unavailable
from nurselog.clock import lane as lane_module
from nurselog.clock.lane import Lane


class Engine:
    """Answers as it is told, and remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.answers: list[bool | Refusal] = []
        self.at_once = 0
        self.most_at_once = 0
        self.gate = asyncio.Event()
        self.gate.set()
        self.news = asyncio.Condition()

    async def call(self, table: str) -> bool:
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        await self.gate.wait()
        self.at_once -= 1
        async with self.news:
            self.asked.append(table)
            self.news.notify_all()
        answer = self.answers.pop(0) if self.answers else True
        if isinstance(answer, Refusal):
            raise answer
        return answer

    async def until_asked(self, times: int) -> None:
        async with asyncio.timeout(10), self.news:
            await self.news.wait_for(lambda: len(self.asked) >= times)


@asynccontextmanager
async def opened(engine: Engine, *, at_once: int = 2, room: int = 100) -> AsyncIterator[Lane]:
    async with Lane("test", engine.call, at_once=at_once, room=room) as lane:
        lane.open()
        yield lane


async def test_each_table_is_called_about_once() -> None:
    engine = Engine()
    engine.gate.clear()
    async with opened(engine) as lane:
        assert lane.put("a", 1.0)
        assert not lane.put("a", 1.0)
        assert lane.put("b", 1.0)
        engine.gate.set()
        await engine.until_asked(2)

    assert sorted(engine.asked) == ["a", "b"]


async def test_a_new_deadline_of_a_known_table_is_taken() -> None:
    engine = Engine()
    engine.answers = [False]
    async with opened(engine) as lane:
        lane.put("a", 1.0)
        await engine.until_asked(1)
        assert lane.put("a", 2.0)
        await engine.until_asked(2)


async def test_no_more_calls_at_once_than_allowed() -> None:
    engine = Engine()
    engine.gate.clear()
    async with opened(engine, at_once=3) as lane:
        for number in range(20):
            lane.put(f"t{number}")
        for _ in range(10):
            await asyncio.sleep(0)
        engine.gate.set()
        await engine.until_asked(20)

    assert engine.most_at_once == 3


async def test_a_full_lane_leaves_the_rest_in_the_store() -> None:
    async with opened(Engine(), room=2) as lane:
        lane.shut()
        assert [lane.put(name) for name in "abc"] == [True, True, False]


async def test_a_dead_engine_only_delays() -> None:
    engine = Engine()
    engine.answers = [Unavailable("SERVICE_UNAVAILABLE", "gone"), True]
    async with opened(engine, at_once=1) as lane:
        lane.put("a")
        await engine.until_asked(1)
        assert lane.known == 1

        lane.open()
        await engine.until_asked(2)

    assert engine.asked == ["a", "a"]


async def test_nothing_is_called_while_shut() -> None:
    engine = Engine()
    async with Lane("test", engine.call, at_once=1, room=9) as lane:
        lane.put("a")
        for _ in range(10):
            await asyncio.sleep(0)
        assert engine.asked == []


async def test_a_refused_table_rests_and_comes_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lane_module, "REFUSED_S", 0.01)
    engine = Engine()
    engine.answers = [NotFound("TABLE_NOT_FOUND", "gone")]
    async with opened(engine) as lane:
        lane.put("a")
        await engine.until_asked(1)
        await asyncio.sleep(0)
        assert not lane.put("a")
        async with asyncio.timeout(10):
            while not lane.put("a"):  # noqa: ASYNC110 - the lane tells nobody that it forgot
                await asyncio.sleep(0.001)
        await engine.until_asked(2)
