"""The tournament service in this process, over a real store and a fake engine; tables end as a test says."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar

import grpc

from nurselog.api.common.v1.score_pb2 import EndedBy, Outcome, Placement, Result
from nurselog.api.common.v1.seat_pb2 import Seat
from nurselog.api.engine.v1.engine_service_pb2 import CreateAssignedTableRequest
from nurselog.api.log.v1.fact_pb2 import Fact
from nurselog.api.tournament.v1 import round_pb2, tournament_pb2
from nurselog.api.tournament.v1 import tournament_service_pb2 as pb
from nurselog.api.tournament.v1.tournament_service_pb2_grpc import TournamentServiceStub
from nurselog.chassis.app import App
from nurselog.chassis.config import Settings
from nurselog.chassis.context import Caller, to_metadata
from nurselog.chassis.errors import Refusal, from_rpc_error
from nurselog.chassis.partitions import key, tag_of
from nurselog.tournament.app import bind
from nurselog.tournament.settings import TournamentSettings
from tests.support.fake_engine import FakeEngine, serving, table_of

T = TypeVar("T")
WITHIN_S = 30.0

SWISS = tournament_pb2.Tournament(
    title="Club evening",
    tables=tournament_pb2.TableTerms(game="games/forest_sky"),
    stages=[tournament_pb2.Stage(swiss=tournament_pb2.Swiss(rounds=2))],
)
PODS = tournament_pb2.Tournament(
    title="Cup",
    tables=tournament_pb2.TableTerms(game="games/forest_sky", seat_counts=[3, 4], preferred_seats=4),
    stages=[tournament_pb2.Stage(pods=tournament_pb2.Pods(rounds=1))],
)


def changed(settings: tournament_pb2.Tournament, change: Any) -> tournament_pb2.Tournament:
    """A copy, changed."""
    copy = tournament_pb2.Tournament()
    copy.CopyFrom(settings)
    change(copy)
    return copy


def stages(*made: tournament_pb2.Stage) -> Any:
    """Sets the stages."""

    def change(settings: tournament_pb2.Tournament) -> None:
        del settings.stages[:]
        settings.stages.extend(made)

    return change


@dataclass(slots=True)
class World:
    """What a test of tournaments holds in its hands."""

    app: App[TournamentSettings]
    engine: FakeEngine
    stub: TournamentServiceStub
    ended: set[str] = field(default_factory=set)

    async def ask(self, player: str, method: str, request: Any) -> Any:
        """A call of a player (`ann`; empty: nobody). Raises `Refusal`."""
        who = Caller(player=f"players/{player}" if player else None, name=player.title() or None)
        try:
            return await getattr(self.stub, method)(request, metadata=to_metadata(who))
        except grpc.aio.AioRpcError as error:
            raise from_rpc_error(error) from None

    async def refused(self, player: str, method: str, request: Any) -> Refusal:
        """The refusal of a call that must be refused."""
        try:
            answer = await self.ask(player, method, request)
        except Refusal as refusal:
            return refusal
        raise AssertionError(f"{method} was answered: {answer}")

    async def tournament(
        self,
        settings: tournament_pb2.Tournament,
        players: Sequence[str],
        *,
        start: bool = True,
        organizer: str = "olga",
    ) -> str:
        """A tournament with these entrants, started."""
        request = pb.CreateTournamentRequest(tournament=settings, open=True)
        name: str = (await self.ask(organizer, "CreateTournament", request)).name
        for player in players:
            await self.ask(player, "EnterTournament", pb.EnterTournamentRequest(name=name))
        if start:
            await self.ask(organizer, "StartTournament", pb.StartTournamentRequest(name=name))
        return name

    async def get(self, name: str) -> tournament_pb2.Tournament:
        found: tournament_pb2.Tournament = await self.ask(
            "olga", "GetTournament", pb.GetTournamentRequest(name=name)
        )
        return found

    async def pairings(self, name: str, number: int) -> list[round_pb2.Pairing]:
        """All pairings of a round."""
        request = pb.ListPairingsRequest(parent=f"{name}/rounds/{number}", page_size=100)
        return list((await self.ask("olga", "ListPairings", request)).pairings)

    async def standings(self, name: str) -> dict[str, int]:
        """Points by entrant, in order."""
        request = pb.ListStandingsRequest(parent=name, page_size=100)
        answer = await self.ask("olga", "ListStandings", request)
        return {one.entrant.rpartition("/")[2]: one.points for one in answer.standings}

    async def until(self, name: str, look: Callable[[], Awaitable[T]]) -> T:
        """Looks at each change of a tournament until what is looked for is there."""
        async with asyncio.timeout(WITHIN_S), watching(self.stub, name, "olga") as frames:
            async for _ in frames:
                if found := await look():
                    return found
        raise AssertionError("the stream ended")

    async def until_state(self, name: str, state: str) -> tournament_pb2.Tournament:
        """Waits for a state of the tournament."""
        wanted = tournament_pb2.TournamentState.Value(f"TOURNAMENT_STATE_{state}")

        async def look() -> tournament_pb2.Tournament | None:
            found = await self.get(name)
            return found if found.state == wanted else None

        found = await self.until(name, look)
        assert found is not None
        return found

    async def tables(self, name: str, number: int, count: int) -> list[CreateAssignedTableRequest]:
        """The requests of a round that lead to tables that have not ended, once there are so many of them."""

        def look() -> list[CreateAssignedTableRequest]:
            found = [
                one
                for one in self.engine.tables.values()
                if one.tournament.startswith(f"{name}/rounds/{number}/") and one.request_id not in self.ended
            ]
            return found if len(found) >= count else []

        return await self.engine.until(look)

    async def end(
        self, request: CreateAssignedTableRequest, places: Sequence[int] = (), **more: Any
    ) -> Result:
        """A table ends: the places of its seats, the first one wins if none are given."""
        result = result_of(request, places, **more)
        self.ended.add(request.request_id)
        await self.tell(result)
        return result

    async def tell(self, result: Result) -> None:
        """A fact in the outbox, as engines write it."""
        stream = key(tag_of(result.table.rpartition("/")[2]), "outbox")
        fact = Fact(table=result.table, version=result.version, finished=result).SerializeToString()
        await self.app.gatherer.call("XADD", stream, "*", "kind", "finished", "fact", fact, key=stream)

    async def play_round(self, name: str, number: int, count: int) -> None:
        """All tables of a round are won by their first seats."""
        for request in await self.tables(name, number, count):
            await self.end(request)


def result_of(
    request: CreateAssignedTableRequest,
    places: Sequence[int] = (),
    *,
    aborted: bool = False,
    no_shows: Sequence[int] = (),
    left: Sequence[int] = (),
) -> Result:
    """What the engine reports of a table."""
    where = places or range(1, len(request.occupants) + 1)
    return Result(
        table=table_of(request),
        game=request.parent.removeprefix("games/"),
        rated=request.rated,
        higher_is_better=True,
        seats=[Seat(index=index, occupant=one) for index, one in enumerate(request.occupants)],
        outcome=Outcome(
            reason="done",
            placements=[
                Placement(
                    seat=seat,
                    place=place,
                    total=100 - 10 * place,
                    ended_by=EndedBy.ENDED_BY_LEFT if seat in left else EndedBy.ENDED_BY_PLAYED,
                )
                for seat, place in enumerate(where)
                if not aborted  # a table that the house stopped places nobody
            ],
        ),
        aborted=aborted,
        no_show_seats=no_shows,
        tournament=request.tournament,
        version=9,
    )


@asynccontextmanager
async def watching(
    stub: TournamentServiceStub, name: str, player: str, **more: Any
) -> AsyncIterator[AsyncIterator[pb.TournamentUpdate]]:
    """The frames of a tournament: everything as it is, then each change."""
    request = pb.WatchTournamentRequest(name=name, **more)
    stream = stub.WatchTournament(request, metadata=to_metadata(Caller(player=f"players/{player}")))
    try:
        yield aiter(stream)
    finally:
        stream.cancel()


@asynccontextmanager
async def tournament_world(
    store: Settings, engine: FakeEngine | None = None, **settings: Any
) -> AsyncIterator[World]:
    """The service, ready; several replicas may share a store and an engine."""
    engine = engine or FakeEngine()
    async with serving(engine) as engines:
        config = TournamentSettings(
            redis_url=store.redis_url,
            redis_cluster=store.redis_cluster,
            drain_s=1.0,
            engines=engines,
            tournament_pass_s=0.02,
            tournament_watch_s=0.02,
            tournament_arena_s=0.1,
            **{"consumer": "test", **settings},
        )
        app = App(config, "tournament")
        await bind(app)
        await app.start()
        try:
            await app.readiness.wait()
            async with grpc.aio.insecure_channel(app.address) as channel:
                yield World(app, engine, TournamentServiceStub(channel))
        finally:
            await app.stop()
