"""Chapter 8."""

import pytest

from nurselog.games.forage.components import names
from nurselog.games.forage.events import JokerPlayed
from tests.support.forage import card, held, lies, play, rejected, seat, state, texts, told

HANDS = "jk1 | 8d 9c ts / as 4h | 2s 3s / kd | qd jk2 6c"
START = state(HANDS, lying={"r3c4": "qs qh"})


def test_r8_1_a_joker_is_discarded_for_an_action() -> None:
    step = play(START, "j.jk1.as")

    assert names(step.state.spent) == ("jk1",)
    assert step.state.actions == (1, 0, 0)


@pytest.mark.parametrize("text", ["j.8d.as", "j.as.kd"])
def test_r8_1_another_card_is_no_joker(text: str) -> None:
    assert rejected(START, text) == ("no_joker", "8.1")


def test_r8_1_the_joker_is_in_the_hand() -> None:
    assert rejected(START, "j.jk2.as") == ("not_in_hand", "6.1")


def test_r8_2_open_cards_of_opponents_can_be_taken() -> None:
    assert [text for text in texts(START) if text.startswith("j")] == ["j.jk1.as", "j.jk1.4h", "j.jk1.kd"]


@pytest.mark.parametrize("text", ["j.jk1.2s", "j.jk1.jk1", "j.jk1.8d", "j.jk1.qh", "j.jk1.7c"])
def test_r8_2_no_other_card_can_be_taken(text: str) -> None:
    position = state(HANDS, lying={"r3c4": "qs qh"}, sets="/ 7c+7d+7h")

    assert rejected(position, text) == ("not_open", "8.2")


def test_r8_2_an_open_joker_can_be_taken() -> None:
    position = play(state("jk1 | 8d 9c ts / jk2 | 2s 3s 4d / kd | qd 5s 6c"), "j.jk1.jk2").state

    assert held(position, 0) == "jk2 | 8d 9c ts"


def test_r8_3_for_an_open_joker_the_card_becomes_open() -> None:
    assert held(play(START, "j.jk1.as").state, 0) == "as | 8d 9c ts"


def test_r8_3_for_a_hidden_joker_the_card_becomes_hidden() -> None:
    position = play(state(HANDS, active=2), "j.jk2.4h").state

    assert held(position, 2) == "kd | qd 6c 4h"


def test_r8_4_the_opponent_draws_an_open_card_instead() -> None:
    step = play(START, "j.jk1.as")

    assert held(step.state, 1) == "4h qh | 2s 3s"
    assert lies(step.state, "r3c4").endswith("qs")
    played = JokerPlayed(seat(0), card("jk1"), seat(1), card("as"), card("qh"))
    assert told(step, 0) == told(step, 1) == told(step, -1) == [played]


def test_r8_4_from_an_empty_stack_nothing_is_drawn() -> None:
    step = play(state(HANDS, lying={"r3c4": "-"}), "j.jk1.as")

    assert held(step.state, 1) == "4h | 2s 3s"
    assert told(step, -1) == [JokerPlayed(seat(0), card("jk1"), seat(1), card("as"), None)]


@pytest.mark.parametrize("text", ["p.jk1+jk2+jk3", "p.7c+7d+jk1", "p.5h+6h+7h+jk1"])
def test_r8_5_a_joker_is_part_of_no_set(text: str) -> None:
    held_cards = " ".join(text.removeprefix("p.").split("+"))
    position = state(f"{held_cards} | / as | 2s 3s 4d / kd | qd 5s 6c")

    assert rejected(position, text) == ("no_set", "9.1")
    assert not [text for text in texts(position) if text.startswith("p")]


def test_r12_7_a_joker_may_not_be_taken_back() -> None:
    assert not play(START, "j.jk1.as").undoable
