"""Vacations at a table: what its log has to be told, and until when its player has time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from nurselog.engine.address import Address, Status
from nurselog.engine.clocks import SeatClock
from nurselog.engine.keeper import Keeper
from nurselog.engine.live import LiveTable
from nurselog.engine.running import Span
from nurselog.engine.steward import Steward
from nurselog.rules.api import Seat
from nurselog.rules.house import vacation


class Noted(NamedTuple):
    """Whether vacations of the player count at the table, and the player's earliest deadline there."""

    counts: bool
    due_ms: int | None = None


class Vacations:
    """Tables learn of vacations by notes in their logs; noting one twice notes it once."""

    def __init__(self, keeper: Keeper, steward: Steward) -> None:
        self._keeper = keeper
        self._steward = steward

    async def note(
        self, address: Address, player: str, wanted: Sequence[Span], *, ask_only: bool = False
    ) -> Noted:
        """Notes what the table does not know yet of all the vacations that are not over."""
        table = await self._keeper.get(address)
        async with table.lock:
            now_ms = await self._keeper.catch_up(table)
            own = _counting(table, player)
            if not own:
                return Noted(counts=False)
            if not ask_only:
                for seat in own:
                    for span in missing(table.require_playing().clocks.seats[seat], wanted, now_ms):
                        await self._steward.play(table, seat, vacation(*span))
            return Noted(counts=True, due_ms=_due(table, own))


def missing(clock: SeatClock, wanted: Sequence[Span], now_ms: int) -> list[Span]:
    """The spans to note so that the clock knows those that matter to it; an empty one takes a note back."""
    known = dict(clock.away)
    since = clock.since_ms if clock.decision_id is not None else now_ms
    new = [
        (start, end)
        for start, end in wanted
        if known.get(start) != end and (start in known or (start < end and end > since))
    ]
    begins = {start for start, _ in wanted}
    return [*new, *((start, start) for start in known if start not in begins and start > now_ms)]


def _counting(table: LiveTable, player: str) -> list[Seat]:
    """The player's seats at a table where vacations count; none where they do not."""
    if table.status is not Status.PLAYING or not table.terms.setting.clock.vacation:
        return []
    return [seat for seat in table.seating.seats_of(player) if not table.departed(seat)]


def _due(table: LiveTable, own: Sequence[Seat]) -> int | None:
    clocks = table.require_playing().clocks
    return min((due for seat in own if (due := clocks.due(seat)) is not None), default=None)
