"""Matchmaking as a whole, over gRPC, with an engine that is told how to behave."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import TypeAlias

import grpc
import pytest

from nurselog.api.matchmaking.v1 import matchmaking_service_pb2 as pb
from nurselog.api.matchmaking.v1.matchmaking_service_pb2_grpc import MatchmakingServiceStub
from nurselog.chassis.app import App
from nurselog.chassis.config import Settings
from nurselog.chassis.context import Caller, to_metadata
from nurselog.chassis.errors import Refusal, from_rpc_error
from nurselog.matchmaking.app import bind
from nurselog.matchmaking.settings import MatchmakingSettings
from tests.support.fake_engine import FakeEngine, serving, table_of

DUEL = pb.Pool(game="games/forest_sky", rated=True)

As: TypeAlias = Callable[[str], "Player"]


class Player:
    """A client with a session, as the gateway would name it."""

    def __init__(self, stub: MatchmakingServiceStub, name: str) -> None:
        self.stub = stub
        self.metadata = to_metadata(Caller(player=f"players/{name}", name=name.title()))

    async def file(self, pool: pb.Pool = DUEL, request_id: str = "", ttl_s: int = 0) -> pb.Ticket:
        request = pb.CreateTicketRequest(pool=pool, request_id=request_id, ttl_seconds=ttl_s)
        return await self.stub.CreateTicket(request, metadata=self.metadata)

    async def get(self, name: str) -> pb.Ticket:
        return await self.stub.GetTicket(pb.GetTicketRequest(name=name), metadata=self.metadata)

    async def cancel(self, name: str) -> pb.Ticket:
        return await self.stub.CancelTicket(pb.CancelTicketRequest(name=name), metadata=self.metadata)

    async def tickets(self, page_size: int = 0, page_token: str = "") -> pb.ListTicketsResponse:
        request = pb.ListTicketsRequest(page_size=page_size, page_token=page_token)
        return await self.stub.ListTickets(request, metadata=self.metadata)

    async def watch(self, name: str) -> list[pb.Ticket]:
        """All frames until the stream ends by itself."""
        async with asyncio.timeout(20):
            call = self.stub.WatchTicket(pb.WatchTicketRequest(name=name), metadata=self.metadata)
            return [frame async for frame in call]


@pytest.fixture
async def engine() -> FakeEngine:
    return FakeEngine()


@pytest.fixture
async def stub(store_settings: Settings, engine: FakeEngine) -> AsyncIterator[MatchmakingServiceStub]:
    async with serving(engine) as engines:
        config = MatchmakingSettings(
            redis_url=store_settings.redis_url, engines=engines, matchmaking_pass_s=0.1, drain_s=1
        )
        app = App(config, "matchmaking")
        await bind(app)
        await app.start()
        try:
            async with asyncio.timeout(20):
                await app.readiness.wait()
            async with grpc.aio.insecure_channel(app.address) as channel:
                yield MatchmakingServiceStub(channel)
        finally:
            await app.stop()


@pytest.fixture
def player(stub: MatchmakingServiceStub) -> As:
    return lambda name: Player(stub, name)


async def refused(call: object) -> Refusal:
    with pytest.raises(grpc.aio.AioRpcError) as error:
        await call  # type: ignore[misc]
    return from_rpc_error(error.value)


async def test_two_strangers_meet(player: As, engine: FakeEngine) -> None:
    ann, bob = player("ann"), player("bob")
    first, second = await ann.file(), await bob.file()
    frames = await asyncio.gather(ann.watch(first.name), bob.watch(second.name))
    [request] = engine.tables.values()
    assert request.rated
    for name, watched in zip(("ann", "bob"), frames, strict=True):
        last = watched[-1]
        assert last.state == pb.TICKET_STATE_ASSIGNED
        assert last.assignment.table == table_of(request)
        assert request.occupants[last.assignment.seat].player == f"players/{name}"
        assert request.occupants[last.assignment.seat].display_name == name.title()
        assert len(last.assignment.waits_ms) == 2
        assert f"proposals/{last.assignment.proposal}" == request.request_id
        assert [frame.state for frame in watched].count(pb.TICKET_STATE_ASSIGNED) == 1


async def test_who_waits_learns_why(player: As) -> None:
    ticket = await player("ann").file()
    assert ticket.state == pb.TICKET_STATE_WAITING
    assert list(ticket.pool.seat_counts) == [2]
    assert ticket.pool.speed == pb.SPEED_LIVE
    assert (ticket.waiting.compatible, ticket.waiting.missing) == (0, 1)
    assert ticket.waiting.reason == "Waiting for 1 more player."
    assert ticket.players[0].player == "players/ann"
    assert ticket.expire_time.seconds - ticket.create_time.seconds == 30


async def test_a_solo_game_starts_at_once(player: As, engine: FakeEngine) -> None:
    ann = player("ann")
    ticket = await ann.file(pb.Pool(game="games/cabin_by_the_sea", speed=pb.SPEED_CASUAL))
    frames = await ann.watch(ticket.name)
    assert frames[-1].assignment.seat == 0
    [request] = engine.asked
    assert not request.HasField("clock")


async def test_a_repeated_request_returns_the_same_ticket(player: As) -> None:
    ann = player("ann")
    first, again = await ann.file(request_id="r1"), await ann.file(request_id="r1")
    assert first.name == again.name
    refusal = await refused(ann.file(request_id="r2"))
    assert (refusal.reason, refusal.field) == ("TICKET_DUPLICATE", "pool")
    assert (await player("bob").file(request_id="r1")).name != first.name


async def test_too_many_pools(player: As) -> None:
    ann = player("ann")
    speeds = [pb.SPEED_LIVE, pb.SPEED_FAST, pb.SPEED_ASYNC, pb.SPEED_CASUAL]
    pools = [pb.Pool(game="games/forest_sky", speed=speed) for speed in speeds]
    filed = [await ann.file(pool) for pool in pools[:3]]
    refusal = await refused(ann.file(pools[3]))
    assert (refusal.reason, refusal.code) == ("TICKETS_TOO_MANY", grpc.StatusCode.RESOURCE_EXHAUSTED)
    assert refusal.field == "pool"
    first = await ann.tickets(page_size=2)
    rest = await ann.tickets(page_size=2, page_token=first.next_page_token)
    assert [ticket.name for ticket in [*first.tickets, *rest.tickets]] == [ticket.name for ticket in filed]
    assert rest.next_page_token == ""
    assert (
        await refused(player("bob").tickets(page_token=first.next_page_token))
    ).reason == "PAGE_TOKEN_INVALID"


@pytest.mark.parametrize(
    ("pool", "reason", "field"),
    [
        (pb.Pool(game="games/forest_sky", seat_counts=[5]), "SEAT_COUNT_INVALID", "pool.seat_counts"),
        (pb.Pool(game="games/forest_sky", options={"nope": "on"}), "OPTION_UNKNOWN", "pool.options[nope]"),
        (pb.Pool(game="games/forest_sky", options={"expert": "2"}), "OPTION_INVALID", "pool.options[expert]"),
        (pb.Pool(game="games/chess"), "GAME_NOT_FOUND", "pool.game"),
        (pb.Pool(), "FIELD_INVALID", "pool.game"),
    ],
)
async def test_a_wish_that_cannot_be_is_refused(
    pool: pb.Pool, reason: str, field: str | None, player: As
) -> None:
    refusal = await refused(player("ann").file(pool))
    assert (refusal.reason, refusal.field) == (reason, field)


async def test_fields_out_of_bounds_are_refused(player: As) -> None:
    ann = player("ann")
    assert (await refused(ann.file(request_id="x" * 65))).field == "request_id"
    assert (await refused(ann.file(ttl_s=-1))).field == "ttl_seconds"
    assert (await refused(ann.file(ttl_s=10**9))).field == "ttl_seconds"


async def test_a_caller_without_a_session_is_refused(stub: MatchmakingServiceStub) -> None:
    for call in (
        stub.CreateTicket(pb.CreateTicketRequest(pool=DUEL)),
        stub.GetTicket(pb.GetTicketRequest(name="tickets/x")),
        stub.ListTickets(pb.ListTicketsRequest()),
        stub.CancelTicket(pb.CancelTicketRequest(name="tickets/x")),
    ):
        assert (await refused(call)).reason == "SESSION_REQUIRED"


async def test_a_stranger_learns_nothing_of_a_ticket(player: As) -> None:
    ticket, eve = await player("ann").file(), player("eve")
    for call in (eve.get(ticket.name), eve.cancel(ticket.name), eve.watch(ticket.name)):
        assert (await refused(call)).reason == "NOT_OWNER"
    assert (await refused(eve.get("tickets/nope"))).reason == "TICKET_NOT_FOUND"


async def test_a_ticket_taken_back_is_taken_back_once(player: As) -> None:
    ann = player("ann")
    ticket = await ann.file()
    watching = asyncio.create_task(ann.watch(ticket.name))
    cancelled = await ann.cancel(ticket.name)
    assert (cancelled.state, cancelled.end_reason) == (pb.TICKET_STATE_CANCELLED, "cancelled")
    assert await ann.cancel(ticket.name) == cancelled
    assert (await watching)[-1] == cancelled
    assert list((await ann.tickets()).tickets) == []


async def test_an_assigned_ticket_cannot_be_taken_back(player: As) -> None:
    ann, bob = player("ann"), player("bob")
    ticket = await ann.file()
    await bob.file()
    last = (await ann.watch(ticket.name))[-1]
    refusal = await refused(ann.cancel(ticket.name))
    assert (refusal.reason, refusal.field) == ("TICKET_CLOSED", "name")
    assert refusal.metadata["table"] == last.assignment.table


async def test_a_ticket_nobody_keeps_alive_expires_and_says_so(player: As) -> None:
    ann = player("ann")
    ticket = await ann.file(ttl_s=1)
    await asyncio.sleep(1.05)  # time itself is what is waited for
    assert list((await ann.tickets()).tickets) == []
    assert (await ann.get(ticket.name)).state == pb.TICKET_STATE_EXPIRED
    assert (await refused(ann.cancel(ticket.name))).reason == "TICKET_EXPIRED"
    assert [frame.end_reason for frame in await ann.watch(ticket.name)] == ["expired"]


async def test_the_first_assignment_cancels_the_other_tickets(player: As) -> None:
    ann, bob = player("ann"), player("bob")
    asynchronous = await ann.file(pb.Pool(game="games/forest_sky", speed=pb.SPEED_ASYNC))
    watching = asyncio.create_task(ann.watch(asynchronous.name))
    await ann.file()
    await bob.file()
    assert (await watching)[-1].end_reason == "assigned_elsewhere"


async def test_a_watched_ticket_is_kept_alive(player: As) -> None:
    ann, bob = player("ann"), player("bob")
    ticket = await ann.file(ttl_s=1)
    watching = asyncio.create_task(ann.watch(ticket.name))
    await asyncio.sleep(1.5)  # longer than it would live
    await bob.file()
    assert (await watching)[-1].state == pb.TICKET_STATE_ASSIGNED
