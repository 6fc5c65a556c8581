"""The public face of matchmaking: reads wishes and names, asks the store, writes tickets."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import grpc

from nurselog.api.matchmaking.v1 import matchmaking_service_pb2 as pb
from nurselog.api.matchmaking.v1.matchmaking_service_pb2_grpc import MatchmakingServiceServicer
from nurselog.chassis.context import current_player_name, require_player
from nurselog.chassis.paging import page_size, read_token, write_token
from nurselog.matchmaking import metrics
from nurselog.matchmaking.answers import Created, Joined, NothingProposed, Touched
from nurselog.matchmaking.bells import Bells
from nurselog.matchmaking.catalogue import Catalogue
from nurselog.matchmaking.matching.terms import Terms
from nurselog.matchmaking.penalties import Penalties
from nurselog.matchmaking.pool_store import PoolStore
from nurselog.matchmaking.pools import Pool
from nurselog.matchmaking.refusals import closed, nothing_proposed, refusal_of
from nurselog.matchmaking.requests import read_party, read_request_id, read_ttl_ms, read_wish
from nurselog.matchmaking.shown import face, show_waiting, shown
from nurselog.matchmaking.ticket_store import Filing, TicketStore
from nurselog.matchmaking.tickets import (
    State,
    Ticket,
    is_own,
    new_ticket_id,
    no_ticket,
    not_yours,
    read_ticket_name,
)

Context: TypeAlias = "grpc.aio.ServicerContext[Any, Any]"

LOOK_AGAIN_S = 1.0
"""A watched ticket is read this often without a bell, which also keeps it alive."""
EXPLAIN_EVERY = 5
"""Every how many of those looks the reasons of waiting are read as well: they cost more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What callers are held to, and by what their tickets are matched."""

    pools: int = 3
    heartbeat_ms: int = 30_000
    async_ttl_ms: int = 7 * 86_400_000
    terms: Terms = field(default_factory=Terms)
    penalties: Penalties = field(default_factory=Penalties)

    def ttl_ms(self, pool: Pool) -> int:
        """How long a ticket lives that does not say."""
        return self.heartbeat_ms if pool.pace.beats else self.async_ttl_ms


class MatchmakingService(MatchmakingServiceServicer):
    """Everybody sees and touches the tickets only of which they are a player."""

    def __init__(
        self, stores: tuple[TicketStore, PoolStore], catalogue: Catalogue, bells: Bells, limits: Limits
    ) -> None:
        self._store, self._pools = stores
        self._catalogue = catalogue
        self._bells = bells
        self._limits = limits

    async def CreateTicket(self, request: pb.CreateTicketRequest, context: Context) -> pb.Ticket:
        player = require_player()
        request_id, ttl_ms = read_request_id(request.request_id), read_ttl_ms(request.ttl_seconds)
        pool = await self._catalogue.pool(request.pool)
        party = read_party(request, player, pool)
        filing = Filing(
            ticket_id=new_ticket_id(player, request_id),
            player=player,
            name=_name(player),
            pool=pool,
            ttl_ms=ttl_ms or self._limits.ttl_ms(pool),
            party=party,
            wish=read_wish(request, player, party, pool),
        )
        answer = await self._store.create(filing, self._limits.pools)
        if not isinstance(answer, Created):
            raise refusal_of(answer, self._limits.pools, "pool")
        metrics.filed.labels(pool.label).inc(answer.new)
        return await self._explained(await self._read(answer.ticket.id, player), player)

    async def GetTicket(self, request: pb.GetTicketRequest, context: Context) -> pb.Ticket:
        player = require_player()
        return await self._explained(await self._read(read_ticket_name(request.name), player), player)

    async def ListTickets(self, request: pb.ListTicketsRequest, context: Context) -> pb.ListTicketsResponse:
        player = require_player()
        scope, size = f"tickets {player}", page_size(request.page_size)
        after = read_token(request.page_token, scope)
        tickets = await self._store.open_tickets(player)
        rest = [ticket for ticket in tickets if after is None or _position(ticket) > after]
        page = rest[:size]
        return pb.ListTicketsResponse(
            tickets=[ticket.to_proto(player) for ticket in page],
            next_page_token=write_token(scope, _position(page[-1])) if len(rest) > size else "",
        )

    async def CancelTicket(self, request: pb.CancelTicketRequest, context: Context) -> pb.Ticket:
        player, ticket_id = require_player(), read_ticket_name(request.name)
        answer = await self._store.cancel(ticket_id, player)
        if answer is None:
            raise _missing(ticket_id, player)
        ticket = answer.ticket
        if answer.did != "nothing":
            metrics.ended.labels(ticket.pool.label, answer.did, ticket.end_reason).inc()
        if answer.did == "cancelled":
            metrics.count_cancelled(ticket)
        if ticket.state is State.CANCELLED and ticket.end_reason == "cancelled":
            return ticket.to_proto(player)
        raise closed(ticket)

    async def JoinTicket(self, request: pb.JoinTicketRequest, context: Context) -> pb.Ticket:
        player, ticket_id = require_player(), read_ticket_name(request.name)
        answer = await self._store.join(ticket_id, (player, _name(player)), self._limits.pools)
        if answer is None:
            raise _missing(ticket_id, player)
        if not isinstance(answer, Joined):
            raise refusal_of(answer, self._limits.pools, "name")
        if answer.ticket.state.ended:
            raise closed(answer.ticket)
        return await self._explained(await self._read(ticket_id, player), player)

    async def AcceptTicket(self, request: pb.AcceptTicketRequest, context: Context) -> pb.Ticket:
        return await self._respond(request.name, agrees=True)

    async def DeclineTicket(self, request: pb.DeclineTicketRequest, context: Context) -> pb.Ticket:
        return await self._respond(request.name, agrees=False)

    async def WatchTicket(self, request: pb.WatchTicketRequest, context: Context) -> AsyncIterator[pb.Ticket]:
        player, ticket_id = require_player(), read_ticket_name(request.name)
        last: tuple[object, ...] = ()
        looks, waiting = 0, pb.Waiting()
        with self._bells.listen(ticket_id) as rung:
            while True:
                rung.clear()
                touched = await self._read(ticket_id, player)
                ticket = shown(touched, player)
                if touched.ticket.state is State.WAITING:
                    if looks % EXPLAIN_EVERY == 0:
                        ticket = await self._explained(touched, player)
                        waiting = ticket.waiting
                    else:
                        ticket.waiting.CopyFrom(waiting)
                    looks += 1
                if (now := face(ticket)) != last:
                    last = now
                    yield ticket
                if touched.ticket.state.ended:
                    return
                await _rung(rung, min(LOOK_AGAIN_S, touched.ticket.ttl_ms / 2000))

    async def _respond(self, name: str, *, agrees: bool) -> pb.Ticket:
        player, ticket_id = require_player(), read_ticket_name(name)
        answer = await self._store.respond(ticket_id, player, self._limits.penalties, agrees=agrees)
        if answer is None:
            raise _missing(ticket_id, player)
        if isinstance(answer, NothingProposed):
            raise nothing_proposed(name)
        if answer.ended:
            label = answer.ticket.pool.label
            metrics.ended.labels(label, "cancelled", "declined").inc(answer.ended)
        return answer.ticket.to_proto(player)

    async def _read(self, ticket_id: str, player: str) -> Touched:
        touched = await self._store.touch(ticket_id, player)
        if touched is None:
            raise _missing(ticket_id, player)
        if touched.expired_now:
            metrics.ended.labels(touched.ticket.pool.label, "expired", "expired").inc()
        return touched

    async def _explained(self, touched: Touched, reader: str) -> pb.Ticket:
        """A ticket as its players see it, with the reason of its waiting."""
        ticket = shown(touched, reader)
        if touched.ticket.state is State.WAITING:
            near = await self._pools.nearby(touched.ticket.id, touched.ticket.pool.id)
            show_waiting(ticket.waiting, touched, near, self._limits.terms)
        return ticket


def _missing(ticket_id: str, player: str) -> Exception:
    """Permission before existence: a stranger gets the same answer whether the ticket exists or not."""
    name = f"tickets/{ticket_id}"
    return no_ticket(name) if is_own(ticket_id, player) else not_yours(name)


def _name(player: str) -> str:
    return current_player_name() or player.partition("/")[2]


def _position(ticket: Ticket) -> str:
    return f"{ticket.created_ms:015d} {ticket.id}"


async def _rung(bell: asyncio.Event, within_s: float) -> None:
    with suppress(TimeoutError):
        async with asyncio.timeout(within_s):
            await bell.wait()
