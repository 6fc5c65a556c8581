"""Options that several games have, and problems of options that several games find."""

from collections.abc import Mapping
from typing import Final

from nurselog.rules.api import Chance, GameSpec, OptionProblem, Options, OptionSpec, Seat, seats

RANDOM: Final = "random"


def seat_option(name: str, question: str, most_seats: int) -> OptionSpec:
    """Who is first at something: a seat by its number, or one drawn by luck, unless somebody chooses."""
    numbers = [str(seat) for seat in seats(most_seats)]
    return OptionSpec(
        name, f"{question}: a seat by its number, or one drawn by luck.", (RANDOM, *numbers), RANDOM
    )


def seat_of(options: Options, name: str, seat_count: int, chance: Chance) -> Seat:
    """The seat that such an option names, or one by luck."""
    chosen = options[name]
    return seats(seat_count)[chance.below(seat_count) if chosen == RANDOM else int(chosen)]


def no_such_seat(options: Options, name: str, seat_count: int) -> OptionProblem | None:
    """The problem of such an option that names a seat the table does not have."""
    chosen = options[name]
    if chosen == RANDOM or int(chosen) < seat_count:
        return None
    return OptionProblem(name, f"A table of {seat_count} seats has no seat {chosen}.")


def number_option(name: str, description: str, numbers: range, default: int) -> OptionSpec:
    """An option whose choices are whole numbers in a row."""
    return OptionSpec(name, description, tuple(map(str, numbers)), str(default))


MANY: Final = 20
"""Numbers of which not each one is worth a play of its own."""


def telling(option: OptionSpec) -> tuple[str, ...]:
    """The choices that show what an option does: all; of many numbers the least, the usual, the greatest."""
    if len(option.choices) <= MANY or not all(choice.isdecimal() for choice in option.choices):
        return option.choices
    return tuple(dict.fromkeys((option.choices[0], option.default, option.choices[-1])))


def means_nothing(options: Options, option: OptionSpec, where: str) -> OptionProblem | None:
    """The problem of an option that was set where other options leave it without any meaning."""
    if options[option.name] == option.default:
        return None
    return OptionProblem(
        option.name, f"Option {option.name!r} means nothing {where}: leave it at {option.default!r}."
    )


def fitting(spec: GameSpec, chosen: Mapping[str, str], seat_count: int) -> Options:
    """The options, those that contradict others at their defaults. Raises `OptionProblem`."""
    try:
        return spec.complete(chosen, seat_count)
    except OptionProblem as problem:
        default = next((one.default for one in spec.options if one.name == problem.option), None)
        if default is None or chosen.get(problem.option, default) == default:
            raise
        return fitting(spec, {**chosen, problem.option: default}, seat_count)
