"""Chapter 10."""

import pytest

from nurselog.games.forage import RULES
from nurselog.games.forage.events import Ended
from nurselog.games.forage.state import State
from nurselog.rules.api import Outcome
from nurselog.rules.chance import SeededChance
from tests.support.forage import held, play, rejected, seat, state, told

OTHERS = "as | 2s 3s 4d / kd | qd 5s 6c"
THREE_POINTS = "2c+3c+4c+5c 9c+9d+9h"


def outcome(position: State) -> Outcome:
    found = RULES.outcome(position)
    assert found is not None
    return found


def places(position: State) -> list[int]:
    return [placement.place for placement in outcome(position).placements]


def test_r10_1_the_fourth_point_wins_at_once() -> None:
    step = play(state(f"7h 7d 7c ts | / {OTHERS}", sets=THREE_POINTS), "p.7c+7d+7h")

    assert RULES.decisions(step.state) == ()
    assert outcome(step.state).reason == "four_points"
    assert places(step.state) == [1, 2, 2]
    assert told(step, -1)[-1] == Ended("four_points")
    assert not step.undoable


@pytest.mark.parametrize(("sets", "total"), [("2c+3c+4c+5c", 4), (THREE_POINTS, 5)])
def test_r10_1_with_two_or_three_points_a_trove_wins(sets: str, total: int) -> None:
    position = play(state(f"2h | 3h 4h 5h / {OTHERS}", sets=sets), "p.2h+3h+4h+5h").state

    assert outcome(position).placements[0].total == total


def test_r10_1_three_points_do_not_win() -> None:
    position = play(state(f"7h 7d 7c | ts / {OTHERS}", sets="2c+3c+4c+5c"), "p.7c+7d+7h").state

    assert RULES.outcome(position) is None


def test_r10_1_a_set_wins_when_it_is_played_and_not_when_it_is_held() -> None:
    position = play(state(f"7h 7d 7c ts | / {OTHERS}", sets=THREE_POINTS), "m0.r2c3").state

    assert RULES.outcome(position) is None
    assert rejected(position, "p.7c+7d+7h") == ("whole_turn", "4.3")


def test_r10_1_after_the_end_nothing_is_allowed() -> None:
    over = play(state(f"7h 7d 7c ts | / {OTHERS}", sets=THREE_POINTS), "p.7c+7d+7h").state

    assert rejected_by(over, 0) == rejected_by(over, 1) == ("play_over", "10.1")
    assert [RULES.legal_moves(over, seat(index)) for index in range(3)] == [(), (), ()]


def rejected_by(position: State, index: int) -> tuple[str, str]:
    return rejected(position, f"{index}:e")


def test_r10_1_the_winner_draws_no_more() -> None:
    over = play(state(f"7h 7d 7c ts | / {OTHERS}", sets=THREE_POINTS), "p.7c+7d+7h").state

    assert held(over, 0) == "ts |"


def test_r10_3_after_the_last_turn_the_play_is_over() -> None:
    position = state(f"7h | 8d 9c ts / {OTHERS}", turns=99, turn_limit=100, sets="/ 9d+9h+9s")

    step = play(position, "m0.r2c3", "e")

    assert outcome(step.state).reason == "turn_limit"
    assert places(step.state) == [2, 1, 2]
    assert told(step, -1)[-1] == Ended("turn_limit")
    assert not step.undoable


def test_r10_3_the_turns_of_all_seats_are_counted() -> None:
    position = play(state(f"7h | 8d 9c ts / {OTHERS}"), "m0.r2c3", "e", "e", "e").state

    assert position.turns == 3


@pytest.mark.parametrize("turns", ["60", "120", "400"])
def test_r10_3_the_option_sets_the_number_of_turns(turns: str) -> None:
    options = RULES.spec.complete({"max_turns": turns}, 2)

    assert RULES.setup(options, 2, SeededChance(b"forage", "test", 0)).state.turn_limit == int(turns)


def test_r10_3_a_set_in_the_last_turn_counts() -> None:
    position = state(f"7h | 7d 7c ts / {OTHERS}", turns=99, turn_limit=100)

    over = play(position, "p.7c+7d+7h").state

    assert outcome(over).reason == "turn_limit"
    assert places(over) == [1, 2, 2]


def test_r10_4_sheets_have_a_line_for_baskets_and_one_for_troves() -> None:
    sheet = RULES.score(state(f"7h | 8d 8c ts / {OTHERS}", sets=THREE_POINTS))[0]

    assert [(line.category, line.points, line.evidence) for line in sheet.lines] == [
        ("baskets", 1, ("9c+9d+9h",)),
        ("troves", 2, ("2c+3c+4c+5c",)),
    ]
    assert [line.reason for line in sheet.lines] == ["1 of 1 point", "1 of 2 points"]
    assert sheet.total == 3


def test_r10_4_those_with_equal_points_share_the_place() -> None:
    position = state(f"7h | 8d 9c ts / {OTHERS}", turns=99, turn_limit=100, sets="9d+9h+9s / jc+jd+jh")

    assert places(play(position, "e").state) == [1, 1, 3]
