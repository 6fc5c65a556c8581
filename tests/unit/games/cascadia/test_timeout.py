"""Rule 8.4: what is played for an absent seat."""

import pytest

from nurselog.games.cascadia import RULES
from nurselog.games.cascadia.state import State
from tests.support.cascadia import RETAIL, board, play, starter, state, terms

FILLED = "+0+0:s1-top=bear -1+1:s1-left=elk +0+1:s1-right=salmon"


def absent(position: State) -> str:
    return RULES.notation.format(RULES.timeout_move(position, position.active))


def test_r8_4_the_absent_take_the_first_place_whose_token_can_be_placed() -> None:
    position = state(board(FILLED), starter(2), display="mf-bh:elk pr-es:bear wr-sf:salmon fp-ef:fox")

    assert absent(position) == "d.3"


def test_r8_4_on_their_board_is_enough() -> None:
    assert (
        absent(state(starter(1), starter(2), display="mf-bh:elk pr-es:bear wr-sf:salmon fp-ef:fox")) == "d.1"
    )


def test_r8_4_else_they_take_the_first_place() -> None:
    position = state(board(FILLED), starter(2), display="mf-bh:elk pr-es:bear wr-sf:elk fp-ef:bear")

    assert absent(position) == "d.1"


def test_r8_4_a_pick_that_was_paid_is_of_one_place() -> None:
    position = play(state(starter(1, 1), starter(2)), "n").state

    assert absent(position) == "d.1.1"


def test_r8_4_they_spend_and_replace_nothing() -> None:
    three = "mf-bh:elk pr-es:elk wr-sf:salmon fp-ef:elk"

    assert absent(state(starter(1, 5), starter(2), display=three)) == "d.1"


def test_r8_4_the_tile_goes_where_most_sides_meet_their_own_land() -> None:
    """Between the two mountains at the top of this board."""
    own = board("+0+0:m-b +1+0:m-e +0+1:f-b")
    position = play(state(own, starter(2), display="m-h:hawk pr-es:elk wr-sf:salmon fp-ef:hawk"), "d.1").state

    assert absent(position) == "p.+1-1"


def test_r8_4_and_so_is_it_turned() -> None:
    own = board("+0+0:m-b +1+0:m-e")
    position = play(state(own, starter(2)), "d.1", "p.+0+1").state

    assert absent(position) == "r.4"


@pytest.mark.parametrize(("letters", "text"), [("aaaaa", "t.+1+0"), ("daaaa", "t.+1+0"), ("baaaa", "t.-2+0")])
def test_r8_4_the_token_goes_where_its_animals_score_most(letters: str, text: str) -> None:
    """Beside the bear, if pairs are worth something; else where it earns a nature token."""
    own = board("+0+0:mf-bh=bear +1+0:mp-bef -1+0:w-s -2+0:m-b")
    position = state(own, starter(2), agreed=terms(RETAIL, letters))

    assert absent(play(position, "d.1", "p.+2+0", "r.0").state) == text


def test_r8_4_it_is_returned_if_it_would_cost_points_everywhere() -> None:
    own = board("+0+0:mf-bh=bear +1+0:mp-bef=bear +2+0:mf-bef")
    position = play(
        state(own, starter(2), display="pr-es:bear mf-bh:elk wr-sf:salmon fp-ef:hawk"), "d.1"
    ).state
    position = play(position, "p.+3+0", "r.0").state

    assert absent(position) == "x"
