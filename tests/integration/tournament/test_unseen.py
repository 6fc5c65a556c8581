"""Tables that opened though the answer was lost, and pairings whose tables never count."""

from __future__ import annotations

import pytest

from nurselog.api.tournament.v1 import round_pb2, tournament_pb2
from nurselog.api.tournament.v1 import tournament_service_pb2 as pb
from nurselog.chassis.errors import Unavailable
from nurselog.tournament.book import MOST_VOID
from tests.support.fake_engine import table_of
from tests.support.tournament_world import SWISS, World

FOUR = ("ann", "bob", "cyd", "dan")


def lost(_: object) -> Unavailable:
    return Unavailable("SERVICE_UNAVAILABLE", "The answer is lost.", retry_after_ms=50)


async def test_a_table_that_nobody_saw_opening_is_ended_when_its_round_is_over(world: World) -> None:
    world.engine.lose = lost
    settings = tournament_pb2.Tournament()
    settings.CopyFrom(SWISS)
    settings.schedule.round_s = 1
    settings.stages[0].swiss.rounds = 1
    name = await world.tournament(settings, FOUR)

    await world.until_state(name, "FINISHED")

    opened = {table_of(one) for one in world.engine.tables.values()}
    await world.engine.until(lambda: set(world.engine.stopped) == opened)
    assert len(opened) == 2
    assert not any(one.tables for one in await world.pairings(name, 1))


@pytest.mark.parametrize("method", ["cancel", "correct", "repair"])
async def test_nor_does_it_run_on_when_the_organiser_decides_otherwise(world: World, method: str) -> None:
    world.engine.lose = lost
    name = await world.tournament(SWISS, FOUR)
    first, second = await world.tables(name, 1, 2)
    unwanted = {table_of(first), table_of(second)}
    match method:
        case "cancel":
            await world.ask("olga", "CancelTournament", pb.CancelTournamentRequest(name=name, reason="Fire."))
        case "correct":
            unwanted = {table_of(first)}
            seats = [
                round_pb2.SeatResult(entrant=f"{name}/entrants/{one.player.partition('/')[2]}", place=place)
                for place, one in enumerate(first.occupants, 1)
            ]
            request = pb.CorrectResultRequest(name=first.tournament, seats=seats, reason="On paper.")
            await world.ask("olga", "CorrectResult", request)
        case "repair":
            await world.ask("olga", "RepairRound", pb.RepairRoundRequest(name=f"{name}/rounds/1"))
    world.engine.lose = lambda _: None

    await world.engine.until(lambda: set(world.engine.stopped) == unwanted)


async def test_a_round_is_not_paired_again_when_a_table_has_a_move_that_nobody_saw(
    world: World,
) -> None:
    world.engine.lose = lost
    name = await world.tournament(SWISS, FOUR)
    first, _ = await world.tables(name, 1, 2)
    again = pb.RepairRoundRequest(name=f"{name}/rounds/1")
    world.engine.moved[table_of(first)] = [0]

    refusal = await world.refused("olga", "RepairRound", again)
    assert (refusal.reason, refusal.field) == ("ROUND_STATE_WRONG", "name")

    world.engine.moved.clear()
    assert (await world.ask("olga", "RepairRound", again)).pairing_id == "1.2"


async def test_a_round_is_paired_again_before_any_table_is_open(world: World) -> None:
    world.engine.refuse = lost
    name = await world.tournament(SWISS, FOUR)

    async def paired() -> int:
        return (await world.get(name)).current_round

    await world.until(name, paired)
    again = pb.RepairRoundRequest(name=f"{name}/rounds/1")
    assert (await world.ask("olga", "RepairRound", again)).pairing_id == "1.2"


async def test_a_pairing_whose_tables_never_count_says_that_it_waits_for_the_organiser(world: World) -> None:
    name = await world.tournament(SWISS, FOUR)
    first, second = await world.tables(name, 1, 2)
    await world.end(second)
    for number in range(1, MOST_VOID + 1):
        (table,) = await world.tables(name, 1, 1)
        assert table.request_id == f"{first.tournament}/games/{number}"
        await world.end(table, aborted=True)

    async def troubled() -> str:
        return (await world.get(name)).trouble

    assert (await world.until(name, troubled)).startswith("PAIRING_STUCK: ")
    shown = await world.ask("olga", "GetRound", pb.GetRoundRequest(name=f"{name}/rounds/1"))
    assert list(shown.stuck_pairings) == [first.tournament]
    troubles = {one.name: one.trouble for one in await world.pairings(name, 1)}
    assert troubles[first.tournament].startswith("PAIRING_STUCK: ")
    assert not troubles[second.tournament]

    seats = [
        round_pb2.SeatResult(entrant=f"{name}/entrants/{one.player.partition('/')[2]}", place=1)
        for one in first.occupants
    ]
    request = pb.CorrectResultRequest(name=first.tournament, game=1, seats=seats, reason="Settled by hand.")
    await world.ask("olga", "CorrectResult", request)

    await world.tables(name, 2, 2)
    assert not (await world.get(name)).trouble
    assert not any(one.trouble for one in await world.pairings(name, 1))
