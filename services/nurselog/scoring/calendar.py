"""Looks for seasons that begin or end, and does once what is due then, also after a time without a look."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from redis.exceptions import RedisError

from nurselog.chassis.errors import Unavailable
from nurselog.chassis.logs import get
from nurselog.scoring.packed_store import PackedStore
from nurselog.scoring.season_store import SeasonStore
from nurselog.scoring.seasons import Season, boundaries

log = get(__name__)


@dataclass(frozen=True, slots=True)
class Pace:
    """Seconds between two looks, and seconds after its end for which a season's board stays as it was."""

    every_s: float
    keep_s: float


class Calendar:
    """Any number of them may run: each boundary is crossed by one."""

    def __init__(
        self,
        seasons: SeasonStore,
        packed: PackedStore,
        pace: Pace,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._seasons = seasons
        self._packed = packed
        self._pace = pace
        self._now = now
        self._crossed: set[tuple[str, str]] = set()
        self._put_away: set[tuple[str, int]] = set()

    async def run(self) -> None:
        """Looks for ever; a store that does not answer is asked again."""
        while True:
            try:
                await self.look()
            except (RedisError, Unavailable) as error:
                log.warning("seasons_not_looked_at", error=str(error))
            await asyncio.sleep(self._pace.every_s)

    async def look(self) -> int:
        """Crosses every boundary that is due and was not crossed yet; answers how many."""
        crossed, now = 0, int(self._now())
        for ladder in await self._seasons.ladders():
            seasons = await self._seasons.of(ladder)
            await self._put_old_away(ladder, seasons, now)
            for boundary in boundaries(seasons, now):
                if (ladder, boundary.name) in self._crossed:
                    continue
                if await self._seasons.cross(ladder, boundary):
                    crossed += 1
                    log.info(
                        "season_boundary", ladder=ladder, season=boundary.season.id, boundary=boundary.kind
                    )
                self._crossed.add((ladder, boundary.name))
        return crossed

    async def _put_old_away(self, ladder: str, seasons: Iterable[Season], now: int) -> None:
        """Packs the boards of seasons that ended long ago."""
        for season in seasons:
            if (ladder, season.begins_s) in self._put_away or now < season.ends_s + self._pace.keep_s:
                continue
            if await self._packed.pack(ladder, season.begins_s):
                log.info("season_packed", ladder=ladder, season=season.id)
            self._put_away.add((ladder, season.begins_s))
