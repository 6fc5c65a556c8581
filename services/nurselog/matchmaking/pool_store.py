"""Pools and proposals in the store, as the worker uses them: leases, queues, claims, assignments."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from nurselog.chassis.gatherer import Gatherer
from nurselog.chassis.redis import Word
from nurselog.matchmaking.answers import (
    Adopted,
    Asked,
    Assigned,
    Closed,
    Fenced,
    Gone,
    Neighbourhood,
    Proposal,
    Queue,
    Withdrawn,
)
from nurselog.matchmaking.conduct import Conduct
from nurselog.matchmaking.matching.mirror import Proposed
from nurselog.matchmaking.matching.seekers import Seeker
from nurselog.matchmaking.matching.substitution import Vacancy
from nurselog.matchmaking.matching.table_plan import TablePlan
from nurselog.matchmaking.penalties import Penalties
from nurselog.matchmaking.pools import Pool
from nurselog.matchmaking.ticket_store import ROOT
from nurselog.matchmaking.wishes import Wish

PIECE = 5_000
"""Tickets of a queue in one answer."""
BATCH = 100
"""Tickets whose wishes are read in one step of the store."""
BESIDE = 25
"""How many neighbours on either side tell a ticket why it waits."""


class PoolStore:
    """All calls of the worker, and the one that tells who is near."""

    def __init__(self, gatherer: Gatherer) -> None:
        self._gatherer = gatherer

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

    async def queue(self, pool: str) -> Queue:
        """Everybody who waits in a pool; read in pieces, so who comes or goes meanwhile may be missing."""
        since: dict[str, int] = {}
        start, total, time_ms = 0, 1, b"0"
        while start < total:
            time_ms, total, piece = await self._call("nurselog_pool_queue", pool, start, PIECE)
            if not piece:
                break
            since.update(
                (name.decode(), int(score)) for name, score in zip(piece[::2], piece[1::2], strict=True)
            )
            start += PIECE
        return Queue(int(time_ms), since)

    async def seekers(self, ticket_ids: Sequence[str]) -> list[Seeker]:
        """What those of the tickets wish that still wait."""
        batches = (ticket_ids[at : at + BATCH] for at in range(0, len(ticket_ids), BATCH))
        answers = await asyncio.gather(*(self._call("nurselog_pool_read", *batch) for batch in batches))
        return [_seeker(found) for answer in answers for found in answer]

    async def busy(self) -> list[str]:
        """The players who are claimed at the moment."""
        found = await self._gatherer.call("HKEYS", f"{ROOT}:claims", key=ROOT)
        return [player.decode() for player in found]

    async def rate(self, pool: str, ratings: Mapping[str, float]) -> None:
        """Remembers by what tickets are matched."""
        pairs: list[Word] = [word for name, rating in ratings.items() for word in (repr(rating), name)]
        batches = (pairs[at : at + 10 * BATCH] for at in range(0, len(pairs), 10 * BATCH))
        await asyncio.gather(*(self._call("nurselog_pool_rate", pool, *batch) for batch in batches))

    async def vacancies(self, pool: str) -> list[Vacancy]:
        """The seats of those who left running tables of the pool."""
        words = await self._call("nurselog_vacancy_list", pool)
        return [_vacancy(*words[at : at + 3]) for at in range(0, len(words), 3)]

    async def open_vacancy(self, table: str, seat: int, left_at: int) -> bool:
        """Offers a seat, if the table is one that matchmaking opened."""
        return bool(await self._call("nurselog_vacancy_open", table, seat, left_at))

    async def close_vacancy(self, pool: str, table: str, seat: int) -> None:
        """Offers a seat no longer."""
        await self._call("nurselog_vacancy_close", pool, table, seat)

    async def nearby(self, ticket_id: str, pool: str) -> Neighbourhood | None:
        """A waiting ticket among its neighbours; None before its first pass, or if it waits no more."""
        rating, mine, near, waits = await self._call("nurselog_pool_nearby", ticket_id, pool, BESIDE)
        if not rating or not mine:
            return None
        return Neighbourhood(
            _seeker(mine, float(rating)),
            tuple(_seeker(found, float(score)) for found, score in zip(near[::2], near[1::2], strict=True)),
            tuple(int(wait) for wait in waits),
        )

    # Proposals ----------------------------------------------------------------------------------------------

    async def claim(
        self, pool: str, token: int, proposed: Proposed, lease_ms: int, ask_ms: int = 0
    ) -> Proposal | Asked | Gone | Fenced:
        """Claims all tickets for one table, or none; with `ask_ms` their players have so long to agree."""
        args: tuple[Word, ...] = (
            pool,
            token,
            proposed.id,
            lease_ms,
            proposed.plan.encode(),
            ask_ms,
            *proposed.tickets,
        )
        answer = await self._call("nurselog_pool_claim", *args)
        match answer[0]:
            case b"gone":
                return Gone(tuple(name.decode() for name in answer[1:]))
            case b"fenced":
                return Fenced()
            case b"asked":
                return Asked()
        return _proposal(answer[1])

    async def adopt(self, lease_ms: int, limit: int, penalties: Penalties) -> Adopted:
        """Takes over proposals whose lease ran out; those that not all agreed to in time are dissolved."""
        ended, *found = await self._call("nurselog_proposal_adopt", lease_ms, limit, *penalties.words())
        return Adopted(tuple(_proposal(one) for one in found), int(ended))

    async def postpone(self, proposal: Proposal, delay_ms: int) -> bool:
        """Leaves a proposal to whoever adopts it after the delay; False if it is not ours any more."""
        return bool(await self._call("nurselog_proposal_postpone", proposal.id, proposal.token, delay_ms))

    async def assign(self, proposal: str, table: str, *, foretell: bool = True) -> Assigned | Closed:
        """Tells the tickets of a proposal their table; a substitution foretells nothing of it."""
        answer = await self._call("nurselog_proposal_assign", proposal, table, int(foretell))
        if answer[0] == b"closed":
            return Closed(answer[1].decode())
        _, spec, plan, cancelled, *waits = answer
        return Assigned(
            pool=Pool.decode(spec),
            plan=TablePlan.decode(plan),
            waits_ms=tuple(int(wait) for wait in waits),
            cancelled_others=int(cancelled),
        )

    async def withdraw(
        self, proposal: Proposal, reason: str = "", unwanted: str = ""
    ) -> Withdrawn | Closed | Fenced:
        """Puts the tickets of a proposal back with their age, or ends them for a reason.

        `unwanted` is what may be done all the same, because an answer was lost.
        """
        answer = await self._call("nurselog_proposal_withdraw", proposal.id, proposal.token, reason, unwanted)
        match answer[0]:
            case b"closed":
                return Closed()
            case b"fenced":
                return Fenced()
        return Withdrawn(int(answer[1]))

    async def unwanted(self, lease_ms: int, limit: int) -> list[str]:
        """What is to be undone; each is told again only when the lease is over."""
        found = await self._call("nurselog_tables_unwanted", lease_ms, limit)
        return [name.decode() for name in found]

    async def gone(self, unwanted: str) -> None:
        """What nobody wanted is undone, or is wanted after all."""
        await self._call("nurselog_table_gone", unwanted)

    async def _call(self, function: str, *args: Word) -> Any:
        return await self._gatherer.fcall(function, [ROOT], args)


def _seeker(found: Sequence[bytes], rating: float = 0.0) -> Seeker:
    name, since, players, wish, *records = found
    wished = Wish.decode(wish)
    met = [player for record in records for player in Conduct.decode(record).recent]
    return Seeker(
        id=name.decode(),
        players=tuple(players.decode().split()),
        since_ms=int(since),
        regions=wished.regions,
        blocks=frozenset(wished.blocks),
        recent=frozenset(met),
        bots_after_s=wished.bots_after_s,
        one_team=wished.one_team,
        substitutes=wished.substitutes,
        rating=rating,
    )


def _vacancy(place: bytes, left_at: bytes, plan: bytes) -> Vacancy:
    table, seat = place.decode().split()
    found = TablePlan.decode(plan)
    return Vacancy(table, int(seat), int(left_at), found.seats, found.rating)


def _proposal(found: Sequence[bytes]) -> Proposal:
    name, token, attempts, age, spec, plan, *players = found
    return Proposal(
        id=name.decode(),
        token=int(token),
        attempts=int(attempts),
        age_ms=int(age),
        pool=Pool.decode(spec),
        plan=TablePlan.decode(plan),
        names={
            player.decode(): shown.decode() for player, shown in zip(players[::2], players[1::2], strict=True)
        },
    )
