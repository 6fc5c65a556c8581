"""Chapter 7: exchanges with a cache, choice by choice."""

import pytest

from nurselog.games.forage import RULES
from nurselog.games.forage.events import Traded, Trading
from nurselog.rules.api import Decision
from tests.support.forage import cards, cell, held, lies, play, rejected, seat, state, texts, told

THREE = "7h 8h | 9c ts / as | 2s 3s 4d / kd | qd 5s 6c"
TOP = state(THREE, at="r1c4", lying={"r1c4": "2h 3h 4h"})
LEFT = state(THREE, at="r3c1", lying={"r3c1": "2h 3h"})


def exchange(position: object, *moves: str) -> tuple[str, set[str]]:
    after = play(position, *moves).state  # type: ignore[arg-type]
    return held(after, 0), set(lies(after, "r1c4").split())


def test_r7_1_one_card_or_several_are_given() -> None:
    given = [text for text in texts(TOP) if text.startswith("g")]

    assert len(given) == 4 + 6 + 4
    assert given[:6] == ["g0.9c", "g0.7h", "g0.8h", "g0.ts", "g0.9c+7h", "g0.9c+8h"]
    assert "g0.9c+7h+ts" in given


def test_r7_1_a_single_card_takes_no_gift() -> None:
    assert rejected(state(THREE, at="r2c3"), "g0.9c") == ("not_on_a_cache", "7.1")


def test_r7_1_only_cards_of_the_hand_are_given() -> None:
    assert rejected(TOP, "g0.9c+as") == ("not_in_hand", "6.1")


@pytest.mark.parametrize("text", ["t.2h", "v.2h"])
def test_r7_1_nothing_is_taken_or_opened_without_a_gift(text: str) -> None:
    assert rejected(TOP, text) == ("no_trade_open", "7.1")


def test_r7_2_no_more_cards_are_given_than_the_cache_holds() -> None:
    assert rejected(TOP, "g0.9c+7h+8h+ts") == ("too_many", "7.2")
    assert rejected(LEFT, "g0.9c+7h+8h") == ("too_many", "7.2")
    assert max(text.count("+") for text in texts(LEFT) if text.startswith("g")) == 1


def test_r7_3_as_many_cards_are_taken_as_were_given() -> None:
    position = play(TOP, "g0.9c+ts").state

    assert RULES.decisions(position) == (Decision(seat(0), "take"),)
    assert texts(position) == ["t.2h+3h", "t.2h+4h", "t.3h+4h"]
    assert rejected(position, "t.2h") == ("wrong_number", "7.3")
    assert rejected(position, "t.9c+2h") == ("not_there", "7.3")


def test_r7_3_hidden_cards_go_for_hidden_ones() -> None:
    assert exchange(TOP, "g0.9c+ts", "t.2h+4h") == ("7h 8h | 2h 4h", {"3h", "9c", "ts"})


def test_r7_3_the_whole_cache_is_taken_without_asking() -> None:
    step = play(LEFT, "g0.9c+ts")

    assert held(step.state, 0) == "7h 8h | 2h 3h"
    assert lies(step.state, "r3c1") == "9c ts"


def test_r7_3_open_cards_go_into_the_cache_face_down() -> None:
    step = play(TOP, "g0.7h", "t.3h")

    assert held(step.state, 0) == "8h 3h | 9c ts"
    assert set(lies(step.state, "r1c4").split()) == {"2h", "4h", "7h"}
    assert step.state.face_up == 0


def test_r7_4_as_many_of_the_cards_taken_become_open_as_were_given_open() -> None:
    position = play(TOP, "g0.9c+7h", "t.2h+4h").state

    assert RULES.decisions(position) == (Decision(seat(0), "reveal"),)
    assert texts(position) == ["v.2h", "v.4h"]
    assert held(play(position, "v.4h").state, 0) == "8h 4h | ts 2h"


def test_r7_4_two_of_three_become_open() -> None:
    position = play(TOP, "g0.9c+7h+8h").state

    assert texts(position) == ["v.2h+3h", "v.2h+4h", "v.3h+4h"]
    assert held(play(position, "v.2h+4h").state, 0) == "2h 4h | ts 3h"


def test_r7_4_if_all_were_open_all_become_open_without_asking() -> None:
    assert exchange(TOP, "g0.7h+8h", "t.2h+3h") == ("2h 3h | 9c ts", {"4h", "7h", "8h"})


def test_r7_4_only_cards_that_are_taken_become_open() -> None:
    position = play(TOP, "g0.9c+7h", "t.2h+4h").state

    assert rejected(position, "v.ts") == ("not_changing", "7.4")
    assert rejected(position, "v.3h") == ("not_changing", "7.4")


def test_r7_4_the_number_of_open_cards_stays() -> None:
    position = play(TOP, "g0.9c+7h", "t.2h+4h").state

    assert rejected(position, "v.2h+4h") == ("wrong_revealed", "7.4")


def test_r7_5_an_exchange_is_one_action() -> None:
    begun = play(TOP, "g0.9c+7h+8h").state
    done = play(begun, "v.2h+3h").state

    assert (begun.actions[0], done.actions[0]) == (2, 1)


@pytest.mark.parametrize("text", ["m0.r2c3", "s0.9c", "g0.9c", "e", "v.2h"])
def test_r7_5_an_exchange_that_has_begun_is_finished_first(text: str) -> None:
    position = play(TOP, "g0.9c+ts").state

    assert rejected(position, text) == ("trade_open", "7.5")


def test_r7_5_taking_is_not_repeated() -> None:
    position = play(TOP, "g0.9c+7h", "t.2h+4h").state

    assert rejected(position, "t.2h+4h") == ("trade_open", "7.5")


def test_r7_5_nothing_changes_places_before_the_last_choice() -> None:
    position = play(TOP, "g0.9c+7h", "t.2h+4h").state

    assert (position.hands, position.ground) == (TOP.hands, TOP.ground)


def test_r7_5_others_have_nothing_to_decide_meanwhile() -> None:
    position = play(TOP, "g0.9c+ts").state

    assert rejected(position, "1:m0.r2c3") == ("not_your_turn", "4.1")
    assert RULES.legal_moves(position, seat(1)) == ()


def test_r12_1_others_learn_how_many_cards_are_exchanged_and_which_lay_or_lie_open() -> None:
    begun = play(TOP, "g0.9c+7h")
    done = play(begun.state, "t.2h+4h", "v.4h")

    place = (seat(0), cell("r1c4"), None, 2)
    assert told(begun, 0) == [Trading(*place, cards("9c 7h"))]
    assert told(begun, 1) == told(begun, -1) == [Trading(*place)]
    assert told(done, 0) == [Traded(*place, cards("9c 7h"), cards("2h 4h"), cards("4h"), ())]
    assert told(done, 1) == [Traded(*place, cards("7h"), cards("4h"), cards("4h"), ())]


def test_r12_3_who_stands_on_the_cache_sees_the_exchange() -> None:
    position = state(THREE, at="r1c4 / r1c4", lying={"r1c4": "2h 3h 4h"})

    done = play(position, "g0.9c+7h", "t.2h+4h", "v.4h")

    assert told(done, 1) == told(done, 0)
    assert told(done, 2) != told(done, 0)


# --- 12.7 Taking back


def test_r12_7_an_exchange_of_hidden_cards_may_be_taken_back_choice_by_choice() -> None:
    assert play(TOP, "g0.9c").undoable
    assert play(TOP, "g0.9c", "t.2h").undoable
    assert play(TOP, "g0.9c+7h", "t.2h+4h").undoable


def test_r12_7_an_exchange_that_opens_a_card_may_not_be_taken_back() -> None:
    assert not play(TOP, "g0.7h", "t.2h").undoable
    assert not play(TOP, "g0.9c+7h", "t.2h+4h", "v.2h").undoable


def test_r12_7_an_exchange_under_the_eyes_of_another_may_not_be_taken_back() -> None:
    position = state(THREE, at="r1c4 / r1c4")

    assert play(position, "g0.9c").undoable
    assert not play(position, "g0.9c", texts(play(position, "g0.9c").state)[0]).undoable
