"""Somebody else plays on for one who left, in place of the bot that does so far.

What the play knows of the seat stays that of who left: placement, rating, conduct. A substitute only moves.
"""

from __future__ import annotations

from dataclasses import dataclass

from nurselog.chassis.errors import Aborted, FailedPrecondition, InvalidArgument
from nurselog.chassis.logs import get
from nurselog.engine import facts
from nurselog.engine.address import Address
from nurselog.engine.keeper import Keeper
from nurselog.engine.live import LiveTable
from nurselog.engine.log import Amended, Amendment
from nurselog.engine.seating import STAND_IN, Sitter
from nurselog.rules.api import Audience, Seat
from nurselog.rules.fold import LeaverPolicy

ATTEMPTS = 4

log = get(__name__)


@dataclass(frozen=True, slots=True)
class Vacancy:
    """A seat, and the version at which its sitter left."""

    seat: int
    left_at: int


async def substitute(keeper: Keeper, address: Address, vacancy: Vacancy, sitter: Sitter) -> LiveTable:
    """Gives a vacant seat to somebody; who has it already changes nothing. Refuses what is not vacant."""
    table = await keeper.fresh(address)
    async with table.lock:
        for _ in range(ATTEMPTS):
            if _plays(table, vacancy, sitter):
                return table
            seat = _vacant(table, vacancy, sitter)
            seating = table.seating.with_substitute(seat, sitter)
            amendment = Amendment(
                epoch=table.epoch, revision=table.revision, seating=seating.to_bytes(), playing=True
            )
            done = isinstance(await keeper.log.amend(address, amendment), Amended)
            await keeper.catch_up(table)
            if done:
                log.info("seat_substituted", table=address.name, seat=seat, player=sitter.player)
                return table
    raise Aborted("CONFLICT", "Others changed the seats at the same time; look again.", table=address.name)


async def vacate(keeper: Keeper, address: Address, vacancy: Vacancy, player: str) -> bool:
    """Takes a seat back from a substitute who was never told of it; whether a bot plays it then."""
    table = await keeper.fresh(address)
    async with table.lock:
        for _ in range(ATTEMPTS):
            if table.moment is None or table.play.outcome is not None or not _left(table, vacancy):
                return False
            seat = Seat(Audience(vacancy.seat))
            present = table.seating.substitute(seat)
            if present is None or present.player != player:
                return present is None
            amendment = Amendment(
                epoch=table.epoch,
                revision=table.revision,
                seating=table.seating.with_substitute(seat, None).to_bytes(),
                facts=facts.taken_over(table, seat, STAND_IN),
                playing=True,
            )
            done = isinstance(await keeper.log.amend(address, amendment), Amended)
            await keeper.catch_up(table)
            if done:
                log.info("seat_vacated", table=address.name, seat=seat, player=player)
                return True
    raise Aborted("CONFLICT", "Others changed the seats at the same time; look again.", table=address.name)


def _left(table: LiveTable, vacancy: Vacancy) -> bool:
    """Whether the seat's own sitter left at that version, and a bot plays where nobody stands in."""
    left = any((one.seat, one.version) == (vacancy.seat, vacancy.left_at) for one in table.play.departures)
    return left and table.terms.policy is LeaverPolicy.BOT


def _plays(table: LiveTable, vacancy: Vacancy, sitter: Sitter) -> bool:
    present = table.seating.substitutes[vacancy.seat : vacancy.seat + 1] if vacancy.seat >= 0 else ()
    return any(one is not None and one.player == sitter.player for one in present)


def _vacant(table: LiveTable, vacancy: Vacancy, sitter: Sitter) -> Seat:
    """The seat, if it may be given away."""
    table.require_playing()
    if not 0 <= vacancy.seat < table.terms.seat_count:
        raise InvalidArgument(
            "SEAT_UNKNOWN", f"The table has no seat {vacancy.seat}.", field="seat", seat=vacancy.seat
        )
    seat = Seat(Audience(vacancy.seat))
    if any(sitting is not None and sitting.player == sitter.player for sitting in table.seating.sitters):
        raise FailedPrecondition(
            "ALREADY_SEATED", "Who sits at the table cannot stand in.", field="occupant", seat=seat
        )
    if not _left(table, vacancy) or table.seating.substitute(seat) is not None:
        raise FailedPrecondition("SEAT_TAKEN", f"Seat {seat} is not vacant.", field="seat", seat=seat)
    return seat
