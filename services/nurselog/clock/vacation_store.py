"""Vacations in Redis or Valkey: a hash for each player, and which tables do not know of all of them yet."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass

from nurselog.chassis.gatherer import Gatherer
from nurselog.chassis.redis import Word
from nurselog.chassis.vacation_keys import tables_key, todo_key, todo_keys, vacations_key
from nurselog.clock.vacations import Vacation

PAGE = 100
"""Untold tables read from a partition at once."""


@dataclass(frozen=True, slots=True)
class Known:
    """What the store has of a player, at one moment of its clock."""

    now_ms: int
    revision: int
    vacations: tuple[Vacation, ...]
    """The earliest first."""
    tables: tuple[str, ...]
    """Where they may count; some of these tables may be over."""


class VacationStore:
    """Changes by compare-and-set on the player's revision."""

    def __init__(self, gatherer: Gatherer) -> None:
        self._gatherer = gatherer

    async def read(self, player: str) -> Known:
        """All there is."""
        keys = [vacations_key(player), tables_key(player)]
        now_ms, flat, tables = await self._gatherer.fcall("clock_vacations", keys)
        fields = {name.decode(): value.decode() for name, value in zip(flat[::2], flat[1::2], strict=True)}
        revision = int(fields.pop("revision", "0"))
        vacations = sorted(_read(name, value) for name, value in fields.items())
        return Known(now_ms, revision, tuple(vacations), tuple(sorted(one.decode() for one in tables)))

    async def put(
        self, player: str, revision: int, vacation: Vacation, forget: Iterable[Vacation] = ()
    ) -> bool:
        """Plans it, or changes the one that begins then; False if somebody else was faster."""
        keys = [vacations_key(player), tables_key(player), todo_key(player)]
        value = f"{vacation.until_ms} {vacation.request_id}"
        args: list[Word] = [player, revision, vacation.from_ms, value, *(one.from_ms for one in forget)]
        return bool(await self._gatherer.fcall("clock_put_vacation", keys, args, ack="disk"))

    async def told(self, player: str, table: str, revision: int, *, gone: bool) -> None:
        """The table knows all up to this revision; or they count there no more."""
        keys = [tables_key(player), todo_key(player)]
        await self._gatherer.fcall("clock_told", keys, [player, table, revision, "1" if gone else ""])

    async def untold(self) -> list[tuple[str, str]]:
        """Players and tables that do not know of all their vacations yet, in no order; not all at once."""
        asked = (self._gatherer.call("ZRANGE", name, 0, PAGE - 1, key=name) for name in todo_keys())
        found: list[tuple[str, str]] = []
        for members in await asyncio.gather(*asked):
            for member in members:
                player, _, table = member.decode().partition(" ")
                found.append((player, table))
        return found


def _read(name: str, value: str) -> Vacation:
    until_ms, _, request_id = value.partition(" ")
    return Vacation(int(name), int(until_ms), request_id)
