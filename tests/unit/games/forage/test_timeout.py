"""Rule 4.5: what is played for the absent."""

import pytest

from nurselog.games.forage import RULES
from nurselog.games.forage.notation import NOTATION
from nurselog.games.forage.state import State
from tests.support.forage import play, state

OTHERS = "as | 2s 3s 4d / kd | qd 5s 6c"


def played(position: State) -> str:
    return NOTATION.format(RULES.timeout_move(position, RULES.decisions(position)[0].seat))


@pytest.mark.parametrize(
    ("hand", "move"),
    [
        ("7h | 8d 9c js", "e"),
        ("jk1 | 8d 9c ts", "e"),
        ("7h | 7d 7c ts", "p.7c+7d+7h"),
        ("7h | 7d 7c 7s", "p.7c+7d+7h+7s"),
        ("2h | 3h 4h 5h", "p.2h+3h+4h+5h"),
    ],
)
def test_r4_5_the_best_set_is_played_or_the_turn_ended(hand: str, move: str) -> None:
    assert played(state(f"{hand} / {OTHERS}")) == move


def test_r4_5_with_one_action_left_the_turn_is_ended() -> None:
    assert played(play(state(f"7h | 7d 7c ts / {OTHERS}"), "m0.r2c3").state) == "e"


def test_r4_5_an_exchange_is_finished() -> None:
    position = state(f"7h | 8d 9c ts / {OTHERS}", at="r1c4", lying={"r1c4": "2h 3h 4h"})

    taking = play(position, "g0.8d+7h").state
    revealing = play(taking, "t.2h+3h").state

    assert (played(taking), played(revealing)) == ("t.2h+3h", "v.2h")


def test_r4_5_from_the_shared_card_one_returns_to_the_left() -> None:
    others = f"{OTHERS} / ks | qs 5s2 6s / kh | qh 5h 6h / as2 | 2s2 3s2 4d2"

    assert played(state(f"7h | 7d 7c ts / {others}", at="r3c7", large=True)) == "p.7c+7d+7h.r3c4"
