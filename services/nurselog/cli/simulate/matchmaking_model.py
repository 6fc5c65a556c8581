"""Matchmaking in virtual time: the matcher and the ratings of the services, without the services.

Players arrive by a Poisson process, wait, are seated by the real matcher, play for a while, and have a new
rating from then on. The same seed gives the same simulation on every machine.
"""

from __future__ import annotations

import heapq
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from nurselog.cli.simulate.people import Person, crowd, luck_of, placed, waits
from nurselog.cli.simulate.records import Believed, Matched, Met, Pair, Way
from nurselog.matchmaking.matching.mirror import Change, Mirror, Proposed
from nurselog.matchmaking.matching.seekers import Seeker, Shape
from nurselog.matchmaking.matching.strengths import BETA, NEWCOMER, Strength, matching_rating
from nurselog.matchmaking.matching.table_plan import TablePlan
from nurselog.matchmaking.matching.terms import Terms
from nurselog.scoring import model

LAST_TABLES = 2
"""At how many tables opponents count as recent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What is simulated."""

    players: int
    tickets: int
    arrivals_per_s: float
    seats: tuple[int, ...] = (2,)
    deviation: float = 250.0
    """Of the hidden strengths, in points."""
    play_s: float = 300.0
    """How long a table takes, on average."""
    pass_s: float = 1.0
    beta: float = BETA
    seed: int = 1
    closing_s: float = 120.0
    """How long those who wait get after the last arrival."""
    terms: Terms = field(default_factory=Terms)


def simulate(wish: Wish, progress: Callable[[int], None] = lambda _seen: None) -> Matched:
    """Lets them all meet; `progress` is told how many tickets have been filed so far."""
    began = time.perf_counter()
    world = _World(wish)
    while world.goes_on():
        world.tick()
        progress(world.filed)
    world.end_tables(float("inf"))
    return world.told(time.perf_counter() - began)


@dataclass(frozen=True, slots=True, order=True)
class _Table:
    """A table that is being played; the first to end comes first."""

    ends_s: float
    number: int
    plan: TablePlan = field(compare=False)
    met: Met = field(compare=False)


class _World:
    """Everybody, and where they are now."""

    def __init__(self, wish: Wish) -> None:
        self._wish = wish
        self._people = {one.name: one for one in crowd(wish.seed, wish.players, wish.deviation)}
        self._arriving, self._playing, self._winning = (
            luck_of(wish.seed, purpose) for purpose in ("arrivals", "tables", "results")
        )
        self._ratings = dict.fromkeys(self._people, NEWCOMER)
        self._met: dict[str, tuple[frozenset[str], ...]] = dict.fromkeys(self._people, ())
        self._tables_of = dict.fromkeys(self._people, 0)
        self._idle = list(self._people)
        self._waiting: dict[str, float] = {}
        self._gone: list[str] = []
        self._mirror = Mirror(Shape(seats=wish.seats, rated=True), wish.terms)
        self._tables: list[_Table] = []
        self._seen: list[Met] = []
        self._now_s, self._next_s = 0.0, waits(self._arriving, wish.arrivals_per_s)
        self._last_s = 0.0
        self.filed = 0

    def goes_on(self) -> bool:
        """Until all tickets are filed, and nobody waits who could still be seated."""
        if self.filed < self._wish.tickets:
            return True
        enough = len(self._waiting) >= min(self._wish.seats)
        return enough and self._now_s - self._last_s < self._wish.closing_s

    def tick(self) -> None:
        """From one pass to the next."""
        self._now_s += self._wish.pass_s
        self.end_tables(self._now_s)
        change = Change(
            now_ms=round(self._now_s * 1000),
            arrived=self._arrived(),
            left=self._gone,
            beta=self._wish.beta,
            salt=f"{self._wish.seed} {self._now_s}",
        )
        found = self._mirror.look(change)
        self._gone = [ticket for one in found.proposed for ticket in one.tickets]
        for one in found.proposed:
            self._seat(one)

    def _arrived(self) -> list[Seeker]:
        """Those who came since the last pass. Who finds everybody else busy comes again a little later."""
        came = []
        while self._next_s <= self._now_s and self.filed < self._wish.tickets:
            if self._idle:
                came.append(self._file(self._next_s))
            self._next_s += waits(self._arriving, self._wish.arrivals_per_s)
        return came

    def _file(self, at_s: float) -> Seeker:
        chosen = self._arriving.randrange(len(self._idle))
        self._idle[chosen], self._idle[-1] = self._idle[-1], self._idle[chosen]
        player = self._idle.pop()
        self.filed += 1
        self._waiting[player] = self._last_s = at_s
        own = (self._ratings[player],)
        return Seeker(
            id=player,
            players=(player,),
            since_ms=round(at_s * 1000),
            recent=frozenset().union(*self._met[player]),
            strengths=own,
            rating=matching_rating(own, self._wish.terms, self._wish.beta),
        )

    def _seat(self, proposed: Proposed) -> None:
        plan = proposed.plan
        since = [self._waiting.pop(player) for player in plan.seats]
        met = Met(
            at_s=self._now_s,
            waits_s=[self._now_s - at_s for at_s in since],
            spread=plan.spread,
            fairness=plan.fairness_permille / 1000,
            reasons=plan.reasons,
        )
        for player in plan.seats:
            others = frozenset(plan.seats) - {player}
            self._met[player] = (others, *self._met[player])[:LAST_TABLES]
        lasts_s = self._playing.gammavariate(4.0, self._wish.play_s / 4.0)
        heapq.heappush(self._tables, _Table(self._now_s + lasts_s, len(self._seen), plan, met))
        self._seen.append(met)

    def end_tables(self, until_s: float) -> None:
        """Results of the tables that have ended by then."""
        while self._tables and self._tables[0].ends_s <= until_s:
            table = heapq.heappop(self._tables)
            players = table.plan.seats
            places = placed(self._winning, [self._people[player].strength for player in players])
            self._seen[table.number] = _with_pairs(table, places)
            self._rate(players, places)
            self._idle += players

    def _rate(self, players: Sequence[str], places: Sequence[int]) -> None:
        before = [[model.Strength(*self._ratings[player])] for player in players]
        for player, (after,) in zip(players, model.rate(before, places, self._wish.beta), strict=True):
            self._ratings[player] = Strength(after.mu, after.sigma)
            self._tables_of[player] += 1

    def told(self, took_s: float) -> Matched:
        """Everything that happened."""
        wish = self._wish
        return Matched(
            way=Way.MODEL,
            settings={
                "players": wish.players,
                "tickets": wish.tickets,
                "arrivals_per_s": wish.arrivals_per_s,
                "seats": list(wish.seats),
                "strength_deviation": wish.deviation,
                "play_s": wish.play_s,
                "seed": wish.seed,
            },
            tickets=self.filed,
            unmatched=len(self._waiting),
            tables=self._seen,
            people=[self._believed(one) for one in self._people.values()],
            lasted_s=self._now_s,
            took_s=took_s,
        )

    def _believed(self, one: Person) -> Believed:
        shown = model.shown(model.Strength(*self._ratings[one.name]), self._wish.beta)
        return Believed(strength=one.strength, rating=shown.rating, tables=self._tables_of[one.name])


def _with_pairs(table: _Table, places: Sequence[int]) -> Met:
    pairs = [Pair(chance, _score(places[one], places[other])) for one, other, chance in table.plan.forecast]
    met = table.met
    return Met(
        at_s=met.at_s,
        waits_s=met.waits_s,
        spread=met.spread,
        fairness=met.fairness,
        reasons=met.reasons,
        pairs=pairs,
    )


def _score(place: int, other: int) -> float:
    return 0.5 if place == other else float(place < other)
