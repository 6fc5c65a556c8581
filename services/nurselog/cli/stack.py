"""A stack on this machine as one object: planned, started under a supervisor, described, stopped."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable
from dataclasses import replace

from nurselog.chassis.addresses import format_engines
from nurselog.chassis.embedded import EmbeddedStore, free_port
from nurselog.cli import data_folder, runfile
from nurselog.cli.child import Program, StoreChild
from nurselog.cli.memory import resident_bytes
from nurselog.cli.plan import ProcessPlan, StackPlan, Wishes, make_plan
from nurselog.cli.readiness import until_ready
from nurselog.cli.supervisor import Happening, Kept, Supervisor
from nurselog.rules.registry import game_names


class Stack:
    """`await start()`, `await supervisor.failed()` while it runs, `await stop()`.

    The caller holds the lock of the data folder.
    """

    def __init__(
        self, wishes: Wishes, store: EmbeddedStore | None, on_happening: Callable[[Happening], None]
    ) -> None:
        self._wishes = wishes
        self._store = store
        self._tell = on_happening
        self._born = time.monotonic()
        self._ready_s = 0.0
        self.plan: StackPlan = make_plan(wishes, wishes.games or game_names(), free_port)
        self.supervisor = Supervisor(self._kept(), self._happened)

    async def start(self) -> None:
        """Starts everything; returns when all is ready."""
        self._born = time.monotonic()
        await self.supervisor.start()
        self._ready_s = time.monotonic() - self._born
        self.describe().write(self._wishes.data)

    async def stop(self) -> None:
        """Ends everything, the faces first, the store last."""
        await self.supervisor.stop()
        runfile.remove(self._wishes.data)

    def describe(self) -> runfile.RunFile:
        """What runs now."""
        addresses = {plan.name: plan.address for plan in self.plan.processes}
        return runfile.RunFile(
            pid=os.getpid(),
            http=self.plan.http_url,
            grpc=self.plan.grpc_address,
            redis_url=self.plan.redis_url,
            engines=format_engines(self.plan.engines),
            ready_s=round(self._ready_s, 2),
            processes=tuple(_running(kept, addresses) for kept in self.supervisor),
        )

    def _happened(self, happening: Happening) -> None:
        if self._ready_s and happening.kind in ("died", "ready"):
            self.describe().write(self._wishes.data)
        self._tell(happening)

    def _kept(self) -> Iterable[Kept]:
        if self._store is not None:
            yield Kept(name="store", child=StoreChild(self._store), until_ready=_at_once, stage=0)
        for plan in self.plan.processes:
            yield self._kept_program(plan)

    def _kept_program(self, plan: ProcessPlan) -> Kept:
        log = None if self._wishes.console_logs else self._wishes.data / "logs" / f"{plan.name}.log"
        return Kept(
            name=plan.name, child=Program(plan, log), until_ready=lambda: until_ready(plan), stage=plan.stage
        )


def make_stack(wishes: Wishes, *, own_store: bool, on_happening: Callable[[Happening], None]) -> Stack:
    """A stack on a data folder whose lock the caller holds; with its own store unless one was named."""
    data_folder.session_key(wishes.data)
    if not own_store:
        return Stack(wishes, None, on_happening)
    data_folder.end_leftover_store(wishes.data)
    store = EmbeddedStore(wishes.data / data_folder.STORE)
    return Stack(replace(wishes, redis_url=store.url), store, on_happening)


def _running(kept: Kept, addresses: dict[str, str]) -> runfile.Running:
    pid = kept.child.pid
    return runfile.Running(
        name=kept.name,
        address=addresses.get(kept.name, ""),
        pid=pid,
        ready_s=round(kept.ready_s, 2),
        memory_bytes=resident_bytes(pid) if pid else 0,
        restarts=kept.restarts,
    )


async def _at_once() -> None:
    """The store is ready when it has started."""
