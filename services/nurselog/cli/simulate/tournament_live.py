"""A tournament in the services: guests enter, play each table as it opens, and read the standings."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import combinations

from nurselog.api.tournament.v1 import round_pb2, tournament_pb2
from nurselog.api.tournament.v1.standing_pb2 import Standing
from nurselog.cli.crowd.door import some_at_a_time
from nurselog.cli.crowd.events import (
    OVER,
    LiveEvent,
    live_event,
    player_of,
    round_number,
)
from nurselog.cli.crowd.tables import play
from nurselog.cli.simulate.cast import Cast, cast_of
from nurselog.cli.simulate.order import agreement, true_ranks
from nurselog.cli.simulate.people import better, luck_of, placed
from nurselog.cli.simulate.records import Contested, Held, Pair, RoundSeen, Stand, Way
from nurselog.tournament.formats.terms import FormatName

POINT = 840
AWAY_S = 0.2
"""How soon those who have not entered yet are there again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What is simulated: the event as an organiser would create it."""

    tournament: tournament_pb2.Tournament
    format: FormatName
    entrants: int
    deviation: float = 250.0
    drawn: bool = True
    """Whether results follow hidden strengths; otherwise random moves decide."""
    seed: int = 1


async def simulate(
    http: str, grpc: str, wish: Wish, progress: Callable[[int], None] = lambda _tables: None
) -> Contested:
    """Holds the event once; `progress` is told how many tables have ended."""
    began = time.perf_counter()
    async with cast_of(http, grpc, seed=wish.seed, count=wish.entrants, deviation=wish.deviation) as cast:
        organiser = await cast.door.guest("organiser")
        async with live_event(cast.door, organiser, wish.tournament) as event:
            hall = _Hall(cast, wish, event, progress)
            async with hall.attended():
                held = await hall.hold()
    return Contested(
        way=Way.DRAWN if wish.drawn else Way.PLAYED,
        settings={
            "format": wish.format.value,
            "game": wish.tournament.tables.game.partition("/")[2],
            "entrants": wish.entrants,
            "rounds": len(held.rounds),
            "strength_deviation": wish.deviation,
            "seed": wish.seed,
        },
        events=[held],
        foretold_from="hidden strengths",
        took_s=time.perf_counter() - began,
    )


@dataclass(slots=True)
class _RoundNotes:
    """What is noted while a round is played."""

    begins_s: float
    pairing_s: float
    ended_s: dict[str, float] = field(default_factory=dict)
    """By player: when the last table of theirs ended."""
    differences: list[float] = field(default_factory=list)
    order: float = 0.0


class _Hall:
    """One event."""

    def __init__(self, cast: Cast, wish: Wish, event: LiveEvent, progress: Callable[[int], None]) -> None:
        self._cast = cast
        self._wish = wish
        self._event = event
        self._ranks = true_ranks(cast.strengths)
        self._progress = progress
        self._moving, self._winning = (luck_of(wish.seed, purpose) for purpose in ("moves", "results"))
        self._points: dict[str, int] = dict.fromkeys(cast.strengths, 0)
        self._rounds: list[_RoundNotes] = []
        self._played: set[str] = set()
        self._pairs: list[Pair] = []

    @asynccontextmanager
    async def attended(self) -> AsyncIterator[None]:
        """Everybody is there as long as it lasts; who is not, is paired nowhere in an arena."""
        if self._wish.format is not FormatName.ARENA:
            yield
            return
        staying = asyncio.create_task(self._stay())
        try:
            yield
        finally:
            staying.cancel()
            await asyncio.gather(staying, return_exceptions=True)

    async def _stay(self) -> None:
        while True:
            counts_s = await some_at_a_time(self._event.be_present, self._cast.guests.values())
            await asyncio.sleep(max(min(counts_s) / 3, AWAY_S))

    async def hold(self) -> Held:
        """From the entries to the standings."""
        await some_at_a_time(self._event.enter, self._cast.guests.values())
        asked_s = time.perf_counter()
        await self._event.start()
        while True:
            number = len(self._rounds) + 1
            frame = await self._event.until_published(number)
            if round_number(frame.round) < number:
                break
            now_s = time.perf_counter()
            self._rounds.append(_RoundNotes(now_s, now_s - asked_s))
            await self._round(number)
            asked_s = max(self._rounds[-1].ended_s.values(), default=now_s)
        return Held(
            standings=[self._stand(one) for one in await self._event.standings()],
            rounds=[self._round_seen(number) for number in range(1, len(self._rounds) + 1)],
            pairs=self._pairs,
        )

    async def _round(self, number: int) -> None:
        """Plays each table that opens, until the round is closed."""
        notes = self._rounds[-1]
        async with asyncio.TaskGroup() as playing:
            version = 0
            while True:
                pairings = [one async for one in self._event.pairings(number)]
                if version == 0:
                    notes.differences = list(self._differences(pairings))
                for table, players in _open_tables(pairings):
                    if table not in self._played:
                        self._played.add(table)
                        playing.create_task(self._table(table, players, notes))
                frame = await self._event.changed(version)
                version = frame.version
                if self._is_closed(number, frame.round) or frame.tournament.state in OVER:
                    break
        await self._note_standings(notes)

    @staticmethod
    def _is_closed(number: int, shown: round_pb2.Round) -> bool:
        closed = shown.state == round_pb2.ROUND_STATE_CLOSED
        return round_number(shown) > number or (round_number(shown) == number and closed)

    async def _table(self, table: str, players: Sequence[str], notes: _RoundNotes) -> None:
        guests = [self._cast.guests[player] for player in players]
        strengths = [self._cast.strengths[player] for player in players]
        drawn = dict(zip(players, placed(self._winning, strengths), strict=True))
        await play(
            self._cast.door,
            self._cast.phones,
            table,
            guests,
            self._moving,
            drawn if self._wish.drawn else None,
        )
        notes.ended_s.update(dict.fromkeys(players, time.perf_counter()))
        if self._wish.drawn:
            for one, other in combinations(players, 2):
                chance = better(self._cast.strengths[one], self._cast.strengths[other])
                self._pairs.append(Pair(chance, float(drawn[one] < drawn[other])))
        self._progress(len(self._played))

    def _differences(self, pairings: Iterable[round_pb2.Pairing]) -> Iterable[float]:
        for one in pairings:
            if len(one.entrants) > 1:
                scores = [self._points[player_of(entrant.entrant)] for entrant in one.entrants]
                yield (max(scores) - min(scores)) / POINT

    async def _note_standings(self, notes: _RoundNotes) -> None:
        lines = await self._event.standings()
        self._points.update({player_of(one.entrant): one.points for one in lines})
        places = {player_of(one.entrant): index for index, one in enumerate(lines, 1)}
        known = {player: rank for player, rank in self._ranks.items() if player in places}
        notes.order = agreement(places, known)

    def _round_seen(self, number: int) -> RoundSeen:
        notes = self._rounds[number - 1]
        following = self._rounds[number].begins_s if number < len(self._rounds) else 0.0
        waits = [following - ended_s for ended_s in notes.ended_s.values()] if following else []
        return RoundSeen(
            number=number,
            differences=notes.differences,
            order=notes.order,
            pairing_s=notes.pairing_s,
            waits_s=waits,
        )

    def _stand(self, line: Standing) -> Stand:
        player = player_of(line.entrant)
        return Stand(
            place=line.place,
            strength=self._cast.strengths[player],
            true_rank=self._ranks[player],
            points=line.points / POINT,
        )


def _open_tables(pairings: Iterable[round_pb2.Pairing]) -> Iterable[tuple[str, tuple[str, ...]]]:
    """The tables that have no result yet, and who sits there."""
    for one in pairings:
        for table in one.tables:
            if table.table and not table.seats:
                yield table.table, tuple(player_of(entrant.entrant) for entrant in one.entrants)
