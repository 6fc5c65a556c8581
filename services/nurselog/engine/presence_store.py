"""Whose players are there, in Redis or Valkey: a sorted set per partition.

Members are `{table name} {seat}`, their score the moment from which the seat is missed.
The clock worker reads the same sets (`clock/due_store.py`).
"""

from __future__ import annotations

from collections.abc import Iterable

from nurselog.chassis.gatherer import Gatherer
from nurselog.chassis.partitions import key
from nurselog.chassis.redis import Word
from nurselog.engine.address import Address
from nurselog.rules.api import Seat


class RedisPresence:
    """The adapter."""

    def __init__(self, gatherer: Gatherer) -> None:
        self._gatherer = gatherer

    async def seen(self, address: Address, seats: Iterable[Seat], missed_from_ms: int) -> None:
        await self._call("ZADD", address, _scored(address, seats, missed_from_ms))

    async def expect(self, address: Address, seats: Iterable[Seat], missed_from_ms: int) -> None:
        scored = _scored(address, seats, missed_from_ms)
        await self._call("ZADD", address, ["NX", *scored] if scored else [])

    async def missed_from(self, address: Address, seats: Iterable[Seat]) -> dict[Seat, int]:
        asked = list(seats)
        scores = await self._call("ZMSCORE", address, [_member(address, seat) for seat in asked])
        found = zip(asked, scores or (), strict=False)
        return {seat: int(float(score)) for seat, score in found if score is not None}

    async def forget(self, address: Address, seats: Iterable[Seat]) -> None:
        await self._call("ZREM", address, [_member(address, seat) for seat in seats])

    async def _call(self, command: str, address: Address, words: list[Word]) -> list[bytes | None] | None:
        """None if there is nothing to say."""
        if not words:
            return None
        name = key(address.tag, "presence")
        reply: list[bytes | None] = await self._gatherer.call(command, name, *words, key=name)
        return reply


def _member(address: Address, seat: Seat) -> str:
    return f"{address.name} {seat}"


def _scored(address: Address, seats: Iterable[Seat], at_ms: int) -> list[Word]:
    return [word for seat in seats for word in (at_ms, _member(address, seat))]
