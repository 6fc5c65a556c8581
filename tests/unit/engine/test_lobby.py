from __future__ import annotations

import asyncio
from typing import Any

import pytest

from nurselog.api.common.v1.clock_pb2 import ClockSetting
from nurselog.api.game.v1 import table_pb2
from nurselog.chassis.errors import Refusal
from nurselog.engine.address import Status, address_of
from nurselog.engine.opening import Wish
from nurselog.engine.seating import Sitter
from nurselog.rules.chance import seed_hash
from tests.support.engine_world import ANN, BOB, CID, World, fischer

PRIVATE = table_pb2.VISIBILITY_PRIVATE


def wish(**more: Any) -> Wish:
    return Wish(**{"creator": ANN, "request_id": "r", "options": {}, **more})


@pytest.mark.parametrize(
    ("more", "reason", "field"),
    [
        ({"seat_count": 9}, "SEAT_COUNT_INVALID", "seat_count"),
        ({"seat_count": -1}, "SEAT_COUNT_INVALID", "seat_count"),
        ({"options": {"colour": "red"}}, "OPTION_UNKNOWN", "options[colour]"),
        ({"options": {"pile": "8"}}, "OPTION_INVALID", "options[pile]"),
        ({"visibility": 7}, "FIELD_INVALID", "visibility"),
        ({"leaver_policy": 7}, "FIELD_INVALID", "leaver_policy"),
        ({"durability": -3}, "FIELD_INVALID", "durability"),
        ({"seat_count": 2, "rated": True}, "FIELD_INVALID", "rated"),
        ({"clock": fischer(-5)}, "FIELD_INVALID", "clock.fischer.initial_ms"),
        ({"clock": fischer(0, 5)}, "FIELD_INVALID", "clock.fischer.initial_ms"),
        (
            {"clock": ClockSetting(byoyomi=ClockSetting.Byoyomi(main_ms=5, periods=2))},
            "FIELD_INVALID",
            "clock.byoyomi.period_ms",
        ),
    ],
)
async def test_a_wish_that_cannot_be_fulfilled_is_refused(more: Any, reason: str, field: str) -> None:
    with pytest.raises(Refusal) as caught:
        await World().hosted.lobby.open(wish(**more), ())
    assert (caught.value.reason, caught.value.field) == (reason, field)


async def test_defaults_are_filled_in() -> None:
    world = World()
    table = await world.hosted.lobby.open(wish(seat_count=2), ())
    setting = table.terms.setting
    assert dict(setting.options) == {"pile": "7"}
    assert setting.visibility == table_pb2.VISIBILITY_PUBLIC
    assert setting.leaver_policy == table_pb2.LEAVER_POLICY_RESIGN
    assert setting.durability == table_pb2.DURABILITY_MEMORY
    assert setting.seed_hash.hex() == seed_hash(table.seed)
    rated = await world.hosted.lobby.open(
        wish(seat_count=3, rated=True, clock=fischer(1), request_id="s"), ()
    )
    assert rated.terms.setting.durability == table_pb2.DURABILITY_DISK
    assert rated.terms.setting.leaver_policy == table_pb2.LEAVER_POLICY_TIMEOUT_MOVES


async def test_the_same_request_opens_one_table() -> None:
    world = World()
    first = await world.hosted.lobby.open(wish(), (Sitter(ANN),))
    again = await world.hosted.lobby.open(wish(seat_count=2), (Sitter(ANN),))
    other = await world.hosted.lobby.open(wish(creator=BOB), (Sitter(BOB),))
    unnamed = [await world.hosted.lobby.open(wish(request_id=""), ()) for _ in range(2)]
    assert first.address == again.address
    assert len({one.address for one in (first, other, *unnamed)}) == 4
    assert len(world.facts("opened")) == 4


async def test_two_players_cannot_get_the_same_seat() -> None:
    world = World()
    table = await world.hosted.lobby.open(wish(seat_count=2, creator="players/x"), ())
    other = World(log=world.log, hands=world.hands)
    answers = await asyncio.gather(
        world.hosted.lobby.take_seat(table.address, Sitter(ANN), 0, ""),
        other.hosted.lobby.take_seat(table.address, Sitter(BOB), 0, ""),
        return_exceptions=True,
    )
    assert sorted(type(answer).__name__ for answer in answers) == ["FailedPrecondition", "LiveTable"]


async def test_sitting_down_and_getting_up() -> None:
    world = World()
    lobby = world.hosted.lobby
    table = await lobby.open(wish(seat_count=3), (Sitter(ANN, "Ann"),))

    async def refused(work: Any) -> str:
        with pytest.raises(Refusal) as caught:
            await work
        return caught.value.reason

    where = table.address
    await lobby.take_seat(where, Sitter(BOB), 2, "bob's salt")
    assert await refused(lobby.take_seat(where, Sitter(CID), 2, "")) == "SEAT_TAKEN"
    assert await refused(lobby.take_seat(where, Sitter(CID), 3, "")) == "SEAT_UNKNOWN"
    assert await refused(lobby.take_seat(where, Sitter(BOB), 1, "")) == "ALREADY_SEATED"
    assert (await lobby.take_seat(where, Sitter(BOB), 2, "")).revision == 1
    assert await refused(lobby.take_seat(where, Sitter(CID), None, "x" * 65)) == "FIELD_INVALID"
    assert await refused(lobby.start(where, ANN)) == "SEATS_EMPTY"
    assert await refused(lobby.start(where, CID)) == "NOT_YOUR_SEAT"
    assert await refused(lobby.leave_seat(where, CID)) == "NOT_YOUR_SEAT"
    await lobby.leave_seat(where, BOB)
    assert table.seating.salts == ("", "", "", "")
    await lobby.take_seat(where, Sitter(CID), None, "")
    assert await refused(lobby.add_bot(where, BOB, None, "")) == "NOT_OWNER"
    assert await refused(lobby.add_bot(where, ANN, None, "bots/deep")) == "BOT_NOT_FOUND"
    await lobby.add_bot(where, ANN, None, "")
    assert await refused(lobby.take_seat(where, Sitter(BOB), None, "")) == "SEAT_TAKEN"
    started = await lobby.start(where, CID)
    assert (started.status, started.version) == (Status.PLAYING, 0)
    assert (await lobby.start(where, CID)).version == 0
    assert await refused(lobby.leave_seat(where, CID)) == "TABLE_STARTED"
    assert await refused(lobby.take_seat(where, Sitter(BOB), None, "")) == "TABLE_STARTED"


async def test_who_leaves_while_the_table_starts_is_not_dealt_in() -> None:
    world = World()
    table = await world.hosted.lobby.open(wish(seat_count=2), (Sitter(ANN),))
    await world.hosted.lobby.take_seat(table.address, Sitter(BOB), None, "")
    other = World(log=world.log, hands=world.hands)
    await other.live(table.address.name)
    await world.hosted.lobby.leave_seat(table.address, BOB)
    late = await other.hosted.lobby._start_if_full(await other.hosted.keeper.get(table.address))
    assert (late.status, late.version) == (Status.OPEN, -1)


async def test_start_when_full() -> None:
    world = World()
    table = await world.hosted.lobby.open(wish(seat_count=2, start_when_full=True), (Sitter(ANN),))
    assert table.version == -1
    await world.hosted.lobby.add_bot(table.address, ANN, None, "")
    assert table.version == 0


async def test_salts_change_the_luck_and_the_same_request_of_two_replicas_draws_the_same() -> None:
    world = World()
    name = await world.table(2)
    table = await world.live(name)
    other = await World(log=world.log, hands=world.hands).live(name)
    assert [table.chance().below(1000) for _ in range(5)] == [other.chance().below(1000) for _ in range(5)]


async def test_private_tables_have_an_invite_code_and_no_place_in_the_lobby() -> None:
    world = World()
    table = await world.hosted.lobby.open(wish(visibility=PRIVATE), ())
    assert len(table.terms.setting.invite_code) == 10
    assert await world.log.listed("stones", list(Status), None, 9) == []
    assert address_of(table.address.name) == table.address
