"""Round robin: everybody meets everybody of the group once or twice, by a table known before."""

from collections.abc import Iterator
from itertools import chain

from nurselog.tournament.formats.api import Sheet, TableOrder
from nurselog.tournament.formats.checks import check, require
from nurselog.tournament.formats.lineups import with_lineups
from nurselog.tournament.formats.series import orders
from nurselog.tournament.formats.terms import Terms
from nurselog.tournament.luck import luck_of
from nurselog.tournament.pairing.round_robin import drawn, schedule, snake
from nurselog.tournament.standings.sheet import sheet, tie_breaks
from nurselog.tournament.values import (
    Entrant,
    Event,
    Pairing,
    PairingKind,
    PlayedPairing,
    Reason,
    ReasonKind,
)

MOST_IN_GROUP = 16


class RoundRobin:
    """Groups by snake of start numbers; the place in a group's table by draw, those of one club early."""

    def check(self, terms: Terms, entrants: int) -> None:
        check(terms, entrants)
        if entrants:
            require(
                2 * terms.groups <= entrants,
                "groups",
                f"{entrants} entrants fill at most {entrants // 2} groups",
            )
            largest = -(-entrants // terms.groups)
            fits = largest <= MOST_IN_GROUP
            require(fits, "groups", f"A group would have {largest} entrants, {MOST_IN_GROUP} are the most")

    def rounds(self, terms: Terms, entrants: int) -> int:
        largest = -(-entrants // terms.groups)
        return len(schedule(largest, terms.cycles))

    def pair(self, terms: Terms, event: Event) -> tuple[Pairing, ...]:
        some = chain.from_iterable(
            _of_group(terms, event, number, members)
            for number, members in enumerate(snake(event.entrants, terms.groups), 1)
        )
        pairings = [_numbered(index, pairing) for index, pairing in enumerate(some, 1)]
        return tuple(with_lineups(event, pairings) if terms.boards else pairings)

    def standings(self, terms: Terms, event: Event) -> Sheet:
        if terms.groups == 1:
            return sheet(terms, event)
        groups = enumerate(snake(event.entrants, terms.groups), 1)
        rows = chain.from_iterable(sheet(terms, event, members, number).rows for number, members in groups)
        return Sheet(tie_breaks(terms), tuple(rows))

    def finished(self, terms: Terms, event: Event) -> bool:
        return len(event.rounds) >= self.rounds(terms, len(event.entrants))

    def orders(self, terms: Terms, _event: Event, played: PlayedPairing, /) -> tuple[TableOrder, ...]:
        return orders(terms, played)


def _numbered(index: int, pairing: Pairing) -> Pairing:
    return Pairing(
        id=f"p{index}",
        seats=pairing.seats,
        kind=pairing.kind,
        slot=pairing.slot,
        reasons=pairing.reasons,
    )


def _of_group(terms: Terms, event: Event, group: int, members: list[Entrant]) -> Iterator[Pairing]:
    table = drawn(members, luck_of(event.seed, f"group{group}", 0, event.stage))
    rounds = schedule(len(table), terms.cycles)
    if event.next_round > len(rounds):
        return
    for first, second in rounds[event.next_round - 1]:
        present = [table[place - 1] for place in (first, second) if place <= len(table)]
        if any(one.active for one in present):
            yield _pairing(event, group, present, bye=len(present) == 1)


def _pairing(event: Event, group: int, present: list[Entrant], *, bye: bool) -> Pairing:
    """A table, the bye of an odd group, or a walkover of who is left."""
    active = [one.id for one in present if one.active]
    kind = PairingKind.TABLE if len(active) == 2 else PairingKind.BYE if bye else PairingKind.WALKOVER
    return Pairing(
        id="",
        seats=tuple(active),
        kind=kind,
        slot=f"g{group}",
        reasons=(Reason(ReasonKind.SCHEDULE, event.next_round),),
    )
