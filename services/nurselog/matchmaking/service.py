"""The public face of matchmaking: reads wishes and names, asks the store, writes tickets."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any, TypeAlias

import grpc

from nurselog.api.matchmaking.v1 import matchmaking_service_pb2 as pb
from nurselog.api.matchmaking.v1.matchmaking_service_pb2_grpc import MatchmakingServiceServicer
from nurselog.chassis.context import current_player_name, require_player
from nurselog.chassis.errors import FailedPrecondition, InvalidArgument, ResourceExhausted
from nurselog.chassis.paging import page_size, read_token, write_token
from nurselog.matchmaking import metrics
from nurselog.matchmaking.answers import Created, Duplicate, TooMany, Touched
from nurselog.matchmaking.bells import Bells
from nurselog.matchmaking.catalogue import Catalogue
from nurselog.matchmaking.policy import explain
from nurselog.matchmaking.pools import DAY_MS
from nurselog.matchmaking.ticket_store import TicketStore
from nurselog.matchmaking.tickets import State, Ticket, new_ticket_id, no_ticket, read_ticket_name

Context: TypeAlias = "grpc.aio.ServicerContext[Any, Any]"

LONGEST_TTL_S = 30 * DAY_MS // 1000
LONGEST_REQUEST_ID = 64
LOOK_AGAIN_S = 1.0
"""A watched ticket is read this often without a bell, which also keeps it alive."""


class MatchmakingService(MatchmakingServiceServicer):
    """Everybody sees and touches their own tickets only."""

    def __init__(
        self, store: TicketStore, catalogue: Catalogue, bells: Bells, pools_at_once: int = 3
    ) -> None:
        self._store = store
        self._catalogue = catalogue
        self._bells = bells
        self._pools_at_once = pools_at_once

    async def CreateTicket(self, request: pb.CreateTicketRequest, context: Context) -> pb.Ticket:
        player = require_player()
        request_id, ttl_ms = _request_id(request.request_id), _ttl_ms(request.ttl_seconds)
        pool = await self._catalogue.pool(request.pool)
        who = player, current_player_name() or player.partition("/")[2]
        answer = await self._store.create(
            new_ticket_id(player, request_id), who, pool, ttl_ms or pool.pace.ttl_ms, self._pools_at_once
        )
        match answer:
            case Duplicate(ticket_id=other):
                raise FailedPrecondition(
                    "TICKET_DUPLICATE", "You wait in this pool already.", ticket=f"tickets/{other}"
                )
            case TooMany():
                limit = self._pools_at_once
                raise ResourceExhausted(
                    "TICKETS_TOO_MANY",
                    f"You wait in {limit} pools already; cancel a ticket first.",
                    limit=limit,
                )
            case Created(ticket=ticket, new=new):
                metrics.filed.labels(pool.label).inc(new)
                return _shown(await self._read(ticket.id))

    async def GetTicket(self, request: pb.GetTicketRequest, context: Context) -> pb.Ticket:
        return _shown(await self._read(read_ticket_name(request.name, require_player())))

    async def ListTickets(self, request: pb.ListTicketsRequest, context: Context) -> pb.ListTicketsResponse:
        player = require_player()
        scope, size = f"tickets {player}", page_size(request.page_size)
        after = read_token(request.page_token, scope)
        tickets = await self._store.open_tickets(player)
        rest = [ticket for ticket in tickets if after is None or _position(ticket) > after]
        page = rest[:size]
        return pb.ListTicketsResponse(
            tickets=[ticket.to_proto() for ticket in page],
            next_page_token=write_token(scope, _position(page[-1])) if len(rest) > size else "",
        )

    async def CancelTicket(self, request: pb.CancelTicketRequest, context: Context) -> pb.Ticket:
        answer = await self._store.cancel(read_ticket_name(request.name, require_player()))
        if answer is None:
            raise no_ticket(request.name)
        ticket = answer.ticket
        if answer.did != "nothing":
            metrics.ended.labels(ticket.pool.label, answer.did, ticket.end_reason).inc()
        if ticket.state is State.CANCELLED and ticket.end_reason == "cancelled":
            return ticket.to_proto()
        raise _closed(ticket)

    async def WatchTicket(self, request: pb.WatchTicketRequest, context: Context) -> AsyncIterator[pb.Ticket]:
        ticket_id = read_ticket_name(request.name, require_player())
        shown: tuple[object, ...] = ()
        with self._bells.listen(ticket_id) as rung:
            while True:
                rung.clear()
                touched = await self._read(ticket_id)
                ticket = _shown(touched)
                if (face := _face(ticket)) != shown:
                    shown = face
                    yield ticket
                if touched.ticket.state.ended:
                    return
                await _rung(rung, min(LOOK_AGAIN_S, touched.ticket.ttl_ms / 2000))

    async def _read(self, ticket_id: str) -> Touched:
        touched = await self._store.touch(ticket_id)
        if touched is None:
            raise no_ticket(f"tickets/{ticket_id}")
        if touched.expired_now:
            metrics.ended.labels(touched.ticket.pool.label, "expired", "expired").inc()
        return touched


def _shown(touched: Touched) -> pb.Ticket:
    """A ticket as its owner sees it, with the reason of its waiting."""
    ticket = touched.ticket
    shown = ticket.to_proto()
    if ticket.state is State.WAITING:
        oldest_ms = touched.time_ms - touched.oldest_created_ms
        why = explain(touched.pool_size - 1, oldest_ms, ticket.pool.seats)
        shown.waiting.waited_ms = touched.time_ms - ticket.created_ms
        shown.waiting.compatible = why.compatible
        shown.waiting.missing = why.missing
        shown.waiting.reason = why.reason
    return shown


def _face(ticket: pb.Ticket) -> tuple[object, ...]:
    """What a watcher wants to hear of; not the seconds that pass."""
    return ticket.state, ticket.waiting.compatible, ticket.waiting.missing, ticket.assignment.table


async def _rung(bell: asyncio.Event, within_s: float) -> None:
    with suppress(TimeoutError):
        async with asyncio.timeout(within_s):
            await bell.wait()


def _closed(ticket: Ticket) -> FailedPrecondition:
    name = f"tickets/{ticket.id}"
    if ticket.state is State.EXPIRED:
        return FailedPrecondition("TICKET_EXPIRED", "The ticket's time to live is over.", ticket=name)
    table = ticket.assignment.table if ticket.assignment else ""
    return FailedPrecondition(
        "TICKET_CLOSED",
        f"The ticket is {ticket.state} already.",
        ticket=name,
        state=ticket.state,
        table=table,
    )


def _position(ticket: Ticket) -> str:
    return f"{ticket.created_ms:015d} {ticket.id}"


def _request_id(text: str) -> str:
    if len(text) > LONGEST_REQUEST_ID:
        raise InvalidArgument(
            "FIELD_INVALID",
            f"A request id has at most {LONGEST_REQUEST_ID} characters.",
            field="request_id",
            limit=LONGEST_REQUEST_ID,
        )
    return text


def _ttl_ms(seconds: int) -> int:
    if not 0 <= seconds <= LONGEST_TTL_S:
        raise InvalidArgument(
            "FIELD_INVALID",
            f"A ticket lives for 1 to {LONGEST_TTL_S} seconds; 0 means the default.",
            field="ttl_seconds",
            limit=LONGEST_TTL_S,
        )
    return seconds * 1000
