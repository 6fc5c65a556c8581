"""An engine for tests of its callers: opens a table once per request, and fails as it is told."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from nurselog.api.engine.v1.engine_service_pb2 import (
    CheckTableRequest,
    CheckTableResponse,
    CreateAssignedTableRequest,
    RevealDealRequest,
    RevealDealResponse,
    StopTableRequest,
    StopTableResponse,
    SubstituteSeatRequest,
)
from nurselog.api.engine.v1.engine_service_pb2_grpc import (
    EngineServiceServicer,
    add_EngineServiceServicer_to_server,
)
from nurselog.api.game.v1.game_pb2 import Game, GameOption
from nurselog.api.game.v1.game_service_pb2 import GetGameRequest, GetTableRequest, GetViewRequest
from nurselog.api.game.v1.game_service_pb2_grpc import GameServiceServicer, add_GameServiceServicer_to_server
from nurselog.api.game.v1.table_pb2 import Decision, Table, TableView
from nurselog.chassis.app import App
from nurselog.chassis.config import Settings
from nurselog.chassis.errors import InvalidArgument, NotFound, Refusal
from nurselog.chassis.partitions import HOUSE, requested_table_id
from nurselog.matchmaking.unwanted import Unwanted

T = TypeVar("T")
WITHIN_S = 30.0

GAMES = {
    "forest_sky": Game(
        name="games/forest_sky",
        title="Forest Sky",
        rules_version="1",
        min_seats=2,
        max_seats=4,
        options=[GameOption(name="expert", default_value="off", choices=["off", "on"])],
    ),
    "signal_fire": Game(
        name="games/signal_fire",
        title="Signal Fire",
        rules_version="1",
        min_seats=4,
        max_seats=4,
        features=["teams"],
    ),
    "cabin_by_the_sea": Game(
        name="games/cabin_by_the_sea", title="Cabin by the Sea", rules_version="1", min_seats=1, max_seats=1
    ),
}


Request = CreateAssignedTableRequest | SubstituteSeatRequest


class FakeEngine:
    """What was asked and opened, and how the next calls go."""

    def __init__(self) -> None:
        self.asked: list[CreateAssignedTableRequest] = []
        self.substituted: list[SubstituteSeatRequest] = []
        self.stand_ins: dict[tuple[str, int], str] = {}
        """Who stands in at which seat."""
        self.tables: dict[str, CreateAssignedTableRequest] = {}
        self.refuse: Callable[[Request], Refusal | None] = lambda _request: None
        """Asked before anything is done."""
        self.lose: Callable[[Request], Refusal | None] = lambda _request: None
        """Asked when the table is open, or the seat given away: the answer is lost."""
        self.doubt: Callable[[CreateAssignedTableRequest], Refusal | None] = lambda _request: None
        """Asked whether such a table could be opened."""
        self.stopped: list[str] = []
        self.overruled: list[str] = []
        """Those whose result was set by hand."""
        self.resist: Callable[[str], Refusal | None] = lambda _table: None
        """Asked before a table is stopped."""
        self.silent = False
        """Opens tables and never answers."""
        self.opened = asyncio.Event()
        self._news = asyncio.Event()
        self.revealed: list[str] = []
        self.to_move: dict[str, list[int]] = {}
        """The seats that are to move, by table."""
        self.moved: dict[str, list[int]] = {}
        """The seats that ever moved, by table."""
        self.address = ""

    async def open(self, request: Request) -> str:
        """The table of a request, the same each time."""
        if not isinstance(request, SubstituteSeatRequest):
            self.asked.append(request)
        if refusal := self.refuse(request):
            raise refusal
        if isinstance(request, SubstituteSeatRequest):
            self.substituted.append(request)
            self.stand_ins[request.name, request.seat] = request.occupant.player
            self._news.set()
            if self.silent:
                await asyncio.Event().wait()
            if lost := self.lose(request):
                raise lost
            return request.name
        self.tables.setdefault(request.request_id, request)
        self.opened.set()
        self._news.set()
        if self.silent:
            await asyncio.Event().wait()
        if lost := self.lose(request):
            raise lost
        return table_of(request)

    async def undo(self, thing: Unwanted) -> bool:
        """What nobody wants is undone, as a caller in this process asks for it."""
        if thing.sitting is None:
            self.stop(thing.table, by_hand=False)
            return False
        return self.vacate(thing.table, thing.sitting.seat, thing.sitting.player)

    def vacate(self, table: str, seat: int, player: str) -> bool:
        """A substitute is taken out; whether the seat is vacant."""
        if refusal := self.resist(table):
            raise refusal
        if self.stand_ins.get((table, seat)) == player:
            del self.stand_ins[table, seat]
        self._news.set()
        return (table, seat) not in self.stand_ins

    def stop(self, table: str, *, by_hand: bool) -> None:
        """A table is ended."""
        if refusal := self.resist(table):
            raise refusal
        if table not in map(table_of, self.tables.values()):
            raise NotFound("TABLE_NOT_FOUND", "There is no such table.", table=table)
        self.stopped.append(table)
        self.overruled += [table] if by_hand else []
        self._news.set()

    async def until(self, look: Callable[[], T]) -> T:
        """Looks at each opening and each stop until what is looked for is there."""
        async with asyncio.timeout(WITHIN_S):
            while not (found := look()):
                self._news.clear()
                await self._news.wait()
        return found


def table_of(request: CreateAssignedTableRequest) -> str:
    """The name of the table a request leads to."""
    game = request.parent.removeprefix("games/")
    return f"{request.parent}/tables/{requested_table_id(game, HOUSE, request.request_id)}"


def unfit(request: CreateAssignedTableRequest) -> Refusal | None:
    """What an engine of the game says of seats and options."""
    game = GAMES[request.parent.removeprefix("games/")]
    if not game.min_seats <= len(request.occupants) <= game.max_seats:
        return InvalidArgument("SEAT_COUNT_INVALID", "Not so many seats.", field="seat_count")
    choices = {option.name: option.choices for option in game.options}
    for name, value in request.options.items():
        where = f"options[{name}]"
        if name not in choices:
            return InvalidArgument("OPTION_UNKNOWN", "There is no such option.", field=where, option=name)
        if value not in choices[name]:
            return InvalidArgument("OPTION_INVALID", "There is no such choice.", field=where, option=name)
    return None


class _Engines(EngineServiceServicer):
    def __init__(self, fake: FakeEngine) -> None:
        self._fake = fake

    async def CreateAssignedTable(self, request: CreateAssignedTableRequest, context: Any) -> Table:  # noqa: N802
        return Table(name=await self._fake.open(request))

    async def CheckTable(self, request: CheckTableRequest, context: Any) -> CheckTableResponse:  # noqa: N802
        if refusal := self._fake.doubt(request.table) or unfit(request.table):
            raise refusal
        return CheckTableResponse()

    async def StopTable(self, request: StopTableRequest, context: Any) -> StopTableResponse:  # noqa: N802
        self._fake.stop(request.name, by_hand=request.result_by_hand)
        return StopTableResponse(stopped=True)

    async def RevealDeal(self, request: RevealDealRequest, context: Any) -> RevealDealResponse:  # noqa: N802
        self._fake.revealed.append(request.name)
        return RevealDealResponse()


class _Games(GameServiceServicer):
    def __init__(self, fake: FakeEngine) -> None:
        self._fake = fake

    async def GetTable(self, request: GetTableRequest, context: Any) -> Table:  # noqa: N802
        if request.name not in map(table_of, self._fake.tables.values()):
            raise NotFound("TABLE_NOT_FOUND", "There is no such table.", table=request.name)
        moved = self._fake.moved.get(request.name, ())
        return Table(name=request.name, moved_seats=moved, version=len(moved))

    async def GetView(self, request: GetViewRequest, context: Any) -> TableView:  # noqa: N802
        seats = self._fake.to_move.get(request.name, ())
        return TableView(name=request.name, decisions=[Decision(seat=seat) for seat in seats])

    async def GetGame(self, request: GetGameRequest, context: Any) -> Game:  # noqa: N802
        game = GAMES.get(request.name.removeprefix("games/"))
        if game is None:
            raise NotFound("GAME_NOT_FOUND", "There is no such game.", game=request.name)
        return game


@asynccontextmanager
async def serving(fake: FakeEngine) -> AsyncIterator[str]:
    """The fake behind a real gRPC server; gives the setting `NURSELOG_ENGINES` that leads to it."""
    app = App(Settings(drain_s=0.5), "fake_engine")
    app.add(_Engines(fake), add_EngineServiceServicer_to_server)  # type: ignore[abstract]
    app.add(_Games(fake), add_GameServiceServicer_to_server)  # type: ignore[abstract]
    await app.start()
    try:
        yield ",".join(f"{game}={app.address}" for game in GAMES)
    finally:
        await app.stop()
