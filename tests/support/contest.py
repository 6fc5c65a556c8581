"""A tournament played by guests through the public contract: organiser over REST, contestants over any face.

Contestants are robust: they survive processes that are killed. Some have habits: one never comes to a table,
one withdraws.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, Self

from tests.support.arena import KINDS
from tests.support.clients import Faces, Json, NdjsonClient, Refused
from tests.support.robust import Robust, may_pass

LOOK_S = 0.1
OVER = frozenset({"TOURNAMENT_STATE_FINISHED", "TOURNAMENT_STATE_CANCELLED"})


@dataclass(slots=True)
class Organiser:
    """Whoever runs the event, over REST, and again if a process dies meanwhile."""

    rest: NdjsonClient
    name: str = ""

    @classmethod
    async def of(cls, faces: Faces) -> Self:
        """A guest who organises."""
        rest = NdjsonClient(faces)
        await rest.enter("organiser")
        return cls(rest)

    async def close(self) -> None:
        await self.rest.__aexit__(None, None, None)

    async def create(self, tournament: Json, request_id: str = "create") -> Json:
        body = {"tournament": tournament, "requestId": request_id, "open": True}
        made = await self.insist("POST", "/v1/tournaments", body)
        self.name = made["name"]
        return made

    async def start(self) -> Json:
        return await self.do("start")

    async def do(self, verb: str, body: Json | None = None, where: str = "") -> Json:
        """A custom method of the tournament, or of something in it."""
        return await self.insist("POST", f"/v1/{where or self.name}:{verb}", body or {})

    async def get(self, path: str = "") -> Json:
        """The tournament, or something in it."""
        return await self.insist("GET", f"/v1/{self.name}{path}")

    async def all(self, path: str, field_name: str) -> list[Json]:
        """A whole list, page by page."""
        found: list[Json] = []
        token = ""
        while True:
            page = await self.insist("GET", f"/v1/{self.name}{path}", None, pageSize="7", pageToken=token)
            found += page.get(field_name, [])
            token = page.get("nextPageToken", "")
            if not token:
                return found

    async def insist(self, method: str, path: str, body: Json | None = None, **query: str) -> Json:
        """A call, until it is answered."""
        while True:
            try:
                return await self.rest.call(method, path, body, **query)
            except Exception as error:
                if not may_pass(error):
                    raise
                await asyncio.sleep(LOOK_S)

    async def until(self, wanted: Callable[[Json], bool]) -> Json:
        """Follows the stream of the tournament until a frame is as wanted."""
        token = ""
        while True:
            try:
                query = {"resumeToken": token} if token else {}
                async for frame in self.rest.stream(f"/v1/{self.name}:watch", **query):
                    token = frame.get("resumeToken", token)
                    if "tournament" in frame and wanted(frame):
                        return frame
            except Exception as error:
                if not may_pass(error):
                    raise
            await asyncio.sleep(LOOK_S)

    async def until_over(self) -> Json:
        """The last frame."""
        return await self.until(lambda frame: frame["tournament"]["state"] in OVER)

    async def until_round(self, number: int) -> Json:
        """The frame in which a round is published."""
        return await self.until(lambda frame: number_of(frame.get("round", {})) >= number)


def number_of(shown: Json) -> int:
    """The number of a round."""
    return int(shown.get("name", "/0").rpartition("/")[2])


@dataclass(slots=True)
class Contestant:
    """A guest who enters and plays all its tables, except in rounds in which it sleeps."""

    guest: Robust
    rest: NdjsonClient
    seed: int
    sleeps_in: frozenset[int] = frozenset()
    played: set[str] = field(default_factory=set)

    @property
    def player(self) -> str:
        return self.guest.player

    @classmethod
    async def of(
        cls,
        faces: Faces,
        number: int,
        on_move: Callable[[], Awaitable[None]],
        *,
        sleeps_in: frozenset[int] = frozenset(),
        seed: int = 1,
    ) -> Self:
        """A fresh guest; faces take turns."""
        guest = Robust(faces, KINDS[number % len(KINDS)], f"guest {number:02}", on_move, think_s=0.0)
        await guest.enter()
        rest = NdjsonClient(faces)
        client: Any = guest._client
        rest.as_player(client.player, client.token)
        return cls(guest, rest, seed, sleeps_in)

    async def close(self) -> None:
        await self.guest.close()
        await self.rest.__aexit__(None, None, None)

    async def enter(self, tournament: str, **more: Any) -> Json:
        return await self.insist("POST", f"/v1/{tournament}:enter", {"requestId": "enter", **more})

    async def insist(self, method: str, path: str, body: Json | None = None) -> Json:
        while True:
            try:
                return await self.rest.call(method, path, body)
            except Exception as error:
                if not may_pass(error):
                    raise
                await asyncio.sleep(LOOK_S)

    async def play(self, tournament: str, look_s: float = LOOK_S) -> None:
        """Plays its tables until cancelled; looks for the next one every so often."""
        while True:
            answer = await self.insist("GET", f"/v1/{tournament}/myTables")
            for one in answer.get("tables", []):
                table, number = one.get("table", ""), int(one["round"])
                if not table or one.get("ended") or table in self.played or number in self.sleeps_in:
                    continue
                self.played.add(table)
                luck = random.Random(f"{self.seed} {table} {self.player}")
                with suppress(Refused):
                    await self.guest.play(table, luck, 10_000)
            await asyncio.sleep(look_s)


async def playing(contestants: list[Contestant], tournament: str, over: Awaitable[Json]) -> Json:
    """Lets all play until the tournament is over; answers what `over` says."""
    # However many they are, together they ask fifty times a second at most.
    look_s = max(LOOK_S, len(contestants) / 50)
    tasks = [asyncio.create_task(one.play(tournament, look_s)) for one in contestants]
    ended = asyncio.ensure_future(over)
    try:
        await asyncio.wait([*tasks, ended], return_when=asyncio.FIRST_COMPLETED)
        for task in tasks:
            if task.done():
                task.result()
        return await ended
    finally:
        everything: list[asyncio.Future[Any]] = [*tasks, ended]
        for one in everything:
            one.cancel()
        await asyncio.gather(*everything, return_exceptions=True)


@asynccontextmanager
async def contest(
    faces: Faces,
    tournament: Json,
    guests: int,
    *,
    sleepers: Mapping[int, frozenset[int]] | None = None,
    on_move: Callable[[], Awaitable[None]] | None = None,
) -> AsyncIterator[tuple[Organiser, list[Contestant]]]:
    """A tournament with its entrants; `sleepers` say in which rounds a guest does not come."""
    async with AsyncExitStack() as closing:
        organiser = await Organiser.of(faces)
        closing.push_async_callback(organiser.close)
        await organiser.create(tournament)
        contestants = []
        for number in range(guests):
            asleep = (sleepers or {}).get(number, frozenset())
            one = await Contestant.of(faces, number, on_move or nobody_counts, sleeps_in=asleep)
            closing.push_async_callback(one.close)
            contestants.append(one)
            await one.enter(organiser.name)
        yield organiser, contestants


async def nobody_counts() -> None:
    """Moves are not counted."""
