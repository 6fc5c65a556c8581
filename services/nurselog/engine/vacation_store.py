"""Says in the store at which tables vacations of a player may count: the clock will tell them."""

from __future__ import annotations

from typing import Protocol

from nurselog.chassis.gatherer import Gatherer
from nurselog.chassis.vacation_keys import tables_key, todo_key, todo_member, vacations_key


class VacationBook(Protocol):
    """Who may go on vacation from which table."""

    async def join(self, player: str, table: str) -> None:
        """The player's vacations count at the table from now on; a repeat changes nothing."""
        ...


class RedisVacations:
    """The adapter. The table is named first: whoever plans a vacation after that finds it there."""

    def __init__(self, gatherer: Gatherer) -> None:
        self._gatherer = gatherer

    async def join(self, player: str, table: str) -> None:
        tables, known, todo = tables_key(player), vacations_key(player), todo_key(player)
        await self._gatherer.call("SADD", tables, table, key=tables)
        if await self._gatherer.call("EXISTS", known, key=known):
            await self._gatherer.call("ZADD", todo, "NX", 0, todo_member(player, table), key=todo)


class MemoryVacations:
    """As long as the process lives, for tests."""

    def __init__(self) -> None:
        self.tables: set[tuple[str, str]] = set()

    async def join(self, player: str, table: str) -> None:
        self.tables.add((player, table))
