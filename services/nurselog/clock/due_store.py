"""What the clock reads from the store: due times, finished tables, and when games could not be played.

The sets belong to the engines; nothing is removed here. Only the heartbeats and outages are the clock's own.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib import resources

from redis.asyncio import RedisCluster

from nurselog.chassis.gatherer import Gatherer
from nurselog.chassis.partitions import TAGS, key, tag_for
from nurselog.chassis.redis import RedisClient

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
    """A table, when the house has to look at it (ms of server time), and how far off that is."""

    table: str
    at_ms: float
    in_s: float


@dataclass(frozen=True, slots=True)
class Sweep:
    """One look at all partitions."""

    due: tuple[Due, ...]
    finished: tuple[str, ...]


class DueStore:
    """The clock's window on the store."""

    def __init__(self, client: RedisClient, gatherer: Gatherer) -> None:
        self._gatherer = gatherer
        # One call for all partitions where one server holds them; a cluster wants a call for each slot.
        self._groups = [[tag] for tag in TAGS] if isinstance(client, RedisCluster) else [list(TAGS)]

    async def sweep(self, ahead_ms: int, known: int) -> Sweep:
        """What is due now or within `ahead_ms`, and what waits for the archive.

        `known` entries may be ahead of the new ones in a partition without hiding them.
        """
        calls = (self._sweep(tags, ahead_ms, PAGE + known) for tags in self._groups)
        parts = await asyncio.gather(*calls)
        due = tuple(due for now_ms, flat, _ in parts for due in _read(flat, now_ms))
        return Sweep(due, tuple(table.decode() for _, _, finished in parts for table in finished))

    async def beat(self, game: str, gap_ms: int) -> tuple[Outage, ...]:
        """Notes that the game can be played now; its outages, the one that just ended included."""
        tag = tag_for(game)
        keys = [key(tag, "clock", game, "beat"), key(tag, "clock", game, "outages")]
        entries: list[bytes] = await self._gatherer.fcall("clock_beat", keys, [gap_ms, KEEP_OUTAGES_MS])
        return tuple(Outage(*map(int, entry.split())) for entry in entries)

    async def _sweep(
        self, tags: Iterable[str], ahead_ms: int, limit: int
    ) -> tuple[int, list[bytes], list[bytes]]:
        keys = [key(tag, part) for tag in tags for part in ("deadlines", "presence", "finished")]
        now_ms, due, finished = await self._gatherer.fcall("clock_sweep", keys, [ahead_ms, limit])
        return now_ms, due, finished


def _read(flat: Sequence[bytes], now_ms: int) -> Iterable[Due]:
    for table, score in zip(flat[::2], flat[1::2], strict=True):
        at_ms = float(score)
        yield Due(table.decode().partition(" ")[0], at_ms, (at_ms - now_ms) / 1000)
