"""Rules 11.1 and 11.2: two seats with two tokens each."""

import pytest

from nurselog.games.forage import RULES
from tests.support.forage import held, play, rejected, stands, state, texts

HANDS = "7h | 8d 9c ts / as | 2s 3s 4d"


def test_r11_1_each_action_is_taken_with_either_token() -> None:
    position = play(state(HANDS), "m1.r2c3", "m0.r2c4").state

    assert stands(position, 0) == "r2c4 r2c3"


def test_r11_1_both_tokens_have_their_moves() -> None:
    moves = texts(state(HANDS, at="r3c1 r1c4"))

    assert [text for text in moves if text.startswith("m")] == ["m0.r3c2", "m1.r2c3", "m1.r2c4", "m1.r2c5"]
    assert len([text for text in moves if text.startswith("g0")]) == 4 + 6
    assert len([text for text in moves if text.startswith("g1")]) == 4 + 6 + 4


def test_r11_1_an_exchange_is_made_where_the_token_stands() -> None:
    position = state(HANDS, at="r3c1 r1c4", lying={"r3c1": "2h 3h", "r1c4": "jh qh kh"})

    assert texts(play(position, "g1.8d").state) == ["t.jh", "t.qh", "t.kh"]


def test_r11_1_both_tokens_return_after_a_set() -> None:
    position = state("7h | 7d 7c ts / as | 2s 3s 4d", at="r3c1 r3c4!")

    assert stands(play(position, "p.7c+7d+7h").state, 0) == "r3c4 r3c4"


@pytest.mark.parametrize("text", ["m1.r2c3", "s1.7h", "g1.7h"])
def test_r11_1_with_more_seats_there_is_one_token(text: str) -> None:
    position = state("7h | 8d 9c ts / as | 2s 3s 4d / kd | qd 5s 6c")

    assert rejected(position, text) == ("no_such_token", "11.1")


def test_r11_2_only_the_token_that_moved_onto_the_centre_swaps_there() -> None:
    position = state(HANDS, at="r3c4 r3c4!", lying={"r3c4": "qh"})

    assert rejected(position, "s0.8d") == ("not_peeked", "6.3")
    assert held(play(position, "s1.8d").state, 0) == "7h | 9c ts qh"


def test_r11_1_labels_say_which_token() -> None:
    position = state(HANDS, at="r2c3 r2c3", lying={"r2c3": "ah"}, face_up="r2c3")

    labels = [RULES.label(position, 0, move) for move in RULES.legal_moves(position, 0)]  # type: ignore[arg-type]

    assert "Move your second token to the hidden card at r2c4" in labels
    assert "Swap your 8 of Diamonds for the Ace of Hearts at r2c3, first token" in labels
    assert len(set(labels)) == len(labels)
