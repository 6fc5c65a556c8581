"""Any order of calls: a ticket moves only along its life, ends once, and leads to at most one table."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterator
from typing import Any, ClassVar, TypeVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    initialize,
    invariant,
    multiple,
    rule,
    run_state_machine_as_test,
)

from nurselog.chassis.config import Settings
from nurselog.chassis.gatherer import Gatherer
from nurselog.chassis.redis import connect, execute, load_functions
from nurselog.matchmaking.answers import Created, Proposal
from nurselog.matchmaking.matching.mirror import Proposed
from nurselog.matchmaking.matching.table_plan import TablePlan
from nurselog.matchmaking.penalties import Penalties
from nurselog.matchmaking.pool_store import PoolStore
from nurselog.matchmaking.pools import Pace, Pool
from nurselog.matchmaking.ticket_store import ROOT, TicketStore, functions
from nurselog.matchmaking.tickets import State
from tests.integration.matchmaking.conftest import filing

T = TypeVar("T")

POOLS = [Pool(game="forest_sky", seats=(2,), pace=pace) for pace in (Pace.LIVE, Pace.FAST)]
LENIENT = Penalties(delays_ms=(0,))
NEXT = {
    State.WAITING: {State.WAITING, State.PROPOSED, State.CANCELLED, State.EXPIRED},
    State.PROPOSED: {State.PROPOSED, State.WAITING, State.ASSIGNED, State.CANCELLED},
}


class Lives(RuleBasedStateMachine):
    """Players file, cancel, are claimed; proposals are assigned, withdrawn, adopted, in any order."""

    config: ClassVar[Settings]
    tickets = Bundle("tickets")
    proposals = Bundle("proposals")

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.seen: dict[str, State] = {}
        self.tables: dict[str, str] = {}
        self.players: dict[str, str] = {}
        self.count = 0

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return self.runner.run(work)

    @initialize()
    def begin(self) -> None:
        self.run(self._begin())

    async def _begin(self) -> None:
        self.client = connect(self.config)
        await execute(self.client, "FLUSHDB")
        self.gatherer = Gatherer(self.client, await load_functions(self.client, functions()))
        self.store, self.pools = TicketStore(self.gatherer), PoolStore(self.gatherer)
        self.tokens = await self.pools.lease("me", 60_000, [pool.id for pool in POOLS])

    @rule(
        target=tickets,
        player=st.sampled_from("abcd"),
        pool=st.sampled_from(POOLS),
        ttl=st.sampled_from([1, 60_000]),
    )
    def file(self, player: str, pool: Pool, ttl: int) -> Any:
        answer = self.run(self.store.create(filing(player, pool, ttl), 3))
        if not isinstance(answer, Created):
            return multiple()
        self.seen[answer.ticket.id] = State.WAITING
        self.players[answer.ticket.id] = answer.ticket.player
        return answer.ticket.id, pool.id

    @rule(ticket=tickets)
    def cancel(self, ticket: tuple[str, str]) -> None:
        self.run(self.store.cancel(ticket[0]))

    @rule(target=proposals, one=tickets, other=tickets, ask_ms=st.sampled_from([0, 60_000]))
    def claim(self, one: tuple[str, str], other: tuple[str, str], ask_ms: int) -> Any:
        self.count += 1
        pool = one[1]
        answer = self.run(
            self.pools.claim(pool, self.tokens[pool], self.table(one[0], other[0]), 60_000, ask_ms)
        )
        return answer if isinstance(answer, Proposal) else multiple()

    def table(self, *tickets: str) -> Proposed:
        seats = tuple(self.players[ticket] for ticket in tickets)
        plan = TablePlan(seats=seats, rated=False, spread=0, fairness_permille=0)
        return Proposed(f"p{self.count}", tickets, plan, 0.0)

    @rule(ticket=tickets, agrees=st.booleans())
    def respond(self, ticket: tuple[str, str], agrees: bool) -> None:  # noqa: FBT001
        player = self.players[ticket[0]]
        self.run(self.store.respond(ticket[0], player, LENIENT, agrees=agrees))

    @rule(proposal=proposals)
    def assign(self, proposal: Proposal) -> None:
        self.run(self.pools.assign(proposal.id, f"games/forest_sky/tables/{proposal.id}"))

    @rule(proposal=proposals, reason=st.sampled_from(["", "OPTION_INVALID"]))
    def withdraw(self, proposal: Proposal, reason: str) -> None:
        self.run(self.pools.withdraw(proposal, reason))

    @rule(target=proposals, proposal=proposals)
    def adopt(self, proposal: Proposal) -> Any:
        self.run(self.pools.postpone(proposal, 0))
        return multiple(*self.run(self.pools.adopt(60_000, 10, LENIENT)).proposals)

    @rule()
    def sweep(self) -> None:
        self.run(self.store.sweep(2))

    @invariant()
    def the_laws_hold(self) -> None:
        if self.seen:
            self.every_ticket_moved_along_its_life()
            self.claims_are_the_players_of_open_proposals()

    def every_ticket_moved_along_its_life(self) -> None:
        for ticket_id, before in list(self.seen.items()):
            touched = self.run(self.store.touch(ticket_id))
            assert touched is not None
            ticket = touched.ticket
            assert ticket.state in NEXT.get(before, {before}), (before, ticket)
            assert (ticket.assignment is not None) == (ticket.state is State.ASSIGNED)
            if ticket.assignment is not None:
                assert self.tables.setdefault(ticket_id, ticket.assignment.table) == ticket.assignment.table
            assert not ticket.state.ended or ticket.state is State.ASSIGNED or ticket.end_reason
            self.seen[ticket_id] = ticket.state

    def claims_are_the_players_of_open_proposals(self) -> None:
        states = list(self.seen.values())
        assert self.run(self._size("HLEN", "claims")) == states.count(State.PROPOSED)
        assert self.run(self._size("ZCARD", "expiry")) == states.count(State.WAITING)

    async def _size(self, command: str, part: str) -> int:
        size: int = await self.gatherer.call(command, f"{ROOT}:{part}", key=ROOT)
        return size

    def teardown(self) -> None:
        self.run(self._end())
        self.runner.close()

    async def _end(self) -> None:
        await self.gatherer.aclose()
        await self.client.aclose()


@pytest.fixture
def config(store_settings: Settings) -> Iterator[Settings]:
    Lives.config = store_settings
    yield store_settings
    del Lives.config


def test_every_order_of_calls_keeps_the_laws(config: Settings) -> None:
    run_state_machine_as_test(
        Lives,
        settings=settings(
            max_examples=25, stateful_step_count=25, deadline=None, suppress_health_check=list(HealthCheck)
        ),
    )
