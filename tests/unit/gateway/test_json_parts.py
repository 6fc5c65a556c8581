"""An update written part by part says what its message says, whatever was kept from updates before."""

from __future__ import annotations

from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nurselog.api.common.v1 import score_pb2
from nurselog.api.game.v1 import table_pb2
from nurselog.gateway.descriptors import Types, UnknownType, contract
from nurselog.gateway.json_codec import JsonCodec
from tests.support import toy
from tests.unit.gateway.test_json_codec import messages

CODEC = JsonCodec(Types({**toy.files(), **contract()}))


def check(update: table_pb2.TableUpdate) -> None:
    packed = update.SerializeToString()
    for _ in range(2):  # the second time from what was kept
        assert orjson.loads(CODEC.parts.update(packed)) == orjson.loads(CODEC.dumps(update))


def bare_update() -> table_pb2.TableUpdate:
    update = table_pb2.TableUpdate(kind=table_pb2.UPDATE_KIND_STEP, version=17, resume_token="abcdef.17")
    update.legal_moves.extend(["a1", "ä2"])
    return update


@given(messages(), messages())
def test_any_message_of_a_game(shown: Any, event: Any) -> None:
    update = bare_update()
    update.view.game_view.Pack(shown)
    update.events.add().Pack(event)
    check(update)


numbers = st.integers(-(2**31), 2**31 - 1)


@given(
    st.lists(numbers, max_size=3),
    st.none() | st.text(max_size=3),
    st.lists(st.tuples(st.integers(0, 9), numbers)),
)
def test_a_message_with_parts(squares: list[int], hand: str | None, stones: list[tuple[int, int]]) -> None:
    update = bare_update()
    shown: Any = toy.kind("View")(squares=squares, hand=hand)
    for colour, square in stones:
        shown.stones.add(colour=colour, square=square)
    update.view.game_view.Pack(shown)
    for event in ({}, {"moved": 0}, {"won": True}):
        update.events.add().Pack(toy.kind("Event")(**event))
    check(update)


@given(numbers, st.lists(st.integers(0, 3), max_size=3), st.booleans())
def test_our_own_fields(number: int, seats: list[int], flag: bool) -> None:  # noqa: FBT001
    update = bare_update()
    update.seat = number
    update.kind = number  # type: ignore[assignment]  # a kind that nobody knows stays a number
    view = update.view
    view.name, view.version, view.can_undo = "games/toy/tables/e0-1", number, flag
    for seat in seats:
        view.decisions.add(seat=seat, kind="turn", decision_id=number)
        view.clocks.add(seat=seat, remaining_ms=number, running=flag)
        view.left_seats.append(seat)
    if flag:
        view.outcome.CopyFrom(score_pb2.Outcome(reason="over", placements=[score_pb2.Placement(seat=1)]))
    check(update)


def test_what_is_not_there_stays_away() -> None:
    check(table_pb2.TableUpdate())
    check(table_pb2.TableUpdate(view=table_pb2.TableView()))


def test_a_table_with_its_options() -> None:
    update = bare_update()
    update.table.options["deal"] = "fair"
    update.table.create_time.FromMilliseconds(1_700_000_000_123)
    check(update)


def test_a_large_part_is_not_kept() -> None:
    update = bare_update()
    update.events.add().Pack(toy.kind("View")(hand="x" * 5000))
    check(update)
    before = CODEC.parts._kept.cache_info().currsize
    CODEC.parts.update(update.SerializeToString())
    assert CODEC.parts._kept.cache_info().currsize == before


def test_a_message_that_nobody_told() -> None:
    update = bare_update()
    update.events.add(type_url="type.googleapis.com/toy.v1.Unheard")
    with pytest.raises(UnknownType):
        CODEC.parts.update(update.SerializeToString())
    update = bare_update()
    update.view.game_view.type_url = "type.googleapis.com/toy.v1.Unheard"
    with pytest.raises(UnknownType):
        CODEC.parts.update(update.SerializeToString())
