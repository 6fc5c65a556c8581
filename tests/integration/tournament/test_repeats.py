"""Whoever did not get the answer asks again, with the same request id: it is done once."""

from __future__ import annotations

from nurselog.api.tournament.v1 import round_pb2, tournament_pb2
from nurselog.api.tournament.v1 import tournament_service_pb2 as pb
from tests.support.tournament_world import SWISS, World, changed

FOUR = ("ann", "bob", "cyd", "dan")
CUP = tournament_pb2.Tournament(
    title="Cup",
    tables=tournament_pb2.TableTerms(game="games/forest_sky"),
    stages=[tournament_pb2.Stage(elimination=tournament_pb2.Elimination())],
)


async def manual(world: World) -> str:
    """A swiss by hand, paired once."""
    name = await world.tournament(
        changed(SWISS, lambda t: t.schedule.CopyFrom(tournament_pb2.Schedule(manual=True, round_s=3600))),
        FOUR,
    )
    await world.until(name, lambda: _staged(world, name))
    return name


async def _staged(world: World, name: str) -> bool:
    return bool((await world.get(name)).current_stage)


async def test_a_round_is_extended_once(world: World) -> None:
    name = await manual(world)
    await world.ask("olga", "PairRound", pb.PairRoundRequest(name=name))
    where = f"{name}/rounds/1"
    published = await world.ask("olga", "PublishRound", pb.PublishRoundRequest(name=where))
    request = pb.ExtendRoundRequest(name=where, seconds=600, request_id="later")

    first, again = [await world.ask("olga", "ExtendRound", request) for _ in range(2)]

    assert first == again
    assert first.deadline.seconds - published.deadline.seconds == 600


async def test_a_round_is_paired_again_once(world: World) -> None:
    name = await manual(world)
    await world.ask("olga", "PairRound", pb.PairRoundRequest(name=name, request_id="pair"))
    request = pb.RepairRoundRequest(name=f"{name}/rounds/1", reason="late", request_id="again")

    first, again = [await world.ask("olga", "RepairRound", request) for _ in range(2)]

    assert first.pairing_id == again.pairing_id


async def test_a_paired_round_is_told_again_though_it_is_played_by_now(world: World) -> None:
    name = await manual(world)
    request = pb.PairRoundRequest(name=name, request_id="pair")
    first = await world.ask("olga", "PairRound", request)
    await world.ask("olga", "PublishRound", pb.PublishRoundRequest(name=first.name))
    await world.tables(name, 1, 2)

    again = await world.ask("olga", "PairRound", request)

    assert (again.name, again.pairing_id) == (first.name, first.pairing_id)


async def test_a_correction_asked_for_again_does_not_meet_the_replay_that_it_led_to(world: World) -> None:
    name = await world.tournament(CUP, FOUR)
    first, _ = await world.tables(name, 1, 2)
    await world.end(first)
    where = first.tournament

    async def ended() -> bool:
        return any(one.name == where and one.decided for one in await world.pairings(name, 1))

    await world.until(name, ended)
    pairing = next(one for one in await world.pairings(name, 1) if one.name == where)
    level = [round_pb2.SeatResult(entrant=one.entrant, place=1) for one in pairing.entrants]
    request = pb.CorrectResultRequest(name=where, seats=level, reason="It was level.", request_id="level")
    await world.ask("olga", "CorrectResult", request)
    await world.engine.until(lambda: [one for one in world.engine.tables if one == f"{where}/games/2"])

    async def replayed() -> bool:
        return any(one.name == where and len(one.tables) == 2 for one in await world.pairings(name, 1))

    await world.until(name, replayed)

    again = await world.ask("olga", "CorrectResult", request)

    assert [table.correction for table in again.tables] == ["It was level.", ""]


async def test_an_id_that_comes_again_for_something_else_is_another_request(world: World) -> None:
    name = await manual(world)
    await world.ask("olga", "PairRound", pb.PairRoundRequest(name=name, request_id="1"))
    where = f"{name}/rounds/1"
    published = await world.ask("olga", "PublishRound", pb.PublishRoundRequest(name=where))

    extended = await world.ask(
        "olga", "ExtendRound", pb.ExtendRoundRequest(name=where, seconds=600, request_id="1")
    )
    for pairing in await world.pairings(name, 1):
        result = [round_pb2.SeatResult(entrant=one.entrant, place=1) for one in pairing.entrants]
        request = pb.CorrectResultRequest(name=pairing.name, seats=result, reason="level", request_id="1")
        await world.ask("olga", "CorrectResult", request)

    assert extended.deadline.seconds - published.deadline.seconds == 600
    corrections = [table.correction for pairing in await world.pairings(name, 1) for table in pairing.tables]
    assert corrections == ["level", "level"]
