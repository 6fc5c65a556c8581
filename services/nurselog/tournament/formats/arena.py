"""Arena: one round without end; who waits is paired again and again until the time is over."""

from collections import defaultdict
from collections.abc import Iterator

from nurselog.tournament.formats.api import Sheet, TableOrder
from nurselog.tournament.formats.checks import check, require
from nurselog.tournament.formats.series import orders
from nurselog.tournament.formats.terms import Terms
from nurselog.tournament.luck import luck_of
from nurselog.tournament.pairing.arena import Waiter, last_opponents, matched
from nurselog.tournament.pairing.firsts import seated
from nurselog.tournament.pairing.records import Record, records
from nurselog.tournament.standings.history import histories
from nurselog.tournament.standings.sheet import sheet
from nurselog.tournament.values import (
    EntrantId,
    Event,
    Pairing,
    PlayedPairing,
    Reason,
    ReasonKind,
)


class Arena:
    """`Event.rounds` holds one round with all pairings so far; `Event.waiting` who may be paired now."""

    def check(self, terms: Terms, entrants: int) -> None:
        check(terms, entrants)
        require(terms.duration_ms > 0, "duration_ms", "An arena lasts some time")

    def rounds(self, terms: Terms, entrants: int) -> int:  # noqa: ARG002 - the protocol asks
        return 1

    def pair(self, terms: Terms, event: Event) -> tuple[Pairing, ...]:
        """New pairings of those who wait; none is no refusal."""
        done = _pairings(event)
        past = {record.entrant.id: record for record in records(event.entrants, histories(terms, event))}
        odd_first = luck_of(event.seed, "seats", len(done), event.stage).below(2) == 0
        pairs = matched(tuple(_waiters(terms, event)), len(event.entrants), terms.block)
        return tuple(
            _pairing(len(done) + at, one, other, past, odd_first=odd_first)
            for at, (one, other) in enumerate(pairs)
        )

    def standings(self, terms: Terms, event: Event) -> Sheet:
        return sheet(terms, event)

    def finished(self, terms: Terms, event: Event) -> bool:  # noqa: ARG002 - the protocol asks
        """Never by itself: the clock ends an arena."""
        return False

    def orders(self, terms: Terms, _event: Event, played: PlayedPairing, /) -> tuple[TableOrder, ...]:
        return orders(terms, played)


def grace_ms(initial_ms: int) -> int:
    """How long after the end running games still count: twice the initial clock, at most five minutes."""
    return min(2 * initial_ms, 5 * 60 * 1000)


def _pairings(event: Event) -> list[Pairing]:
    return [played.pairing for number in event.rounds for played in number.pairings]


def _waiters(terms: Terms, event: Event) -> Iterator[Waiter]:
    people = {one.id: one for one in event.entrants}
    ranks = {row.entrant: row.rank for row in sheet(terms, event).rows}
    history: defaultdict[EntrantId, list[EntrantId]] = defaultdict(list)
    for pairing in _pairings(event):
        one, other = pairing.seats
        history[one].append(other)
        history[other].append(one)
    last = last_opponents(history)
    for waiting in event.waiting:
        one_waiting = people.get(waiting.entrant)
        if one_waiting is not None and one_waiting.active:
            yield Waiter(one_waiting, ranks[waiting.entrant], last.get(waiting.entrant), waiting.since_ms)


def _pairing(
    index: int, one: Waiter, other: Waiter, past: dict[EntrantId, Record], *, odd_first: bool
) -> Pairing:
    high, low = past[one.entrant.id], past[other.entrant.id]
    first, second, why = seated(high, low, odd_first=odd_first, index=index)
    longest = min(one, other, key=lambda waiter: (waiter.since_ms, waiter.entrant.number))
    return Pairing(
        id=f"p{index + 1}",
        seats=(first.entrant.id, second.entrant.id),
        reasons=(
            Reason(ReasonKind.RANK_DISTANCE, abs(one.rank - other.rank)),
            Reason(ReasonKind.WAITED, 0, longest.entrant.id),
            why,
        ),
    )
