"""Proposals and engines: answers that are lost, never come, or say no; one table each, and none unwanted."""

from __future__ import annotations

import asyncio

import pytest

from nurselog.chassis.errors import InvalidArgument, ResourceExhausted, Unavailable
from nurselog.chassis.gatherer import Gatherer
from nurselog.matchmaking.answers import Closed, Proposal
from nurselog.matchmaking.bells import Bells
from nurselog.matchmaking.pool_store import PoolStore
from nurselog.matchmaking.proposals import Patience, request_of
from nurselog.matchmaking.ticket_store import ROOT, TicketStore
from nurselog.matchmaking.tickets import State
from nurselog.matchmaking.worker import Worker
from tests.integration.matchmaking.conftest import (
    DUEL,
    LONG_MS,
    File,
    Make,
    Passed,
    ended,
    idle,
    proposed,
    read,
)
from tests.support.fake_engine import FakeEngine, table_of


@pytest.mark.parametrize("moment", ["before the call", "after the call"])
async def test_a_worker_that_died_between_claim_and_assignment_is_followed_by_another(
    moment: str, pools: PoolStore, file: File, engine: FakeEngine, make: Make, passed: Passed
) -> None:
    ann, bob = await file("ann"), await file("bob")
    token = (await pools.lease("dead", LONG_MS, [DUEL.id]))[DUEL.id]
    dropped = await pools.claim(DUEL.id, token, proposed("p1", ann, bob), 50)
    assert isinstance(dropped, Proposal)
    if moment == "after the call":
        await engine.open(request_of(dropped))
    await passed((await pools.queue(DUEL.id)).time_ms + 60)
    follower = make()
    await follower.keep_up()
    await idle(follower)
    assert len(engine.tables) == 1
    assert await pools.assign("p1", "") == Closed("assigned")


async def test_a_lost_answer_is_asked_for_again_and_leads_to_the_same_table(
    tickets: TicketStore, bells: Bells, file: File, running: Worker, engine: FakeEngine
) -> None:
    lost = [Unavailable("SERVICE_UNAVAILABLE", "gone"), Unavailable("SERVICE_UNAVAILABLE", "gone")]
    engine.lose = lambda _request: lost.pop() if lost else None
    done = await ended(tickets, bells, [await file("ann"), await file("bob")])
    assert len(engine.asked) == 3
    assert len(engine.tables) == 1
    assert {ticket.assignment and ticket.assignment.table for ticket in done} == {table_of(engine.asked[0])}


async def test_an_engine_that_never_answers_ends_the_tickets_when_patience_is_over(
    tickets: TicketStore, bells: Bells, file: File, engine: FakeEngine, make: Make
) -> None:
    engine.silent = True
    patience = Patience(call_s=0.01, first_ms=1, longest_ms=5, limit_ms=100)
    worker = make(patience)
    task = asyncio.create_task(worker.run())
    refusals = [Unavailable("SERVICE_UNAVAILABLE", "Not now.") for _ in range(2)]
    engine.resist = lambda _table: refusals.pop() if refusals else None
    done = await ended(tickets, bells, [await file("ann"), await file("bob")])
    await engine.until(lambda: engine.stopped)
    await worker.stop()
    await task
    assert {(ticket.state, ticket.end_reason) for ticket in done} == {(State.CANCELLED, "engine_unavailable")}
    assert len(engine.tables) == 1
    assert len(engine.asked) > 1
    assert engine.stopped == [table_of(engine.asked[0])]


async def test_a_table_that_may_be_open_is_ended_when_the_tickets_go_back(
    tickets: TicketStore, bells: Bells, file: File, engine: FakeEngine, make: Make
) -> None:
    engine.lose = lambda _request: Unavailable("SERVICE_UNAVAILABLE", "gone")
    full = ResourceExhausted("TOO_MANY_REQUESTS", "Full.", retry_after_ms=60_000)
    engine.refuse = lambda _request: full if len(engine.asked) > 1 else None
    worker = make()
    task = asyncio.create_task(worker.run())
    ann = await file("ann")
    await file("bob")

    await engine.until(lambda: engine.stopped)
    await worker.stop()
    await task

    assert engine.stopped == [table_of(engine.asked[0])]
    assert (await read(tickets, ann)).state is State.WAITING


async def test_a_table_that_never_was_is_forgotten(
    entrance: Gatherer, file: File, engine: FakeEngine, make: Make
) -> None:
    engine.refuse = lambda _request: Unavailable("SERVICE_UNAVAILABLE", "gone")
    worker = make(Patience(call_s=0.5, first_ms=1, longest_ms=1, limit_ms=0))
    await file("ann")
    await file("bob")
    await worker.round()
    await idle(worker)
    assert await entrance.call("ZCARD", f"{ROOT}:unwanted", key=ROOT) == 1

    await worker.keep_up()
    await idle(worker)

    assert not engine.stopped
    assert await entrance.call("ZCARD", f"{ROOT}:unwanted", key=ROOT) == 0


async def test_what_can_never_work_ends_the_tickets_with_the_reason(
    tickets: TicketStore, file: File, worker: Worker, engine: FakeEngine
) -> None:
    engine.refuse = lambda _request: InvalidArgument("OPTION_INVALID", "These options exclude each other.")
    ann, bob = await file("ann"), await file("bob")
    await worker.round()
    await idle(worker)
    for ticket in (ann, bob):
        told = await read(tickets, ticket)
        assert (told.state, told.end_reason) == (State.CANCELLED, "OPTION_INVALID")


async def test_an_engine_without_room_puts_the_tickets_back_and_rests_the_pool(
    tickets: TicketStore, file: File, worker: Worker, engine: FakeEngine
) -> None:
    engine.refuse = lambda _request: ResourceExhausted("TOO_MANY_REQUESTS", "Full.", retry_after_ms=60_000)
    ann, bob = await file("ann"), await file("bob")
    await worker.round()
    await idle(worker)
    told = [await read(tickets, ticket) for ticket in (ann, bob)]
    assert [(ticket.state, ticket.created_ms) for ticket in told] == [
        (State.WAITING, ann.created_ms),
        (State.WAITING, bob.created_ms),
    ]
    worker._pace(DUEL.id, DUEL, took_s=1.0)  # a long pass lets it rest as well, and no shorter
    await worker.round()
    await idle(worker)
    assert len(engine.asked) == 1
