"""Tables that do not count any more are ended by the house, each once."""

from __future__ import annotations

import asyncio

import pytest

from nurselog.api.tournament.v1 import round_pb2
from nurselog.api.tournament.v1 import tournament_service_pb2 as pb
from nurselog.chassis.config import Settings
from nurselog.chassis.errors import Unavailable
from tests.support.fake_engine import FakeEngine, Request, table_of
from tests.support.tournament_world import SWISS, World, result_of, tournament_world

FOUR = ("ann", "bob", "cyd", "dan")


async def until_stopped(world: World, tables: set[str]) -> None:
    assert await world.engine.until(lambda: set(world.engine.stopped) == tables)


async def test_a_table_that_its_deadline_decided_is_ended_by_the_house_once(world: World) -> None:
    refusals = [Unavailable("SERVICE_UNAVAILABLE", "Not now.", retry_after_ms=10) for _ in range(2)]
    world.engine.resist = lambda _: refusals.pop() if refusals else None
    settings = type(SWISS)()
    settings.CopyFrom(SWISS)
    settings.schedule.round_s = 1
    settings.stages[0].swiss.rounds = 1
    name = await world.tournament(settings, FOUR)
    first, second = await world.tables(name, 1, 2)
    await world.end(first)

    await world.until_state(name, "FINISHED")

    await until_stopped(world, {table_of(second)})
    assert len(world.engine.stopped) == 1
    assert not world.engine.overruled
    before = await world.standings(name)
    await world.tell(result_of(second, [2, 1]))  # what was played in the meantime does not count
    await world.play_round(await world.tournament(SWISS, FOUR), 1, 2)
    assert await world.standings(name) == before


@pytest.mark.parametrize("method", ["correct", "cancel", "repair"])
async def test_a_running_table_that_does_not_count_any_more_is_ended_by_the_house(
    world: World, method: str
) -> None:
    name = await world.tournament(SWISS, FOUR)
    tables = await world.tables(name, 1, 2)
    stopped = {table_of(one) for one in tables}
    match method:
        case "correct":
            stopped = {table_of(tables[0])}
            seats = [
                round_pb2.SeatResult(
                    entrant=f"{name}/entrants/{one.player.removeprefix('players/')}", place=place
                )
                for place, one in enumerate(tables[0].occupants, 1)
            ]
            correct = pb.CorrectResultRequest(name=tables[0].tournament, seats=seats, reason="They left.")
            await noted(world, name)
            await world.ask("olga", "CorrectResult", correct)
        case "cancel":
            await noted(world, name)
            await world.ask("olga", "CancelTournament", pb.CancelTournamentRequest(name=name, reason="Fire."))
        case "repair":
            await noted(world, name)
            await world.ask("olga", "RepairRound", pb.RepairRoundRequest(name=f"{name}/rounds/1"))

    await until_stopped(world, stopped)
    assert set(world.engine.overruled) == (stopped if method == "correct" else set())


async def noted(world: World, name: str) -> None:
    """Both tables of the first round stand in the book."""

    async def look() -> bool:
        return all(one.tables for one in await world.pairings(name, 1))

    assert await world.until(name, look)


class LateEngine(FakeEngine):
    """Answers when it is let."""

    def __init__(self) -> None:
        super().__init__()
        self.let = asyncio.Event()

    async def open(self, request: Request) -> str:
        name = await super().open(request)
        await self.let.wait()
        return name


async def test_a_table_that_was_opened_too_late_for_its_round_is_ended_by_the_house(
    store_settings: Settings,
) -> None:
    engine = LateEngine()
    async with tournament_world(store_settings, engine) as world:
        name = await world.tournament(SWISS, FOUR)
        opened = await world.tables(name, 1, 2)
        await world.ask("olga", "CancelTournament", pb.CancelTournamentRequest(name=name, reason="Fire."))
        engine.let.set()

        await until_stopped(world, {table_of(one) for one in opened})
