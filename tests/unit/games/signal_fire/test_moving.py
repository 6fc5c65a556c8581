"""Chapter 8: how tokens move."""

import pytest

from nurselog.games.signal_fire import RULES
from nurselog.games.signal_fire.components import CELL_NAME, DUTY, FREE
from nurselog.games.signal_fire.events import Moved
from nurselog.rules.api import Decision
from tests.support.signal_fire import (
    card,
    cell,
    places,
    play,
    public,
    rejected,
    seat,
    seats,
    state,
    texts,
    trick,
)

EXAMPLE = play(trick(state("6d 2c / 9s 4c / jd 2h / 3h 2s"), "6d 9s jd -3h").state, "l.r")


def ways(name: str, origin: str) -> list[str]:
    return [CELL_NAME[way] for way in DUTY[card(name)][cell(origin)]]


def test_r8_1_the_printed_example() -> None:
    """Jack of Diamonds stays; the face-down 3 chooses; the 6 goes up; the 9 goes left."""
    assert RULES.decisions(EXAMPLE.state) == (Decision(seat(3), "move"),)

    after = play(EXAMPLE.state, "m.b1")

    assert places(after.state) == ["b2", "a2", "a2", "b1"]
    assert [news.seat for news in public(after) if isinstance(news, Moved)] == list(seats(3, 0, 1))


def test_r6_5_the_winner_leads_the_next_trick() -> None:
    after = play(EXAMPLE.state, "m.b1").state

    assert RULES.decisions(after) == (Decision(seat(2), "play"),)
    assert after.leader == seat(2)
    assert after.tricks_done == 1


def test_r8_1_the_winner_moves_first_then_clockwise() -> None:
    position = play(trick(state("7d / 9s / 5d / 3h", tokens="c2 b2 a2 b1"), "-7d -9s 5d -3h").state, "l.r")

    assert position.state.asked == seats(2, 3, 0, 1)


@pytest.mark.parametrize("name", ["2c", "4d", "6h", "8s", "tc"])
def test_r8_2_even_cards_move_along_the_valley(name: str) -> None:
    assert ways(name, "b2") == ["a2", "c2"]
    assert ways(name, "a1") == ways(name, "c1") == ["b1"]


@pytest.mark.parametrize("name", ["3c", "5d", "7h", "9s", "ac"])
def test_r8_2_odd_cards_and_aces_move_along_the_ridge(name: str) -> None:
    assert ways(name, "b2") == ["b1", "b3"]
    assert ways(name, "a1") == ways(name, "a3") == ["a2"]


@pytest.mark.parametrize("name", ["jc", "qd", "kh"])
def test_r8_2_court_cards_stay(name: str) -> None:
    assert ways(name, "b2") == ["b2"]


def test_r8_2_a_card_face_down_moves_freely_but_never_diagonally() -> None:
    assert [CELL_NAME[way] for way in FREE[cell("b2")]] == ["a2", "b1", "b2", "b3", "c2"]
    assert [CELL_NAME[way] for way in FREE[cell("a1")]] == ["a1", "a2", "b1"]


def test_r8_2_other_steps_are_refused() -> None:
    assert texts(EXAMPLE.state) == ["m.a1", "m.a2", "m.b1"]
    assert rejected(EXAMPLE.state, "m.b2") == ("no_such_step", "8.2")


def test_r8_2_a_card_face_up_must_move() -> None:
    position = play(trick(state("6d / 9s / 5d / 3h", tokens="c2 b2 b2 b1"), "-6d -9s 5d -3h").state, "l.r")

    assert texts(position.state) == ["m.b1", "m.b3"]
    assert rejected(position.state, "m.b2") == ("no_such_step", "8.2")


def test_r8_3_tokens_may_share_a_card() -> None:
    assert places(play(EXAMPLE.state, "m.a2").state) == ["b2", "a2", "a2", "a2"]


def test_r8_4_a_token_with_one_way_goes_by_itself() -> None:
    assert public(EXAMPLE)[-1] == Moved(seat(2), cell("a2"), cell("a2"))
    after = play(EXAMPLE.state, "m.a1")
    assert len([news for news in public(after) if isinstance(news, Moved)]) == 3


def test_r8_4_a_trick_in_which_all_go_by_themselves_asks_nobody() -> None:
    position = play(
        trick(state("6d 2c / 9s 4c / jd 2h / 3d 2s", tokens="c2 a3 a2 a1"), "6d 9s jd 3d").state, "l.v"
    ).state

    assert RULES.decisions(position) == (Decision(seat(2), "play"),)
    assert places(position) == ["b2", "a2", "a2", "a2"]


def test_r8_5_four_cards_face_down_move_by_their_values() -> None:
    position = play(trick(state("6d 2c / 9s 4c / jd 2h / 3h 2s"), "-6d -9s -jd -3h").state, "l.r").state

    assert places(position) == ["b2", "a2", "a2", "a2"]
    assert RULES.decisions(position) == (Decision(seat(2), "play"),)


def test_r12_5_a_move_may_be_taken_back() -> None:
    assert play(EXAMPLE.state, "m.b1").undoable
