"""The worker of the pools: claims who sits together, opens tables, expires tickets, finishes what is left.

Any number of replicas may run one. A pool belongs to the one that holds its lease, and the claim itself
checks the lease's token, so a worker that slept through the end of its lease claims nothing.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Collection, Coroutine
from dataclasses import dataclass
from typing import Any

from redis.exceptions import RedisError

from nurselog.chassis.errors import Unavailable
from nurselog.chassis.logs import get
from nurselog.matchmaking import metrics
from nurselog.matchmaking.answers import Asked, Fenced, Gone, Proposal
from nurselog.matchmaking.bells import Bells
from nurselog.matchmaking.matching.mirror import Proposed
from nurselog.matchmaking.penalties import Penalties
from nurselog.matchmaking.pool_passes import PoolPasses
from nurselog.matchmaking.pool_store import PoolStore
from nurselog.matchmaking.pools import Pool
from nurselog.matchmaking.proposals import Proposals
from nurselog.matchmaking.ticket_store import TicketStore

STORE_ERRORS = (RedisError, Unavailable)
"""What ends a round, not the worker: the next round tries again."""

log = get(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rhythm:
    """How often the worker looks, and how long what it holds is its own."""

    pass_s: float = 1.0
    async_pass_s: float = 10.0
    """The same for pools that are played over days."""
    breath_s: float = 0.02
    """Between two passes, so that tickets filed together are looked at together."""
    idle_share: float = 0.5
    """After a long pass the pool is left alone for this part of the time that it took."""
    pool_lease_ms: int = 5_000
    proposal_lease_ms: int = 15_000
    ask_ms: int = 15_000
    """For how long players are asked to agree, in pools that ask."""
    at_once: int = 64
    sweep: int = 500
    repeats: int = 3
    """How often a pass is repeated at once because tickets were gone."""


class Worker:
    """Runs until stopped; its name at the leases is unique per process."""

    def __init__(
        self,
        stores: tuple[TicketStore, PoolStore],
        bells: Bells,
        passes: PoolPasses,
        proposals: Proposals,
        rhythm: Rhythm,
        penalties: Penalties | None = None,
    ) -> None:
        self._tickets, self._store = stores
        self._bells = bells
        self._passes = passes
        self._proposals = proposals
        self._rhythm = rhythm
        self._penalties = penalties or Penalties()
        self._holder = secrets.token_hex(8)
        self._held: dict[str, int] = {}
        self._due: dict[str, float] = {}
        self._sizes: dict[str, int] = {}
        self._resting: dict[str, float] = {}
        self._room = asyncio.Semaphore(rhythm.at_once)
        self._tasks: set[asyncio.Task[None]] = set()
        self._loops: list[asyncio.Task[None]] = []
        self._stopping = False

    async def run(self) -> None:
        """Passes and upkeep, until `stop` or a fault of ours."""
        self._loops = [asyncio.create_task(loop()) for loop in (self._pass_for_ever, self._keep_up_for_ever)]
        try:
            await asyncio.wait(self._loops, return_when=asyncio.FIRST_EXCEPTION)
            for loop in self._loops:
                if loop.done():
                    loop.result()
            await self._idle()
        finally:
            await _cancelled([*self._loops, *self._tasks])
            await self._passes.aclose()

    async def stop(self) -> None:
        """Claims nothing more, finishes what is claimed, and leaves the pools to others."""
        self._stopping = True
        if self._loops:
            await asyncio.wait(self._loops)
        await self._idle()
        if self._held:
            await self._store.release(self._holder, self._held)

    async def _idle(self) -> None:
        while self._tasks:
            await asyncio.wait(self._tasks)

    # Passes -------------------------------------------------------------------------------------------------

    async def _pass_for_ever(self) -> None:
        due = 0.0
        while not self._stopping:
            rung = await self._bells.pools(max(0.0, due - time.monotonic()))
            everything = time.monotonic() >= due
            if everything:
                due = time.monotonic() + self._rhythm.pass_s
            await self._patiently(self.round(None, due_only=True) if everything else self.round(rung))
            await asyncio.sleep(self._rhythm.breath_s)

    async def round(self, only: Collection[str] | None = None, *, due_only: bool = False) -> None:
        """One pass over all pools where somebody waits and that are ours, or over some of them."""
        pools = await self._store.pools()
        looked_at = {name: pool for name, pool in pools.items() if only is None or name in only}
        tokens = await self._store.lease(self._holder, self._rhythm.pool_lease_ms, looked_at)
        for name in self._held.keys() - tokens.keys() if only is None else ():
            self._forget(name)
        self._held = tokens if only is None else self._held | tokens
        due = [name for name in tokens if not due_only or self._is_due(name)]
        passes = (self._pass(name, looked_at[name], tokens[name]) for name in due)
        found = await asyncio.gather(*passes, return_exceptions=True)
        self._sizes.update(
            (name, size) for name, size in zip(due, found, strict=True) if isinstance(size, int)
        )
        for problem in found:
            if isinstance(problem, BaseException):
                raise problem
        if only is None:
            sizes = [(looked_at[name].label, self._sizes.get(name, 0)) for name in tokens]
            metrics.show_waiting(metrics.tally(sizes))

    def _forget(self, name: str) -> None:
        self._passes.forget(name)
        self._due.pop(name, None)
        self._sizes.pop(name, None)

    def _is_due(self, name: str) -> bool:
        return self._due.get(name, 0.0) <= time.monotonic()

    async def _pass(self, name: str, pool: Pool, token: int) -> int:
        """Claims in one pool; answers how many waited there before."""
        waiting, begin = self._sizes.get(name, 0), time.monotonic()
        if self._resting.get(name, 0.0) > begin:
            return waiting
        self._resting.pop(name, None)
        waiting = 0
        for _ in range(self._rhythm.repeats):
            answer = await self._passes.look(name, pool)
            waiting = max(waiting, answer.waiting)
            complete = await self._claim_all(name, pool, token, answer.proposed)
            metrics.stuck.labels(pool.label).set(0 if complete else answer.stuck)
            if complete:
                break
        self._pace(name, pool, time.monotonic() - begin)
        return waiting

    def _pace(self, name: str, pool: Pool, took_s: float) -> None:
        """When the pool is looked at again without being rung for, and how long it rests if that is slow."""
        metrics.pass_seconds.labels(pool.label).observe(took_s)
        now, rhythm = time.monotonic(), self._rhythm
        self._due[name] = (
            now + (rhythm.pass_s if pool.pace.is_live else rhythm.async_pass_s) - rhythm.breath_s
        )
        if took_s > rhythm.pass_s / 4:
            self._rest(name, now + took_s * rhythm.idle_share)

    def _rest(self, name: str, until: float) -> None:
        """Leaves a pool alone until then, at least: whoever asked for longer gets it."""
        self._resting[name] = max(until, self._resting.get(name, 0.0))

    async def _claim_all(self, name: str, pool: Pool, token: int, tables: Collection[Proposed]) -> bool:
        """Claims one table after the other; False if tickets were gone, so that it is worth another look."""
        complete = True
        for proposed in tables:
            ask_ms = self._rhythm.ask_ms if pool.acceptance and proposed.plan.vacancy is None else 0
            await self._room.acquire()
            try:
                claimed = await self._store.claim(
                    name, token, proposed, self._rhythm.proposal_lease_ms, ask_ms
                )
            except BaseException:
                self._room.release()
                raise
            match claimed:
                case Proposal():
                    if (vacancy := proposed.plan.vacancy) is not None:
                        await self._store.close_vacancy(name, *vacancy[:2])
                    self._spawn(self._finish(name, claimed))
                    continue
                case Gone():
                    complete = False
                case Fenced():
                    log.info("pool_lost", pool=name)
                    self._forget(name)
                    self._room.release()
                    return True
                case Asked():
                    pass
            self._room.release()
        return complete

    async def _finish(self, name: str, proposal: Proposal) -> None:
        try:
            rest_ms = await self._proposals.finish(proposal)
            if rest_ms:
                self._rest(name, time.monotonic() + rest_ms / 1000)
        except Exception:  # its lease runs out, and somebody adopts it
            log.exception("proposal_left", proposal=proposal.id)
        finally:
            self._room.release()

    # Upkeep -------------------------------------------------------------------------------------------------

    async def _keep_up_for_ever(self) -> None:
        while not self._stopping:
            await self._patiently(self.keep_up())
            await self._bells.proposals(self._rhythm.pass_s)

    async def keep_up(self) -> None:
        """Expires tickets, takes over the proposals that nobody finished, undoes what nobody wants."""
        while expired := await self._tickets.sweep(self._rhythm.sweep):
            for ticket in expired:
                metrics.ended.labels(ticket.pool.label, "expired", "expired").inc()
        rhythm = self._rhythm
        adopted = await self._store.adopt(rhythm.proposal_lease_ms, rhythm.at_once, self._penalties)
        for proposal in adopted.proposals:
            await self._room.acquire()
            self._spawn(self._finish(proposal.pool.id, proposal))
        for thing in await self._store.unwanted(rhythm.proposal_lease_ms, rhythm.at_once):
            await self._room.acquire()
            self._spawn(self._end(thing))

    async def _end(self, thing: str) -> None:
        try:
            await self._proposals.end_unwanted(thing)
        except STORE_ERRORS as error:  # it is told again
            log.warning("unwanted_left", thing=thing, error=str(error))
        finally:
            self._room.release()

    async def _patiently(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except STORE_ERRORS as error:
            log.warning("round_failed", error=str(error))

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def _cancelled(tasks: Collection[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
