"""Notes whose players are there at live tables, and takes back the miss of those who are again.

A player is there who watches the table at any engine, or asked about it lately; who moves is there anyway.
Clocks never stop for it. Per table and interval it costs one small write, per move nothing.
"""

from __future__ import annotations

import asyncio

from redis.exceptions import RedisError

from nurselog.chassis.errors import Refusal
from nurselog.chassis.logs import get
from nurselog.engine.errands import Errands
from nurselog.engine.hub import Hub
from nurselog.engine.keeper import Keeper
from nurselog.engine.live import LiveTable
from nurselog.engine.presence import PresenceBook
from nurselog.engine.steward import Steward
from nurselog.rules.api import Audience, Seat

log = get(__name__)


class Attendance:
    """`run` is background work: without it everybody who only watches would be missed."""

    def __init__(
        self, keeper: Keeper, hub: Hub, steward: Steward, book: PresenceBook, *, every_s: float
    ) -> None:
        self._keeper = keeper
        self._hub = hub
        self._steward = steward
        self._book = book
        self._every_s = every_s
        self._errands = Errands()

    def saw(self, table: LiveTable, audience: Audience) -> None:
        """Somebody looks at the table as this audience. Costs nothing where nobody minds."""
        if audience >= 0 and minds(table):
            self._errands.start(self.note, table, {audience})

    async def run(self) -> None:
        """Notes those who watch, for ever."""
        while True:
            await asyncio.sleep(self._every_s)
            await self.note_all()

    async def note_all(self) -> None:
        """One look at everybody who watches here."""
        try:
            await asyncio.gather(
                *(self.note(table, audiences) for table, audiences in self._hub.watched() if minds(table))
            )
        except (RedisError, Refusal, OSError) as error:
            log.warning("presence_not_noted", error=str(error))

    async def note(self, table: LiveTable, audiences: set[Audience]) -> None:
        """The players who look as these audiences are there."""
        there = _seats_of(table, audiences)
        if there:
            missed_from_ms = self._keeper.clock.now_ms() + table.terms.setting.clock.absence_warn_ms
            await self._book.seen(table.address, there, missed_from_ms)
            await self._steward.welcome(table, there)

    async def aclose(self) -> None:
        """Ends what was started here."""
        await self._errands.aclose()


def minds(table: LiveTable) -> bool:
    """Whether seats are missed at this table now."""
    rule, moment = table.terms.rule, table.moment
    return bool(rule and rule.absence_ms) and moment is not None and moment.play.outcome is None


def _seats_of(table: LiveTable, audiences: set[Audience]) -> list[Seat]:
    """All seats of the players who look through these."""
    sitters = (table.seating.sitters[audience] for audience in sorted(audiences) if audience >= 0)
    players = {sitter.player: None for sitter in sitters if sitter is not None}
    return [seat for player in players for seat in table.seating.seats_of(player)]
