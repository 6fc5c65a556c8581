"""Seats that are chosen: whose turn it is in a knock-out pod, until when, and what is chosen. Pure.

The seats of a pod are drawn when it is paired. Then one entrant after the other, the better seed first, may
exchange its seat for any that is still free; who does not do so in time keeps the one it has.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from nurselog.api.log.v1.tournament_pb2 import TournamentChange
from nurselog.chassis.errors import FailedPrecondition, InvalidArgument
from nurselog.tournament.book import Book, PairingBook, RoundBook, RoundState
from nurselog.tournament.clocks import choice_s
from nurselog.tournament.entries import owned
from nurselog.tournament.names import PairingName, entrant_name
from nurselog.tournament.rounds import check_running, find_pairing, find_round, wrong_round
from nurselog.tournament.values import EntrantId


class Turn(NamedTuple):
    """Who chooses, until when, out of which seats, and who chooses after that."""

    entrant: EntrantId
    due_ms: int
    free: tuple[int, ...]
    following: tuple[EntrantId, ...]


def turn_of(book: Book, here: RoundBook, pairing: PairingBook) -> Turn | None:
    """Whose turn it is in a pairing; None where nobody chooses (any more)."""
    if here.state != RoundState.ROUND_STATE_PLAYING or not pairing.is_choosing:
        return None
    entrant, *following = pairing.choosing
    since_ms = pairing.chosen_ms or here.published_ms
    due_ms = since_ms + choice_s(book.settings) * 1000
    free = tuple(at for at, one in enumerate(pairing.pairing.seats) if one not in pairing.chosen)
    return Turn(entrant, due_ms, free, tuple(following))


def choose(
    book: Book, where: PairingName, entrant: str, seat: int, caller: str
) -> Sequence[TournamentChange]:
    """The choice of an entrant; the same again changes nothing."""
    owned(book, entrant, caller, field="entrant")
    here = find_round(book, where.round)
    pairing = find_pairing(book, here, where.pairing)
    check_running(book)
    if here.state != RoundState.ROUND_STATE_PLAYING:
        raise wrong_round(here, "Seats are chosen in a round that is published and not closed.")
    if pairing.chosen.get(EntrantId(entrant)) == seat:
        return []
    turn = turn_of(book, here, pairing)
    if turn is None or turn.entrant != entrant:
        raise _not_now(book, turn)
    _check_free(pairing, turn, seat)
    return [_chosen(here, pairing, turn.entrant, seat)]


def kept(book: Book, number: int, now_ms: int) -> Sequence[TournamentChange]:
    """The choices of a round whose time is over."""
    here = book.rounds[number - 1]
    return [
        _chosen(here, pairing, turn.entrant, pairing.pairing.seats.index(turn.entrant), overdue=True)
        for pairing, turn in turns(book, here)
        if turn.due_ms <= now_ms
    ]


def turns(book: Book, here: RoundBook) -> Iterator[tuple[PairingBook, Turn]]:
    """The pairings of a round where a choice is open."""
    for pairing in here.pairings.values():
        if (turn := turn_of(book, here, pairing)) is not None:
            yield pairing, turn


def _check_free(pairing: PairingBook, turn: Turn, seat: int) -> None:
    if not 0 <= seat < len(pairing.pairing.seats):
        last = len(pairing.pairing.seats) - 1
        raise InvalidArgument("SEAT_UNKNOWN", f"Seats are 0 to {last}.", field="seat", seat=seat)
    if seat not in turn.free:
        raise FailedPrecondition("SEAT_TAKEN", f"Seat {seat} is taken.", field="seat", seat=seat)


def _not_now(book: Book, turn: Turn | None) -> FailedPrecondition:
    if turn is None:
        return FailedPrecondition("SEAT_CHOICE_CLOSED", "No seat is chosen there (any more).", field="name")
    name = entrant_name(book.id, turn.entrant)
    sentence = f"It is the turn of {name!r}."
    return FailedPrecondition("SEAT_CHOICE_CLOSED", sentence, field="entrant", entrant=name)


def _chosen(
    here: RoundBook, pairing: PairingBook, entrant: EntrantId, seat: int, *, overdue: bool = False
) -> TournamentChange:
    change = TournamentChange.SeatChosen(
        round=here.number, pairing=pairing.pairing.id, entrant=entrant, seat=seat, overdue=overdue
    )
    return TournamentChange(seat_chosen=change)
