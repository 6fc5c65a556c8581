"""Chapter 6: one card for one, on a single card or on the centre."""

import pytest

from nurselog.games.forage.events import Swapped
from nurselog.games.forage.state import is_face_up
from tests.support.forage import card, cell, held, lies, play, rejected, seat, stands, state, texts, told

THREE = "7h | 8d 9c ts / as | 2s 3s 4d / kd | qd 5s 6c"
FACE_UP = state(THREE, at="r2c3", lying={"r2c3": "ah"}, face_up="r2c3")
FACE_DOWN = state(THREE, at="r2c3", lying={"r2c3": "ah"})
PEEKED = state(THREE, at="r3c4!", lying={"r3c4": "qs qh"})


def test_r6_1_any_card_of_the_hand_can_be_given() -> None:
    assert [text for text in texts(FACE_UP) if text.startswith("s")] == ["s0.7h", "s0.8d", "s0.9c", "s0.ts"]


def test_r6_1_only_a_card_of_the_hand_can_be_given() -> None:
    assert rejected(FACE_UP, "s0.as") == ("not_in_hand", "6.1")
    assert rejected(FACE_UP, "s0.ah") == ("not_in_hand", "6.1")


def test_r6_2_an_open_card_is_given_face_up_for_an_open_one() -> None:
    step = play(FACE_UP, "s0.7h")

    assert held(step.state, 0) == "ah | 8d 9c ts"
    assert lies(step.state, "r2c3") == "7h"
    assert is_face_up(step.state, cell("r2c3"))
    swapped = Swapped(seat(0), 0, cell("r2c3"), revealed=True, given=card("7h"), taken=card("ah"))
    assert told(step, 0) == told(step, 1) == told(step, -1) == [swapped]


def test_r6_2_a_hidden_card_is_given_face_down_for_a_hidden_one() -> None:
    step = play(FACE_UP, "s0.8d")

    assert held(step.state, 0) == "7h | 9c ts ah"
    assert lies(step.state, "r2c3") == "8d"
    assert not is_face_up(step.state, cell("r2c3"))
    assert told(step, 0) == [Swapped(seat(0), 0, cell("r2c3"), False, card("8d"), card("ah"))]
    assert told(step, 1) == [Swapped(seat(0), 0, cell("r2c3"), False, None, card("ah"))]


def test_r6_2_the_next_token_turns_the_card_up_again() -> None:
    position = play(FACE_UP, "s0.8d", "e", "m0.r2c3").state

    assert is_face_up(position, cell("r2c3"))


def test_r6_2_a_token_that_stands_there_swaps_unseen() -> None:
    step = play(FACE_DOWN, "s0.8d")

    assert held(step.state, 0) == "7h | 9c ts ah"
    assert told(step, 0) == [Swapped(seat(0), 0, cell("r2c3"), False, card("8d"), card("ah"))]
    assert told(step, 1) == told(step, -1) == [Swapped(seat(0), 0, cell("r2c3"), False)]


def test_r6_2_an_open_card_given_for_an_unseen_one_shows_it() -> None:
    step = play(FACE_DOWN, "s0.7h")

    assert held(step.state, 0) == "ah | 8d 9c ts"
    assert told(step, -1) == [Swapped(seat(0), 0, cell("r2c3"), True, card("7h"), card("ah"))]


def test_r6_3_a_token_that_moved_onto_the_centre_swaps_with_the_top_card() -> None:
    step = play(PEEKED, "s0.8d")

    assert held(step.state, 0) == "7h | 9c ts qh"
    assert lies(step.state, "r3c4").endswith("qs 8d")
    assert told(step, 0) == [Swapped(seat(0), 0, cell("r3c4"), False, card("8d"), card("qh"))]
    assert told(step, 1) == [Swapped(seat(0), 0, cell("r3c4"), False)]


def test_r6_3_an_open_card_goes_face_down_on_the_stack_and_the_top_card_becomes_open() -> None:
    step = play(PEEKED, "s0.7h")

    assert held(step.state, 0) == "qh | 8d 9c ts"
    assert not is_face_up(step.state, cell("r3c4"))
    assert told(step, -1) == [Swapped(seat(0), 0, cell("r3c4"), True, card("7h"), card("qh"))]


def test_r6_3_at_the_start_nobody_swaps_on_the_centre() -> None:
    assert rejected(state(THREE), "s0.8d") == ("not_peeked", "6.3")
    assert [text for text in texts(state(THREE)) if text.startswith("s")] == []


def test_r6_3_leaving_and_coming_back_allows_the_swap() -> None:
    position = play(state(THREE), "m0.r2c3", "m0.r3c4", "e", "e").state

    assert "s0.8d" in texts(position)


def test_r6_4_the_swap_may_follow_in_a_later_turn() -> None:
    position = play(PEEKED, "e", "e", "e").state

    assert stands(position, 0) == "r3c4!"
    assert "s0.8d" in texts(position)


def test_r6_4_a_top_card_that_has_changed_is_taken_unseen() -> None:
    position = state(THREE, at="r3c4! / r3c4!", lying={"r3c4": "qs qh"}, active=1)

    changed = play(position, "s0.2s", "e", "e").state
    step = play(changed, "s0.8d")

    assert stands(changed, 0) == "r3c4?"
    assert held(step.state, 0) == "7h | 9c ts 2s"
    assert not step.undoable


def test_r6_5_an_empty_stack_allows_no_swap() -> None:
    position = state(THREE, at="r3c4!", lying={"r3c4": "-"})

    assert rejected(position, "s0.8d") == ("stack_empty", "6.5")
    assert [text for text in texts(position) if text.startswith("s")] == []


def test_r6_5_an_empty_stack_shows_nothing() -> None:
    position = play(state(THREE, at="r2c3", lying={"r3c4": "-"}), "m0.r3c4").state

    assert stands(position, 0) == "r3c4"


def test_r7_1_on_a_cache_one_says_first_what_one_gives() -> None:
    assert rejected(state(THREE, at="r1c4"), "s0.8d") == ("on_a_cache", "7.1")


@pytest.mark.parametrize("position", [FACE_UP, FACE_DOWN, PEEKED])
@pytest.mark.parametrize("text", ["s0.7h", "s0.8d"])
def test_r6_2_the_number_of_open_cards_stays(position: object, text: str) -> None:
    after = play(position, text).state  # type: ignore[arg-type]

    assert [len(part) for part in after.hands[0]] == [1, 3]


# --- 12.7 Taking back


def test_r12_7_a_swap_for_a_card_that_is_known_may_be_taken_back() -> None:
    assert play(FACE_UP, "s0.7h").undoable
    assert play(FACE_UP, "s0.8d").undoable
    assert play(PEEKED, "s0.8d").undoable


def test_r12_7_a_swap_that_shows_a_card_may_not_be_taken_back() -> None:
    assert not play(FACE_DOWN, "s0.8d").undoable
    assert not play(PEEKED, "s0.7h").undoable
