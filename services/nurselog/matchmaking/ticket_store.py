"""Tickets, pools and proposals in the store; every change is one function, all of it under one hash tag.

Why one slot for all of matchmaking: a claim must take the tickets of one pool *and* its players out of all
their pools, at once or not at all, and players choose their pools freely, so no smaller part holds everything
a claim touches. A lease protocol across slots would buy room that is not needed: a ticket is a few calls a
minute and well under a kilobyte, so one server holds hundreds of thousands that wait. Tables, the heavy part,
are spread over all partitions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, TypeAlias

from nurselog.chassis.gatherer import Gatherer
from nurselog.chassis.redis import Word
from nurselog.matchmaking.answers import (
    Assigned,
    Cancelled,
    Closed,
    Created,
    Duplicate,
    Fenced,
    Gone,
    Proposal,
    Queue,
    TooMany,
    Touched,
    Withdrawn,
)
from nurselog.matchmaking.pools import Pool
from nurselog.matchmaking.tickets import Seated, State, Ticket

ROOT = "{matchmaking}"
BELL = f"{ROOT}:bell"

Flat: TypeAlias = Sequence[bytes]


@cache
def functions() -> str:
    """The function library of matchmaking, for `Libraries.add`."""
    here = files("nurselog.matchmaking")
    return "".join(here.joinpath(part).read_text() for part in ("tickets.lua", "proposals.lua"))


class TicketStore:
    """All calls that matchmaking needs."""

    def __init__(self, gatherer: Gatherer) -> None:
        self._gatherer = gatherer

    # Tickets ------------------------------------------------------------------------------------------------

    async def create(
        self, ticket_id: str, player: tuple[str, str], pool: Pool, ttl_ms: int, limit: int
    ) -> Created | Duplicate | TooMany:
        """Files a ticket for a player (resource name, display name)."""
        args = (ticket_id, *player, pool.id, pool.encode(), ttl_ms, limit)
        answer = await self._call("nurselog_ticket_create", *args)
        match answer[0]:
            case b"duplicate":
                return Duplicate(answer[1].decode())
            case b"too_many":
                return TooMany()
        return Created(_ticket(answer[1]), answer[0] == b"created")

    async def touch(self, ticket_id: str) -> Touched | None:
        """Reads a ticket and keeps it alive."""
        answer = await self._call("nurselog_ticket_touch", ticket_id)
        if answer is None:
            return None
        flat, expired, time_ms, size, oldest = answer
        return Touched(
            ticket=_ticket(flat),
            expired_now=bool(expired),
            time_ms=int(time_ms),
            pool_size=int(size),
            oldest_created_ms=int(oldest),
        )

    async def cancel(self, ticket_id: str) -> Cancelled | None:
        """Takes a ticket back if it waits."""
        answer = await self._call("nurselog_ticket_cancel", ticket_id)
        return None if answer is None else Cancelled(_ticket(answer[0]), answer[1].decode())

    async def open_tickets(self, player: str) -> list[Ticket]:
        """The player's open tickets, oldest first."""
        found = [_ticket(flat) for flat in await self._call("nurselog_ticket_open", player)]
        return sorted(found, key=lambda ticket: (ticket.created_ms, ticket.id))

    async def sweep(self, limit: int) -> list[Ticket]:
        """Expires what is due; answers those."""
        return [_ticket(flat) for flat in await self._call("nurselog_ticket_sweep", limit)]

    # Pools --------------------------------------------------------------------------------------------------

    async def pools(self) -> dict[str, Pool]:
        """The pools where somebody waits, by id."""
        found = await self._gatherer.call("HGETALL", f"{ROOT}:pools", key=ROOT)
        return {name.decode(): Pool.decode(spec) for name, spec in zip(found[::2], found[1::2], strict=True)}

    async def lease(self, holder: str, duration_ms: int, pools: Iterable[str]) -> dict[str, int]:
        """Takes or renews the leases of pools; answers the token of each that is ours now."""
        names = list(pools)
        tokens = await self._call("nurselog_pool_lease", holder, duration_ms, *names) if names else []
        return {name: int(token) for name, token in zip(names, tokens, strict=True) if int(token)}

    async def release(self, holder: str, pools: Iterable[str]) -> None:
        """Gives leases back, so that another need not wait for their end."""
        await self._call("nurselog_pool_release", holder, *pools)

    async def queue(self, pool: str, limit: int) -> Queue:
        """What may be claimed in a pool."""
        time_ms, total, *rest = await self._call("nurselog_pool_queue", pool, limit)
        pairs = zip(rest[::2], rest[1::2], strict=True)
        return Queue(
            int(time_ms), int(total), tuple((name.decode(), int(created)) for name, created in pairs)
        )

    # Proposals ----------------------------------------------------------------------------------------------

    async def claim(
        self, pool: str, token: int, proposal: str, lease_ms: int, ticket_ids: Sequence[str]
    ) -> Proposal | Gone | Fenced:
        """Claims all tickets for one table, in seat order, or none."""
        answer = await self._call("nurselog_pool_claim", pool, token, proposal, lease_ms, *ticket_ids)
        match answer[0]:
            case b"gone":
                return Gone(tuple(name.decode() for name in answer[1:]))
            case b"fenced":
                return Fenced()
        return _proposal(answer[1])

    async def adopt(self, lease_ms: int, limit: int) -> list[Proposal]:
        """Takes over proposals whose lease ran out."""
        return [_proposal(found) for found in await self._call("nurselog_proposal_adopt", lease_ms, limit)]

    async def postpone(self, proposal: Proposal, delay_ms: int) -> bool:
        """Leaves a proposal to whoever adopts it after the delay; False if it is not ours any more."""
        return bool(await self._call("nurselog_proposal_postpone", proposal.id, proposal.token, delay_ms))

    async def assign(self, proposal: str, table: str) -> Assigned | Closed:
        """Tells the tickets of a proposal their table."""
        answer = await self._call("nurselog_proposal_assign", proposal, table)
        if answer[0] == b"closed":
            return Closed(answer[1].decode())
        _, spec, cancelled, *waits = answer
        return Assigned(
            pool=Pool.decode(spec),
            waits_ms=tuple(int(wait) for wait in waits),
            cancelled_others=int(cancelled),
        )

    async def withdraw(self, proposal: Proposal, reason: str = "") -> Withdrawn | Closed | Fenced:
        """Puts the tickets of a proposal back with their age, or ends them for a reason."""
        answer = await self._call("nurselog_proposal_withdraw", proposal.id, proposal.token, reason)
        match answer[0]:
            case b"closed":
                return Closed()
            case b"fenced":
                return Fenced()
        return Withdrawn(int(answer[1]))

    async def _call(self, function: str, *args: Word) -> Any:
        return await self._gatherer.fcall(function, [ROOT], args)


def _ticket(flat: Flat) -> Ticket:
    fields: Mapping[bytes, bytes] = dict(zip(flat[::2], flat[1::2], strict=True))
    return Ticket(
        id=fields[b"id"].decode(),
        player=fields[b"player"].decode(),
        name=fields[b"name"].decode(),
        pool=Pool.decode(fields[b"spec"]),
        state=State(fields[b"state"].decode()),
        created_ms=int(fields[b"created"]),
        expires_ms=int(fields[b"expires"]),
        ttl_ms=int(fields[b"ttl"]),
        proposal=fields.get(b"proposal", b"").decode(),
        assignment=_seated(fields) if b"table" in fields else None,
        end_reason=fields.get(b"reason", b"").decode(),
    )


def _seated(fields: Mapping[bytes, bytes]) -> Seated:
    return Seated(
        table=fields[b"table"].decode(),
        seat=int(fields[b"seat"]),
        waits_ms=tuple(int(wait) for wait in fields[b"waits"].split()),
    )


def _proposal(found: Sequence[bytes]) -> Proposal:
    name, token, attempts, age, spec, *players = found
    return Proposal(
        id=name.decode(),
        token=int(token),
        attempts=int(attempts),
        age_ms=int(age),
        pool=Pool.decode(spec),
        players=tuple(
            (player.decode(), shown.decode())
            for player, shown in zip(players[::2], players[1::2], strict=True)
        ),
    )
