"""A tournament run by an organiser of ours for guests of ours, over the public gRPC face."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

import grpc

from nurselog.api.tournament.v1 import round_pb2, tournament_pb2
from nurselog.api.tournament.v1 import tournament_service_pb2 as pb
from nurselog.api.tournament.v1.standing_pb2 import Standing
from nurselog.cli.crowd.door import PASSING, Door, Guest, patiently

PAGE = 100
OVER = frozenset({tournament_pb2.TOURNAMENT_STATE_FINISHED, tournament_pb2.TOURNAMENT_STATE_CANCELLED})


class EventStuck(Exception):
    """The tournament cannot go on by itself."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A table of a round, and the players at it in seat order."""

    table: str
    players: tuple[str, ...]


class LiveEvent:
    """One tournament, followed by its stream."""

    def __init__(self, door: Door, organiser: Guest, name: str) -> None:
        self.name = name
        self._door = door
        self._organiser = organiser
        self._frame = pb.TournamentUpdate()
        self._news = asyncio.Condition()
        self._following = asyncio.create_task(self._follow())

    async def enter(self, guest: Guest) -> None:
        """A guest enters."""
        request = pb.EnterTournamentRequest(name=self.name, request_id="enter")
        await patiently(lambda: self._door.tournaments.EnterTournament(request, metadata=guest.who))

    async def start(self) -> None:
        """The sign-up is over."""
        request = pb.StartTournamentRequest(name=self.name)
        await patiently(lambda: self._door.tournaments.StartTournament(request, metadata=self._organiser.who))

    async def be_present(self, guest: Guest) -> float:
        """A guest says that they are there; answers for how many seconds that counts."""
        request = pb.SignalPresenceRequest(name=self.name)
        answer = await patiently(lambda: self._door.tournaments.SignalPresence(request, metadata=guest.who))
        return answer.present_for_ms / 1000

    async def until(self, wanted: Callable[[pb.TournamentUpdate], bool]) -> pb.TournamentUpdate:
        """The first frame from now on that is as wanted. Raises `EventStuck`."""
        async with self._news:
            while True:
                if self._following.done():
                    self._following.result()
                if self._frame.tournament.trouble:
                    raise EventStuck(self._frame.tournament.trouble)
                if self._frame.version and wanted(self._frame):
                    return self._frame
                await self._news.wait()

    async def changed(self, version: int) -> pb.TournamentUpdate:
        """The next frame after a version."""
        return await self.until(lambda frame: frame.version > version)

    async def until_published(self, number: int) -> pb.TournamentUpdate:
        """The frame that shows this round, or that the event is over."""
        return await self.until(
            lambda frame: frame.tournament.state in OVER or round_number(frame.round) >= number
        )

    async def until_closed(self, number: int) -> pb.TournamentUpdate:
        """The frame after which nothing of this round can change."""
        return await self.until(
            lambda frame: (
                frame.tournament.state in OVER
                or round_number(frame.round) > number
                or (round_number(frame.round) == number and frame.round.state == round_pb2.ROUND_STATE_CLOSED)
            )
        )

    async def all_opened(self, number: int) -> list[Opened]:
        """All tables of a round, each once, as soon as every pairing that is played has one."""
        while True:
            found = [one async for one in self.pairings(number)]
            played = [one for one in found if one.kind == round_pb2.PAIRING_KIND_TABLE]
            if all(one.tables and one.tables[-1].table for one in played):
                return [_opened(one) for one in played]
            async with self._news:
                await self._news.wait()

    async def pairings(self, number: int) -> AsyncIterator[round_pb2.Pairing]:
        """The pairings of a round."""
        request = pb.ListPairingsRequest(parent=f"{self.name}/rounds/{number}", page_size=PAGE)
        while True:
            page = await patiently(
                lambda: self._door.tournaments.ListPairings(request, metadata=self._organiser.who)
            )
            for one in page.pairings:
                yield one
            request.page_token = page.next_page_token
            if not request.page_token:
                return

    async def standings(self) -> list[Standing]:
        """All lines."""
        request = pb.ListStandingsRequest(parent=self.name, page_size=PAGE)
        found: list[Standing] = []
        while True:
            page = await patiently(
                lambda: self._door.tournaments.ListStandings(request, metadata=self._organiser.who)
            )
            found += page.standings
            request.page_token = page.next_page_token
            if not request.page_token:
                return found

    async def close(self) -> None:
        """Follows no longer."""
        self._following.cancel()
        await asyncio.gather(self._following, return_exceptions=True)

    async def _follow(self) -> None:
        try:
            while True:
                await self._stream()
        finally:
            async with self._news:
                self._news.notify_all()

    async def _stream(self) -> None:
        request = pb.WatchTournamentRequest(name=self.name, resume_token=self._frame.resume_token)
        try:
            async for frame in self._door.tournaments.WatchTournament(request, metadata=self._organiser.who):
                if frame.kind == pb.TOURNAMENT_UPDATE_KIND_HEARTBEAT:
                    continue
                async with self._news:
                    self._frame = frame
                    self._news.notify_all()
        except grpc.aio.AioRpcError as error:
            if error.code() not in PASSING:
                raise
            await asyncio.sleep(0.2)


@asynccontextmanager
async def live_event(
    door: Door, organiser: Guest, tournament: tournament_pb2.Tournament
) -> AsyncIterator[LiveEvent]:
    """A tournament that is open for entries."""
    request = pb.CreateTournamentRequest(tournament=tournament, open=True)
    made = await patiently(lambda: door.tournaments.CreateTournament(request, metadata=organiser.who))
    event = LiveEvent(door, organiser, made.name)
    try:
        yield event
    finally:
        await event.close()


def player_of(entrant: str) -> str:
    """The player behind an entrant who entered for themselves."""
    return f"players/{entrant.rpartition('/')[2]}"


def round_number(shown: round_pb2.Round) -> int:
    """The number in a round's name, counted over all stages; 0 for no round."""
    return int(shown.name.rpartition("/")[2] or 0)


def _opened(pairing: round_pb2.Pairing) -> Opened:
    players = tuple(player_of(one.entrant) for one in pairing.entrants)
    return Opened(pairing.tables[-1].table, players)
