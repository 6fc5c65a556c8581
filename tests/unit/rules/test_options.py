from collections.abc import Mapping
from dataclasses import replace

import pytest

from nurselog.rules.api import OptionProblem, Options, OptionSpec, flag_option
from nurselog.rules.chance import ScriptedChance
from nurselog.rules.options import (
    fitting,
    means_nothing,
    no_such_seat,
    number_option,
    seat_of,
    seat_option,
    telling,
)
from tests.support.stones import Stones

FIRST = seat_option("first", "Who begins", 3)
LONG = flag_option("long", "A long play.")
TARGET = number_option("target", "Points that end a long play.", range(1, 31), 10)


def only_long_plays_have_a_target(options: Options, seat_count: int) -> OptionProblem | None:
    if not options.flag("long") and (problem := means_nothing(options, TARGET, "in a short play")):
        return problem
    return no_such_seat(options, "first", seat_count)


SPEC = replace(Stones.spec, options=(FIRST, LONG, TARGET), contradiction=only_long_plays_have_a_target)


def refused(chosen: Mapping[str, str], seat_count: int = 2) -> tuple[str, str]:
    with pytest.raises(OptionProblem) as caught:
        SPEC.complete(chosen, seat_count)
    return caught.value.option, str(caught.value)


def test_a_seat_is_chosen_by_its_number_or_by_luck() -> None:
    description = "Who begins: a seat by its number, or one drawn by luck."
    assert OptionSpec("first", description, ("random", "0", "1", "2"), "random") == FIRST


def test_the_chosen_seat_draws_no_luck() -> None:
    assert seat_of(Options({"first": "1"}), "first", 3, ScriptedChance()) == 1


def test_luck_draws_one_of_the_seats_at_the_table() -> None:
    chance = ScriptedChance(below=[1])
    assert seat_of(Options({"first": "random"}), "first", 2, chance) == 1


def test_a_seat_that_the_table_lacks_is_refused_by_name() -> None:
    assert refused({"first": "2"}) == ("first", "A table of 2 seats has no seat 2.")


def test_an_option_that_means_nothing_is_refused_by_name() -> None:
    sentence = "Option 'target' means nothing in a short play: leave it at '10'."
    assert refused({"target": "12"}) == ("target", sentence)


@pytest.mark.parametrize("chosen", [{"target": "10"}, {"target": "12", "long": "on"}])
def test_an_option_that_means_something_or_is_left_alone_is_no_problem(chosen: dict[str, str]) -> None:
    assert SPEC.complete(chosen, 2)["target"] == chosen["target"]


def test_of_many_numbers_three_tell_what_the_option_does() -> None:
    assert telling(TARGET) == ("1", "10", "30")


@pytest.mark.parametrize("option", [FIRST, LONG, number_option("few", "A few.", range(1, 6), 1)])
def test_of_other_options_all_choices_tell(option: OptionSpec) -> None:
    assert telling(option) == option.choices


def test_what_contradicts_is_set_back() -> None:
    chosen = {"first": "2", "target": "12", "long": "off"}
    assert dict(fitting(SPEC, chosen, 2)) == {"first": "random", "target": "10", "long": "off"}


def test_what_does_not_contradict_stays() -> None:
    chosen = {"first": "2", "target": "12", "long": "on"}
    assert dict(fitting(SPEC, chosen, 3)) == chosen


@pytest.mark.parametrize("chosen", [{"colour": "red"}, {}])
def test_what_no_default_mends_is_refused(chosen: dict[str, str]) -> None:
    with pytest.raises(OptionProblem):
        fitting(SPEC, chosen, 9)
