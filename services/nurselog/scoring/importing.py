"""Ratings that were measured elsewhere: an entry of the ledger like any other, once per source."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from nurselog.chassis.errors import Aborted
from nurselog.scoring.ladder_store import Conflict, LadderStore
from nurselog.scoring.ladders import Posting, Rating, advance, imported
from nurselog.scoring.model import NEWCOMER, Strength
from nurselog.scoring.seasons import season_at

ATTEMPTS = 16


class Importer:
    """Gives bots a strength."""

    def __init__(
        self, ladders: LadderStore, beta: Callable[[str], float], now: Callable[[], float] = time.time
    ) -> None:
        self._ladders = ladders
        self._beta = beta
        self._now = now

    async def enter(self, ladder: str, bot: str, name: str, strength: Strength, source: str) -> Rating:
        """The bot's rating, set to `strength` unless this source did so before; no name is the bot's own."""
        name = name or bot.partition("/")[2].title()
        beta = self._beta(ladder.partition(".")[0])
        for _ in range(ATTEMPTS):
            at_s = int(self._now())
            known = await self._ladders.known(ladder, [bot])
            old = known.ratings.get(bot)
            entry = imported(bot, name, strength, at_s, f"{bot} {source}", old.strength if old else NEWCOMER)
            entry = replace(entry, beta=beta, season=season_at(known.seasons, at_s))
            posting = Posting((entry,), advance(entry, known.ratings))
            settled = await self._ladders.settle(ladder, posting, known.ratings)
            if not isinstance(settled, Conflict):
                return (await self._ladders.ratings(ladder, [bot]))[bot]
        raise Aborted("CONFLICT", f"The rating of {bot} moved too often.", player=bot)
