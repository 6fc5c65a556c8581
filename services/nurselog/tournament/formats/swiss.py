"""Swiss: rounds in which equals meet, nobody twice, until the rounds are over. Two seats, or two teams."""

from collections.abc import Sequence
from math import ceil, log2

from nurselog.tournament.formats.api import Sheet, TableOrder
from nurselog.tournament.formats.checks import check, require
from nurselog.tournament.formats.lineups import with_lineups
from nurselog.tournament.formats.series import orders
from nurselog.tournament.formats.terms import Terms
from nurselog.tournament.luck import round_luck
from nurselog.tournament.pairing import byes
from nurselog.tournament.pairing.costs import seats_clash
from nurselog.tournament.pairing.firsts import seated
from nurselog.tournament.pairing.records import Record, records
from nurselog.tournament.pairing.swiss import Couple, couples
from nurselog.tournament.standings.history import histories
from nurselog.tournament.standings.lines import Histories
from nurselog.tournament.standings.sheet import sheet
from nurselog.tournament.values import (
    Entrant,
    EntrantId,
    Event,
    Pairing,
    PlayedPairing,
    Reason,
    ReasonKind,
)

ACCELERATED_ROUNDS = 2


class Swiss:
    """See `pairing/swiss.py` for who meets whom and `pairing/firsts.py` for the seats."""

    def check(self, terms: Terms, entrants: int) -> None:
        check(terms, entrants)
        if entrants and terms.rounds:
            most = most_rounds(entrants)
            require(
                terms.rounds <= most,
                "rounds",
                f"{entrants} entrants have at most {most} rounds of new opponents",
            )

    def rounds(self, terms: Terms, entrants: int) -> int:
        return terms.rounds or min(default_rounds(entrants), most_rounds(entrants))

    def pair(self, terms: Terms, event: Event) -> tuple[Pairing, ...]:
        past = histories(terms, event)
        resting, players = byes.apart(event)
        field = _field(terms, event, players, past)
        odd_first = round_luck(event, "seats").below(2) == 0
        tables = [_pairing(index, couple, odd_first=odd_first) for index, couple in enumerate(couples(field))]
        return (*_with_lineups(terms, event, tables), *byes.requested(resting, len(tables)))

    def standings(self, terms: Terms, event: Event) -> Sheet:
        return sheet(terms, event)

    def finished(self, terms: Terms, event: Event) -> bool:
        return len(event.rounds) >= self.rounds(terms, event.starters)

    def orders(self, terms: Terms, _event: Event, played: PlayedPairing, /) -> tuple[TableOrder, ...]:
        return orders(terms, played)


def default_rounds(entrants: int) -> int:
    """ceil(log2 n): enough for a single unbeaten winner."""
    return max(1, ceil(log2(max(2, entrants))))


def most_rounds(entrants: int) -> int:
    """Everybody has n - 1 opponents; an odd field adds the bye."""
    return max(1, entrants - 1 + entrants % 2)


def virtual_points(terms: Terms, event: Event) -> frozenset[EntrantId]:
    """Accelerated: the upper half by start number has one more point in rounds 1 and 2, for pairing only."""
    if not terms.accelerated or event.next_round > ACCELERATED_ROUNDS:
        return frozenset()
    order = sorted(event.entrants, key=lambda one: one.number)
    return frozenset(one.id for one in order[: (len(order) + 1) // 2])


def _field(terms: Terms, event: Event, players: Sequence[Entrant], past: Histories) -> tuple[Record, ...]:
    return records(
        players,
        past,
        extra=event.carried,
        virtual=virtual_points(terms, event),
        clubs_apart=terms.clubs_apart,
    )


def _pairing(index: int, couple: Couple, *, odd_first: bool) -> Pairing:
    if couple.low is None:
        return byes.bye(index, couple.high)
    first, second, seat_reason = seated(couple.high, couple.low, odd_first=odd_first, index=index)
    return Pairing(
        id=f"p{index + 1}",
        seats=(first.entrant.id, second.entrant.id),
        reasons=(*_reasons(couple.high, couple.low), seat_reason),
    )


def _reasons(high: Record, low: Record) -> list[Reason]:
    difference = high.score - low.score
    reasons = [Reason(ReasonKind.DIFFERENCE, difference)]
    if difference:
        reasons += [
            Reason(ReasonKind.FLOATED_DOWN, difference, high.entrant.id),
            Reason(ReasonKind.FLOATED_UP, difference, low.entrant.id),
        ]
    if low.place in high.met:
        reasons.append(Reason(ReasonKind.RELAXED_MEETING, high.met[low.place]))
    if seats_clash(high, low):
        reasons.append(Reason(ReasonKind.RELAXED_SEATS))
    if high.virtual or low.virtual:
        reasons.append(Reason(ReasonKind.ACCELERATED, high.virtual + low.virtual))
    return reasons


def _with_lineups(terms: Terms, event: Event, pairings: Sequence[Pairing]) -> Sequence[Pairing]:
    return with_lineups(event, pairings) if terms.boards else pairings
