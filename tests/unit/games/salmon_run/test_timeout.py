"""Rule 8.5: what is played for an absent seat."""

import pytest

from nurselog.games.salmon_run import RULES
from nurselog.games.salmon_run.state import State
from nurselog.rules.chance import SeededChance
from tests.support.salmon_run import play, state


def absent(position: State) -> str:
    return RULES.notation.format(RULES.timeout_move(position, position.active))


def test_r8_5_the_absent_take_the_first_deck_that_is_left() -> None:
    position = RULES.setup(RULES.spec.complete({}, 2), 2, SeededChance(b"s", "test", 0)).state

    assert absent(position) == "p.1"
    assert absent(play(position, "p.1").state) == "p.2"


def test_r8_5_the_absent_enter_the_run_with_what_is_worth_least() -> None:
    assert absent(state("in_play: 4h 7h 9h; deck: 2c", row="5d")) == "r.4h.7h"


def test_r8_5_the_absent_buy_the_dearest_card_that_fits() -> None:
    position = state("in_play: 4h 9s 7c; run: 2h 5h", row="8h 6h td jk1 9h", threes="", aces="")

    assert absent(position) == "a.9h.9s"
    assert absent(play(position, "a.9h.9s").state) == "a.8h.7c.4h"


def test_r8_5_the_absent_pay_as_little_as_they_can() -> None:
    position = state("in_play: ts 9s 4c; run: 2h 5h", row="8h", threes="", aces="")

    assert absent(position) == "a.8h.9s"


def test_r8_5_the_absent_take_no_joker_use_no_bonus_and_end_the_turn() -> None:
    assert absent(state("in_play: 4c 7c 9s; run: 2h 5h; deck: 9c", row="jk1 td", threes="", aces="")) == "e"


def test_r8_5_the_absent_leave_their_deck_alone() -> None:
    spades = play(state("in_play: 4s 7s; deck: 2c 9d; discard: kc"), "s.4s.7s").state
    clubs = play(state("in_play: 4c 7c; deck: 2d 9d kh 5s"), "c.4c.7c").state

    assert absent(spades) == "t"
    assert absent(clubs) == "b.5s.kh.9d"


@pytest.mark.parametrize("seed", range(5))
def test_r8_5_a_table_of_absent_seats_comes_to_its_end(seed: int) -> None:
    luck = SeededChance(b"absent", "test", seed)
    position = RULES.setup(RULES.spec.complete({}, 2), 2, luck).state

    while RULES.decisions(position):
        position = play(position, absent(position), luck=luck).state

    assert len(position.tallies) == 3
    assert any(len(tally.run) == 4 for tally in position.tallies[0])
