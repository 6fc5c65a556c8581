"""Laws of watching and submitting, whatever happens in whatever order at two replicas."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass, field

from hypothesis import given, settings
from hypothesis import strategies as st

from nurselog.api.game.v1 import table_pb2 as pb
from nurselog.chassis.errors import Refusal
from nurselog.engine.address import address_of
from tests.support.engine_world import ANN, Watcher, World

REPLICAS = 2

happening = st.one_of(
    st.tuples(st.just("move"), st.integers(0, REPLICAS - 1)),
    st.tuples(st.just("undo"), st.integers(0, REPLICAS - 1)),
    st.tuples(st.just("watch"), st.integers(0, REPLICAS - 1)),
    st.tuples(st.just("resume"), st.integers(0, REPLICAS - 1)),
    st.tuples(st.just("drain"), st.integers(0, REPLICAS - 1)),
    st.tuples(st.just("look"), st.integers(0, REPLICAS - 1)),
    st.tuples(st.just("lose"), st.integers(0, 3)),
    st.tuples(st.just("deaf"), st.just(0)),
)


@dataclass
class House:
    worlds: list[World]
    name: str
    watchers: list[tuple[World, Watcher]] = field(default_factory=list)

    async def happen(self, what: str, number: int) -> None:
        world = self.worlds[number % REPLICAS]
        if what in {"move", "undo"}:
            await self.submit(world, "t1" if what == "move" else "!undo")
        elif what == "watch":
            self.watchers.append((world, await world.watch(self.name)))
        elif what == "resume" and self.watchers:
            token = self.watchers[-1][1].frames[-1].resume_token
            self.watchers.append((world, await world.watch(self.name, resume=token)))
        elif what == "drain":
            self.drain()
        elif what == "look":
            await world.hosted.hub._look_after(await world.live(self.name))
        elif what == "lose":
            version = (await world.live(self.name)).version
            self.worlds[0].log.lose_after(address_of(self.name), max(0, version - number))
        elif what == "deaf":
            self.worlds[0].log._rings.clear()

    async def submit(self, world: World, text: str) -> None:
        with suppress(Refusal):
            await world.submit(self.name, ANN, text)

    def drain(self) -> None:
        for world, watcher in self.watchers:
            if watcher.watch.sent():
                world.hosted.hub.refresh_view(watcher.watch)


async def live_through(happenings: list[tuple[str, int]]) -> None:
    first = World(watch_queue=4)
    name = await first.table(1, ANN, options={"pile": "12"})
    house = House([first, World(log=first.log, hands=first.hands, watch_queue=4)], name)
    for what, number in happenings:
        await house.happen(what, number)
        await asyncio.sleep(0)
    for _ in range(2):
        for world in house.worlds:
            await world.live(name)
        house.drain()
    for world in house.worlds:
        await world.hosted.hub.aclose()
    last = first.log._tables[address_of(name).table_id].version
    for _, watcher in house.watchers:
        check(watcher, last)


def check(watcher: Watcher, last: int) -> None:
    """Every step is the next one, unless a fresh view came between; nobody is left behind."""
    before = watcher.frames[0]
    if before.kind == pb.UPDATE_KIND_STEP:
        assert before.view.version == before.version
    for frame in watcher.frames[1:]:
        if frame.kind == pb.UPDATE_KIND_STEP:
            assert frame.version == before.version + 1
        elif frame.kind == pb.UPDATE_KIND_HEARTBEAT:
            assert frame.version == before.version
        before = frame
    assert before.version == last


@settings(max_examples=120, deadline=None)
@given(st.lists(happening, max_size=30))
def test_every_watcher_sees_a_gapless_order_or_a_resync(happenings: list[tuple[str, int]]) -> None:
    asyncio.run(live_through(happenings))
