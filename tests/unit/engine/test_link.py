from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from nurselog.api.engine.v1 import engine_service_pb2 as pb
from nurselog.api.game.v1.table_pb2 import UPDATE_KIND_SNAPSHOT, UPDATE_KIND_STEP, TableUpdate
from nurselog.engine.link import Link
from tests.support.engine_world import ANN, BOB, CID, World


class Gateway:
    """The other end of a link."""

    def __init__(self, world: World) -> None:
        self._out: asyncio.Queue[pb.LinkRequest | None] = asyncio.Queue()
        self._in: asyncio.Queue[pb.LinkResponse] = asyncio.Queue()
        self.responses: list[pb.LinkResponse] = []
        self.link = Link(world.games)
        self.task = asyncio.create_task(self.link.run(self._requests(), self._in.put))

    async def _requests(self) -> AsyncIterator[pb.LinkRequest]:
        while (request := await self._out.get()) is not None:
            yield request

    def send(self, *calls: pb.LinkCall) -> None:
        self._out.put_nowait(pb.LinkRequest(calls=calls))

    async def receive(self) -> pb.LinkResponse:
        self.responses.append(await self._in.get())
        return self.responses[-1]

    async def replies(self, count: int) -> dict[int, pb.LinkReply]:
        found: dict[int, pb.LinkReply] = {}
        while len(found) < count:
            found.update({reply.id: reply for reply in (await self.receive()).replies})
        return found

    async def pushes(self, count: int) -> list[tuple[list[int], TableUpdate]]:
        found: list[tuple[list[int], TableUpdate]] = []
        while len(found) < count:
            found += [
                (list(one.watch_ids), TableUpdate.FromString(one.update))
                for one in (await self.receive()).pushes
            ]
        return found

    async def close(self) -> None:
        self._out.put_nowait(None)
        await self.task


def submit(call_id: int, player: str, name: str, text: str, request_id: str = "") -> pb.LinkCall:
    call = pb.LinkCall(id=call_id, player=player)
    call.submit.name, call.submit.notation, call.submit.request_id = name, text, request_id
    return call


def watch(call_id: int, player: str, name: str) -> pb.LinkCall:
    call = pb.LinkCall(id=call_id, player=player)
    call.watch.name = name
    return call


@pytest.fixture
async def world() -> World:
    return World()


@pytest.fixture
async def gateway(world: World) -> AsyncIterator[Gateway]:
    made = Gateway(world)
    yield made
    await made.close()


async def test_calls_of_one_message_are_answered_in_one_message(world: World, gateway: Gateway) -> None:
    names = [await world.table() for _ in range(5)]
    gateway.send(*(submit(number, ANN, name, "t1") for number, name in enumerate(names, start=1)))
    replies = await gateway.replies(5)
    assert {reply.submitted.version for reply in replies.values()} == {1}
    assert len(gateway.responses) == 1


async def test_refusals_carry_their_details(world: World, gateway: Gateway) -> None:
    name = await world.table()
    gateway.send(
        submit(1, BOB, name, "t1"),
        submit(2, ANN, "games/chess/tables/e0-zzzzzzzz", "t1"),
        submit(3, ANN, "games/stones/tables/e0-zzzzzzzz", "t1"),
        watch(4, ANN, "nonsense"),
        submit(5, ANN, name, "t1"),
        submit(6, "", name, "t1"),
    )
    replies = await gateway.replies(6)
    codes = {number: reply.error.code for number, reply in replies.items()}
    assert codes == {1: 10, 2: 5, 3: 5, 4: 5, 5: 0, 6: 16}
    assert replies[1].error.details[0].TypeName() == "google.rpc.ErrorInfo"


async def test_watches_of_one_audience_share_a_push(world: World, gateway: Gateway) -> None:
    name = await world.table()
    gateway.send(watch(1, ANN, name), watch(2, BOB, name), watch(3, CID, name), watch(4, "", name))
    snapshots = await gateway.pushes(4)
    assert [update.kind for _, update in snapshots] == [UPDATE_KIND_SNAPSHOT] * 4
    assert [update.view.seat for _, update in snapshots] == [0, 1, -1, -1]
    gateway.send(submit(9, ANN, name, "t1"))
    steps = await gateway.pushes(3)
    assert [(ids, update.kind) for ids, update in steps] == [
        ([1], UPDATE_KIND_STEP),
        ([2], UPDATE_KIND_STEP),
        ([3, 4], UPDATE_KIND_STEP),
    ]


async def test_a_reply_never_comes_after_its_own_step_in_another_message(
    world: World, gateway: Gateway
) -> None:
    name = await world.table()
    gateway.send(watch(1, ANN, name))
    await gateway.pushes(1)
    gateway.send(submit(2, ANN, name, "t1"))
    response = await gateway.receive()
    assert [reply.id for reply in response.replies] == [2]
    assert len(response.pushes) == 1


async def test_unwatching_ends_the_pushes(world: World, gateway: Gateway) -> None:
    name = await world.table()
    gateway.send(watch(1, ANN, name), watch(2, BOB, name))
    await gateway.pushes(2)
    gateway.send(pb.LinkCall(id=3, unwatch=1), pb.LinkCall(id=4, unwatch=77), submit(5, ANN, name, "t1"))
    assert [ids for ids, _ in await gateway.pushes(1)] == [[2]]


async def test_unwatching_right_behind_the_watch_leaves_nobody_watching(
    world: World, gateway: Gateway
) -> None:
    name = await world.table()
    gateway.send(watch(1, ANN, name), pb.LinkCall(id=2, unwatch=1), submit(3, ANN, name, "t1"))
    await gateway.replies(1)
    assert (await world.live(name)).watchers is None
    assert gateway.link._opening == {}


async def test_a_closed_link_stops_watching(world: World) -> None:
    name = await world.table()
    gateway = Gateway(world)
    gateway.send(watch(1, ANN, name))
    await gateway.pushes(1)
    await gateway.close()
    assert (await world.live(name)).watchers is None


async def test_a_finished_table_is_forgotten_by_the_link(world: World, gateway: Gateway) -> None:
    name = await world.table()
    gateway.send(watch(1, ANN, name))
    await gateway.pushes(1)
    gateway.send(submit(2, ANN, name, "!resign"))
    ((ids, last),) = await gateway.pushes(1)
    assert (ids, last.view.outcome.reason) == ([1], "resigned")
    gateway.send(submit(3, ANN, name, "t1"))
    await gateway.replies(1)
    assert gateway.link._watches == {}
