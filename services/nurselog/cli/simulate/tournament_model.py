"""Tournaments without tables: the pairings and standings of the service, results from hidden strengths.

The same event is held several times with the same field; only luck differs: start numbers among equals,
pairings, results. The same seed gives the same simulation on every machine.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from itertools import combinations
from random import Random

from nurselog.cli.simulate.order import agreement, true_ranks
from nurselog.cli.simulate.people import Person, better, crowd, luck_of, placed
from nurselog.cli.simulate.records import Contested, Held, Pair, RoundSeen, Stand, Way
from nurselog.tournament.formats.api import Format, Sheet, TableOrder
from nurselog.tournament.formats.registry import FORMATS
from nurselog.tournament.formats.terms import FormatName, Terms
from nurselog.tournament.luck import numbered
from nurselog.tournament.values import (
    POINT,
    Entrant,
    EntrantId,
    Event,
    PlayedPairing,
    Round,
    SeatResult,
    TableResult,
    Units,
)

MOST_ROUNDS = 200
"""More than any event of so few can need: then something is wrong."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What is simulated."""

    terms: Terms
    entrants: int
    events: int = 20
    deviation: float = 250.0
    """Of the hidden strengths, in points."""
    doubt: float = 100.0
    """How far ratings at the start are from the truth: a standard deviation, in points."""
    seed: int = 1


def formats() -> tuple[FormatName, ...]:
    """The formats that can be simulated here; an arena lives by the clock."""
    return tuple(name for name in FORMATS if name is not FormatName.ARENA)


def simulate(wish: Wish, progress: Callable[[int], None] = lambda _held: None) -> Contested:
    """Holds all events; `progress` is told how many are over. Raises `Refused` for terms that cannot be."""
    began = time.perf_counter()
    kind = FORMATS[wish.terms.format]
    kind.check(wish.terms, wish.entrants)
    people = crowd(wish.seed, wish.entrants, wish.deviation)
    held = []
    for number in range(1, wish.events + 1):
        held.append(_Hall(wish, kind, people, number).hold())
        progress(number)
    return Contested(
        way=Way.MODEL,
        settings={
            "format": wish.terms.format.value,
            "rounds": len(held[0].rounds),
            "entrants": wish.entrants,
            "events": wish.events,
            "strength_deviation": wish.deviation,
            "rating_doubt": wish.doubt,
            "seed": wish.seed,
        },
        events=held,
        foretold_from="ratings at the start",
        took_s=time.perf_counter() - began,
    )


class _Hall:
    """One event."""

    def __init__(self, wish: Wish, kind: Format, people: Sequence[Person], number: int) -> None:
        self._terms = wish.terms
        self._kind = kind
        self._luck = luck_of(wish.seed, f"results {number}")
        self._strength = {EntrantId(one.name): one.strength for one in people}
        self._ranks = true_ranks(self._strength)
        seed = blake2b(f"{wish.seed} {number}".encode(), digest_size=32, person=b"nurselog-sim").digest()
        field = numbered(_field(people, luck_of(wish.seed, f"ratings {number}"), wish.doubt), seed)
        self._rating = {one.id: float(one.rating) for one in field}
        self._event = Event(entrants=field, seed=seed)
        self._pairs: list[Pair] = []
        self._seen: list[RoundSeen] = []

    def hold(self) -> Held:
        """From the first round to the standings."""
        while not self._kind.finished(self._terms, self._event) and len(self._seen) < MOST_ROUNDS:
            self._round()
        return Held(standings=self._standings(), rounds=self._seen, pairs=self._pairs)

    def _round(self) -> None:
        before = _points(self._sheet())
        began = time.perf_counter()
        pairings = self._kind.pair(self._terms, self._event)
        took_s = time.perf_counter() - began
        played = tuple(self._play(PlayedPairing(pairing=pairing)) for pairing in pairings)
        number = self._event.next_round
        self._event = replace(
            self._event, rounds=(*self._event.rounds, Round(number=number, pairings=played))
        )
        self._seen.append(
            RoundSeen(
                number=number,
                differences=list(_differences(played, before)),
                order=agreement(_ranks(self._sheet()), self._ranks),
                pairing_s=took_s,
            )
        )

    def _play(self, played: PlayedPairing) -> PlayedPairing:
        """All tables of a pairing, one after the other until it is decided."""
        while orders := self._kind.orders(self._terms, self._event, played):
            tables = tuple(self._table(order) for order in orders)
            played = replace(played, tables=(*played.tables, *tables))
        return played

    def _table(self, order: TableOrder) -> TableResult:
        seats = [EntrantId(one) for one in order.seats]
        places = placed(self._luck, [self._strength[one] for one in seats])
        for one, other in combinations(range(len(seats)), 2):
            chance = better(self._rating[seats[one]], self._rating[seats[other]])
            self._pairs.append(Pair(chance, float(places[one] < places[other])))
        lines = tuple(
            SeatResult(entrant=one, seat=seat, placement=places[seat], total=len(seats) - places[seat])
            for seat, one in enumerate(seats)
        )
        return TableResult(seats=lines, board=order.board)

    def _sheet(self) -> Sheet:
        return self._kind.standings(self._terms, self._event)

    def _standings(self) -> list[Stand]:
        return [
            Stand(
                place=row.rank,
                strength=self._strength[row.entrant],
                true_rank=self._ranks[row.entrant],
                points=row.points / POINT,
            )
            for row in self._sheet().rows
        ]


def _field(people: Sequence[Person], luck: Random, doubt: float) -> list[Entrant]:
    """Entrants with what is known of them: their strength, blurred."""
    return [
        Entrant(id=EntrantId(one.name), number=number, rating=round(luck.gauss(one.strength, doubt)))
        for number, one in enumerate(people, 1)
    ]


def _points(sheet: Sheet) -> dict[EntrantId, Units]:
    return {row.entrant: row.points for row in sheet.rows}


def _ranks(sheet: Sheet) -> dict[EntrantId, int]:
    return {row.entrant: place for place, row in enumerate(sheet.rows, 1)}


def _differences(played: Sequence[PlayedPairing], before: dict[EntrantId, Units]) -> Iterator[float]:
    for one in played:
        if len(one.pairing.seats) > 1:
            scores = [before[entrant] for entrant in one.pairing.seats]
            yield (max(scores) - min(scores)) / POINT
