"""One process of the house: a gRPC server with health and metrics, background work, and a clean end.

    async def bind(app: App[EngineSettings]) -> None:
        app.libraries.add(FUNCTIONS)
        app.add(GameService(...), add_GameServiceServicer_to_server)
        app.background("trimmer", trimmer.run)
        app.ready_when(tables.ping)

    if __name__ == "__main__":
        run("engine", EngineSettings, bind)

Binding does nothing global, so several apps can share one process (`serve`).
"""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import suppress
from typing import Any, Generic, NoReturn, TypeAlias

import grpc
from pydantic import ValidationError
from typing_extensions import TypeVar

from nurselog.chassis import logs
from nurselog.chassis.channel import CarryingChannel
from nurselog.chassis.config import SETTINGS_INVALID, Settings, wrong_settings
from nurselog.chassis.endings import end
from nurselog.chassis.gatherer import Gatherer
from nurselog.chassis.health import Check, Readiness
from nurselog.chassis.interceptors import ServerInterceptor
from nurselog.chassis.metrics import MetricsServer
from nurselog.chassis.redis import Libraries, RedisClient, close, connect, ping
from nurselog.chassis.server import AddTo, Registrar, channel_options, make_server

S = TypeVar("S", bound=Settings, default=Settings)
Work: TypeAlias = Callable[[], Coroutine[Any, Any, None]]
Closer: TypeAlias = Callable[[], Awaitable[object]]

log = logs.get(__name__)


class BackgroundCrashed(Exception):
    """Work ended that should never end; the process follows it, so that its supervisor starts a fresh one."""


class App(Generic[S]):
    """What `bind` fills and `serve` runs. Nothing connects or listens before `start`."""

    def __init__(self, config: S, name: str) -> None:
        self.config = config
        self.name = name
        self.port = 0
        self.metrics_port = 0
        self.readiness = Readiness(name)
        self.crashed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._registrar = Registrar()
        self._redis: RedisClient | None = None
        self._libraries: Libraries | None = None
        self._gatherer: Gatherer | None = None
        self._loaded = False
        self._work: dict[str, Work] = {"readiness": self.readiness.run}
        self._tasks: list[asyncio.Task[None]] = []
        self._drainers: list[Closer] = []
        self._closers: list[Closer] = []
        self._interceptor = ServerInterceptor(config.deadline_s)
        self._server: grpc.aio.Server | None = None
        self._stopping = False

    # What bind uses -----------------------------------------------------------------------------------------

    @property
    def redis(self) -> RedisClient:
        """The store; connects at its first use. The process is ready only while the store answers."""
        if self._redis is None:
            self._redis = connect(self.config)
            self.readiness.add("store", self._store_answers)
        return self._redis

    @property
    def libraries(self) -> Libraries:
        """The function libraries this process needs in the store; loaded before it is ready."""
        if self._libraries is None:
            self._libraries = Libraries(self.redis)
        return self._libraries

    @property
    def gatherer(self) -> Gatherer:
        """The store's fast entrance: calls of one loop pass share one write."""
        if self._gatherer is None:
            self._gatherer = Gatherer(self.redis, self.libraries, timeout_s=self.config.redis_timeout_s)
        return self._gatherer

    @property
    def address(self) -> str:
        """Where the server listens, after `start`."""
        return f"{self.config.host}:{self.port}"

    def add(self, servicer: object, add_to: AddTo, service_full_name: str | None = None) -> None:
        """Serves `servicer`; its full name is known to the generated `add_to`."""
        before = set(self._registrar.names)
        self._registrar.add(servicer, add_to)
        if service_full_name is not None and service_full_name not in set(self._registrar.names) - before:
            raise ValueError(f"{add_to} does not add {service_full_name}")

    def background(self, name: str, work: Work) -> None:
        """Runs `work` beside the server; should it end or raise, the process ends with a log entry."""
        if name in self._work:
            raise ValueError(f"two background works are called {name}")
        self._work[name] = work

    def on_drain(self, callback: Closer) -> None:
        """Called when the end begins, before streams are cut: the moment to finish what is under way."""
        self._drainers.append(callback)

    def on_close(self, callback: Closer) -> None:
        """Called after the last call and all background work, the newest first."""
        self._closers.append(callback)

    def ready_when(self, check: Check, name: str | None = None) -> None:
        """The process is ready only while `check` neither raises nor answers False."""
        self.readiness.add(name or str(getattr(check, "__qualname__", check)), check)

    async def channel(self, address: str) -> grpc.aio.Channel:
        """A channel to another process of ours; carries caller and request id, and is closed with the app."""
        bare = grpc.aio.insecure_channel(address, options=channel_options(self.config))
        channel = CarryingChannel(bare, self.config.deadline_s)
        self.on_close(channel.close)
        return channel

    # What serve uses ----------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Listens, and starts the background work; ready somewhat later (`readiness.wait()`)."""
        server = make_server(self.config, self._interceptor, self.readiness.servicer)
        self._registrar.install(server)
        self.port = server.add_insecure_port(f"{self.config.host}:{self.config.port}")
        await self.readiness.publish(self._registrar.names)
        await server.start()
        self._server = server
        self._serve_metrics()
        for name, work in self._work.items():
            task = asyncio.create_task(work(), name=f"{self.name}:{name}")
            task.add_done_callback(self._ended)
            self._tasks.append(task)
        log.info("listening", app=self.name, address=self.address, metrics_port=self.metrics_port)

    async def stop(self) -> None:
        """Ends in order: no new callers, running calls get `drain_s`, then the work, then what was opened."""
        if self._stopping:
            return
        self._stopping = True
        log.info("draining", app=self.name)
        await self.readiness.stop()
        await self._drain()
        await self._end_work()
        for closer in reversed(self._closers):
            await self._quietly(closer)
        if self._gatherer is not None:
            await self._quietly(self._gatherer.aclose)
        if (redis := self._redis) is not None:
            await self._quietly(lambda: close(redis))
        log.info("stopped", app=self.name)

    async def serve(self) -> None:
        """Runs until SIGTERM, SIGINT or a crash of background work (which raises `BackgroundCrashed`)."""
        await serve([self])

    def _serve_metrics(self) -> None:
        if self.config.metrics_port:
            metrics = MetricsServer(self.config.metrics_host, self.config.metrics_port)
            self.metrics_port = metrics.port
            self.on_close(lambda: asyncio.to_thread(metrics.close))

    async def _store_answers(self) -> None:
        await ping(self.redis)
        if not self._loaded and self._libraries is not None:
            await self._libraries.load()
            self._loaded = True

    def _ended(self, task: asyncio.Task[None]) -> None:
        if self._stopping or task.cancelled():
            return
        error = task.exception()
        log.error("background_crashed", app=self.name, work=task.get_name(), exc_info=error)
        if not self.crashed.done():
            crash = BackgroundCrashed(f"{task.get_name()} ended")
            crash.__cause__ = error
            self.crashed.set_exception(crash)

    async def _drain(self) -> None:
        if self._server is None:
            return
        stopping = asyncio.create_task(self._server.stop(self.config.drain_s))
        with suppress(TimeoutError):
            async with asyncio.timeout(self.config.drain_s / 2):
                await asyncio.gather(*(self._quietly(callback) for callback in self._drainers))
        self._interceptor.cut_streams()
        await stopping

    async def _end_work(self) -> None:
        await end(self._tasks)

    async def _quietly(self, closer: Closer) -> None:
        try:
            await closer()
        except Exception as error:
            log.warning("close_failed", app=self.name, what=repr(closer), exc_info=error)


async def serve(apps: Sequence[App[Any]]) -> None:
    """Runs apps as one process until SIGTERM, SIGINT or a crash in one of them; stops the last first."""
    loop = asyncio.get_running_loop()
    signalled = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, signalled.set)
    waiting = asyncio.create_task(signalled.wait())
    try:
        for app in apps:
            await app.start()
        ends: list[asyncio.Future[Any]] = [waiting, *(app.crashed for app in apps)]
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
    finally:
        waiting.cancel()
        for app in reversed(apps):
            await app.stop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.remove_signal_handler(number)
    for app in apps:
        if app.crashed.done():
            app.crashed.result()


def load_settings(settings: type[S]) -> S:
    """The settings from the environment; a wrong value ends the process with exit code 2 and its name."""
    try:
        return settings()
    except ValidationError as error:
        log.error("settings_invalid", settings=wrong_settings(error))  # noqa: TRY400 - the sentence is enough
        sys.exit(SETTINGS_INVALID)


def run(service: str, settings: type[S], bind: Callable[[App[S]], Awaitable[None]]) -> NoReturn:
    """The body of every `__main__.py`: one app, to its end. Exit code 0 after a signal, 1 after a crash."""
    import uvloop

    logs.configure(service)
    config = load_settings(settings)
    logs.configure(service, config.log_format, config.log_level)
    try:
        uvloop.run(_run(service, config, bind))
    except BackgroundCrashed:
        sys.exit(1)
    sys.exit(0)


async def _run(service: str, config: S, bind: Callable[[App[S]], Awaitable[None]]) -> None:
    app = App(config, service)
    await bind(app)
    await app.serve()
