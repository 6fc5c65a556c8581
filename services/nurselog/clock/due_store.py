"""What the clock reads from the store: due times, finished tables, and when games could not be played.

The sets belong to the engines; nothing is removed here. Only the heartbeats and outages are the clock's own.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from importlib import resources

from nurselog.chassis.gatherer import Gatherer
from nurselog.chassis.partitions import TAGS, key, tag_for
from nurselog.chassis.redis import RedisClient, server_time_ms

FUNCTIONS = resources.files(__package__).joinpath("clock.lua").read_text(encoding="utf-8")

KEEP_OUTAGES_MS = 14 * 24 * 3600 * 1000
"""Longer than any clock of ours runs for one decision."""

PAGE = 500
"""Entries read per partition and sweep, beyond those that are known already."""


@dataclass(frozen=True, slots=True)
class Outage:
    """A time in which a game could not be played, in ms of server time."""

    from_ms: int
    until_ms: int


@dataclass(frozen=True, slots=True)
class Due:
    """A table and the moment at which its deadline falls, in ms of server time."""

    table: str
    at_ms: float


@dataclass(frozen=True, slots=True)
class Sweep:
    """One look at all partitions."""

    now_ms: int
    due: tuple[Due, ...]
    finished: tuple[str, ...]


class DueStore:
    """The clock's window on the store."""

    def __init__(self, client: RedisClient, gatherer: Gatherer) -> None:
        self._client = client
        self._gatherer = gatherer

    async def sweep(self, ahead_ms: int, known: int) -> Sweep:
        """What is due now or within `ahead_ms`, and what waits for the archive; one write per store server.

        `known` entries may be ahead of the new ones in a partition without hiding them.
        """
        now_ms = await server_time_ms(self._client)
        limit = PAGE + known
        due, finished = await asyncio.gather(
            asyncio.gather(*(self._due(tag, now_ms + ahead_ms, limit) for tag in TAGS)),
            asyncio.gather(*(self._finished(tag, limit) for tag in TAGS)),
        )
        return Sweep(
            now_ms, tuple(d for part in due for d in part), tuple(t for part in finished for t in part)
        )

    async def beat(self, game: str, gap_ms: int) -> tuple[Outage, ...]:
        """Notes that the game can be played now; its outages, the one that just ended included."""
        tag = tag_for(game)
        keys = [key(tag, "clock", game, "beat"), key(tag, "clock", game, "outages")]
        entries: list[bytes] = await self._gatherer.fcall("clock_beat", keys, [gap_ms, KEEP_OUTAGES_MS])
        return tuple(Outage(*map(int, entry.split())) for entry in entries)

    async def _due(self, tag: str, until_ms: int, limit: int) -> list[Due]:
        name = key(tag, "deadlines")
        words = ("ZRANGE", name, "-inf", until_ms, "BYSCORE", "LIMIT", 0, limit, "WITHSCORES")
        reply: list[bytes] = await self._gatherer.call(*words, key=name)
        return [Due(table.decode(), float(at)) for table, at in zip(reply[::2], reply[1::2], strict=True)]

    async def _finished(self, tag: str, limit: int) -> list[str]:
        name = key(tag, "finished")
        reply: list[bytes] = await self._gatherer.call("ZRANGE", name, 0, limit - 1, key=name)
        return [table.decode() for table in reply]
