"""An engine in the test's own process: a toy game on a log in memory, with a clock that the test moves."""

from __future__ import annotations

from typing import Any

from google.protobuf.message import Message

from nurselog.api.common.v1.clock_pb2 import ClockSetting
from nurselog.api.game.v1 import game_service_pb2 as pb
from nurselog.api.game.v1.table_pb2 import TableUpdate
from nurselog.api.log.v1.fact_pb2 import Fact
from nurselog.chassis.errors import Refusal
from nurselog.engine.address import Address, address_of
from nurselog.engine.app import Outside, host
from nurselog.engine.archive import MemoryArchive
from nurselog.engine.deals import MemoryDeals
from nurselog.engine.games import Games
from nurselog.engine.live import LiveTable
from nurselog.engine.log import Bells, TableLog
from nurselog.engine.memory_log import MemoryTableLog
from nurselog.engine.opening import Wish
from nurselog.engine.presence import MemoryPresence
from nurselog.engine.seating import Sitter
from nurselog.engine.settings import EngineSettings
from nurselog.engine.store_clock import StoreClock
from nurselog.engine.tables import Accepted
from nurselog.engine.vacation_store import MemoryVacations
from nurselog.engine.watch import Watch
from nurselog.rules.api import HOUSE, SPECTATORS, AnyRules, Audience, Seat
from nurselog.rules.chance import ScriptedChance
from nurselog.rules.fold import advance
from nurselog.rules.house import pause
from tests.support.toy_games import STONES

ANN, BOB, CID = "players/ann", "players/bob", "players/cid"
FOLK = (ANN, BOB, CID)
SEAT0, SEAT1, SEAT2 = (Seat(Audience(index)) for index in range(3))


class Hands:
    """A clock that the test moves."""

    def __init__(self) -> None:
        self.ms = 1_000_000

    def now_ms(self) -> int:
        return self.ms

    def steady_ms(self) -> float:
        return float(self.ms)

    def wait(self, ms: int) -> None:
        self.ms += ms


class World:
    """One engine; several worlds on one log are its replicas."""

    def __init__(
        self,
        rules: AnyRules = STONES,
        *,
        log: TableLog | None = None,
        bells: Bells | None = None,
        hands: Hands | None = None,
        archive: MemoryArchive | None = None,
        presence: MemoryPresence | None = None,
        **settings: Any,
    ) -> None:
        self.hands = hands or Hands()
        memory = MemoryTableLog(self.hands.now_ms)
        self.log: Any = log or memory
        self.archive = archive or MemoryArchive()
        clock = StoreClock(self.hands.steady_ms) if log is None or hands is not None else StoreClock()
        self.presence = presence or MemoryPresence()
        rung = bells or getattr(self.log, "bells", None) or memory
        self.vacations = MemoryVacations()
        outside = Outside(
            log=self.log,
            bells=rung,
            archive=self.archive,
            clock=clock,
            deals=MemoryDeals(),
            presence=self.presence,
            vacations=self.vacations,
        )
        defaults: dict[str, Any] = {"lag_ms": 0, "first_move_ms": 0}
        config = EngineSettings(**{**defaults, **settings})
        self.hosted = host(rules, outside, config)
        self.rules = rules
        self.games = Games([self.hosted])

    # Tables ----------------------------------------------------------------------------------------

    async def table(self, seat_count: int = 2, *players: str, **wish: Any) -> str:
        """A running table; players are ann, bob, cid unless named."""
        seated = [Sitter(player, player.rpartition("/")[2]) for player in (players or FOLK[:seat_count])]
        request = Wish(
            creator=ANN,
            request_id=wish.pop("request_id", ""),
            seat_count=seat_count,
            options=wish.pop("options", {}),
            start_when_full=True,
            **wish,
        )
        return (await self.hosted.lobby.open(request, seated)).address.name

    async def live(self, name: str) -> LiveTable:
        return await self.hosted.keeper.fresh(address_of(name))

    async def submit(self, name: str, player: str, text: str, request_id: str = "", **more: Any) -> Accepted:
        request = pb.SubmitMoveRequest(name=name, notation=text, request_id=request_id, **more)
        return await self.hosted.tables.submit(player, request)

    async def refused(self, name: str, player: str, text: str, **more: Any) -> Refusal:
        """The refusal of a move that must be refused."""
        try:
            await self.submit(name, player, text, **more)
        except Refusal as refusal:
            return refusal
        raise AssertionError(f"{text} by {player} was accepted")

    async def expire(self, name: str, *outages: tuple[int, int]) -> int:
        return await self.hosted.steward.expire(address_of(name), outages)

    async def grow(self, name: str, count: int) -> None:
        """So many commits that leave the play alone: the log of a long table."""
        table = await self.live(name)
        async with table.lock:
            for number in range(count):
                note, policy = pause(number, number + 1), table.terms.policy
                made = advance(self.rules, table.play, HOUSE, note, ScriptedChance(), policy=policy)
                await self.hosted.keeper.store(table, made)

    # What others see -------------------------------------------------------------------------------

    def facts(self, kind: str) -> list[Fact]:
        return [Fact.FromString(payload) for name, payload in self.log.outbox if name == kind]

    async def watch(self, name: str, audience: Audience = SPECTATORS, **more: Any) -> Watcher:
        watcher = Watcher()
        table = await self.hosted.keeper.get(address_of(name))
        legal = more.pop("legal", False)
        watcher.watch = await self.hosted.hub.watch(table, (audience, legal), watcher, **more)
        return watcher


class Watcher:
    """A sink that keeps what it gets; `slow` until `catch_up`."""

    def __init__(self) -> None:
        self.frames: list[TableUpdate] = []
        self.raw: list[bytes] = []
        self.refusal: Refusal | None = None
        self.watch: Watch

    def push(self, watch: Watch, frame: bytes) -> None:
        self.raw.append(frame)
        self.frames.append(TableUpdate.FromString(frame))

    def end(self, watch: Watch, refusal: Refusal) -> None:
        self.refusal = refusal

    def steps(self) -> list[tuple[int, int]]:
        """Kind and version of each frame."""
        return [(frame.kind, frame.version) for frame in self.frames]


def fischer(initial_ms: int, add_ms: int = 0) -> ClockSetting:
    return ClockSetting(fischer=ClockSetting.Fischer(initial_ms=initial_ms, add_ms=add_ms))


def unpacked(rules: AnyRules, any_message: Any) -> Message:
    """The game's own view in an `Any`."""
    message = rules.wire.view_type()
    any_message.Unpack(message)
    return message


__all__ = ["ANN", "BOB", "CID", "SEAT0", "SEAT1", "SEAT2", "Address", "Hands", "Watcher", "World"]
