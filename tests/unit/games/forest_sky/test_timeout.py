"""Rule 7.4: what is played for an absent seat."""

import pytest

from nurselog.games.forest_sky import RULES
from nurselog.games.forest_sky.state import State
from nurselog.rules.chance import SeededChance
from tests.support.forest_sky import play, refusal, state


def absent(position: State) -> str:
    return RULES.notation.format(RULES.timeout_move(position, position.active))


def test_r7_4_the_absent_draw_while_there_is_a_deck() -> None:
    assert absent(state("h3 h4 h5 / o5 o6 o7", a="c2 c3 c4", b="c5 c6 c7", discard="e9")) == "d"


def test_r7_4_the_absent_give_the_card_just_drawn_where_it_makes_no_difference() -> None:
    position = play(state("h4 o8 e7 / o5 o6 o7", deck="c2"), "d").state

    assert absent(position) == "p.c2.a"


def test_r7_4_the_absent_keep_the_best_hand() -> None:
    position = play(state("c3 c4 h3 / o5 o6 o7", a="c5 c6 c7", b="e7 e8 e9", deck="c2"), "d").state

    assert absent(position) == "x.h3"


def test_r7_4_the_absent_never_put_back_what_was_taken() -> None:
    position = play(state("h3 h4 h5 / o5 o6 o7", a="c2 c3 c4", b="c5 c6 c7", discard="e8"), "t").state

    assert refusal(position, absent(position)) is None


def test_r7_4_without_a_deck_the_absent_lock_in_their_better_forest() -> None:
    position = state("c2 c3 c4 / o5 o6 o7", a="h3 h4 h5", b="c5 c6 c7", deck="")

    assert absent(position) == "l.b1"


def test_r7_4_when_their_better_forest_is_locked_the_absent_lock_in_the_other() -> None:
    position = state("c2 c3 c4 / o5 o6 o7", a="h3 h4 h5", b="c5 c6 c7", deck="", locked="b1 b2 b3")

    assert absent(position) == "l.a1"


@pytest.mark.parametrize("seat_count", [2, 3, 4])
def test_r7_4_a_table_of_absent_seats_ends_by_five_locks(seat_count: int) -> None:
    luck = SeededChance(b"absent", "test", seat_count)
    position = RULES.setup(RULES.spec.complete({}, seat_count), seat_count, luck).state

    while RULES.decisions(position):
        position = play(position, absent(position)).state

    outcome = RULES.outcome(position)
    assert outcome is not None
    assert outcome.reason == "five_locks"
