"""Plays a whole table with guests of our own: random legal moves, to the end or until results are drawn.

A drawn result is a real one: once every seat has moved, the seats resign in the order in which they lose.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from random import Random

import grpc

from nurselog.api.common.v1.score_pb2 import Outcome
from nurselog.api.game.v1.game_service_pb2 import GetViewRequest, SubmitMoveRequest
from nurselog.cli.bench.table_load import News
from nurselog.cli.crowd.door import Door, Guest, patiently
from nurselog.cli.crowd.phones import Phone, Phones

LONGEST_S = 900.0
"""A table that takes longer hangs."""


class TablePlay:
    """One table: answers every decision by a random legal move."""

    def __init__(self, table: str, luck: Random, *, stop_when_all_moved: bool) -> None:
        self._table = table
        self._luck = luck
        self._stop_when_all_moved = stop_when_all_moved
        self._answered: dict[int, int] = {}
        self._seats: set[int] = set()
        self._size = 0
        self.moves = 0
        self.over = asyncio.Event()
        """Finished, or all have moved and moves are enough."""

    def begin(self, phones: Sequence[Phone]) -> None:
        """Everybody looks at the table."""
        self._size = len(phones)
        for phone in phones:
            phone.follow(self._table, self)

    def seen(self, phone: Phone, seat: int, news: News) -> None:
        """A seat has a view."""
        if news.finished or (self._stop_when_all_moved and self._all_moved(seat, news)):
            self.over.set()
        if self.over.is_set() or not news.moves or self._answered.get(seat) == news.decision:
            return
        self._answered[seat] = news.decision
        self.moves += 1
        phone.submit(self._table, seat, news.decision, self._luck.choice(news.moves))

    def _all_moved(self, seat: int, news: News) -> bool:
        """A seat has moved when the decision it answered is not open any more."""
        answered = self._answered.get(seat)
        if answered is not None and news.version > answered and news.decision != answered:
            self._seats.add(seat)
        return len(self._seats) == self._size


async def play(
    door: Door,
    phones: Phones,
    table: str,
    guests: Sequence[Guest],
    luck: Random,
    places: Mapping[str, int] | None = None,
) -> int:
    """Plays a table to its end; how many moves that took. `places` by player: the drawn result, if any."""
    seated = [await phones.of(guest) for guest in guests]
    played = TablePlay(table, luck, stop_when_all_moved=places is not None)
    played.begin(seated)
    try:
        async with asyncio.timeout(LONGEST_S):
            await played.over.wait()
    finally:
        for phone in seated:
            phone.leave(table)
    for guest in sorted(guests, key=lambda one: -places[one.player])[:-1] if places else ():
        await _resign(door, table, guest)
    return played.moves


async def _resign(door: Door, table: str, guest: Guest) -> None:
    """Nothing if the table has ended meanwhile."""
    request = SubmitMoveRequest(name=table, request_id="resign", notation="!resign")
    with suppress(Ended):
        await patiently(lambda: _submit(door, request, guest))


class Ended(Exception):
    """The table was over before."""


async def _submit(door: Door, request: SubmitMoveRequest, guest: Guest) -> None:
    try:
        await door.games.SubmitMove(request, metadata=guest.who)
    except grpc.aio.AioRpcError as error:
        if error.code() is grpc.StatusCode.FAILED_PRECONDITION:
            raise Ended from error
        raise


async def outcome_of(door: Door, table: str, guest: Guest) -> Outcome:
    """How a finished table came out."""
    request = GetViewRequest(name=table)
    view = await patiently(lambda: door.games.GetView(request, metadata=guest.who))
    return view.outcome
