"""Labels are sentences for people who do not know the notation."""

import pytest

from nurselog.games.forage import RULES
from nurselog.games.forage.notation import NOTATION
from nurselog.games.forage.state import State
from tests.support.forage import play, state

FOUR = "7h | 8d 9c jk1 / as | 2s 3s 4d / kd | qd 5s 6c / kh | qh 5h 6h"
LYING = {"r1c4": "2h 3h 4h", "r2c3": "ah", "r2c4": "ac"}


def label(position: State, text: str) -> str:
    return RULES.label(position, RULES.decisions(position)[0].seat, NOTATION.parse(text))


@pytest.mark.parametrize(
    ("at", "text", "expected"),
    [
        ("r3c4", "m0.r2c3", "Move your token to the Ace of Hearts at r2c3"),
        ("r3c4", "m0.r2c4", "Move your token to the hidden card at r2c4"),
        ("r2c3", "m0.r1c4", "Move your token to the cache of 3 at r1c4"),
        ("r2c3", "m0.r3c4", "Move your token to the centre at r3c4"),
        ("r2c3", "s0.7h", "Swap your 7 of Hearts for the Ace of Hearts at r2c3"),
        ("r3c4!", "s0.7h", "Swap your 7 of Hearts for the top card of the centre at r3c4"),
        ("r1c4", "g0.8d+7h", "Give 8 of Diamonds, 7 of Hearts to the cache at r1c4"),
        ("r3c4", "x.7h", "Give your partner 7 of Hearts"),
        ("r3c4", "j.jk1.as", "Discard Joker 1 and take the Ace of Spades of seat 1"),
        ("r3c4", "e", "End your turn"),
    ],
)
def test_a_move_is_a_sentence(at: str, text: str, expected: str) -> None:
    assert label(state(FOUR, at=at, lying=LYING, face_up="r2c3", teams=True), text) == expected


def test_the_choices_of_an_exchange_are_sentences() -> None:
    taking = play(state(FOUR, at="r1c4", lying=LYING), "g0.8d+7h").state

    assert label(taking, "t.2h+3h") == "Take 2 of Hearts, 3 of Hearts"
    assert label(play(taking, "t.2h+3h").state, "v.3h") == "Lay open 3 of Hearts"


def test_for_the_partner_the_sentence_says_so() -> None:
    position = play(state(FOUR, teams=True), "0:x.8d+7h", "0:t.qd+kd", "0:v.kd").state

    assert label(position, "v.8d") == "Your partner lays open 8 of Diamonds"


@pytest.mark.parametrize(
    ("hand", "text", "expected"),
    [
        ("7h | 7d 7c ts", "p.7c+7d+7h", "Play a basket: 7 of Clubs, 7 of Diamonds, 7 of Hearts"),
        (
            "2h | 3h 4h 5h",
            "p.2h+3h+4h+5h",
            "Play a trove: 2 of Hearts, 3 of Hearts, 4 of Hearts, 5 of Hearts",
        ),
    ],
)
def test_a_set_is_named(hand: str, text: str, expected: str) -> None:
    assert label(state(f"{hand} / as | 2s 3s 4d / kd | qd 5s 6c"), text) == expected


def test_the_centre_to_return_to_is_named() -> None:
    others = "as | 2s 3s 4d / kd | jd 5s 6c / ks | qs 5s2 6s / kh | qh 5h 6h / as2 | 2s2 3s2 4d2"
    position = state(f"qd2 | qd3 qd ts / {others}", at="r3c7", large=True)

    assert label(position, "p.qd+qd2+qd3.r3c10") == (
        "Play a basket: Queen of Diamonds, Queen of Diamonds #2, Queen of Diamonds #3, back to r3c10"
    )


def test_an_empty_centre_is_called_so() -> None:
    position = state(FOUR, at="r2c3", lying={"r3c4": "-"})

    assert label(position, "m0.r3c4") == "Move your token to the empty centre at r3c4"
