"""Calls of services that run in several replicas, one set per game: any replica can answer, one is preferred.

engines = Replicas(await channels_of(app, parse_engines(text)), EngineServiceStub)
answer = await engines.ask(table, lambda stub: stub.ExpireTurn(request, timeout=10))
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Generic, Protocol, TypeVar

import grpc

from nurselog.chassis.addresses import game_of, preferred
from nurselog.chassis.errors import Refusal, Unavailable, from_rpc_error

Stub = TypeVar("Stub")
T = TypeVar("T")

Channels = Mapping[str, Mapping[str, grpc.aio.Channel]]
"""The channel to each address, by game."""


class Opener(Protocol):
    """What opens channels: an app."""

    async def channel(self, address: str) -> grpc.aio.Channel:
        """A channel to another process of ours."""
        ...


async def channels_of(app: Opener, addresses: Mapping[str, Iterable[str]]) -> Channels:
    """A channel to each replica of each game; an address that plays several games gets one channel."""
    known: dict[str, grpc.aio.Channel] = {}
    for replicas in addresses.values():
        for address in replicas:
            if address not in known:
                known[address] = await app.channel(address)
    return {game: {address: known[address] for address in replicas} for game, replicas in addresses.items()}


class Replicas(Generic[Stub]):
    """One service in its replicas."""

    def __init__(self, channels: Channels, make_stub: Callable[[grpc.aio.Channel], Stub]) -> None:
        self._channels = channels
        self._stubs = {
            address: make_stub(channel)
            for replicas in channels.values()
            for address, channel in replicas.items()
        }

    @property
    def games(self) -> Iterable[str]:
        """The games that have replicas."""
        return self._channels.keys()

    def connected(self, game: str) -> bool:
        """Whether a replica of the game is connected now; wakes idle connections."""
        states = [channel.get_state(try_to_connect=True) for channel in self._channels[game].values()]
        return grpc.ChannelConnectivity.READY in states

    async def ask(self, table: str, call: Callable[[Stub], Awaitable[T]]) -> T:
        """Asks the table's preferred replica, then the next while one cannot be reached. Raises `Refusal`."""
        problem: Refusal = Unavailable("SERVICE_UNAVAILABLE", "No engine plays this game.", table=table)
        for address in preferred(table, self._channels.get(game_of(table), ())):
            try:
                return await call(self._stubs[address])
            except grpc.aio.AioRpcError as error:
                problem = from_rpc_error(error)
                if error.code() is not grpc.StatusCode.UNAVAILABLE:
                    raise problem from None
        if problem.reason == "STORE_UNAVAILABLE":
            raise problem
        raise Unavailable("SERVICE_UNAVAILABLE", problem.message, table=table)
