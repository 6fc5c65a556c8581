"""Laws of what a game declares about itself. They need no play, and are checked on the shortest."""

import re
from typing import Final

from nurselog.rules.api import GameSpec, OptionSpec, Unreadable
from nurselog.rules.conformance.suite import Played, law, require

FEATURES: Final = frozenset({"luck", "hidden_information", "simultaneous", "teams", "solo"})

_NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,39}")
_VALUE: Final = re.compile(r"[a-z0-9_.+-]+")


@law
def a_game_is_declared(played: Played) -> None:
    spec = played.rules.spec
    require(_NAME.fullmatch(spec.name), f"{spec.name!r} is no name for a game")
    require(_VALUE.fullmatch(spec.rules_version), f"{spec.rules_version!r} is no version")
    require(spec.title.strip() and spec.summary.strip(), "the title or the summary is missing")
    require(1 <= spec.min_seats <= spec.max_seats, f"{spec.min_seats} to {spec.max_seats} seats")
    unknown = set(spec.features) - FEATURES
    require(not unknown, f"features are some of {sorted(FEATURES)}, not {sorted(unknown)}")
    require(spec.max_seats > 1 or "solo" in spec.features, "a game for one declares the feature solo")


@law
def options_are_declared(played: Played) -> None:
    spec = played.rules.spec
    names = [option.name for option in spec.options]
    require(len(set(names)) == len(names), f"an option is declared twice: {names}")
    for option in spec.options:
        _require_sound(option)
    require(_defaults_can_be_played(spec), "no number of seats can be played with the default options")


def _require_sound(option: OptionSpec) -> None:
    require(_NAME.fullmatch(option.name), f"{option.name!r} is no name for an option")
    require(option.description.strip(), f"option {option.name} has no description")
    require(len(set(option.choices)) == len(option.choices) > 1, f"option {option.name} gives no choice")
    require(option.default in option.choices, f"option {option.name}: its default is none of its choices")
    for choice in option.choices:
        require(_VALUE.fullmatch(choice), f"option {option.name}: {choice!r} is no value")


def _defaults_can_be_played(spec: GameSpec) -> bool:
    defaults = {option.name: option.default for option in spec.options}
    return any(
        spec.contradiction(spec.complete(defaults, count), count) is None
        for count in range(spec.min_seats, spec.max_seats + 1)
    )


@law
def examples_of_the_notation_can_be_read(played: Played) -> None:
    spec, notation = played.rules.spec, played.rules.notation
    require(spec.notation, "the notation has no examples")
    for text, meaning in spec.notation:
        require(meaning.strip(), f"the example {text!r} has no meaning")
        try:
            written = notation.format(notation.parse(text))
        except Unreadable as problem:
            require(kept=False, broken=f"the example {text!r} is unreadable: {problem}")
            return
        require(written == text, f"the example {text!r} is written {written!r}")
