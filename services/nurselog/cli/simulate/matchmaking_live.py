"""Matchmaking in real time, through the services: guests file tickets, are assigned, play, and are rated.

Everything goes over the public faces. Nobody else should wait in the same pool meanwhile.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import combinations

import grpc

from nurselog.api.common.v1.score_pb2 import Outcome
from nurselog.api.game.v1.game_service_pb2 import GetTableRequest
from nurselog.api.matchmaking.v1 import matchmaking_service_pb2 as pb
from nurselog.api.scoring.v1.scoring_service_pb2 import ListRatingsRequest, Rating
from nurselog.cli.crowd.door import Guest, patiently, some_at_a_time
from nurselog.cli.crowd.tables import outcome_of, play
from nurselog.cli.simulate.cast import Cast, cast_of
from nurselog.cli.simulate.people import luck_of, placed, waits
from nurselog.cli.simulate.records import Believed, Matched, Met, Pair, Way
from nurselog.scoring import model


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What is simulated."""

    game: str
    players: int
    tickets: int
    arrivals_per_s: float
    seats: tuple[int, ...] = (2,)
    deviation: float = 250.0
    """Of the hidden strengths, in points."""
    drawn: bool = True
    """Whether results follow hidden strengths; otherwise random moves decide."""
    seed: int = 1
    closing_s: float = 60.0
    """How long those who wait get after the last arrival."""


async def simulate(
    http: str, grpc: str, wish: Wish, progress: Callable[[int], None] = lambda _ended: None
) -> Matched:
    """Lets them all meet; `progress` is told how many tickets have ended so far."""
    began = time.perf_counter()
    async with cast_of(http, grpc, seed=wish.seed, count=wish.players, deviation=wish.deviation) as cast:
        world = _World(cast, wish, progress)
        await world.run()
        return await world.told(time.perf_counter() - began)


@dataclass(slots=True)
class _Gathering:
    """Guests who were assigned to a table, until all of them know."""

    guests: list[Guest]
    assignment: pb.Assignment
    at_s: float


class _World:
    """Everybody, and where they are now."""

    def __init__(self, cast: Cast, wish: Wish, progress: Callable[[int], None]) -> None:
        self._cast = cast
        self._wish = wish
        self._progress = progress
        self._arriving, self._moving, self._winning = (
            luck_of(wish.seed, purpose) for purpose in ("arrivals", "moves", "results")
        )
        self._idle = list(cast.guests.values())
        self._gathering: dict[str, _Gathering] = {}
        self._seen: list[Met] = []
        self._lost: Counter[str] = Counter()
        self._tables_of = dict.fromkeys(cast.strengths, 0)
        self._began = time.perf_counter()
        self._lasted_s = 0.0
        self._ended = 0

    @property
    def _now_s(self) -> float:
        return time.perf_counter() - self._began

    async def run(self) -> None:
        """Arrivals, then some time for those who still wait; tables that began are played to their end."""
        self._began = time.perf_counter()
        async with asyncio.TaskGroup() as visits:
            coming = [await self._arrival(visits, number) for number in range(self._wish.tickets)]
            waiting = visits.create_task(asyncio.wait(coming, timeout=self._wish.closing_s))
            _, late = await waiting
            for task in late:
                task.cancel()
        self._lasted_s = self._now_s

    async def _arrival(self, visits: asyncio.TaskGroup, number: int) -> asyncio.Task[None]:
        """The next guest comes; who finds everybody else busy comes again a little later."""
        while True:
            await asyncio.sleep(waits(self._arriving, self._wish.arrivals_per_s))
            if self._idle:
                guest = self._idle.pop(self._arriving.randrange(len(self._idle)))
                return visits.create_task(self._visit(visits, guest, number))

    async def _visit(self, visits: asyncio.TaskGroup, guest: Guest, number: int) -> None:
        """A guest waits for a table; when the last one knows of it, it is played."""
        ticket = await self._ended_ticket(guest, number)
        if not ticket.HasField("assignment"):
            self._lost[ticket.end_reason] += 1
            self._idle.append(guest)
            return
        assignment = ticket.assignment
        found = self._gathering.setdefault(assignment.table, _Gathering([], assignment, self._now_s))
        found.guests.append(guest)
        if len(found.guests) == len(assignment.waits_ms):
            visits.create_task(self._table(self._gathering.pop(assignment.table)))

    async def _ended_ticket(self, guest: Guest, number: int) -> pb.Ticket:
        """A ticket of the guest when it has ended; taken back if nobody waits for that any more."""
        pool = pb.Pool(game=f"games/{self._wish.game}", seat_counts=self._wish.seats, rated=True)
        request = pb.CreateTicketRequest(pool=pool, request_id=f"{self._wish.seed}-{number}")
        tickets = self._cast.door.tickets
        ticket = await patiently(lambda: tickets.CreateTicket(request, metadata=guest.who))
        try:
            return await patiently(lambda: self._followed(guest, ticket))
        except asyncio.CancelledError:
            with suppress(grpc.aio.AioRpcError):  # it got its table at the last moment
                await tickets.CancelTicket(pb.CancelTicketRequest(name=ticket.name), metadata=guest.who)
            raise

    async def _followed(self, guest: Guest, ticket: pb.Ticket) -> pb.Ticket:
        """The ticket as its stream told it last."""
        request = pb.WatchTicketRequest(name=ticket.name)
        async for news in self._cast.door.tickets.WatchTicket(request, metadata=guest.who):
            ticket = news
        return ticket

    async def _table(self, found: _Gathering) -> None:
        guests, table = found.guests, found.assignment.table
        before = {guest.player: await self._rating(guest) for guest in guests}
        places = self._drawn(guests) if self._wish.drawn else None
        await play(self._cast.door, self._cast.phones, table, guests, self._moving, places)
        outcome = await outcome_of(self._cast.door, table, guests[0])
        seats = await self._seats(table, guests[0])
        self._seen.append(_met(found, _pairs(outcome, seats, before)))
        for guest in guests:
            self._tables_of[guest.player] += 1
        self._ended += len(guests)
        self._idle += guests
        self._progress(self._ended)

    def _drawn(self, guests: Sequence[Guest]) -> dict[str, int]:
        strengths = [self._cast.strengths[guest.player] for guest in guests]
        places = placed(self._winning, strengths)
        return {guest.player: place for guest, place in zip(guests, places, strict=True)}

    async def _seats(self, table: str, guest: Guest) -> list[str]:
        request = GetTableRequest(name=table)
        found = await patiently(lambda: self._cast.door.games.GetTable(request, metadata=guest.who))
        return [seat.occupant.player for seat in found.seats]

    async def _rating(self, guest: Guest) -> Rating:
        """What is believed of a guest now; a newcomer's if there is nothing."""
        request = ListRatingsRequest(parent=guest.player)
        answer = await patiently(lambda: self._cast.door.scores.ListRatings(request, metadata=guest.who))
        ladder = f"ladders/{self._wish.game}."
        newcomer = model.shown(model.NEWCOMER)
        return next(
            (one for one in answer.ratings if one.ladder.startswith(ladder)),
            Rating(player=guest.player, rating=newcomer.rating, deviation=newcomer.deviation),
        )

    async def told(self, took_s: float) -> Matched:
        """Everything that happened."""
        wish = self._wish
        ratings = await some_at_a_time(self._rating, self._cast.guests.values())
        return Matched(
            way=Way.DRAWN if wish.drawn else Way.PLAYED,
            settings={
                "game": wish.game,
                "players": wish.players,
                "tickets": wish.tickets,
                "arrivals_per_s": wish.arrivals_per_s,
                "seats": list(wish.seats),
                "strength_deviation": wish.deviation,
                "seed": wish.seed,
            },
            tickets=wish.tickets,
            unmatched=wish.tickets - self._ended,
            lost=self._lost,
            tables=self._seen,
            people=[
                Believed(
                    strength=self._cast.strengths[guest.player],
                    rating=rating.rating,
                    tables=self._tables_of[guest.player],
                )
                for guest, rating in zip(self._cast.guests.values(), ratings, strict=True)
            ],
            lasted_s=self._lasted_s,
            took_s=took_s,
        )


def _met(found: _Gathering, pairs: Sequence[Pair]) -> Met:
    assignment = found.assignment
    return Met(
        at_s=found.at_s,
        waits_s=[wait_ms / 1000 for wait_ms in assignment.waits_ms],
        spread=assignment.spread,
        fairness=assignment.fairness_permille / 1000,
        reasons=tuple(assignment.reasons),
        pairs=pairs,
    )


def _pairs(outcome: Outcome, seats: Sequence[str], before: Mapping[str, Rating]) -> list[Pair]:
    """What the ratings before the table foretold of each pair, and what happened."""
    found = []
    for one, other in combinations(outcome.placements, 2):
        mine, theirs = (_strength(before[seats[placement.seat]]) for placement in (one, other))
        score = 0.5 if one.place == other.place else float(one.place < other.place)
        found.append(Pair(model.win_probability([mine], [theirs]), score))
    return found


def _strength(rating: Rating) -> model.Strength:
    return model.measured(rating.rating, rating.deviation)
