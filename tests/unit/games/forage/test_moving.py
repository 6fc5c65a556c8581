"""Chapters 4 and 5: turns and moves."""

import pytest

from nurselog.games.forage import RULES
from nurselog.games.forage.events import Moved, TurnEnded
from nurselog.games.forage.moves import MoveToken
from nurselog.games.forage.state import is_face_up
from nurselog.rules.api import Decision
from tests.support.forage import (
    card,
    cards,
    cell,
    lies,
    only,
    play,
    rejected,
    seat,
    stands,
    state,
    texts,
    told,
)

THREE = "7h | 8d 9c ts / as | 2s 3s 4d / kd | qd 5s 6c"
START = state(THREE)
LYING = {"r2c3": "ah", "r1c4": "2h 3h 4h"}


def deciders(position: object) -> list[int]:
    return [decision.seat for decision in RULES.decisions(position)]  # type: ignore[arg-type]


# --- 4. The turn


def test_r4_1_seats_take_turns_in_order() -> None:
    position = state(THREE, active=1)

    after_one = play(position, "e").state
    after_two = play(after_one, "e").state

    assert [deciders(one) for one in (position, after_one, after_two)] == [[1], [2], [0]]


def test_r4_1_another_seat_may_not_act() -> None:
    assert rejected(START, "1:m0.r2c3") == ("not_your_turn", "4.1")
    assert RULES.legal_moves(START, seat(1)) == ()


def test_r4_2_a_turn_is_two_actions() -> None:
    once = play(START, "m0.r2c3").state
    twice = play(once, "m0.r2c4").state

    assert (once.actions, twice.actions) == ((1, 0, 0), (0, 2, 0))
    assert RULES.decisions(once) == (Decision(seat(0), "turn"),)


@pytest.mark.parametrize(
    "moves",
    [
        ("m0.r2c3", "s0.7h"),
        ("m0.r2c3", "m0.r3c4"),
        ("m0.r3c4", "s0.7h"),
        ("j.jk1.as", "m0.r2c3"),
        ("m0.r2c3", "j.jk1.as"),
        ("j.jk1.as", "j.jk2.kd"),
    ],
)
def test_r4_2_any_two_actions_in_any_order(moves: tuple[str, str]) -> None:
    position = state("7h | 8d jk1 jk2 / as | 2s 3s 4d / kd | qd 5s 6c", at="r3c3")

    assert deciders(play(position, *moves).state) == [1]


def test_r4_2_a_seat_may_swap_twice() -> None:
    position = play(state(THREE, at="r2c3", lying=LYING), "s0.7h", "s0.8d").state

    assert deciders(position) == [1]
    assert lies(position, "r2c3") == "8d"


def test_r4_3_a_set_takes_the_whole_turn() -> None:
    position = state("7h | 7d 7c ts / as | 2s 3s 4d / kd | qd 5s 6c")

    assert "p.7c+7d+7h" in texts(position)
    after = play(position, "m0.r2c3").state
    assert rejected(after, "p.7c+7d+7h") == ("whole_turn", "4.3")
    assert "p.7c+7d+7h" not in texts(after)


@pytest.mark.parametrize("moves", [("e",), ("m0.r2c3", "e")])
def test_r4_4_the_turn_can_be_ended_before_and_between_the_actions(moves: tuple[str, ...]) -> None:
    step = play(START, *moves)

    assert deciders(step.state) == [1]
    assert told(step, -1) == [TurnEnded(seat(0))]


# --- 5. Moving


@pytest.mark.parametrize("name", ["r2c3", "r2c4", "r2c5", "r3c3", "r3c5", "r4c3", "r4c4", "r4c5"])
def test_r5_1_a_token_moves_to_each_adjacent_cell(name: str) -> None:
    assert stands(play(START, f"m0.{name}").state, 0) == name


@pytest.mark.parametrize("name", ["r1c4", "r3c2", "r3c4", "r3c7", "r3c10"])
def test_r5_1_a_token_moves_to_no_other_cell(name: str) -> None:
    assert rejected(START, f"m0.{name}") == ("not_adjacent", "5.1")


def test_r5_1_the_menu_has_all_moves() -> None:
    moves = [move for move in RULES.legal_moves(START, seat(0)) if isinstance(move, MoveToken)]

    assert len(moves) == 8


def test_r2_4_several_tokens_may_stand_on_a_cell() -> None:
    position = play(START, "m0.r2c3", "e", "m0.r2c3").state

    assert stands(position, 0) == stands(position, 1) == "r2c3"


def test_r5_2_a_single_card_that_lies_face_down_is_turned_up_for_all() -> None:
    step = play(state(THREE, lying=LYING), "m0.r2c3")

    assert is_face_up(step.state, cell("r2c3"))
    assert told(step, 0) == told(step, 1) == told(step, -1) == [Moved(seat(0), 0, cell("r2c3"), card("ah"))]


def test_r5_2_a_single_card_that_lies_face_up_stays_so() -> None:
    step = play(state(THREE, lying=LYING, face_up="r2c3"), "m0.r2c3")

    assert is_face_up(step.state, cell("r2c3"))
    assert told(step, 0) == [Moved(seat(0), 0, cell("r2c3"))]


def test_r5_3_only_the_mover_sees_the_cards_of_a_cache() -> None:
    step = play(state(THREE, at="r2c3", lying=LYING), "m0.r1c4")

    assert lies(step.state, "r1c4") == "2h 3h 4h"
    assert told(step, 0) == [Moved(seat(0), 0, cell("r1c4"), seen=cards("2h 3h 4h"))]
    assert told(step, 1) == told(step, -1) == [Moved(seat(0), 0, cell("r1c4"))]


def test_r5_4_only_the_mover_sees_the_top_card_of_the_stack() -> None:
    step = play(state(THREE, at="r2c3", lying={"r3c4": "qs qh"}), "m0.r3c4")

    assert stands(step.state, 0) == "r3c4!"
    assert told(step, 0) == [Moved(seat(0), 0, cell("r3c4"), seen=cards("qh"))]
    assert told(step, 1) == [Moved(seat(0), 0, cell("r3c4"))]


def test_r5_4_who_leaves_the_centre_has_not_seen_its_next_card() -> None:
    position = play(state(THREE, at="r3c4!"), "m0.r2c3").state

    assert stands(position, 0) == "r2c3"


# --- 12.7 Taking back


def test_r12_7_a_move_onto_an_open_card_and_the_end_of_a_turn_may_be_taken_back() -> None:
    assert play(state(THREE, face_up="r2c3"), "m0.r2c3").undoable
    assert play(START, "e").undoable


def test_r12_7_what_shows_a_card_may_not_be_taken_back() -> None:
    assert not play(START, "m0.r2c3").undoable
    assert not play(state(THREE, at="r2c3"), "m0.r1c4").undoable
    assert not play(state(THREE, at="r2c3"), "m0.r3c4").undoable
    assert only(play(START, "m0.r2c3")).private == ()
