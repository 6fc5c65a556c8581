"""A player that nothing stops: it connects again, resumes, and repeats a move under the same request id.

It remembers what it saw and what was acknowledged, so that a test can compare that with the log.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import TypeVar

import grpc
import httpx
from websockets.exceptions import WebSocketException

from tests.support.clients import Client, Faces, Json, Refused, Seen
from tests.support.games_played import LATE, gaps_in

T = TypeVar("T")
Kind = Callable[[Faces], Client]

BROKEN = (httpx.TransportError, OSError, WebSocketException, TimeoutError, grpc.aio.UsageError)
BUSY = frozenset({"UNAVAILABLE", "DEADLINE_EXCEEDED", "RESOURCE_EXHAUSTED", "CANCELLED"})
AGAIN_S = 0.1


def may_pass(error: Exception) -> bool:
    """Whether the same request may work a little later."""
    return isinstance(error, BROKEN) or (isinstance(error, Refused) and error.code in BUSY)


@dataclass(frozen=True, slots=True)
class Acked:
    """A move that was acknowledged."""

    table: str
    seat: int
    decision: int
    request_id: str
    notation: str
    version: int


@dataclass(slots=True)
class History:
    """What one player did and saw at one table."""

    table: str
    updates: list[Seen] = field(default_factory=list)
    acked: list[Acked] = field(default_factory=list)
    broken: int = 0
    """How often a connection broke or a call had to be repeated."""

    def gaps(self) -> list[str]:
        """Where a step did not follow on the version before."""
        return [f"{self.table}: {a} then STEP {b}" for a, b in gaps_in(self.updates)]


class Robust:
    """One guest over one face."""

    def __init__(
        self,
        faces: Faces,
        kind: Kind,
        name: str,
        on_ack: Callable[[], Awaitable[None]],
        *,
        think_s: float,
    ) -> None:
        self._on_ack = on_ack
        self._faces = faces
        self._kind = kind
        self._name = name
        self._think_s = think_s
        self._client = kind(faces)
        self.broken = 0

    @property
    def player(self) -> str:
        """The guest."""
        return self._client.player

    async def enter(self) -> None:
        """Becomes a guest."""
        await self.insist(lambda client: client.enter(self._name))

    async def close(self) -> None:
        """Leaves."""
        await self._client.__aexit__(None, None, None)

    async def insist(self, do: Callable[[Client], Awaitable[T]]) -> T:
        """Does it until the backend has answered."""
        while True:
            try:
                return await do(self._client)
            except Exception as error:
                if not may_pass(error):
                    raise
                await self._reconnect()

    async def play(self, table: str, luck: random.Random, patience: int) -> History:
        """Plays its seat to the end of the table; falls asleep over it after so many moves."""
        history = History(table)
        answers: dict[int, Json] = {}
        token = ""
        while not (history.updates and history.updates[-1].finished):
            client = self._client
            try:
                async with aclosing(client.watch(table, token=token)) as updates:
                    async for seen in updates:
                        history.updates.append(seen)
                        token = seen.token or token
                        if len(history.acked) < patience:
                            await self._answer(history, answers, seen, luck)
                        if self._client is not client:
                            break
            except Exception as error:
                if not may_pass(error):
                    raise
                history.broken += 1
                await self._reconnect()
        return history

    async def _answer(
        self, history: History, answers: dict[int, Json], seen: Seen, luck: random.Random
    ) -> None:
        decision = seen.decision
        if decision is None or not seen.moves:
            return
        await asyncio.sleep(self._think_s * (0.5 + luck.random()))
        move = answers.setdefault(
            decision,
            {
                "seat": seen.seat,
                "decisionId": decision,
                "requestId": f"r{decision}",
                "notation": luck.choice(seen.moves),
            },
        )
        try:
            answer = await self.insist(lambda client: client.submit(history.table, move))
        except Refused as refusal:
            if refusal.reason not in LATE:
                raise
            return
        acked = Acked(
            table=history.table,
            seat=seen.seat,
            decision=decision,
            request_id=move["requestId"],
            notation=move["notation"],
            version=int(answer["version"]),
        )
        history.acked.append(acked)
        await self._on_ack()

    async def _reconnect(self) -> None:
        self.broken += 1
        player, token = self._client.player, self._client.token
        old, self._client = self._client, self._kind(self._faces)
        if token:
            self._client.as_player(player, token)
        try:
            await old.__aexit__(None, None, None)
        except Exception as error:
            if not may_pass(error):
                raise
        await asyncio.sleep(AGAIN_S)
