"""Looks for seasons that begin or end, and does once what is due then, also after a time without a look."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from redis.exceptions import RedisError

from nurselog.chassis.errors import Unavailable
from nurselog.chassis.logs import get
from nurselog.scoring.season_store import SeasonStore
from nurselog.scoring.seasons import boundaries

log = get(__name__)


class Calendar:
    """Any number of them may run: each boundary is crossed by one."""

    def __init__(self, seasons: SeasonStore, every_s: float, now: Callable[[], float] = time.time) -> None:
        self._seasons = seasons
        self._every_s = every_s
        self._now = now
        self._crossed: set[tuple[str, str]] = set()

    async def run(self) -> None:
        """Looks for ever; a store that does not answer is asked again."""
        while True:
            try:
                await self.look()
            except (RedisError, Unavailable) as error:
                log.warning("seasons_not_looked_at", error=str(error))
            await asyncio.sleep(self._every_s)

    async def look(self) -> int:
        """Crosses every boundary that is due and was not crossed yet; answers how many."""
        crossed = 0
        for ladder in await self._seasons.ladders():
            for boundary in boundaries(await self._seasons.of(ladder), int(self._now())):
                if (ladder, boundary.name) in self._crossed:
                    continue
                if await self._seasons.cross(ladder, boundary):
                    crossed += 1
                    log.info(
                        "season_boundary", ladder=ladder, season=boundary.season.id, boundary=boundary.kind
                    )
                self._crossed.add((ladder, boundary.name))
        return crossed
