"""What the house does at a table by itself.

Moves for the absent and the overdue, notes on outages of ours.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from nurselog.chassis.errors import Aborted, NotFound
from nurselog.chassis.logs import get
from nurselog.engine.address import Address, Status, table_not_found
from nurselog.engine.deadlines import due_at, due_times
from nurselog.engine.history import Moment
from nurselog.engine.keeper import Keeper, new_epoch
from nurselog.engine.live import LiveTable
from nurselog.engine.log import Committed, Missing, Tale
from nurselog.engine.presence import PresenceBook
from nurselog.engine.vacation_store import VacationBook
from nurselog.rules.api import HOUSE, Seat, seats
from nurselog.rules.chance import ScriptedChance
from nurselog.rules.fold import LeaverPolicy, advance
from nurselog.rules.house import ABORT, ABSENT, BACK, LEAVE, NO_SHOW, OVERRULE, TIMEOUT, no_show, pause

ATTEMPTS = 4
CHAIN = 64
"""The most house moves in one go; the table's deadline lies in the past then, so the clock worker goes on."""

Outage = tuple[int, int]
"""From when until when a game could not be played, through our fault (server time, ms)."""

log = get(__name__)


class Steward:
    """Acts by commits like any player, so doing it twice, or in two processes, does it once."""

    def __init__(self, keeper: Keeper, presence: PresenceBook, vacations: VacationBook) -> None:
        self._keeper = keeper
        self._presence = presence
        self._vacations = vacations

    async def answer_for_the_absent(self, table: LiveTable) -> None:
        """Plays for departed seats until somebody present has to decide. Expects the table's lock."""
        for _ in range(CHAIN):
            if table.moment is None or table.moment.play.outcome is not None:
                return
            seat = table.absent(table.moment.play)
            if seat is None or not await self.play(table, seat, TIMEOUT):
                return

    async def expire(self, address: Address, outages: Sequence[Outage] = ()) -> int:
        """Answers all decisions whose time is over; returns how many. 0 if nothing was overdue."""
        table = await self._known(address)
        async with table.lock:
            now_ms = await self._keeper.catch_up(table)
            if table.status is not Status.PLAYING:
                await self._presence.forget(address, seats(table.terms.seat_count))
                return 0
            for outage in outages:
                await self._stand_still(table, outage)
            reachable_ms = max((until for _, until in outages), default=0)
            expired = await self._miss(table, now_ms, reachable_ms)
            while expired < CHAIN and (seat := self._overdue(table, now_ms)) is not None:
                if not await self.play(table, seat, await self._answer(table, seat, now_ms)):
                    break
                expired += 1
            if expired == 0:
                await self._mend(table)
            return expired

    async def _known(self, address: Address) -> LiveTable:
        try:
            return await self._keeper.get(address)
        except NotFound:
            await self._presence.forget(address, seats(self._keeper.rules.spec.max_seats))
            raise

    async def expect(self, table: LiveTable) -> None:
        """From now on players of a live table should be there, those of a slow one may go on vacation.

        Said before the table starts, so it is never forgotten.
        """
        warn_ms = table.terms.setting.clock.absence_warn_ms
        if table.terms.rule is not None and table.terms.rule.absence_ms:
            missed_from_ms = self._keeper.clock.now_ms() + warn_ms
            await self._presence.expect(table.address, _players(table), missed_from_ms)
        if table.terms.setting.clock.vacation:
            for seat in _players(table):
                if (sitter := table.seating.sitters[seat]) is not None:
                    await self._vacations.join(sitter.player, table.address.name)

    async def welcome(self, table: LiveTable, there: Iterable[Seat]) -> None:
        """Notes that players who were missed are there again."""
        for seat in there:
            if table.moment is not None and table.moment.clocks.seats[seat].missed_ms:
                async with table.lock:
                    await self._keeper.catch_up(table)
                    await self._welcome(table, seat)

    async def _welcome(self, table: LiveTable, seat: Seat) -> None:
        moment = table.moment
        missed = moment is not None and moment.clocks.seats[seat].missed_ms
        if table.status is Status.PLAYING and missed and not table.departed(seat):
            await self.play(table, seat, BACK)

    async def _miss(self, table: LiveTable, now_ms: int, reachable_ms: int) -> int:
        """Notes whose players have not been seen for long, though we could be reached; returns how many."""
        rule, clock = table.terms.rule, table.terms.setting.clock
        if rule is None or not rule.absence_ms:
            return 0
        missed = await self._presence.missed_from(table.address, seats(table.terms.seat_count))
        count = 0
        for seat in [seat for seat, from_ms in missed.items() if from_ms <= now_ms]:
            missed_from_ms = max(_moved_at(table, seat), reachable_ms) + clock.absence_warn_ms
            if now_ms < missed_from_ms:
                await self._presence.seen(table.address, [seat], missed_from_ms)
                continue
            if seat in _players(table) and not table.require_playing().clocks.seats[seat].missed_ms:
                count += await self.play(table, seat, ABSENT)
            await self._presence.forget(table.address, [seat])
        return count

    async def release(self, address: Address, keep: int | None) -> LiveTable | None:
        """Lets a quarantined table go on; its clocks stood still. None if it is not quarantined."""
        await self._keeper.get(address)  # of this game, or there is none
        released = await self._keeper.log.release(address, new_epoch(), keep)
        if isinstance(released, Missing):
            raise table_not_found(address.name)
        if not isinstance(released, Tale):
            return None
        table = await self._keeper.fresh(address)
        log.warning("table_released", table=address.name, version=table.version)
        await self.expire(address, [(released.quarantined_ms or released.now_ms, released.now_ms)])
        return table

    async def stop(self, address: Address, *, overruled: bool = False) -> bool:
        """Ends a running table without a result; False if it does not run (any more).

        `overruled`: its event has set the result by hand.
        """
        table = await self._keeper.get(address)
        async with table.lock:
            for _ in range(ATTEMPTS):
                await self._keeper.catch_up(table)
                table.require_sound()
                if table.status is not Status.PLAYING:
                    return False
                if await self.play(table, HOUSE, OVERRULE if overruled else ABORT):
                    return True
        raise Aborted("CONFLICT", "Others changed the table at the same time; try again.", table=address.name)

    def _overdue(self, table: LiveTable, now_ms: int) -> Seat | None:
        moment = table.moment
        if moment is None or moment.play.outcome is not None:
            return None
        overdue = [
            (due, seat) for due, seat in due_times(self._keeper.patience, table, moment) if due <= now_ms
        ]
        return min(overdue)[1] if overdue else None

    async def _answer(self, table: LiveTable, seat: Seat, now_ms: int) -> str:
        """A seat that never came ends the play without a result, unless bots take over from such.

        One that was missed for long has left; a bot is never made to resign.
        """
        moment, policy = table.require_playing(), table.terms.policy
        play = moment.play
        sitter = table.acting(seat, play)
        if sitter is not None and sitter.is_bot:
            return TIMEOUT
        leaves_at = None if play.house.departed(seat) else moment.clocks.leaves_at(seat)
        if leaves_at is not None and leaves_at <= now_ms:
            missed_from = await self._presence.missed_from(table.address, [seat])
            return BACK if missed_from.get(seat, 0) > now_ms else LEAVE
        if policy is not LeaverPolicy.BOT and (missing := self._never_came(table, moment, now_ms)):
            return no_show(missing)
        return play.overdue_move(seat, policy)

    def _never_came(self, table: LiveTable, moment: Moment, now_ms: int) -> list[Seat]:
        """The seats whose time for their very first decision is over."""
        house = moment.play.house
        overdue = {seat for due, seat in due_times(self._keeper.patience, table, moment) if due <= now_ms}
        return [
            seat
            for seat in sorted(overdue)
            if not house.moved[seat] and not house.timeouts[seat] and not house.departed(seat)
        ]

    async def play(self, table: LiveTable, seat: Seat, text: str) -> bool:
        """A house move that concerns a seat; tells whether it stands. Expects the table's lock."""
        mover = HOUSE if text.startswith(NO_SHOW) else seat
        made = advance(table.rules, table.play, mover, text, table.chance(), policy=table.terms.policy)
        done = isinstance(await self._keeper.store(table, made), Committed)
        if done:
            log.info("house_moved", table=table.address.name, seat=seat, move=text, version=table.version)
        return done

    async def _stand_still(self, table: LiveTable, outage: Outage) -> None:
        """Records an outage once, if it took time from anybody."""
        moment = table.moment
        if moment is None or moment.clocks.rule is None or moment.play.outcome is not None:
            return
        since_ms = [clock.since_ms for clock in moment.clocks.seats if clock.decision_id is not None]
        from_ms, until_ms = max(outage[0], moment.clocks.paused_until_ms, min(since_ms, default=0)), outage[1]
        if not since_ms or from_ms >= until_ms:
            return
        made = advance(
            table.rules,
            table.play,
            HOUSE,
            pause(from_ms, until_ms),
            ScriptedChance(),
            policy=table.terms.policy,
        )
        await self._keeper.store(table, made)

    async def _mend(self, table: LiveTable) -> None:
        """The log woke us too early or for nothing: give it the right time."""
        moment = table.moment
        due_ms = None if moment is None else due_at(self._keeper.patience, table, moment)
        await self._keeper.log.mend(table.address, table.epoch, table.version, due_ms)


def _players(table: LiveTable) -> list[Seat]:
    """The seats that people play."""
    sitters = zip(seats(table.terms.seat_count), table.seating.sitters, strict=True)
    return [seat for seat, who in sitters if who is not None and not who.is_bot and not table.departed(seat)]


def _moved_at(table: LiveTable, seat: Seat) -> int:
    """When the seat last moved by itself, as far as is known; 0 if it never did."""
    own = (moment for moment in reversed(table.past) if moment.mover == seat and not moment.house_move)
    return next((moment.at_ms for moment in own), 0)
