"""Parties, proposals that are asked about, and refusals that end, over gRPC."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import grpc
import pytest

from nurselog.api.matchmaking.v1 import matchmaking_service_pb2 as pb
from nurselog.chassis.config import Settings
from nurselog.chassis.gatherer import Gatherer
from nurselog.chassis.redis import connect
from nurselog.matchmaking.ticket_store import ROOT
from tests.integration.matchmaking.test_service import As, Player, engine, player, refused, stub
from tests.support.fake_engine import FakeEngine

__all__ = ["engine", "player", "stub"]


@pytest.fixture
async def gatherer(store_settings: Settings) -> AsyncIterator[Gatherer]:
    """The store behind the service."""
    client = connect(store_settings)
    made = Gatherer(client)
    yield made
    await made.aclose()
    await client.aclose()


THREE = pb.Pool(game="games/forest_sky", seat_counts=[3])
ASKING = pb.Pool(game="games/forest_sky", acceptance=True)
PARTNERS = pb.Pool(game="games/signal_fire", rated=True)


def ticket(pool: pb.Pool, *party: str, **more: object) -> pb.CreateTicketRequest:
    names = [f"players/{name}" for name in party]
    return pb.CreateTicketRequest(pool=pool, party=names, **more)  # type: ignore[arg-type]


async def test_a_party_forms_and_meets_a_third(player: As, engine: FakeEngine) -> None:
    ann, bob, cat, eve = (player(name) for name in ("ann", "bob", "cat", "eve"))
    filed = await ann.stub.CreateTicket(ticket(THREE, "bob"), metadata=ann.metadata)
    assert filed.state == pb.TICKET_STATE_FORMING
    assert list(filed.pending_players) == ["players/bob"]
    join = pb.JoinTicketRequest(name=filed.name)
    assert (await refused(eve.stub.JoinTicket(join, metadata=eve.metadata))).reason == "NOT_OWNER"
    joined = await bob.stub.JoinTicket(join, metadata=bob.metadata)
    assert joined.state == pb.TICKET_STATE_WAITING
    assert [one.display_name for one in joined.players] == ["Ann", "Bob"]
    assert (await bob.get(filed.name)).name == filed.name
    await cat.file(THREE)
    frames = await bob.watch(filed.name)
    [request] = engine.tables.values()
    assert {one.player for one in request.occupants} == {f"players/{name}" for name in ("ann", "bob", "cat")}
    seat = frames[-1].assignment.seat
    assert request.occupants[seat].player == "players/ann"
    assert frames[-1].assignment.fairness_permille == 1000
    late = pb.JoinTicketRequest(name=filed.name)
    assert (await refused(bob.stub.JoinTicket(late, metadata=bob.metadata))).reason == "TICKET_CLOSED"


async def test_partners_meet_partners(player: As, engine: FakeEngine) -> None:
    for one, other in (("ann", "bob"), ("cat", "dan")):
        founder, mate = player(one), player(other)
        filed = await founder.stub.CreateTicket(ticket(PARTNERS, other), metadata=founder.metadata)
        assert filed.pool.team_count == 2
        await mate.stub.JoinTicket(pb.JoinTicketRequest(name=filed.name), metadata=mate.metadata)
    async with asyncio.timeout(20):
        await engine.opened.wait()
    [request] = engine.tables.values()
    seats = [one.player for one in request.occupants]
    assert {frozenset(seats[::2]), frozenset(seats[1::2])} == {
        frozenset({"players/ann", "players/bob"}),
        frozenset({"players/cat", "players/dan"}),
    }
    assert request.rated


async def test_a_table_opens_when_all_agree(player: As, engine: FakeEngine) -> None:
    ann, bob = player("ann"), player("bob")
    filed = [(one, (await one.file(ASKING)).name) for one in (ann, bob)]
    for one, name in filed:
        proposed = await _until(one, name, pb.TICKET_STATE_PROPOSED)
        assert proposed.accept_time_limit.seconds > proposed.create_time.seconds
        accept = pb.AcceptTicketRequest(name=name)
        assert not engine.asked
        await one.stub.AcceptTicket(accept, metadata=one.metadata)
    assert (await ann.watch(filed[0][1]))[-1].state == pb.TICKET_STATE_ASSIGNED
    assert len(engine.tables) == 1


async def test_who_declines_ends_and_the_other_waits_on(player: As, engine: FakeEngine) -> None:
    ann, bob = player("ann"), player("bob")
    filed = [(one, (await one.file(ASKING)).name) for one in (ann, bob)]
    for one, name in filed:
        await _until(one, name, pb.TICKET_STATE_PROPOSED)
    decline = pb.DeclineTicketRequest(name=filed[0][1])
    declined = await ann.stub.DeclineTicket(decline, metadata=ann.metadata)
    assert (declined.state, declined.end_reason) == (pb.TICKET_STATE_CANCELLED, "declined")
    assert (await bob.get(filed[1][1])).state == pb.TICKET_STATE_WAITING
    again = ann.stub.DeclineTicket(decline, metadata=ann.metadata)
    assert (await refused(again)).reason == "NOTHING_PROPOSED"
    assert not engine.asked


async def _until(one: Player, name: str, state: pb.TicketState.ValueType) -> pb.Ticket:
    async with asyncio.timeout(20):
        call = one.stub.WatchTicket(pb.WatchTicketRequest(name=name), metadata=one.metadata)
        async for frame in call:
            if frame.state == state:
                call.cancel()
                return frame
    raise AssertionError(name)


async def test_bots_fill_a_table_that_is_unrated_then(player: As, engine: FakeEngine) -> None:
    ann = player("ann")
    pool = pb.Pool(game="games/forest_sky", rated=True)
    filed = await ann.stub.CreateTicket(ticket(pool, bots_after_seconds=0), metadata=ann.metadata)
    last = (await ann.watch(filed.name))[-1]
    assert (last.assignment.bots, last.assignment.rated, list(last.assignment.reasons)) == (
        1,
        False,
        ["bots"],
    )
    [request] = engine.tables.values()
    assert not request.rated
    assert sorted(one.player for one in request.occupants) == ["bots/random", "players/ann"]


async def test_who_waits_learns_what_keeps_others_away(player: As, engine: FakeEngine) -> None:
    ann, bob = player("ann"), player("bob")
    pool = pb.Pool(game="games/forest_sky", rated=True)
    await ann.stub.CreateTicket(ticket(pool, blocks=["players/bob"]), metadata=ann.metadata)
    filed = await bob.file(pool)
    async with asyncio.timeout(20):
        call = bob.stub.WatchTicket(pb.WatchTicketRequest(name=filed.name), metadata=bob.metadata)
        async for frame in call:
            if frame.waiting.exclusions:
                call.cancel()
                break
    [exclusion] = frame.waiting.exclusions
    assert (exclusion.cause, exclusion.tickets) == ("blocked", 1)
    assert frame.waiting.window >= 60
    assert frame.waiting.rating == 1344
    assert frame.waiting.reason.endswith("Kept away: 1 blocked.")
    assert not engine.asked


@pytest.mark.parametrize(
    ("request_", "reason", "field"),
    [
        (ticket(pb.Pool(game="games/forest_sky", rated=True), "bob"), "PARTY_INVALID", "party"),
        (ticket(pb.Pool(game="games/forest_sky"), "bob", "cat"), "PARTY_INVALID", "party"),
        (ticket(pb.Pool(game="games/forest_sky"), "ann"), "PARTY_INVALID", "party"),
        (ticket(PARTNERS, "bob", "cat"), "PARTY_INVALID", "party"),
        (
            ticket(pb.Pool(game="games/cabin_by_the_sea", rated=True)),
            "POOL_CONTRADICTORY",
            "pool.rated",
        ),
        (ticket(pb.Pool(game="games/forest_sky"), regions={"eu": -5}), "FIELD_INVALID", "regions[eu]"),
        (ticket(pb.Pool(game="games/forest_sky"), blocks=["x"]), "FIELD_INVALID", "blocks"),
    ],
)
async def test_what_cannot_be_is_refused_by_name_and_field(
    request_: pb.CreateTicketRequest, reason: str, field: str, player: As
) -> None:
    ann = player("ann")
    refusal = await refused(ann.stub.CreateTicket(request_, metadata=ann.metadata))
    assert (refusal.reason, refusal.field) == (reason, field)


async def test_a_closed_pool_says_until_when(player: As, gatherer: Gatherer) -> None:
    await gatherer.call("SET", f"{ROOT}:closed:players/ann", "99999999999999", key=ROOT)
    refusal = await refused(player("ann").file())
    assert (refusal.reason, refusal.code) == ("CONDUCT_CLOSED", grpc.StatusCode.RESOURCE_EXHAUSTED)
    assert refusal.retry_after_ms
    assert (await player("ann").file(pb.Pool(game="games/forest_sky", speed=pb.SPEED_ASYNC))).name
