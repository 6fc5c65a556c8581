import pytest

from nurselog.games.forest_sky import RULES
from nurselog.games.forest_sky.components import CARDS
from nurselog.games.forest_sky.events import Dealt
from nurselog.rules.api import SPECTATORS, OptionProblem, Options
from nurselog.rules.chance import ScriptedChance
from tests.support.forest_sky import cards, seat


def options(seat_count: int, **chosen: str) -> Options:
    return RULES.spec.complete(chosen, seat_count)


def chance(*below: int) -> ScriptedChance:
    return ScriptedChance(shuffles=[CARDS], below=below)


@pytest.mark.parametrize("seat_count", [2, 3, 4])
def test_r1_1_two_to_four_seats_play(seat_count: int) -> None:
    state = RULES.setup(options(seat_count), seat_count, chance(0)).state

    assert len(state.hands) == seat_count


@pytest.mark.parametrize("seat_count", [0, 1, 5])
def test_r1_1_other_numbers_of_seats_are_refused(seat_count: int) -> None:
    with pytest.raises(OptionProblem) as caught:
        options(seat_count)

    assert caught.value.option == ""


def test_r1_2_there_are_five_hawks_four_owls_six_crows_three_eagles() -> None:
    state = RULES.setup(options(2), 2, chance(0)).state

    birds = [name[0] for name in RULES.components(state)]

    assert {bird: birds.count(bird) for bird in "hoce"} == {"h": 5, "o": 4, "c": 6, "e": 3}


def test_r1_2_values_occur_as_often_as_on_the_printed_cards() -> None:
    state = RULES.setup(options(2), 2, chance(0)).state

    values = [int(name[1]) for name in RULES.components(state)]

    assert [values.count(value) for value in range(2, 10)] == [1, 2, 2, 3, 3, 4, 2, 1]


@pytest.mark.parametrize(("seat_count", "deck_size"), [(2, 12), (3, 9), (4, 6)])
def test_r2_1_each_seat_gets_three_cards_and_the_rest_is_the_deck(seat_count: int, deck_size: int) -> None:
    state = RULES.setup(options(seat_count), seat_count, chance(0)).state

    assert [len(hand) for hand in state.hands] == [3] * seat_count
    assert len(state.deck) == deck_size
    assert state.forests == ((), ())
    assert state.discard == ()


def test_r2_1_hands_are_dealt_from_the_shuffled_cards() -> None:
    luck = ScriptedChance(shuffles=[cards("e9 c2 h3 o8 h7 c5")], below=[0])

    state = RULES.setup(options(2), 2, luck).state

    assert state.hands == (cards("h3 c2 e9"), cards("h7 o8 c5"))


def test_r2_2_luck_decides_who_plays_first() -> None:
    assert RULES.setup(options(3), 3, chance(2)).state.active == 2


def test_r2_2_the_option_decides_who_plays_first_without_luck() -> None:
    assert RULES.setup(options(3, first_seat="1"), 3, chance()).state.active == 1


def test_r2_2_the_first_seat_must_be_at_the_table() -> None:
    with pytest.raises(OptionProblem) as caught:
        options(2, first_seat="2")

    assert caught.value.option == "first_seat"


def test_r10_1_each_seat_learns_its_own_hand_from_the_deal_and_spectators_none() -> None:
    step = RULES.setup(options(2), 2, chance(1))

    (event,) = step.events

    assert event.seen_by(seat(0)) == Dealt(seat(1), 12, cards("h3 h4 h5"))
    assert event.seen_by(seat(1)) == Dealt(seat(1), 12, cards("h6 h7 o5"))
    assert event.seen_by(SPECTATORS) == Dealt(seat(1), 12)
