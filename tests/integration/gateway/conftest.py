"""A whole gateway in this process, in front of an engine that plays a toy."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Any

import grpc
import httpx
import pytest
import pytest_asyncio
import uvloop
from websockets.asyncio.client import connect

from nurselog.chassis.app import App
from nurselog.gateway.app import Gateway, bind
from nurselog.gateway.settings import GatewaySettings
from tests.support.toy_engine import ToyEngine
from tests.support.toy_table import ToyTable

TABLE = "games/toy/tables/e0-00000001"
KEY = "k" * 32


@dataclass
class House:
    """A running gateway with what tests want of it."""

    app: App[GatewaySettings]
    gateway: Gateway
    http: httpx.AsyncClient

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.gateway.http_port}"

    @property
    def socket_url(self) -> str:
        return f"ws://127.0.0.1:{self.gateway.http_port}/v1/ws"

    @property
    def grpc_address(self) -> str:
        return f"127.0.0.1:{self.gateway.grpc_port}"

    async def session(self, name: str = "Ann") -> dict[str, str]:
        """A fresh player: its name, and the headers that prove it."""
        answer = (await self.http.post("/v1/sessions", json={"displayName": name})).json()
        return {"player": answer["player"], "token": answer["token"]}

    def socket(self, token: str = "", uri: str = "", **options: Any) -> connect:
        """A web socket."""
        headers = {"authorization": f"Bearer {token}"} if token else {}
        return connect(uri or self.socket_url, additional_headers=headers, proxy=None, **options)


def bearer(session: dict[str, str]) -> dict[str, str]:
    return {"authorization": f"Bearer {session['token']}"}


@asynccontextmanager
async def a_house(*engines: ToyEngine, ready: bool = True, **wishes: Any) -> AsyncIterator[House]:
    """A gateway before these engines; they share their game if it is the same."""
    by_game: dict[str, list[str]] = {}
    for engine in engines:
        by_game.setdefault(engine.game, []).append(engine.address)
    settings: dict[str, Any] = {
        "engines": ",".join(f"{game}={'|'.join(places)}" for game, places in by_game.items()),
        "session_key": KEY,
        "http_port": 0,
        "grpc_port": 0,
        "drain_s": 0.5,
        **wishes,
    }
    app = App(GatewaySettings(**settings), "gateway")
    gateway = await bind(app)
    await app.start()
    try:
        await gateway.listening.wait()
        if ready:
            await app.readiness.wait()
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{gateway.http_port}") as http:
            yield House(app, gateway, http)
    finally:
        await app.stop()


def pytest_asyncio_loop_factories() -> dict[str, Callable[[], asyncio.AbstractEventLoop]]:
    """The loop of production."""
    return {"uvloop": uvloop.new_event_loop}


async def until(is_so: Callable[[], bool]) -> None:
    """Waits for what nothing tells."""
    async with asyncio.timeout(10):
        while not is_so():  # noqa: ASYNC110 - the other side of a wire
            await asyncio.sleep(0.005)


@pytest.fixture
async def engine() -> AsyncIterator[ToyEngine]:
    made = await ToyEngine().start()
    made.tables[TABLE] = ToyTable(TABLE)
    yield made
    await made.stop()


@pytest.fixture
async def house(engine: ToyEngine) -> AsyncIterator[House]:
    async with a_house(engine) as made:
        yield made


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared() -> AsyncIterator[tuple[House, ToyEngine]]:
    """One house for the many tests of a module that leave no trace in it."""
    engine = await ToyEngine().start()
    engine.tables[TABLE] = ToyTable(TABLE)
    async with a_house(engine, creates_per_s=0) as made:
        yield made, engine
    await engine.stop()


@pytest.fixture
async def channel(house: House) -> AsyncIterator[grpc.aio.Channel]:
    async with grpc.aio.insecure_channel(house.grpc_address) as made:
        yield made


MakeHouse = Callable[..., Awaitable[House]]


@pytest.fixture
async def make_house() -> AsyncIterator[MakeHouse]:
    """Houses with other engines or settings."""
    async with AsyncExitStack() as stack:

        async def make(*engines: ToyEngine, **wishes: Any) -> House:
            return await stack.enter_async_context(a_house(*engines, **wishes))

        yield make


async def seated(house: House, engine: ToyEngine, table: str = TABLE) -> dict[str, str]:
    """A player with a seat at the table."""
    session = await house.session()
    engine.tables[table].players.append(session["player"])
    return session
