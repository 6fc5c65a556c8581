"""Twenty places at which tables are played, one after the other, until it is time to end.

Some pairs meet by tickets, some at a table of their own, some play a bot, some leave it to the clock.
"""

from __future__ import annotations

import asyncio
import itertools
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from tests.support.clients import Client, Faces, Json, NdjsonClient, Refused
from tests.support.grpc_client import GrpcClient
from tests.support.robust import History, Robust
from tests.support.socket_clients import SocketClient

KINDS = (SocketClient, NdjsonClient, GrpcClient)
THINK_S = 0.05
SEATED = frozenset({"ALREADY_SEATED", "SEAT_TAKEN", "TABLE_STARTED"})
QUICK: Json = {"perTurn": {"timeMs": 400}}


@dataclass(slots=True)
class Arena:
    """`await arena.run()` plays until `close()` was called and every table has ended."""

    faces: Faces
    seed: int
    histories: list[History] = field(default_factory=list)
    rated: set[str] = field(default_factory=set)
    tables: set[str] = field(default_factory=set)
    _closing: asyncio.Event = field(default_factory=asyncio.Event)
    _numbers: itertools.count[int] = field(default_factory=itertools.count)

    moves: int = 0
    """Moves acknowledged so far."""
    _news: asyncio.Condition = field(default_factory=asyncio.Condition)

    async def until_moves(self, more: int) -> None:
        """Returns when so many more moves were acknowledged."""
        wanted = self.moves + more
        async with asyncio.timeout(180), self._news:
            await self._news.wait_for(lambda: self.moves >= wanted)

    async def _acknowledged(self) -> None:
        async with self._news:
            self.moves += 1
            self._news.notify_all()

    def close(self) -> None:
        """No further tables; those that are played end."""
        self._closing.set()

    async def run(self) -> None:
        """Plays at twenty places."""
        places: list[Callable[[int], Awaitable[None]]] = [
            *[self._strangers] * 6,
            *[self._friends] * 8,
            *[self._against_bot] * 4,
            *[self._sleepers] * 2,
        ]
        await asyncio.gather(*(self._place(number, play) for number, play in enumerate(places)))

    async def _place(self, number: int, play: Callable[[int], Awaitable[None]]) -> None:
        while not self._closing.is_set():
            await play(number)

    async def _strangers(self, number: int) -> None:
        """Two who meet by a rated ticket; whom they meet is not theirs to choose."""
        pool: Json = {"game": "games/forest_sky", "seatCounts": [2], "rated": True}
        one, two = await self._guests(number, 2)
        try:
            await asyncio.gather(*(self._ticket_and_play(guest, pool) for guest in (one, two)))
        finally:
            await one.close()
            await two.close()

    async def _ticket_and_play(self, guest: Robust, pool: Json) -> None:
        table = await guest.insist(lambda client: client.find_table(pool))
        self._opened(table, rated=True)
        await self._play(guest, table)

    async def _friends(self, number: int) -> None:
        """Two at a rated table of their own, stored on disk."""
        one, two = await self._guests(number, 2)
        wish: Json = {
            "seatCount": 2,
            "startWhenFull": True,
            "rated": True,
            "durability": "DURABILITY_DISK",
            "clock": {"reserve": {"initialMs": 300_000, "addMs": 30_000}},
        }
        try:
            table = await self._open(one, wish)
            await two.insist(lambda client: take_seat(client, table))
            self._opened(table, rated=True)
            await asyncio.gather(self._play(one, table), self._play(two, table))
        finally:
            await one.close()
            await two.close()

    async def _against_bot(self, number: int) -> None:
        (one,) = await self._guests(number, 1)
        try:
            table = await self._open(
                one, {"seatCount": 2, "startWhenFull": True, "durability": "DURABILITY_DISK"}
            )
            await one.insist(lambda client: add_bot(client, table))
            self._opened(table, rated=False)
            await self._play(one, table)
        finally:
            await one.close()

    async def _sleepers(self, number: int) -> None:
        """Two of whom one falls asleep after the first turns: the clock ends the table."""
        one, two = await self._guests(number, 2)
        wish: Json = {
            "seatCount": 2,
            "startWhenFull": True,
            "clock": QUICK,
            "leaverPolicy": "LEAVER_POLICY_TIMEOUT_MOVES",
            "durability": "DURABILITY_DISK",
        }
        try:
            table = await self._open(one, wish)
            await two.insist(lambda client: take_seat(client, table))
            self._opened(table, rated=False)
            await asyncio.gather(self._play(one, table), self._play(two, table, patience=2))
        finally:
            await one.close()
            await two.close()

    async def _guests(self, number: int, count: int) -> list[Robust]:
        kind = KINDS[number % len(KINDS)]
        serial = next(self._numbers)
        names = [f"guest {serial} {n}" for n in range(count)]
        guests = [Robust(self.faces, kind, name, self._acknowledged, think_s=THINK_S) for name in names]
        for guest in guests:
            await guest.enter()
        return guests

    async def _open(self, guest: Robust, wish: Json) -> str:
        request = {**wish, "requestId": f"open {next(self._numbers)}"}
        return await guest.insist(lambda client: open_table(client, request))

    def _opened(self, table: str, *, rated: bool) -> None:
        self.tables.add(table)
        if rated:
            self.rated.add(table)

    async def _play(self, guest: Robust, table: str, patience: int = 1000) -> None:
        luck = random.Random(f"{self.seed} {table} {guest.player}")
        history = await guest.play(table, luck, patience)
        self.histories.append(history)


async def open_table(client: Client, wish: Json) -> str:
    """Over REST, whatever face the client plays on."""
    async with rest_of(client) as rest:
        return str((await rest.call("POST", "/v1/games/forest_sky/tables", wish))["name"])


async def take_seat(client: Client, table: str) -> None:
    """Sits down; an earlier try, whose answer was lost, may have done it, or do it this very moment."""
    async with rest_of(client) as rest:
        try:
            await rest.call("POST", f"/v1/{table}:takeSeat", {})
        except Refused as refusal:
            if refusal.reason not in SEATED or client.player not in await seated(rest, table):
                raise


async def add_bot(client: Client, table: str) -> None:
    """Likewise."""
    async with rest_of(client) as rest:
        try:
            await rest.call("POST", f"/v1/{table}:addBot", {})
        except Refused as refusal:
            if refusal.reason not in SEATED or "bots/random" not in await seated(rest, table):
                raise


async def seated(rest: NdjsonClient, table: str) -> set[str]:
    """Who sits at a table."""
    return {seat.get("occupant", {}).get("player", "") for seat in (await rest.get(table))["seats"]}


def rest_of(client: Client) -> NdjsonClient:
    """The same guest over REST."""
    rest = NdjsonClient(client.faces)
    rest.as_player(client.player, client.token)
    return rest
