"""Single and double elimination of two by a bracket known before; drop-outs leave a walkover."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from nurselog.tournament.formats import pod_bracket
from nurselog.tournament.formats.api import Row, Sheet, TableOrder
from nurselog.tournament.formats.checks import check, require
from nurselog.tournament.formats.knock_out import knock_out_orders, ranking
from nurselog.tournament.formats.places import rows_by_exit
from nurselog.tournament.formats.terms import FormatName, SeatChoice, Terms
from nurselog.tournament.luck import round_luck
from nurselog.tournament.pairing.brackets import (
    Decided,
    Filled,
    Match,
    bracket_size,
    double,
    filled,
    single,
)
from nurselog.tournament.pairing.firsts import seated
from nurselog.tournament.pairing.records import Record, records
from nurselog.tournament.standings.history import histories
from nurselog.tournament.values import (
    EntrantId,
    Event,
    Pairing,
    PairingKind,
    PlayedPairing,
    Reason,
    ReasonKind,
)

CHAMPION: Final = 1_000_000
"""Further than any exit."""


@dataclass(frozen=True, slots=True)
class Bracket:
    """The bracket of an event, filled with its results."""

    matches: Sequence[Match]
    seeds: Sequence[EntrantId]
    results: Mapping[str, Decided]

    @property
    def filled(self) -> Filled:
        return filled(self.matches, self.seeds, self.results)

    def with_result(self, slot: str, found: Decided) -> "Bracket":
        return Bracket(self.matches, self.seeds, {**self.results, slot: found})


class Elimination:
    """One defeat, or two, and out. Pods of three and more have brackets of their own (`pod_bracket.py`)."""

    def check(self, terms: Terms, entrants: int) -> None:
        check(terms, entrants)
        if not terms.duel:
            pod_bracket.check_pods(terms, entrants)
            return
        drawn = terms.seat_choice is SeatChoice.DRAW
        require(drawn, "seat_choice", "Seats are chosen in pods, not in duels")
        require(terms.advance == 1, "advance", "One of a duel goes on")
        if entrants:
            enough = not terms.third_place or entrants >= 4
            require(enough, "third_place", "A match for the third place needs four entrants")

    def rounds(self, terms: Terms, entrants: int) -> int:
        if not terms.duel:
            return pod_bracket.rounds(terms, entrants)
        upper = max(1, bracket_size(entrants).bit_length() - 1)
        return 2 * upper if terms.format is FormatName.DOUBLE else upper

    def pair(self, terms: Terms, event: Event) -> tuple[Pairing, ...]:
        if not terms.duel:
            return pod_bracket.pair(terms, event)
        bracket, given = _with_walkovers(bracket_of(terms, event), event)
        past = {record.entrant.id: record for record in records(event.entrants, histories(terms, event))}
        odd_first = round_luck(event, "seats").below(2) == 0
        tables = [
            _table(index, slot, (past[one], past[other]), event, odd_first=odd_first)
            for index, (slot, (one, other)) in enumerate(bracket.filled.ready.items())
        ]
        shown = [*given, *_advanced(bracket, event)]
        return (*tables, *(_walkover(len(tables) + at, *one) for at, one in enumerate(shown)))

    def standings(self, terms: Terms, event: Event) -> Sheet:
        if not terms.duel:
            return pod_bracket.standings(terms, event)
        return Sheet((), tuple(_rows(terms, event)))

    def finished(self, terms: Terms, event: Event) -> bool:
        if not terms.duel:
            return pod_bracket.finished(terms, event)
        bracket = bracket_of(terms, event)
        return len(bracket.filled.decided) == len(bracket.matches)

    def orders(self, terms: Terms, _event: Event, played: PlayedPairing, /) -> tuple[TableOrder, ...]:
        return knock_out_orders(terms, played, 1 if terms.duel else terms.advance)


def bracket_of(terms: Terms, event: Event) -> Bracket:
    """The bracket with the results so far."""
    seeds = [one.id for one in event.entrants]
    if terms.format is FormatName.DOUBLE:
        matches = double(len(seeds), single_final=terms.single_final)
    else:
        matches = single(len(seeds), third_place=terms.third_place)
    return Bracket(matches, seeds, dict(_results(terms, event)))


def _results(terms: Terms, event: Event) -> Iterator[tuple[str, Decided]]:
    numbers = {one.id: one.number for one in event.entrants}
    for number in event.rounds:
        for played in number.pairings:
            if played.pairing.kind is PairingKind.TABLE:
                if order := ranking(terms, played, numbers):
                    yield played.pairing.slot, Decided(order[0], order[1])
            elif played.pairing.reasons and played.pairing.reasons[0].entrant:
                stays_away = played.pairing.reasons[0].entrant
                yield played.pairing.slot, Decided(played.pairing.seats[0], stays_away)


def _with_walkovers(
    bracket: Bracket, event: Event
) -> tuple[Bracket, list[tuple[str, EntrantId, EntrantId | None]]]:
    """Decides every match one of whose two is gone, also those that become possible by it."""
    people = {one.id: one for one in event.entrants}
    given: list[tuple[str, EntrantId, EntrantId | None]] = []
    while gone := [
        (slot, pair)
        for slot, pair in bracket.filled.ready.items()
        if not all(people[one].active for one in pair)
    ]:
        for slot, pair in gone:
            stays, leaves = sorted(pair, key=lambda one: (not people[one].active, people[one].number))
            bracket = bracket.with_result(slot, Decided(stays, leaves))
            given.append((slot, stays, leaves))
    return bracket, given


def _advanced(bracket: Bracket, event: Event) -> Iterator[tuple[str, EntrantId, EntrantId | None]]:
    """Who advanced without an opponent and has not been told yet."""
    told = {played.pairing.slot for number in event.rounds for played in number.pairings}
    for slot, found in bracket.filled.decided.items():
        if found.by_hole and found.winner and not found.loser and slot not in told:
            yield slot, found.winner, None


def _table(index: int, slot: str, pair: tuple[Record, Record], event: Event, *, odd_first: bool) -> Pairing:
    high, low = sorted(pair, key=lambda record: record.entrant.number)
    first, second, why = seated(high, low, odd_first=odd_first, index=index)
    return Pairing(
        id=f"p{index + 1}",
        seats=(first.entrant.id, second.entrant.id),
        slot=slot,
        reasons=(Reason(ReasonKind.BRACKET, event.next_round, text=slot), why),
    )


def _walkover(index: int, slot: str, stays: EntrantId, leaves: EntrantId | None) -> Pairing:
    return Pairing(
        id=f"p{index + 1}",
        seats=(stays,),
        kind=PairingKind.WALKOVER,
        slot=slot,
        reasons=(Reason(ReasonKind.EMPTY_SLOT, 0, leaves, text=slot),),
    )


def _rows(terms: Terms, event: Event) -> Sequence[Row]:
    bracket = bracket_of(terms, event)
    return rows_by_exit(terms, event, _exits(terms, bracket))


def _exits(terms: Terms, bracket: Bracket) -> dict[EntrantId, int]:
    """How far everybody who is out came: greater is further; who is still in has no entry."""
    found = bracket.filled.decided
    exits: dict[EntrantId, int] = {}
    for match in bracket.matches:
        if match.slot in found:
            _note(exits, terms, match.slot, found[match.slot], last=bracket.matches[-1].slot)
    return exits


def _note(exits: dict[EntrantId, int], terms: Terms, slot: str, found: Decided, *, last: str) -> None:
    """Upper defeats end a single only; the third place stands between semi-finals and final."""
    level = _level(slot, double=terms.format is FormatName.DOUBLE)
    if slot == "third" and found.winner:
        exits[found.winner] = level
    elif found.loser and level:
        exits[found.loser] = level
    if slot == last and found.winner:
        exits[found.winner] = CHAMPION
        if found.loser:
            exits[found.loser] = CHAMPION - 1


def _level(slot: str, *, double: bool) -> int:
    """Twice the round, so that there is room between; 0: nobody leaves here."""
    if slot == "third":
        return CHAMPION - 2
    if slot[0] == "f" or (double and slot[0] == "u"):
        return 0
    return 2 * int(slot[1:].partition(".")[0])
