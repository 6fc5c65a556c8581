"""Rounds carried out: tables opened once, results entered once, and what not coming leads to."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256

import grpc

from nurselog.api.tournament.v1 import entrant_pb2, round_pb2
from nurselog.api.tournament.v1 import tournament_service_pb2 as pb
from nurselog.chassis.errors import FailedPrecondition, Unavailable
from tests.support.fake_engine import table_of
from tests.support.tournament_world import PODS, SWISS, World, result_of

FOUR = ("ann", "bob", "cyd", "dan")


async def test_a_swiss_is_paired_played_and_finished_by_itself(world: World) -> None:
    name = await world.tournament(SWISS, FOUR)

    for number in (1, 2):
        await world.play_round(name, number, 2)
    finished = await world.until_state(name, "FINISHED")

    points = await world.standings(name)
    assert sorted(points.values(), reverse=True) == [1680, 840, 840, 0]
    assert sha256(bytes.fromhex(finished.seed)).hexdigest() == finished.seed_hash
    paired = [one.name for number in (1, 2) for one in await world.pairings(name, number)]
    assert Counter(one.request_id for one in world.engine.asked) == Counter(
        f"{one}/games/1" for one in paired
    )


async def test_the_seed_is_a_secret_until_the_end(world: World) -> None:
    name = await world.tournament(SWISS, FOUR)
    await world.tables(name, 1, 2)

    running = await world.get(name)

    assert running.seed_hash
    assert not running.seed


async def test_an_odd_one_gets_a_bye_and_nobody_two(world: World) -> None:
    name = await world.tournament(SWISS, FOUR[:3])
    for number in (1, 2):
        await world.play_round(name, number, 1)
    await world.until_state(name, "FINISHED")

    byes = [
        one.entrants[0].entrant
        for number in (1, 2)
        for one in await world.pairings(name, number)
        if one.kind == round_pb2.PAIRING_KIND_BYE
    ]
    assert len(byes) == len(set(byes)) == 2


async def test_a_lost_answer_leads_to_the_same_table(world: World) -> None:
    lost: list[str] = []

    def lose(request: object) -> Unavailable | None:
        if len(lost) < 3:
            lost.append(str(request))
            return Unavailable("SERVICE_UNAVAILABLE", "The answer is lost.")
        return None

    world.engine.lose = lose
    name = await world.tournament(SWISS, FOUR)
    await world.play_round(name, 1, 2)
    await world.tables(name, 2, 2)

    assert len(world.engine.tables) == 4
    assert len(world.engine.asked) > 4


async def test_an_engine_that_is_busy_is_asked_again(world: World) -> None:
    refusals = [Unavailable("SERVICE_UNAVAILABLE", "Not now.", retry_after_ms=10) for _ in range(3)]
    world.engine.refuse = lambda _: refusals.pop() if refusals else None

    name = await world.tournament(SWISS, FOUR)

    await world.play_round(name, 1, 2)
    await world.tables(name, 2, 2)
    assert code_of(refusals) is None


def code_of(refusals: list[Unavailable]) -> grpc.StatusCode | None:
    return refusals[0].code if refusals else None


async def test_a_result_that_is_delivered_often_counts_once(world: World) -> None:
    name = await world.tournament(SWISS, FOUR)
    first, second = await world.tables(name, 1, 2)
    result = await world.end(first)
    for _ in range(5):
        await world.tell(result)
    await world.end(second)
    await world.tables(name, 2, 2)

    points = await world.standings(name)

    assert sorted(points.values()) == [0, 0, 840, 840]
    pairings = await world.pairings(name, 1)
    assert [len(one.tables) for one in pairings] == [1, 1]


async def test_results_for_tables_of_nobody_are_passed_over(world: World) -> None:
    name = await world.tournament(SWISS, FOUR)
    first, second = await world.tables(name, 1, 2)
    strange = result_of(first)
    strange.table = "games/forest_sky/tables/e0-00000000"
    await world.end(first)
    await world.end(second)
    await world.tables(name, 2, 2)
    await world.tell(strange)
    for wrong in (
        "",
        "nonsense",
        "tournaments/e0-00000000/rounds/1/pairings/p1",
        f"{name}/rounds/9/pairings/x",
    ):
        stray = result_of(first)
        stray.tournament = wrong
        await world.tell(stray)

    await world.play_round(name, 2, 2)

    await world.until_state(name, "FINISHED")


async def test_who_does_not_come_to_a_duel_loses_and_is_paused(world: World) -> None:
    name = await world.tournament(SWISS, FOUR)
    first, second = await world.tables(name, 1, 2)
    await world.end(first, aborted=True, no_shows=[0])
    await world.end(second)
    await world.tables(name, 2, 1)

    absent, present = (one.player.removeprefix("players/") for one in first.occupants)
    points = await world.standings(name)
    assert (points[absent], points[present]) == (0, 840)
    entrant = await world.ask(absent, "GetEntrant", pb.GetEntrantRequest(name=f"{name}/entrants/me"))
    assert (entrant.state, entrant.no_shows) == (entrant_pb2.ENTRANT_STATE_PAUSED, 1)
    kinds = {
        line.entrant.rpartition("/")[2]: line.kind
        for one in await world.pairings(name, 1)
        for table in one.tables
        for line in table.seats
    }
    assert kinds[absent] == round_pb2.SEAT_RESULT_KIND_FORFEIT_LOSS
    assert kinds[present] == round_pb2.SEAT_RESULT_KIND_FORFEIT_WIN


async def test_after_a_second_no_show_one_is_withdrawn(world: World) -> None:
    name = await world.tournament(SWISS, FOUR)
    first, second = await world.tables(name, 1, 2)
    absent = first.occupants[0].player.removeprefix("players/")
    await world.end(first, aborted=True, no_shows=[0])
    await world.until(name, lambda: is_in(world, name, absent, entrant_pb2.ENTRANT_STATE_PAUSED))
    await world.ask(absent, "ResumeEntrant", pb.ResumeEntrantRequest(name=f"{name}/entrants/me"))
    await world.end(second)

    for request in await world.tables(name, 2, 2):
        seats = [one.player.removeprefix("players/") for one in request.occupants]
        missing = [seats.index(absent)] if absent in seats else []
        await world.end(request, aborted=bool(missing), no_shows=missing)

    await world.until(name, lambda: is_in(world, name, absent, entrant_pb2.ENTRANT_STATE_WITHDRAWN))


async def is_in(world: World, name: str, player: str, state: int) -> bool:
    entrant = await world.ask(player, "GetEntrant", pb.GetEntrantRequest(name=f"{name}/entrants/me"))
    return bool(entrant.state == state)


async def test_a_table_that_the_house_stopped_is_played_again(world: World) -> None:
    name = await world.tournament(SWISS, FOUR)
    first, second = await world.tables(name, 1, 2)
    await world.end(first, aborted=True)
    await world.end(second)

    (again,) = await world.tables(name, 1, 1)

    assert again.request_id == first.request_id.replace("/games/1", "/games/2")
    await world.end(again)
    await world.tables(name, 2, 2)


async def test_a_seat_is_taken_out_of_a_pod_if_the_rest_is_a_pod(world: World) -> None:
    name = await world.tournament(PODS, FOUR)
    (table,) = await world.tables(name, 1, 1)
    await world.end(table, aborted=True, no_shows=[2])

    (again,) = await world.tables(name, 1, 1)

    away = table.occupants[2].player
    assert [one.player for one in again.occupants] == [
        one.player for one in table.occupants if one.player != away
    ]
    await world.end(again, [1, 2, 3])
    await world.until_state(name, "FINISHED")
    points = await world.standings(name)
    assert sorted(points.values()) == [0, 0, 420, 840]
    assert points[away.removeprefix("players/")] == 0


async def test_a_house_bot_stands_in_where_a_pod_would_be_too_small(world: World) -> None:
    name = await world.tournament(PODS, FOUR[:3])
    (table,) = await world.tables(name, 1, 1)
    await world.end(table, aborted=True, no_shows=[0])

    (again,) = await world.tables(name, 1, 1)

    assert [one.player for one in again.occupants] == [
        "bots/random",
        *(one.player for one in table.occupants[1:]),
    ]
    await world.end(again, [2, 1, 3])
    await world.until_state(name, "FINISHED")
    points = await world.standings(name)
    assert points == {
        table.occupants[1].player.removeprefix("players/"): 840,
        table.occupants[2].player.removeprefix("players/"): 0,
        table.occupants[0].player.removeprefix("players/"): 0,
    }


async def test_whom_a_bot_replaced_from_the_start_scores_nothing(world: World) -> None:
    settings = type(PODS)()
    settings.CopyFrom(PODS)
    del settings.tables.seat_counts[:]
    settings.tables.seat_counts.append(4)
    name = await world.tournament(settings, FOUR)
    (table,) = await world.tables(name, 1, 1)
    await world.end(table, [1, 2, 3, 4], no_shows=[0])
    await world.until_state(name, "FINISHED")

    points = await world.standings(name)

    by_seat = [points[one.player.removeprefix("players/")] for one in table.occupants]
    assert by_seat == [0, 560, 280, 0]


async def test_at_its_deadline_a_round_ends(world: World) -> None:
    settings = type(SWISS)()
    settings.CopyFrom(SWISS)
    settings.schedule.round_s = 1
    name = await world.tournament(settings, FOUR)
    first, _ = await world.tables(name, 1, 2)
    await world.end(first)

    finished = await world.until_state(name, "FINISHED")

    assert finished.current_round == 2
    assert sum((await world.standings(name)).values()) >= 840


async def test_who_moved_before_the_deadline_stands_where_points_say(world: World) -> None:
    settings = type(SWISS)()
    settings.CopyFrom(SWISS)
    settings.stages[0].swiss.rounds = 1
    settings.schedule.round_s = 1
    name = await world.tournament(settings, FOUR)
    first, second = await world.tables(name, 1, 2)
    world.engine.to_move[table_of(second)] = [1]
    world.engine.moved[table_of(second)] = [0, 1]
    await world.end(first)

    await world.until_state(name, "FINISHED")

    assert list((await world.standings(name)).values()) == [840, 840, 0, 0]


async def test_a_round_that_cannot_be_paired_waits_for_the_organiser(world: World) -> None:
    name = await world.tournament(SWISS, FOUR, start=False)
    await world.ask(
        "olga",
        "AddBlock",
        pb.AddBlockRequest(
            name=name,
            block=entrant_pb2.Block(entrants=[f"{name}/entrants/{one}" for one in FOUR], reason="family"),
        ),
    )
    await world.ask("olga", "StartTournament", pb.StartTournamentRequest(name=name))

    async def troubled() -> str:
        return (await world.get(name)).trouble

    assert await world.until(name, troubled)
    refusal = await world.refused("olga", "PairRound", pb.PairRoundRequest(name=name))
    assert isinstance(refusal, FailedPrecondition)
    assert refusal.reason == "PAIRING_IMPOSSIBLE"
