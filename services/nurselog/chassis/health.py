"""Readiness: a process serves when all its checks pass, and says so by the gRPC health protocol.

https://github.com/grpc/grpc/blob/master/doc/health-checking.md
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from collections.abc import Set as AbstractSet
from typing import TypeAlias

from grpc_health.v1 import health_pb2
from grpc_health.v1.health import aio as health_aio

from nurselog.chassis import metrics
from nurselog.chassis.logs import get

Check: TypeAlias = Callable[[], Awaitable[object]]
"""Raises, or answers False, while its subject is not ready."""

EVERY_S = 1.0
CHECK_S = 2.0

log = get(__name__)


class Readiness:
    """All checks of a process as one answer, published under the name of each service and the empty one."""

    def __init__(self, service: str, *, every_s: float = EVERY_S) -> None:
        self.servicer = health_aio.HealthServicer()
        self._service = service
        self._every_s = every_s
        self._checks: dict[str, Check] = {}
        self._names: list[str] = [""]
        self._ready: bool | None = None
        self._failing: AbstractSet[str] | None = None
        self._changed = asyncio.Event()
        self._stopped = False

    def add(self, name: str, check: Check) -> None:
        """One more thing that must be ready."""
        self._checks[name] = check

    async def publish(self, services: Iterable[str]) -> None:
        """Answers for these services too; not ready until the first look."""
        self._names += services
        await self._say(ready=False)

    @property
    def ready(self) -> bool:
        """What was published last."""
        return bool(self._ready)

    async def wait(self, *, ready: bool = True) -> None:
        """Returns when the process is ready, or no longer is."""
        while self._ready is not ready:
            await self._changed.wait()

    async def failing(self) -> dict[str, str]:
        """The checks that do not pass now, with their reasons."""
        answers = await asyncio.gather(*(self._look(name, check) for name, check in self._checks.items()))
        return {name: reason for name, reason in answers if reason is not None}

    async def run(self) -> None:
        """Looks for ever: often until ready, then each `every_s`."""
        while not self._stopped:
            failing = await self.failing()
            if failing.keys() != self._failing:
                self._failing = failing.keys()
                _note(failing)
            if (not failing) != self._ready:
                await self._say(ready=not failing)
            await asyncio.sleep(self._every_s if not failing else min(0.1, self._every_s))

    async def stop(self) -> None:
        """NOT_SERVING from now on, whatever the checks say: no new callers, please."""
        self._stopped = True
        await self._say(ready=False)
        await self.servicer.enter_graceful_shutdown()

    async def _say(self, *, ready: bool) -> None:
        serving = (
            health_pb2.HealthCheckResponse.SERVING if ready else health_pb2.HealthCheckResponse.NOT_SERVING
        )
        for name in self._names:
            await self.servicer.set(name, serving)
        self._ready = ready
        metrics.ready.labels(self._service).set(int(ready))
        self._changed.set()
        self._changed = asyncio.Event()

    async def _look(self, name: str, check: Check) -> tuple[str, str | None]:
        try:
            async with asyncio.timeout(CHECK_S):
                answer = await check()
        except Exception as error:  # noqa: BLE001 - whatever a check raises means: not ready
            return name, f"{type(error).__name__}: {error}"
        return name, "no" if answer is False else None


def _note(failing: dict[str, str]) -> None:
    if failing:
        log.warning("not_ready", failing=failing)
    else:
        log.info("ready")
