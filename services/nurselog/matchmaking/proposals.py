"""From claimed tickets to a table: opened exactly once, whoever finishes it and however often.

The engine makes the same table for the same `request_id`, which is the proposal's name. So a proposal may be
tried again by anybody at any time, and is never given back to the pool while the table might exist: only an
answer that says "not opened" puts the tickets back (try later) or ends them (it can never work). Silence is
asked again; when an engine stays silent for `patience_s` the tickets end, for they must not lead to a second
table. What may have come of it all the same (the table is open, the seat of a running one is given away) is
undone as soon as an engine answers.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeAlias

import grpc

from nurselog.api.common.v1.seat_pb2 import Occupant
from nurselog.api.engine.v1.engine_service_pb2 import (
    CreateAssignedTableRequest,
    SubstituteSeatRequest,
)
from nurselog.api.engine.v1.engine_service_pb2_grpc import EngineServiceStub
from nurselog.api.game.v1.table_pb2 import LEAVER_POLICY_BOT, LEAVER_POLICY_UNSPECIFIED
from nurselog.chassis.errors import NotFound, Refusal, Unavailable
from nurselog.chassis.logs import get
from nurselog.chassis.partitions import HOUSE, requested_table_id
from nurselog.chassis.replicas import Replicas
from nurselog.matchmaking import metrics
from nurselog.matchmaking.answers import Assigned, Proposal, Withdrawn
from nurselog.matchmaking.pool_store import PoolStore
from nurselog.matchmaking.pools import FEWEST_TO_BACKFILL
from nurselog.matchmaking.unwanted import Sitting, Undo, Unwanted

Open: TypeAlias = Callable[[CreateAssignedTableRequest | SubstituteSeatRequest], Awaitable[str]]
"""Opens an assigned table, or gives away a seat of a running one; answers its name. Raises `Refusal`."""

NEVER = frozenset(
    {
        grpc.StatusCode.INVALID_ARGUMENT,
        grpc.StatusCode.OUT_OF_RANGE,
        grpc.StatusCode.FAILED_PRECONDITION,
        grpc.StatusCode.NOT_FOUND,
        grpc.StatusCode.ALREADY_EXISTS,
        grpc.StatusCode.PERMISSION_DENIED,
        grpc.StatusCode.UNAUTHENTICATED,
        grpc.StatusCode.UNIMPLEMENTED,
    }
)
"""Answers after which the same request would be refused again, and no table was opened."""

LATER = frozenset({grpc.StatusCode.RESOURCE_EXHAUSTED})
"""Answers that say: not now, and no table was opened."""

UNAVAILABLE = "engine_unavailable"

log = get(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """How long one call may take, and how long and how often silence is asked again."""

    call_s: float = 5.0
    first_ms: int = 250
    longest_ms: int = 5_000
    limit_ms: int = 300_000

    def delay_ms(self, attempts: int) -> int:
        """How long to wait after the attempt with this number."""
        return int(min(self.longest_ms, self.first_ms * 2 ** min(attempts, 16)))


class Proposals:
    """Finishes proposals."""

    def __init__(self, store: PoolStore, open_table: Open, undo: Undo, patience: Patience) -> None:
        self._store = store
        self._open = open_table
        self._undo = undo
        self._patience = patience

    async def finish(self, proposal: Proposal) -> int:
        """One attempt: a table, or its tickets back, or ended, or the proposal left for another attempt.

        Answers for how many ms the pool should rest, because its engine asked for that.
        """
        try:
            async with asyncio.timeout(self._patience.call_s):
                table = await self._open(request_of(proposal))
        except TimeoutError:
            return await self._refused(
                proposal, Unavailable("SERVICE_UNAVAILABLE", "The engine did not answer.")
            )
        except Refusal as refusal:
            return await self._refused(proposal, refusal)
        await self._opened(proposal, table)
        return 0

    async def _opened(self, proposal: Proposal, table: str) -> None:
        if proposal.plan.vacancy is not None:  # an earlier proposal for it may have been given up
            await self._store.gone(_left_behind(proposal).encode())
        assigned = await self._store.assign(proposal.id, table, foretell=proposal.plan.vacancy is None)
        if not isinstance(assigned, Assigned):
            log.info("proposal_finished_before", proposal=proposal.id, table=table, state=assigned.state)
            return
        log.info(
            "table_assigned",
            proposal=proposal.id,
            table=table,
            pool=assigned.pool.label,
            waits_ms=assigned.waits_ms,
            spread=assigned.plan.spread,
            reasons=assigned.plan.reasons,
        )
        metrics.count_assigned(assigned)

    async def _refused(self, proposal: Proposal, refusal: Refusal) -> int:
        metrics.engine_refusals.labels(proposal.pool.label, refusal.reason).inc()
        log.warning("table_not_opened", proposal=proposal.id, attempts=proposal.attempts, error=str(refusal))
        if refusal.code in LATER:
            await self._store.withdraw(proposal, unwanted=_perhaps_open(proposal))
            return refusal.retry_after_ms or self._patience.longest_ms
        if refusal.code in NEVER and proposal.plan.vacancy is not None:
            await self._store.withdraw(proposal)  # the seat is gone, the ticket waits on
        elif refusal.code in NEVER:
            await self._end(proposal, refusal.reason)
        elif proposal.age_ms >= self._patience.limit_ms:
            await self._end(proposal, UNAVAILABLE, silent=True)
        else:
            await self._store.postpone(proposal, self._patience.delay_ms(proposal.attempts))
        return 0

    async def _end(self, proposal: Proposal, reason: str, *, silent: bool = False) -> None:
        unwanted = _perhaps_open(proposal, silent=silent)
        withdrawn = await self._store.withdraw(proposal, reason, unwanted)
        if isinstance(withdrawn, Withdrawn):
            metrics.ended.labels(proposal.pool.label, "cancelled", reason).inc(withdrawn.tickets)

    async def end_unwanted(self, text: str) -> None:
        """Undoes what nobody was told of, if it was done; whoever hears of it next tries again if that fails.

        A seat that is vacant again is offered again.
        """
        thing, vacant = Unwanted.decode(text), False
        try:
            async with asyncio.timeout(self._patience.call_s):
                vacant = await self._undo(thing)
        except NotFound:
            pass  # it never was
        except (TimeoutError, Refusal) as error:
            log.warning("unwanted_not_undone", thing=text, error=str(error))
            return
        if vacant and (one := thing.sitting) is not None:
            await self._store.open_vacancy(thing.table, one.seat, one.left_at)
        await self._store.gone(text)


def _perhaps_open(proposal: Proposal, *, silent: bool = False) -> str:
    """What may have come of a proposal though no answer said so, now or at an earlier attempt."""
    return _left_behind(proposal).encode() if silent or proposal.attempts else ""


def _left_behind(proposal: Proposal) -> Unwanted:
    """What comes of a proposal: a table, or a substitute at one."""
    if proposal.plan.vacancy is not None:
        table, seat, left_at = proposal.plan.vacancy
        return Unwanted(table, Sitting(seat, left_at, proposal.players[seat][0]))
    request = table_request_of(proposal)
    table = requested_table_id(proposal.pool.game, HOUSE, request.request_id)
    return Unwanted(f"{request.parent}/tables/{table}")


def request_of(proposal: Proposal) -> CreateAssignedTableRequest | SubstituteSeatRequest:
    """What the engine is asked, the same at every attempt."""
    if proposal.plan.vacancy is None:
        return table_request_of(proposal)
    table, seat, left_at = proposal.plan.vacancy
    player, name = proposal.players[seat]
    return SubstituteSeatRequest(
        name=table,
        seat=seat,
        left_at_version=left_at,
        occupant=Occupant(player=player, display_name=name),
    )


def table_request_of(proposal: Proposal) -> CreateAssignedTableRequest:
    """The request for a new table."""
    pool = proposal.pool
    return CreateAssignedTableRequest(
        parent=f"games/{pool.game}",
        occupants=[Occupant(player=player, display_name=name) for player, name in proposal.players],
        options=dict(pool.options),
        clock=pool.pace.clock(),
        rated=proposal.plan.rated,
        leaver_policy=LEAVER_POLICY_BOT
        if pool.backfills and len(proposal.players) >= FEWEST_TO_BACKFILL
        else LEAVER_POLICY_UNSPECIFIED,
        request_id=f"proposals/{proposal.id}",
    )


def opening(engines: Replicas[EngineServiceStub]) -> Open:
    """Asks the engines of the settings; any replica will do, they find each other's tables."""

    async def open_table(request: CreateAssignedTableRequest | SubstituteSeatRequest) -> str:
        if isinstance(request, SubstituteSeatRequest):
            return (await engines.ask(request.name, lambda stub: stub.SubstituteSeat(request))).name
        route = f"{request.parent}/{request.request_id}"
        table = await engines.ask(route, lambda stub: stub.CreateAssignedTable(request))
        return table.name

    return open_table
