from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nurselog.rules.api import (
    SPECTATORS,
    Event,
    OptionProblem,
    Options,
    OptionSpec,
    Points,
    ScoreLine,
    ScoreSheet,
    audiences,
    competition_places,
    flag_option,
    seats,
)
from tests.support.plays import seat
from tests.support.toy_games import STONES


def problem(options: Options, seat_count: int) -> OptionProblem | None:
    if options.flag("blind") and seat_count > 2:
        return OptionProblem("blind", "Only two can play blind.")
    return None


SPEC = replace(
    STONES.spec,
    options=(OptionSpec("pile", "Stones.", ("7", "12"), "7"), flag_option("blind", "Nobody counts.")),
    contradiction=problem,
)


def test_options_are_completed_in_the_order_of_their_declaration() -> None:
    options = SPEC.complete({"blind": "on"}, 2)
    assert list(options.items()) == [("pile", "7"), ("blind", "on")]
    assert (options.number("pile"), options.flag("blind")) == (7, True)
    assert options == {"blind": "on", "pile": "7"}


@pytest.mark.parametrize(
    ("chosen", "seat_count", "expected"),
    [
        ({}, 0, ("", False, "Stones is played by 1 to 4 seats, not 0.")),
        ({}, 5, ("", False, "Stones is played by 1 to 4 seats, not 5.")),
        ({"size": "7"}, 2, ("size", True, "Stones has no option 'size'.")),
        ({"pile": "8"}, 2, ("pile", False, "Option 'pile' is one of 7, 12, not '8'.")),
        ({"blind": "on"}, 3, ("blind", False, "Only two can play blind.")),
    ],
)
def test_options_a_game_does_not_have_are_named(
    chosen: dict[str, str], seat_count: int, expected: tuple[str, bool, str]
) -> None:
    with pytest.raises(OptionProblem) as caught:
        SPEC.complete(chosen, seat_count)
    assert (caught.value.option, caught.value.unknown, str(caught.value)) == expected


def test_an_event_is_told_to_each_audience_as_it_may_know_it() -> None:
    event = Event("a card", ((seat(1), "the ace"),))
    assert [event.seen_by(audience) for audience in audiences(2)] == ["a card", "the ace", "a card"]


def test_the_audiences_are_the_seats_and_the_spectators() -> None:
    assert audiences(2) == (*seats(2), SPECTATORS)


def test_a_sheet_sums_the_lines_that_count() -> None:
    lines = (
        ScoreLine("runs", "Runs", Points(7)),
        ScoreLine("talons", "Talons", Points(12), counted=False),
        ScoreLine("debts", "Debts", Points(-2)),
    )
    assert ScoreSheet(seat(0), lines).total == 5


def test_level_seats_share_a_place_and_the_next_is_free() -> None:
    keys = dict(zip(seats(4), [(3, 0), (9, 1), (3, 0), (9, 2)], strict=True))
    assert list(competition_places(keys).values()) == [3, 2, 3, 1]


@given(keys=st.lists(st.integers(0, 3), min_size=1, max_size=8))
def test_a_place_is_one_more_than_the_number_of_better_seats(keys: list[int]) -> None:
    places = competition_places(dict(zip(seats(len(keys)), keys, strict=True)))
    assert all(place == 1 + sum(key > keys[index] for key in keys) for index, place in places.items())
    assert min(places.values()) == 1
