"""Tickets in the store; every change is one function, all of it under one hash tag.

Why one slot for all of matchmaking: a claim must take the tickets of one pool *and* its players out of all
their pools, at once or not at all, and players choose their pools freely, so no smaller part holds everything
a claim touches. A lease protocol across slots would buy room that is not needed: a ticket is a few calls a
minute and well under a kilobyte, so one server holds hundreds of thousands that wait. Tables, the heavy part,
are spread over all partitions. Pools and proposals: `pool_store`; what finished tables say: `conduct_store`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, TypeAlias

from nurselog.chassis.gatherer import Gatherer
from nurselog.chassis.redis import Word
from nurselog.matchmaking.answers import (
    Barred,
    Cancelled,
    Created,
    Duplicate,
    Joined,
    NothingProposed,
    PoolsClosed,
    Refused,
    Responded,
    TooMany,
    Touched,
)
from nurselog.matchmaking.matching.table_plan import TablePlan
from nurselog.matchmaking.penalties import Penalties
from nurselog.matchmaking.pools import Pool
from nurselog.matchmaking.tickets import Seated, State, Ticket
from nurselog.matchmaking.wishes import ANYTHING, Wish

ROOT = "{matchmaking}"
BELL = f"{ROOT}:bell"

Flat: TypeAlias = Sequence[bytes]

_PARTS = ("tickets.lua", "pools.lua", "proposals.lua", "conduct.lua", "vacancies.lua")


@cache
def functions() -> str:
    """The function library of matchmaking, for `Libraries.add`."""
    here = files("nurselog.matchmaking")
    return "".join(here.joinpath(part).read_text() for part in _PARTS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Filing:
    """What is filed: by whom, where, for how long, with whom, and how."""

    ticket_id: str
    player: str
    name: str
    pool: Pool
    ttl_ms: int
    party: Sequence[str] = ()
    """The others."""
    wish: Wish = ANYTHING


class TicketStore:
    """The calls of those who wait."""

    def __init__(self, gatherer: Gatherer) -> None:
        self._gatherer = gatherer

    async def create(self, filing: Filing, limit: int) -> Created | Refused:
        """Files a ticket; a party has to join before it waits."""
        pool = filing.pool
        args: tuple[Word, ...] = (
            filing.ticket_id,
            filing.player,
            filing.name,
            pool.id,
            pool.encode(),
            filing.ttl_ms,
            limit,
            " ".join((filing.player, *filing.party)),
            filing.wish.encode(),
            int(pool.pace.beats),
            int(pool.pace.is_live),
        )
        answer = await self._call("nurselog_ticket_create", *args)
        return _refused(answer) or Created(_ticket(answer[1]), answer[0] == b"created")

    async def join(self, ticket_id: str, player: tuple[str, str], limit: int) -> Joined | Refused | None:
        """A named player joins the party; None if there is no such ticket for them."""
        answer = await self._call("nurselog_ticket_join", ticket_id, *player, limit)
        return None if answer is None else _refused(answer) or Joined(_ticket(answer[1]))

    async def touch(self, ticket_id: str, player: str = "") -> Touched | None:
        """Reads a ticket and keeps it alive; None if there is none, or the player is not of its party."""
        answer = await self._call("nurselog_ticket_touch", ticket_id, player)
        if answer is None:
            return None
        flat, expired, time_ms, size, oldest = answer
        return Touched(
            ticket=_ticket(flat),
            expired_now=bool(expired),
            time_ms=int(time_ms),
            pool_size=int(size),
            oldest_since_ms=int(oldest),
        )

    async def cancel(self, ticket_id: str, player: str = "") -> Cancelled | None:
        """Takes a ticket back if it is not claimed; any player of the party may."""
        answer = await self._call("nurselog_ticket_cancel", ticket_id, player)
        return None if answer is None else Cancelled(_ticket(answer[0]), answer[1].decode())

    async def respond(
        self, ticket_id: str, player: str, penalties: Penalties, *, agrees: bool
    ) -> Responded | NothingProposed | None:
        """A player agrees to what is proposed, or declines it."""
        args: tuple[Word, ...] = (ticket_id, player, int(agrees), *penalties.words())
        answer = await self._call("nurselog_proposal_respond", *args)
        if answer is None:
            return None
        return NothingProposed() if answer[0] == b"nothing" else Responded(_ticket(answer[0]), int(answer[1]))

    async def open_tickets(self, player: str) -> list[Ticket]:
        """The player's open tickets, oldest first."""
        found = [_ticket(flat) for flat in await self._call("nurselog_ticket_open", player)]
        return sorted(found, key=lambda ticket: (ticket.created_ms, ticket.id))

    async def sweep(self, limit: int) -> list[Ticket]:
        """Expires what is due; answers those."""
        return [_ticket(flat) for flat in await self._call("nurselog_ticket_sweep", limit)]

    async def _call(self, function: str, *args: Word) -> Any:
        return await self._gatherer.fcall(function, [ROOT], args)


def _refused(answer: Sequence[bytes]) -> Refused | None:
    match answer[0]:
        case b"duplicate":
            return Duplicate(answer[1].decode())
        case b"too_many":
            return TooMany()
        case b"barred":
            return Barred(_left_ms(answer))
        case b"closed":
            return PoolsClosed(_left_ms(answer))
    return None


def _left_ms(answer: Sequence[bytes]) -> int:
    return max(1, int(answer[1].split()[0]) - int(answer[2]))


def _ticket(flat: Flat) -> Ticket:
    fields: Mapping[bytes, bytes] = dict(zip(flat[::2], flat[1::2], strict=True))
    proposal = fields.get(b"proposal", b"")
    return Ticket(
        id=fields[b"id"].decode(),
        player=fields[b"player"].decode(),
        players=tuple(fields[b"players"].decode().split()),
        names=_named(fields),
        pool=Pool.decode(fields[b"spec"]),
        wish=Wish.decode(fields[b"wish"]),
        state=State(fields[b"state"].decode()),
        created_ms=int(fields[b"created"]),
        since_ms=int(fields[b"since"]),
        expires_ms=int(fields[b"expires"]),
        ttl_ms=int(fields[b"ttl"]),
        proposal=proposal.decode(),
        accept_by_ms=int(fields.get(b"limit") or 0),
        agreed=frozenset(
            name[2:].decode() for name, agreed in fields.items() if name[:2] == b"y:" and agreed == proposal
        ),
        assignment=_seated(fields) if b"table" in fields else None,
        end_reason=fields.get(b"reason", b"").decode(),
        ended_ms=int(fields.get(b"ended", 0)),
    )


def _named(fields: Mapping[bytes, bytes]) -> dict[str, str]:
    return {name[2:].decode(): shown.decode() for name, shown in fields.items() if name[:2] == b"n:"}


def _seated(fields: Mapping[bytes, bytes]) -> Seated:
    return Seated(
        table=fields[b"table"].decode(),
        plan=TablePlan.decode(fields[b"plan"]),
        waits_ms=tuple(int(wait) for wait in fields[b"waits"].split()),
    )
