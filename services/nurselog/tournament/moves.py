"""What tables tell when they are asked: who moved, and who is to move."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TypeAlias

from nurselog.api.game.v1.game_service_pb2 import GetTableRequest, GetViewRequest
from nurselog.api.game.v1.game_service_pb2_grpc import GameServiceStub
from nurselog.chassis.errors import NotFound, Refusal
from nurselog.chassis.logs import get
from nurselog.chassis.replicas import Replicas
from nurselog.tournament.results import Overdue

HasMoved: TypeAlias = Callable[[Sequence[str]], Awaitable[bool]]
"""Whether any of the tables has a move."""

AT_ONCE = 32
SETUP = 0
"""The version of a table that was set up and has no move."""

log = get(__name__)


class Tables:
    """Asks the engines of the settings."""

    def __init__(self, engines: Replicas[GameServiceStub]) -> None:
        self._engines = engines
        self._room = asyncio.Semaphore(AT_ONCE)

    async def has_moved(self, tables: Sequence[str]) -> bool:
        """Whether any of the tables has a move."""
        return max(await asyncio.gather(*(self._version(table) for table in tables)), default=0) > SETUP

    async def late_seats(self, tables: Sequence[str]) -> Mapping[str, Overdue]:
        """Who is to move and who moved, by table; of a table that cannot be asked nobody."""
        answers = await asyncio.gather(*(self._overdue(table) for table in tables))
        return dict(zip(tables, answers, strict=True))

    async def _version(self, table: str) -> int:
        async with self._room:
            request = GetTableRequest(name=table)
            try:
                return (await self._engines.ask(table, lambda stub: stub.GetTable(request))).version
            except NotFound:  # asked for, and never opened
                return SETUP

    async def _overdue(self, table: str) -> Overdue:
        async with self._room:
            view_of, table_of = GetViewRequest(name=table), GetTableRequest(name=table)
            try:
                view = await self._engines.ask(table, lambda stub: stub.GetView(view_of))
                seen = await self._engines.ask(table, lambda stub: stub.GetTable(table_of))
            except Refusal as refusal:
                log.warning("table_not_asked", table=table, error=str(refusal))
                return Overdue()
            return Overdue(frozenset(one.seat for one in view.decisions), frozenset(seen.moved_seats))
