"""The store knows tables by their ids alone; a table asked for in another game's name is not there."""

from __future__ import annotations

from unittest import mock

import pytest

from nurselog.chassis.errors import Refusal
from nurselog.engine import lobby
from nurselog.engine.address import Address, Status, address_of
from tests.support.engine_world import ANN, BOB, World
from tests.support.toy_games import TIDEPOOLS


def other_game(world: World) -> World:
    """The engine of another game on the same store."""
    return World(TIDEPOOLS, log=world.log, hands=world.hands)


async def test_an_engine_of_another_game_neither_finds_the_table_nor_stops_it() -> None:
    world = World()
    name = await world.table()
    other = other_game(world)
    address = Address("tidepools", address_of(name).table_id)
    hosted = other.hosted

    for asked in (
        hosted.keeper.fresh(address),
        hosted.steward.expire(address),
        hosted.steward.stop(address),
        hosted.steward.release(address, None),
        hosted.records.archive(address),
        hosted.lobby.leave_seat(address, ANN),
        hosted.lobby.add_bot(address, ANN, None, ""),
    ):
        with pytest.raises(Refusal) as refused:
            await asked
        assert refused.value.reason == "TABLE_NOT_FOUND"

    assert (await other.refused(address.name, ANN, "p1")).reason == "TABLE_NOT_FOUND"
    assert (await world.live(name)).status is Status.PLAYING
    assert (await world.submit(name, ANN, "t1")).version == 1


async def test_a_stopped_table_is_not_released_in_the_name_of_another_game() -> None:
    world = World()
    name = await world.table()
    table = await world.live(name)
    async with table.lock:
        await world.hosted.keeper.quarantine(table, "for this test")

    with pytest.raises(Refusal, match="no such table"):
        await other_game(world).hosted.steward.release(Address("tidepools", table.address.table_id), None)
    assert (await world.live(name)).status is Status.QUARANTINED


async def test_an_id_that_a_table_of_another_game_has_is_not_given_again() -> None:
    world = World()
    taken = address_of(await world.table(2, ANN, BOB))
    ids = (taken.table_id, "e0-k3v9q2ma")

    with mock.patch.object(lobby, "requested_table_id", side_effect=ids):
        assert await other_game(world).table() == "games/tidepools/tables/e0-k3v9q2ma"
    assert (await world.live(taken.name)).version == 0
