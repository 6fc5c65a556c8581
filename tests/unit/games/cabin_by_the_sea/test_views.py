"""Chapter 8: what is seen, and what stays where it is when the rest is dealt again."""

from typing import cast

from hypothesis import given
from hypothesis import strategies as st

from nurselog.api.games.cabin_by_the_sea.v1 import cabin_by_the_sea_pb2 as pb
from nurselog.games.cabin_by_the_sea import RULES
from nurselog.games.cabin_by_the_sea.state import PLAYER, State
from nurselog.rules.api import SPECTATORS
from nurselog.rules.cards import ACE, RANK
from nurselog.rules.chance import ScriptedChance, SeededChance
from tests.support.cabin_by_the_sea import FULL, cards, play, state

MIDDLE = state(
    stacks="2d 6d / qh",
    sea_card="5h",
    sea="2h 3h 8s",
    supply="ah 9d 2c",
    beach="kd qd",
    tide="7c 3c",
    lost="ac",
)
MURKY = state(supply="ah 9d", tide="7c 3c 4c", murky_depths=True, tide_face_down=True)


def view(position: State) -> pb.View:
    return cast("pb.View", RULES.view(position, PLAYER))


def test_r8_1_all_that_lies_open_is_shown_in_its_order() -> None:
    found = view(MIDDLE)

    assert [list(stack.cards) for stack in found.stacks] == [["2d", "6d"], ["qh"]]
    assert (list(found.beach), list(found.tide), list(found.lost)) == (["kd", "qd"], ["7c", "3c"], ["ac"])
    assert (found.sea_card, found.sea_size, found.supply_size, found.tide_size) == ("5h", 3, 3, 2)
    assert (found.stack_limit, found.lost_points) == (8, 3)


def test_r8_1_spectators_see_what_the_player_sees() -> None:
    assert RULES.view(MIDDLE, SPECTATORS) == RULES.view(MIDDLE, PLAYER)


def test_r8_1_the_view_says_what_is_decided() -> None:
    assert view(MIDDLE).phase == pb.PHASE_CHOOSE
    assert (view(play(MIDDLE, "u.sea").state).phase, view(play(MIDDLE, "u.sea").state).chosen_card) == (
        pb.PHASE_PLACE,
        "5h",
    )
    assert view(state(stacks=FULL)).phase == pb.PHASE_OVER


def test_r8_1_the_last_move_is_shown() -> None:
    position = play(MIDDLE._replace(stacks=tuple(cards(f"{rank}c") for rank in "23456789")), "u.beach").state

    assert list(view(position).last_events) == [
        pb.Event(used=pb.Event.Used(pile=pb.PILE_BEACH, card="qd")),
        pb.Event(ebbed=pb.Event.Ebbed(card="5h")),
        pb.Event(lost=pb.Event.Lost(card="qd")),
        pb.Event(revealed=pb.Event.Revealed(card="8s")),
    ]


def test_events_as_messages() -> None:
    dealt = RULES.setup(RULES.spec.complete({}, 1), 1, SeededChance(b"key", "test", 0)).events[0].public
    stocked = play(state(sea_card="5h", stockpiling=True), "s").events[0].public
    built = play(
        state(sea_card="5h", tide="2h", murky_depths=True), "u.sea", "p.new", luck=ScriptedChance()
    ).events

    assert cast("pb.Event", RULES.wire.event_to_proto(dealt)).dealt.supply_size == 16
    assert RULES.wire.event_to_proto(stocked) == pb.Event(stockpiled=pb.Event.Stockpiled(card="5h"))
    assert [RULES.wire.event_to_proto(event.public) for event in built] == [
        pb.Event(placed=pb.Event.Placed(card="5h", stack=1)),
        pb.Event(tide_turned=pb.Event.TideTurned(size=1)),
    ]


def test_r8_2_supply_and_sea_are_not_shown() -> None:
    shown = str(view(MIDDLE))

    assert not any(f'"{name}"' in shown for name in ("ah", "9d", "2c", "2h", "3h", "8s"))


def test_r8_2_a_tide_that_lies_face_down_is_only_counted() -> None:
    found = view(MURKY)

    assert (found.tide_face_down, found.tide_size, list(found.tide)) == (True, 3, [])


def redealt(position: State, luck: int) -> State:
    return RULES.redeal(position, PLAYER, SeededChance(luck.to_bytes(4, "big"), "test", 0))


@given(luck=st.integers(0, 2**32 - 1))
def test_r8_3_what_is_known_stays_where_it_is(luck: int) -> None:
    again = redealt(MIDDLE, luck)

    assert view(again) == view(MIDDLE)
    assert RULES.components(again) == RULES.components(MIDDLE)
    assert sorted(again.supply + again.sea) == sorted(MIDDLE.supply + MIDDLE.sea)
    assert not any(RANK[card] == ACE for card in again.sea)


@given(luck=st.integers(0, 2**32 - 1))
def test_r8_3_a_tide_that_lies_face_down_keeps_its_cards(luck: int) -> None:
    again = redealt(MURKY, luck)

    assert sorted(again.tide) == sorted(MURKY.tide)
    assert view(again) == view(MURKY)


def test_r8_3_all_else_moves() -> None:
    assert len({redealt(MIDDLE, luck).sea for luck in range(200)}) > 30
    assert len({redealt(MURKY, luck).tide for luck in range(50)}) == 6
