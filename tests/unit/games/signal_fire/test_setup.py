"""Chapters 1 and 2: who plays, the map and the deal."""

import pytest

from nurselog.games.signal_fire import RULES
from nurselog.games.signal_fire.components import VALUE
from nurselog.games.signal_fire.events import Dealt, News
from nurselog.games.signal_fire.state import State
from nurselog.rules.api import SPECTATORS, Decision, OptionProblem, Step
from nurselog.rules.cards import DECK
from nurselog.rules.chance import ScriptedChance
from tests.support.signal_fire import MAP, card, cards, rejected, seat, state


def dealt(**chosen: str) -> State:
    return setup(**chosen).state


def setup(**chosen: str) -> Step[State, News]:
    return RULES.setup(RULES.spec.complete(chosen, 4), 4, ScriptedChance(shuffles=[DECK]))


@pytest.mark.parametrize("seat_count", [0, 2, 3, 5])
def test_r1_1_only_four_seats_play(seat_count: int) -> None:
    with pytest.raises(OptionProblem) as caught:
        RULES.spec.complete({}, seat_count)

    assert caught.value.option == ""


def test_r1_2_partners_sit_opposite_each_other() -> None:
    assert RULES.teams(dealt()) == ((0, 2), (1, 3))


def test_r1_3_the_ace_is_highest() -> None:
    assert [VALUE[one] for one in cards("2c tc jc qc kc ac")] == [2, 10, 11, 12, 13, 14]


def test_r1_3_there_are_no_jokers() -> None:
    assert len(RULES.components(dealt())) == 52


def test_r1_5_nobody_else_decides() -> None:
    position = state("6d / 9s / jd / 3h")

    assert rejected(position, "p.9s", by=1) == ("not_asked", "1.5")
    assert RULES.legal_moves(position, seat(1)) == ()


def test_r1_5_nothing_else_is_decided() -> None:
    assert rejected(state("6d / 9s / jd / 3h"), "l.r") == ("not_now", "1.5")


def test_r1_6_cards_of_others_are_not_played() -> None:
    assert rejected(state("6d / 9s / jd / 3h"), "p.9s") == ("not_in_hand", "1.6")


def test_r1_6_cards_of_others_are_not_bid() -> None:
    assert rejected(dealt(), "b.ks") == ("not_in_hand", "1.6")


def test_r2_1_nine_for_the_map_ten_for_each_three_aside() -> None:
    position = dealt()

    assert position.map == DECK[:9]
    assert position.hands == tuple(DECK[9 + 10 * one : 19 + 10 * one] for one in range(4))
    assert position.set_aside == DECK[49:]


def test_r2_1_hands_are_sorted() -> None:
    luck = ScriptedChance(shuffles=[cards(f"{MAP} ks qs js ts 9s 7s 6s 5s 3s 2s")])

    assert RULES.setup(RULES.spec.complete({}, 4), 4, luck).state.hands[0] == cards(
        "2s 3s 5s 6s 7s 9s ts js qs ks"
    )


def test_r2_2_the_diagonal_lies_face_down() -> None:
    (event,) = setup().events

    down = [None if one in (0, 4, 8) else DECK[one] for one in range(9)]
    assert event.seen_by(SPECTATORS) == Dealt(1, tuple(down))


def test_r12_1_each_seat_learns_its_own_hand_from_the_deal() -> None:
    step = setup()
    (event,) = step.events

    for who in range(4):
        told = event.seen_by(seat(who))
        assert isinstance(told, Dealt)
        assert told.hand == step.state.hands[who]


def test_r3_1_after_the_deal_all_seats_decide_at_once() -> None:
    assert RULES.decisions(dealt()) == tuple(Decision(seat(one), "bid") for one in range(4))


def test_r10_1_the_target_is_fifty_unless_chosen() -> None:
    assert (dealt().target, dealt().round_limit) == (50, 0)
    assert dealt(target="20").target == 20


def test_r10_3_a_number_of_rounds_may_be_chosen() -> None:
    assert dealt(rounds="3").round_limit == 3


@pytest.mark.parametrize("rounds", ["1", "2", "3", "4"])
def test_r10_3_a_target_beside_a_number_of_rounds_is_refused(rounds: str) -> None:
    with pytest.raises(OptionProblem, match="'target' means nothing") as caught:
        RULES.spec.complete({"rounds": rounds, "target": "30"}, 4)

    assert caught.value.option == "target"
    assert RULES.spec.complete({"rounds": rounds, "target": "50"}, 4)["rounds"] == rounds


@pytest.mark.parametrize("target", ["1", "23", "100"])
def test_r10_1_the_target_is_any_of_a_hundred_numbers(target: str) -> None:
    assert dealt(target=target).target == int(target)


@pytest.mark.parametrize(
    ("option", "value"), [("target", "0"), ("target", "-5"), ("rounds", "0"), ("quickflint", "yes")]
)
def test_r10_values_that_are_no_choices_are_refused(option: str, value: str) -> None:
    with pytest.raises(OptionProblem) as caught:
        RULES.spec.complete({option: value}, 4)

    assert caught.value.option == option


def test_r11_1_quickflint_is_off_unless_chosen() -> None:
    assert not dealt().quickflint
    assert dealt(quickflint="on").quickflint


def test_cards_are_named_by_rank_and_suit() -> None:
    assert card("th") in DECK
