"""Rules 11.8 to 11.13: partners."""

from typing import cast

import pytest

from nurselog.api.games.forage.v1 import forage_pb2 as pb
from nurselog.games.forage import RULES
from nurselog.games.forage.events import Traded, Trading
from nurselog.games.forage.state import State
from nurselog.rules.api import Decision, OptionProblem
from nurselog.rules.chance import SeededChance
from tests.support.forage import cards, cell, held, play, rejected, seat, state, texts, told

HANDS = "7h 8h | 9c ts / as | 2s 3s 4d / kd ks | qd qs / kh | qh 5h 6h"
APART = state(HANDS, at="r2c3 / r3c4 / r2c5", teams=True)
TOGETHER = state(HANDS, at="r2c3 / r3c4 / r2c3", teams=True)


def deciders(position: State) -> list[int]:
    return [decision.seat for decision in RULES.decisions(position)]


def hidden(position: State, of: int, *, by: int) -> list[str]:
    view = cast("pb.View", RULES.view(position, seat(by)))
    return list(view.players[of].hidden)


# --- 11.8 Turns


@pytest.mark.parametrize("seat_count", [2, 3, 5, 7])
def test_r11_8_teams_need_an_even_number_of_seats_from_four(seat_count: int) -> None:
    with pytest.raises(OptionProblem) as caught:
        RULES.spec.complete({"teams": "on"}, seat_count)

    assert caught.value.option == "teams"


@pytest.mark.parametrize(
    ("seat_count", "teams"),
    [(4, ((0, 2), (1, 3))), (6, ((0, 3), (1, 4), (2, 5))), (8, ((0, 4), (1, 5), (2, 6), (3, 7)))],
)
def test_r11_8_partners_sit_opposite(seat_count: int, teams: tuple[tuple[int, int], ...]) -> None:
    options = RULES.spec.complete({"teams": "on"}, seat_count)
    position = RULES.setup(options, seat_count, SeededChance(b"forage", "test", 0)).state

    assert RULES.teams(position) == teams


def test_r11_8_without_the_option_everybody_plays_alone() -> None:
    assert RULES.teams(state(HANDS)) == ()


@pytest.mark.parametrize(("first", "team"), [("1", [1, 4]), ("5", [2, 5])])
def test_r11_8_the_team_of_the_first_seat_begins(first: str, team: list[int]) -> None:
    options = RULES.spec.complete({"teams": "on", "first_seat": first}, 6)

    assert deciders(RULES.setup(options, 6, SeededChance(b"forage", "test", 0)).state) == team


def test_r11_8_partners_take_their_turn_together_with_two_actions_each() -> None:
    assert RULES.decisions(APART) == (Decision(seat(0), "turn"), Decision(seat(2), "turn"))
    assert APART.actions == (2, 0, 2, 0)


def test_r11_8_they_act_in_any_order() -> None:
    position = play(APART, "2:m0.r2c4", "0:m0.r2c4", "2:m0.r2c5").state

    assert deciders(position) == [0]
    assert deciders(play(position, "0:m0.r2c3").state) == [1, 3]


def test_r11_8_the_turn_is_over_when_both_are_done() -> None:
    position = play(APART, "0:e").state

    assert deciders(position) == [2]
    assert rejected(position, "0:m0.r2c4") == ("actions_spent", "11.8")
    assert rejected(position, "1:m0.r2c4") == ("not_your_turn", "4.1")
    assert deciders(play(position, "2:e").state) == [1, 3]


def test_r11_8_who_is_done_before_a_partner_in_seat_0_is_told_so() -> None:
    assert rejected(play(APART, "2:e").state, "2:e") == ("actions_spent", "11.8")


def test_r10_3_a_turn_of_a_team_counts_as_two() -> None:
    assert play(APART, "0:e", "2:e").state.turns == 2


def test_r4_3_a_set_takes_the_own_two_actions_and_not_those_of_the_partner() -> None:
    position = play(
        state("7h | 7d 7c ts / as | 2s 3s 4d / kd | qd 5s 6c / kh | qh 5h 6h", teams=True), "p.7c+7d+7h"
    ).state

    assert deciders(position) == [2]
    assert position.actions == (0, 0, 2, 0)


# --- 11.9 Seeing


def test_r11_9_partners_on_one_cell_see_each_others_hidden_cards() -> None:
    assert hidden(TOGETHER, 2, by=0) == ["qd", "qs"]
    assert hidden(TOGETHER, 0, by=2) == ["9c", "ts"]
    assert hidden(TOGETHER, 0, by=1) == hidden(TOGETHER, 1, by=0) == []


def test_r11_9_partners_apart_do_not() -> None:
    assert hidden(APART, 2, by=0) == hidden(APART, 0, by=2) == []
    assert hidden(play(TOGETHER, "0:m0.r2c4").state, 2, by=0) == []


def test_r11_9_on_the_centre_they_do_as_well() -> None:
    position = state(HANDS, teams=True)

    assert hidden(position, 2, by=0) == ["qd", "qs"]


def test_r11_9_moving_to_the_partner_may_not_be_taken_back() -> None:
    position = state(HANDS, at="r2c3 / r3c4 / r2c4", face_up="r2c4", teams=True)

    assert not play(position, "0:m0.r2c4").undoable


def test_r11_9_the_partner_is_told_what_is_swapped() -> None:
    position = state(HANDS, at="r2c3 / r2c3 / r2c3", teams=True)

    step = play(position, "0:s0.9c")

    assert told(step, 2) == told(step, 0) != told(step, 1)


# --- 11.10 Exchanging


def test_r11_10_any_number_of_cards_can_be_given() -> None:
    given = [text for text in texts(TOGETHER, 0) if text.startswith("x")]

    assert len(given) == 4 + 6 + 4 + 1
    assert given[-1] == "x.9c+7h+8h+ts"


def test_r11_10_partners_apart_exchange_nothing() -> None:
    assert rejected(APART, "0:x.9c") == ("not_together", "11.9")
    assert not [text for text in texts(APART, 0) if text.startswith("x")]


def test_r11_10_without_teams_there_is_nobody_to_exchange_with() -> None:
    assert rejected(state(HANDS), "0:x.9c") == ("no_partner", "11.8")


def test_r11_10_only_cards_of_the_own_hand_are_given() -> None:
    assert rejected(TOGETHER, "0:x.kd") == ("not_in_hand", "6.1")


def test_r11_10_no_more_cards_than_the_partner_has() -> None:
    position = state("7h 8h | 9c ts / as | 2s 3s 4d / kd | / kh | qh 5h 6h", teams=True)

    assert rejected(position, "0:x.9c+ts") == ("too_many", "7.2")
    assert len([text for text in texts(position, 0) if text.startswith("x")]) == 4


def test_r11_10_hidden_cards_for_hidden_cards() -> None:
    position = play(TOGETHER, "0:x.9c+ts", "0:t.qd+qs").state

    assert (held(position, 0), held(position, 2)) == ("7h 8h | qd qs", "kd ks | 9c ts")
    assert position.actions == (1, 0, 2, 0)


def test_r11_10_any_cards_of_the_partner_can_be_taken() -> None:
    position = play(TOGETHER, "0:x.9c").state

    assert texts(position) == ["t.qd", "t.kd", "t.qs", "t.ks"]
    assert rejected(position, "0:t.7h") == ("not_there", "7.3")


def test_r11_10_a_hidden_card_for_an_open_one_changes_no_number() -> None:
    position = play(TOGETHER, "0:x.9c", "0:t.kd").state

    assert (held(position, 0), held(position, 2)) == ("7h 8h | ts kd", "ks 9c | qd qs")


def test_r11_10_who_exchanges_chooses_the_open_cards_of_both_hands() -> None:
    taken = play(TOGETHER, "0:x.9c+7h", "0:t.qd+kd").state
    opened = play(taken, "0:v.kd").state
    done = play(opened, "0:v.9c").state

    assert RULES.decisions(taken) == (Decision(seat(0), "reveal"),)
    assert texts(taken) == ["v.qd", "v.kd"]
    assert RULES.decisions(opened) == (Decision(seat(0), "partner_reveal"),)
    assert texts(opened) == ["v.9c", "v.7h"]
    assert (held(done, 0), held(done, 2)) == ("8h kd | ts qd", "ks 9c | qs 7h")


def test_r11_10_all_four_cards() -> None:
    taken = play(TOGETHER, "0:x.9c+7h+8h+ts").state
    done = play(taken, "0:v.qd+qs", "0:v.9c+7h").state

    assert len(texts(taken)) == 6
    assert (held(done, 0), held(done, 2)) == ("qd qs | kd ks", "9c 7h | 8h ts")


def test_r11_10_the_partner_waits_meanwhile() -> None:
    position = play(TOGETHER, "0:x.9c").state

    assert deciders(position) == [0]
    assert rejected(position, "2:m0.r2c4") == ("trade_open", "7.5")
    assert rejected(position, "1:m0.r2c4") == ("not_your_turn", "4.1")


def test_r11_10_the_partner_needs_no_action_left() -> None:
    position = play(TOGETHER, "2:e", "0:x.9c", "0:t.qd").state

    assert held(position, 2) == "kd ks | qs 9c"


def test_r11_10_the_partner_is_told_everything_others_what_lay_or_lies_open() -> None:
    begun = play(TOGETHER, "0:x.9c+7h")
    done = play(begun.state, "0:t.qd+kd", "0:v.kd", "0:v.9c")

    place = (seat(0), cell("r2c3"), seat(2), 2)
    assert told(begun, 2) == told(begun, 0) == [Trading(*place, cards("9c 7h"))]
    assert told(begun, 1) == told(begun, -1) == [Trading(*place)]
    full = Traded(*place, cards("9c 7h"), cards("qd kd"), cards("kd"), cards("9c"))
    assert told(done, 2) == told(done, 0) == [full]
    assert told(done, 1) == [full._replace(taken=cards("kd"))]


def test_r11_10_partners_on_a_cache_exchange_with_either() -> None:
    position = state(HANDS, at="r1c4 / r3c4 / r1c4", teams=True)

    assert {"g0.9c", "x.9c"} <= set(texts(position, 0))


def test_r12_7_an_exchange_of_hidden_cards_between_partners_may_be_taken_back() -> None:
    assert play(TOGETHER, "0:x.9c", "0:t.qd").undoable
    assert not play(TOGETHER, "0:x.9c", "0:t.kd").undoable


# --- 11.11 to 11.13


def test_r11_11_jokers_take_cards_of_opponents_only() -> None:
    position = state("jk1 | 8d 9c ts / as | 2s 3s 4d / kd | qd 5s 6c / kh | qh 5h 6h", teams=True)

    assert [text for text in texts(position, 0) if text.startswith("j")] == ["j.jk1.as", "j.jk1.kh"]
    assert rejected(position, "0:j.jk1.kd") == ("one_of_us", "11.11")


SEVEN = "2c+3c+4c+5c 9c+9d+9h // 2d+3d+4d+5d 2h+3h+4h+5h"


def test_r11_12_the_first_team_with_eight_points_wins() -> None:
    hands = "7h 7d 7c ts | / as | 2s 3s 4s / kd ks qd qs | / kh | qh 5s 6h"

    position = play(state(hands, sets=SEVEN, teams=True), "0:p.7c+7d+7h").state

    found = RULES.outcome(position)
    assert found is not None
    assert found.reason == "eight_points"
    assert [(one.place, one.total) for one in found.placements] == [(1, 4), (3, 0), (1, 4), (3, 0)]


def test_r11_12_four_points_of_one_seat_do_not_win_for_a_team() -> None:
    hands = "7h 7d 7c ts | / as | 2s 3s 4s / kd | ks qd qs / kh | qh 5s 6h"

    position = play(state(hands, sets="2c+3c+4c+5c 9c+9d+9h", teams=True), "0:p.7c+7d+7h").state

    assert position.points == (4, 0, 0, 0)
    assert RULES.outcome(position) is None


def test_r11_12_sheets_have_the_own_sets_and_mention_the_points_of_the_team() -> None:
    hands = "7h 7d 7c ts | / as | 2s 3s 4s / kd | ks qd qs / kh | qh 5s 6h"

    sheets = RULES.score(state(hands, sets=SEVEN, teams=True))

    assert [sheet.total for sheet in sheets] == [3, 0, 4, 0]
    assert [(line.category, line.points, line.counted) for line in sheets[0].lines][-1] == ("team", 7, False)


def test_r11_13_open_cards_go_by_the_own_points() -> None:
    hands = "7h | 7d 7c ts / as | 2s 3s 4s / kd ks qd qs | / kh | qh 5s 6h"

    position = play(state(hands, sets="// 2d+3d+4d+5d 2h+3h+4h+5h", teams=True), "0:p.7c+7d+7h").state

    assert [len(part) for part in position.hands[0]] == [2, 2]


def test_r11_13_no_more_than_four_cards_are_open() -> None:
    hands = "7h 7d 7c ts | / as | 2s 3s 4s / kd | ks qd qs / kh | qh 5s 6h"

    position = play(state(hands, sets="2c+3c+4c+5c 9c+9d+9h jc+jd+jh", teams=True), "0:p.7c+7d+7h").state

    assert [len(part) for part in position.hands[0]] == [4, 0]
