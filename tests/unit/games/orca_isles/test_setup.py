"""Chapters 1 and 2: who plays, and the deal."""

import pytest

from nurselog.games.orca_isles import RULES
from nurselog.games.orca_isles.components import VALUE
from nurselog.games.orca_isles.events import Dealt, News
from nurselog.games.orca_isles.state import State
from nurselog.rules.api import SPECTATORS, OptionProblem, Options, Step
from nurselog.rules.cards import DECK_WITH_JOKERS
from nurselog.rules.chance import ScriptedChance
from tests.support.orca_isles import card, cards, seat


def options(seat_count: int, **chosen: str) -> Options:
    return RULES.spec.complete(chosen, seat_count)


def setup(seat_count: int, *below: int, **chosen: str) -> Step[State, News]:
    luck = ScriptedChance(shuffles=[DECK_WITH_JOKERS], below=below)
    return RULES.setup(options(seat_count, **chosen), seat_count, luck)


@pytest.mark.parametrize("seat_count", [3, 4, 5, 6])
def test_r1_1_three_to_six_seats_play(seat_count: int) -> None:
    assert len(setup(seat_count, 0).state.hands) == seat_count


@pytest.mark.parametrize("seat_count", [0, 2, 7])
def test_r1_1_other_numbers_of_seats_are_refused(seat_count: int) -> None:
    with pytest.raises(OptionProblem) as caught:
        options(seat_count)

    assert caught.value.option == ""


def test_r1_2_there_are_54_cards_with_two_jokers() -> None:
    components = RULES.components(setup(3, 0).state)

    assert len(set(components)) == 54
    assert {"jk1", "jk2"} <= set(components)


def test_r1_2_the_ace_is_worth_fourteen() -> None:
    assert [VALUE[one] for one in cards("2c tc jc qc kc ac")] == [2, 10, 11, 12, 13, 14]


@pytest.mark.parametrize(("seat_count", "deck_size"), [(3, 37), (4, 31), (5, 25), (6, 19)])
def test_r2_1_the_deal(seat_count: int, deck_size: int) -> None:
    position = setup(seat_count, 0).state

    assert position.isles == DECK_WITH_JOKERS[: seat_count - 1]
    assert position.gather == DECK_WITH_JOKERS[seat_count - 1 : 2 * seat_count - 1]
    assert [len(hand) for hand in position.hands] == [4] * seat_count
    assert len(position.deck) == deck_size


def test_r2_1_cards_are_dealt_from_the_top() -> None:
    position = setup(3, 0).state

    assert position.hands[0] == DECK_WITH_JOKERS[5:9]
    assert position.deck[-1] == DECK_WITH_JOKERS[17]


def test_r2_2_jokers_may_lie_at_isles_and_gather_places() -> None:
    luck = ScriptedChance(shuffles=[cards("jk1 2c jk2")], below=[0])

    position = RULES.setup(options(3), 3, luck).state

    assert position.isles[0] == card("jk1")
    assert position.gather[0] == card("jk2")


def test_r2_3_luck_decides_who_plays_first() -> None:
    assert setup(4, 2).state.first == seat(2)


def test_r2_3_the_option_decides_without_luck() -> None:
    assert setup(4, first_seat="3").state.first == seat(3)


def test_r2_3_the_first_seat_must_be_at_the_table() -> None:
    with pytest.raises(OptionProblem) as caught:
        options(4, first_seat="4")

    assert caught.value.option == "first_seat"


def test_r10_1_good_instincts_is_off_unless_chosen() -> None:
    assert not setup(3, 0).state.good_instincts
    assert setup(3, 0, good_instincts="on").state.good_instincts


def test_r11_1_each_seat_learns_its_own_hand_from_the_deal_and_spectators_none() -> None:
    step = setup(3, 1)
    (event,) = step.events

    public = Dealt(seat(1), DECK_WITH_JOKERS[:2], DECK_WITH_JOKERS[2:5], 37)
    assert event.seen_by(SPECTATORS) == public
    for who in range(3):
        told = event.seen_by(seat(who))
        assert isinstance(told, Dealt)
        assert told.hand == step.state.hands[who]
