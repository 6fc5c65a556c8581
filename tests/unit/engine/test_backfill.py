"""A substitute plays on for who left; the result stays that of who left."""

from __future__ import annotations

import pytest

from nurselog.api.engine.v1 import engine_service_pb2 as pb
from nurselog.api.game.v1 import table_pb2
from nurselog.chassis.errors import Refusal
from nurselog.engine.address import address_of
from nurselog.engine.engine_service import EngineService
from nurselog.engine.rendering import table_message
from nurselog.engine.seating import Sitter
from nurselog.engine.sight import audience_of
from tests.support.engine_world import ANN, BOB, CID, SEAT0, SEAT1, World, fischer
from tests.support.toy_games import TIDEPOOLS

BOT, TIMEOUT_MOVES = table_pb2.LEAVER_POLICY_BOT, table_pb2.LEAVER_POLICY_TIMEOUT_MOVES
EVE = "players/eve"


async def left(policy: int = BOT) -> tuple[World, str]:
    """A table of three that Ann left at version 1."""
    world = World(TIDEPOOLS)
    name = await world.table(3, clock=fischer(60_000), leaver_policy=policy)
    await world.submit(name, ANN, "!leave")
    return world, name


async def substitute(
    world: World, name: str, seat: int = 0, left_at: int = 1, player: str = EVE
) -> table_pb2.Table:
    request = pb.SubstituteSeatRequest(name=name, seat=seat, left_at_version=left_at)
    request.occupant.player, request.occupant.display_name = player, player.rpartition("/")[2].title()
    return await EngineService(world.games, world.hosted.deals).SubstituteSeat(request, None)


async def refusal(world: World, name: str, **more: object) -> str:
    with pytest.raises(Refusal) as error:
        await substitute(world, name, **more)  # type: ignore[arg-type]
    return error.value.reason


async def test_who_left_is_told_to_the_house() -> None:
    world, name = await left()
    fact = world.facts("seated")[-1]
    assert (fact.table, fact.version) == (name, 1)
    assert [seat.left for seat in fact.seated.seats] == [True, False, False]


async def test_without_bots_there_is_no_seat_to_give() -> None:
    world, name = await left(TIMEOUT_MOVES)
    assert world.facts("seated")[-1].version == -1
    assert await refusal(world, name) == "SEAT_TAKEN"


async def test_a_substitute_plays_where_the_bot_did() -> None:
    world, name = await left()
    shown = await substitute(world, name)
    assert (shown.seats[0].left, shown.seats[0].occupant.player) == (True, ANN)
    assert shown.seats[0].substitute.display_name == "Eve"
    table = await world.live(name)
    assert table.bot_decisions(table.play) == []
    move = world.rules.notation.format(world.rules.legal_moves(table.play.state, SEAT0)[0])
    assert (await world.refused(name, "bots/random", move)).reason == "NOT_YOUR_SEAT"
    assert (await world.refused(name, ANN, move)).reason == "NOT_YOUR_SEAT"
    await world.submit(name, EVE, move)


async def test_a_substitute_sees_the_seat_and_who_left_does_not_any_more() -> None:
    world, name = await left()
    table = await world.live(name)
    assert audience_of(table, ANN, None) == SEAT0
    await substitute(world, name)
    table = await world.live(name)
    assert audience_of(table, EVE, None) == SEAT0
    assert audience_of(table, ANN, None) == -1
    assert audience_of(table, BOB, None) == SEAT1


async def test_the_luck_stays_what_it_was() -> None:
    world, name = await left()
    before = (await world.live(name)).chance().below(1_000_000)
    await substitute(world, name)
    assert (await world.live(name)).chance().below(1_000_000) == before


async def test_the_clock_of_the_seat_runs_for_the_substitute() -> None:
    world, name = await left()
    await substitute(world, name)
    assert world.log.deadlines[name] > world.hands.ms + 1000
    world.hands.wait(60_000)
    assert await world.expire(name) >= 1
    table = await world.live(name)
    assert table.acting(SEAT0, table.play).player == EVE  # type: ignore[union-attr]


async def test_a_repeat_changes_nothing() -> None:
    world, name = await left()
    await substitute(world, name)
    revision = (await world.live(name)).revision
    await substitute(world, name)
    assert (await world.live(name)).revision == revision
    assert await refusal(world, name, player="players/fay") == "SEAT_TAKEN"


async def test_what_is_not_vacant_is_refused() -> None:
    world, name = await left()
    assert await refusal(world, name, left_at=2) == "SEAT_TAKEN"
    assert await refusal(world, name, seat=1) == "SEAT_TAKEN"
    assert await refusal(world, name, seat=7) == "SEAT_UNKNOWN"
    assert await refusal(world, name, seat=-1) == "SEAT_UNKNOWN"
    assert await refusal(world, name, player=CID) == "ALREADY_SEATED"
    assert await refusal(world, name, player="") == "FIELD_INVALID"


async def test_the_result_is_that_of_who_left() -> None:
    world, name = await left()
    await substitute(world, name)
    await world.submit(name, BOB, "!leave")
    (fact,) = world.facts("finished")
    assert [seat.occupant.player for seat in fact.finished.seats] == [ANN, BOB, CID]
    assert [one.left for one in fact.finished.seats] == [True, True, False]
    assert await refusal(world, name, player="players/fay") == "TABLE_FINISHED"


async def vacate(world: World, name: str, player: str = EVE, left_at: int = 1) -> bool:
    request = pb.VacateSeatRequest(name=name, seat=0, left_at_version=left_at, player=player)
    return (await EngineService(world.games, world.hosted.deals).VacateSeat(request, None)).vacant


async def test_a_substitute_who_was_never_told_is_taken_out_and_the_bot_plays_on() -> None:
    world, name = await left()
    await substitute(world, name)
    waiting = len(world.facts("turn"))

    assert await vacate(world, name)

    table = await world.hosted.keeper.fresh(address_of(name))
    assert table.seating.substitute(SEAT0) is None
    [told] = world.facts("turn")[waiting:]
    assert [(one.bot, one.decision.seat) for one in told.turn.bots] == [("bots/random", 0)]
    assert await vacate(world, name)
    assert (await substitute(world, name, player="players/fay")).seats[0].substitute.player == "players/fay"


async def test_somebody_else_in_the_seat_stays_there() -> None:
    world, name = await left()
    await substitute(world, name, player="players/fay")

    assert not await vacate(world, name)
    assert not await vacate(world, name, left_at=2)

    table = await world.hosted.keeper.fresh(address_of(name))
    assert table.seating.substitute(SEAT0) == Sitter("players/fay", "Fay")


async def test_no_seat_is_vacant_once_the_table_has_ended() -> None:
    world, name = await left()
    await substitute(world, name)
    await world.submit(name, BOB, "!leave")

    assert not await vacate(world, name)


async def test_a_cold_copy_of_the_table_knows_the_substitute() -> None:
    world, name = await left()
    await substitute(world, name)
    cold = World(TIDEPOOLS, log=world.log, hands=world.hands)
    table = await cold.hosted.keeper.get(address_of(name))
    assert table_message(table).seats[0].substitute.player == EVE
